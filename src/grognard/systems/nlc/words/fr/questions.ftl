# Chaque question, par son objet.

asked-record-decision = Que feraient vos chefs de leur propre gré ? Nul autre ne le saura.
asked-orders = Vos ordres : qui envoyez-vous, et où ?
asked-bad-move = Un chef ennemi se trompe. Où le menez-vous ?
asked-choose-orders = Suivre ce qui fut remis, ou choisir un autre ordre pour une formation ?
asked-hide = Qui marche en secret ?
asked-lay-down = La marche est découverte. Où se tient ce pion ?
asked-rally = Qui ce chef rassemble-t-il ?
asked-make-room = L’hexagone est trop plein. Qui fait de la place, et où va-t-il ?
asked-commander-coordinated = Quel commandant tente une action coordonnée ?
asked-commander-initial = Quel commandant jette le dé pour la première action ?
asked-pair = Quelles deux formations agissent ensemble ?
asked-initial-action = La première action est à vous. Qui agit d’abord ?
asked-order-of-play = Jouez-vous en premier ou en second ?
asked-bombard = Vos pièces : sur qui tirent-elles ?
asked-enfiladed-square = La cavalerie est près de votre infanterie. Subir le canon en carré, ou risquer la charge ?
asked-charge = Quelle cavalerie charge ? Toutes sont nommées avant que la première parte.
asked-resolve-charge = Quelle charge se livre d’abord ?
asked-pursue = La charge l’emporte. Poursuivre, ou tenter de les retenir ?
asked-pursue-whom = Qui poursuivent-ils ?
asked-stay-or-return = Rester sur le terrain, ou revenir ?
asked-react = Un ennemi est venu près de votre cavalerie. Le charger ?
asked-opportunity-fire = Un ennemi est dans le champ de vos pièces. Faire feu ?
asked-movement = Votre mouvement. Les ordres lient chaque unité.
asked-assault = Qui assaille qui ? Tous les assauts sont déclarés avant le premier combat.
asked-withdraw = On vous assaille. Vos cavaliers cèdent-ils le terrain ?
asked-support = Vos pièces soutiennent-elles la défense de loin ?
asked-resolve-assault = Quel assaut se livre d’abord ?
asked-stand-or-retreat = Tenir, ou reculer et réduire de moitié les pertes des deux camps ?
asked-allocate-hit = Qui porte le coup suivant ?
asked-retreat = Où se replient-ils ?
asked-retreat-surplus = L’hexagone est trop plein. Qui va plus loin ?
asked-failure-retreat = L’ordre a échoué. Où va cette unité ?
asked-leader-retreat = Ses hommes se replient. Votre chef les suit-il ?
asked-leader-retreat-to = Avec qui va votre chef ?
asked-leader-refuge = Votre chef fuit. Auprès de qui ?
asked-leader-return = Un autre prend la place du chef tombé. Où ?
asked-headquarters-return = Le quartier général se rétablit. Où ?
asked-advance = L’hexagone est vide. Qui le prend ?

# Ce que veut dire « done ».

done-orders = plus d’ordres ce tour
done-choose-orders = les autres gardent les leurs
done-record-decision = aucun chef n’agit de son propre gré
done-movement = finir le segment de mouvement
done-assault = plus d’assauts
done-charge = plus de charges
done-bombard = cessez le feu
done-pair = personne n’agit de concert
done-initial-action = que la coupe décide
done-advance = tenir sur place
done-hide = plus de marches secrètes
done-bad-move = il reste où il est
done-rally = personne de plus
done-react = rester en place
done-opportunity-fire = ne pas tirer
done-withdraw = tenir
done-support = aucun soutien
done-failure-retreat = s’arrêter ici

# En bref.

title-record-decision = Que feraient vos chefs ?
title-orders = Bureau des ordres
title-bad-move = Un chef ennemi s’égare
title-choose-orders = Que font vos formations ?
title-hide = Qui marche caché ?
title-lay-down = Où se trouve-t-il ?
title-rally = Qui rallie-t-il ?
title-make-room = Qui fait place ?
title-commander-coordinated = Qui tente une action coordonnée ?
title-commander-initial = Qui jette le dé de l’action initiale ?
title-pair = Lesquelles agissent ensemble ?
title-initial-action = Qui agit d’abord ?
title-order-of-play = D’abord ou ensuite ?
title-bombard = Bombarder
title-enfiladed-square = En carré sous le feu ?
title-charge = Charger
title-resolve-charge = Quelle charge d’abord ?
title-pursue = Poursuivre ?
title-pursue-whom = Qui poursuivent-ils ?
title-stay-or-return = Rester, ou revenir ?
title-react = Charger en réaction ?
title-opportunity-fire = Feu d’opportunité ?
title-movement = Mouvement
title-assault = Assaut
title-withdraw = La cavalerie cède-t-elle ?
title-support = Soutenir la défense ?
title-resolve-assault = Quel assaut d’abord ?
title-stand-or-retreat = Tenir, ou reculer ?
title-allocate-hit = Qui supporte la touche ?
title-retreat = Où reculent-ils ?
title-retreat-surplus = Qui va plus loin ?
title-failure-retreat = Où va-t-elle ?
title-leader-retreat = Le chef les suit-il ?
title-leader-retreat-to = Avec qui part-il ?
title-leader-refuge = Auprès de qui fuit-il ?
title-leader-return = Qui le remplace, et où ?
title-headquarters-return = Où rétablir le quartier général ?
title-advance = Qui prend l’hexagone ?

# Consignes : autres noms de ce qui est demandé, et quelques consignes comprises.

called-opportunity-fire = tirer, feu, tir
called-react = charge
called-withdraw = céder, se replier
order-examples = refuser le feu sous 10 %; toujours tenir contre la cavalerie; jamais charger en réaction sous 50 %; ne pas tirer au-delà de 3 hexagones
