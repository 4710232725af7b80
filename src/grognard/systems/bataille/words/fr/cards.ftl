# Les réponses, telles qu’elles sont offertes ; et les attaques en bref.

do-form = Se former { formation }, face { $facing }
do-enter = Entrer en { $at }, { formation }, face { $facing }
do-split = Séparer en éléments
do-join = Réunir en { $who }
do-restack = Ordre de la pile en { $at } : { $units }
do-fire = Tirer sur { $at } avec { $units }
do-assault = Assaut sur { $at } avec { $units }
do-fall-back = { $who } se replie en { $at }
do-advance = { $units ->
    [none] Personne n’avance
   *[other] Avancer avec { $units }
 }
do-charge = Charger avec { $units }
do-react = Envoyer { $units } à leur rencontre
do-counter = { $who } charge depuis { $at }
do-target = Charger { $unit }
do-pass = Laisser { $unit } de côté
do-square = { $who } forme le carré
do-evade = { $who } court en { $at }
do-accompany = { $who } reste avec { $other }
do-force-march = Marche forcée : { $units }
do-leave = { $who } quitte la carte
short-fire = Tirer sur { $at }
short-assault = Assaut sur { $at }
short-charge = Charge
short-react = Charge
pick-spare-horses-spare = Ménager les chevaux
pick-spare-horses-spend = Les dépenser
pick-leader-goes-along-go = Il suit
pick-leader-goes-along-stay = Il reste
pick-trample = En sabrer { $choice }

# Ce qui ne se peut pas.

refused-march = Marcher
refused-fire = { $at ->
    [none] Tirer
   *[other] Tirer sur { $at }
 }
refused-advance = { $at ->
    [none] Donner l’assaut
   *[other] Assaut sur { $at }
 }
refused-form = Se former { formation }

# Le compte des chances.

strength-against = { $strength } contre { $defence }
a-loss = une perte
outcome = Issue
no-effect = sans effet
the-defence = La défense { $total }
the-fire = Le feu { $total }
the-dice = Les dés
no-modifier = aucun modificateur
stands = { $unit } tient
closes = { $unit } aborde
melee = mêlée
if-melee = Si l’on en vient à la mêlée
must-roll = { $unit } doit faire { $needed } ou plus
must-pass = { $unit } réussit
enemy-check = Le test de l’ennemi est son secret ; la chance est une moyenne.
we-bring = Nous apportons { $strength } : { $fighters }
fighter-brings = { $unit } en { $where } : { $sum }
melee-AS = les attaquants se rendent
melee-AR = déroute des assaillants
melee-AD = désordre des assaillants
melee-none = sans décision
melee-DD = désordre des défenseurs
melee-DR = déroute des défenseurs
melee-DS = reddition des défenseurs
melee-losses = pertes, chacun tient

# Les étapes d’une attaque.

stage-melee = Mêlée en { $about }
stage-square = { $about } forme le carré
stage-recall = { $about } est rappelé
check-premelee-defender = pour tenir
check-premelee-attacker = pour aborder
check-melee-check = après la mêlée
check-fire-check = sous le feu
check-chain = des camarades cèdent
check-comrades = des camarades cèdent
check-leader = un chef tombe
check-recovery = pour se rallier
check-passage = traversé par des fuyards
check-overstack = trop serré
check-stand = pour tenir sous la charge
check-guns-charged = canonniers chargés
check-reaction-check = pour aller à la rencontre
check-opportunity-check = pour charger
check-charge-nerve = pour oser charger
check-force-march = marche forcée
end-carre = en carré
end-obeyed = obéit
end-missed = court encore
end-off-map = hors de la carte

# Ce que l’ennemi pourrait faire.

threat-firers = Feu de { $units }
threat-assault = Assaut de { $units }
threat-charge = Charge de { $units }
letter-assault = A
letter-charge = C
threat-legend = Hachuré : on peut tirer dessus, avec la chance que le feu porte. Hachures serrées : A assaut, C charge.
