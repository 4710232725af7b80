# Chaque question, selon ce qu’elle demande.

title-first-side = L’initiative
asked-first-side = L’initiative est à vous. Qui est actif d’abord ?
pick-first-side = { $choice }
title-activate = Division suivante
asked-activate = Quelle division agit maintenant ?
do-activate = activer { $choice }
done-activate = laisser la réserve où elle est
title-movement = Mouvement
asked-movement = Votre mouvement : qui va où ?
done-movement = finir le mouvement
do-move = { $units } vers { $at }, face { $facing }
do-march = { $units } marche vers { $at }
do-occupy = { $who } dans le bâtiment
do-evacuate = { $who } quitte le bâtiment, { $formation }
do-detach = { $who } envoie ses tirailleurs
do-rejoin = { $who } rejoignent leur bataillon
title-redeploy = Avant la bataille
asked-redeploy = Lesquelles de vos unités commencent ailleurs dans leur zone ?
done-redeploy = commencer ainsi
do-deploy = { $who } commence ici : { $at }
title-arrival = Arrivées
asked-arrival = Des unités sont attendues. Où entrent-elles ?
do-enter = { $who } vers { $at }
title-react = Réaction
asked-react = Un ennemi bouge devant vous. Réagissez-vous ?
done-react = le laisser passer
do-react = { $who } : { reaction }
title-swept-aside = Tirailleurs
asked-swept-aside = Vos tirailleurs gênent une troupe formée. Reculent-ils ou fuient-ils ?
pick-swept-aside-recoil = reculer de 2 UD
pick-swept-aside-flee = fuir

# Consignes : autres noms de ce qui est demandé, ses réponses, et quelques consignes comprises.

answers-react = charger, se replier, reculer, tirer, feu, fuir, former la ligne, former la colonne, former le carré
answers-charged = tenir ferme, contre-charger, s’enfuir, se mettre en ligne, se mettre en colonne, former le carré, mettre en batterie
answers-answer = tirer, feu, salve, tirailleurs
answers-pursuit = poursuivre, se retenir
called-shock-support = soutien, soutenir
order-examples = refuser le feu sous 10 %; toujours tenir ferme contre les tirailleurs; former le carré quand la cavalerie arrive; jamais tirer au-delà de 3 UD
