# Chaque question, selon ce qu’elle demande.

title-first-side = L’initiative
asked-first-side = L’initiative est à vous. Qui est actif d’abord ?
pick-first-side = { $choice }
title-activate = Division suivante
asked-activate = Quelle division agit maintenant ?
do-activate = activer { $choice }
title-movement = Mouvement
asked-movement = Votre mouvement : qui va où ?
done-movement = finir le mouvement
do-move = { $units } en { $at }, face { $facing }
do-march = { $units } marche jusqu’en { $at }
do-occupy = { $who } dans le bâtiment
do-evacuate = { $who } quitte le bâtiment, { $formation }
do-detach = { $who } envoie ses tirailleurs
do-rejoin = { $who } rejoignent leur bataillon
title-arrival = Arrivées
asked-arrival = Des unités sont attendues. Où entrent-elles ?
do-enter = { $who } en { $at }
title-react = Réaction
asked-react = Un ennemi bouge devant vous. Réagissez-vous ?
done-react = le laisser passer
do-react = { $who } réagit
title-swept-aside = Tirailleurs
asked-swept-aside = Vos tirailleurs gênent une troupe formée. Reculent-ils ou fuient-ils ?
pick-swept-aside-recoil = reculer de 2 UD
pick-swept-aside-flee = fuir
