# Ce qui est posé sur la table.

threat-left = flanc gauche menacé
threat-right = flanc droit menacé
threat-rear = arrières menacés
