# Chaque question, par son objet.

asked-designate-charges = Quelle cavalerie charge ? Toutes sont nommées avant que la première parte.
asked-ride = Galopez, un hexagone après l’autre ou tout le chemin d’un trait.
asked-declare-target = Un ennemi à deux hexagones ou moins : votre cible, ou passez-vous outre ?
asked-trample = Combien d’éléments foulez-vous aux pieds ? Chacun coûte des points.
asked-form-square = La cavalerie arrive. Qui tente de former le carré ?
asked-evade = La charge est sur vos tirailleurs. Où courent-ils ?
asked-reaction-charge = La cavalerie ennemie charge. La vôtre va-t-elle à sa rencontre ?
asked-reaction-move = Votre cavalerie va à la rencontre de la charge. Par où ?
asked-movement = Votre mouvement : une unité après l’autre, chacune d’un trait.
asked-stack-order = Votre mouvement finit. Changer l’ordre d’une pile ?
asked-opportunity-fire = Un ennemi bouge ou se forme sous vos yeux. Faire feu ?
asked-opportunity-charge = Un ennemi est venu près de votre cavalerie. Le charger ?
asked-evade-charge = La cavalerie charge vos tirailleurs. Où courent-ils ?
asked-contact-fire = La cavalerie est sur vous. Faire feu avant le choc ?
asked-defensive-fire = Votre feu défensif : chaque unité une fois.
asked-offensive-fire = Votre feu : chaque unité une fois. Qui tire n’assaille que ce qu’il a pris pour cible.
asked-skirmishers-fall-back = Vos cavaliers en tirailleurs peuvent se dérober.
asked-join-contact = La cavalerie est au corps à corps. Qui attaque là ?
asked-compulsory-assault = Votre ligne doit donner l’assaut. Avec qui ?
asked-declare-assault = Quel hexagone assaillez-vous, et avec qui ?
asked-follow-up-assault = L’ennemi s’est dérobé. Le suivre ?
asked-retreat-before-melee = On vous assaille. L’unité se dérobe-t-elle ?
asked-leader-slips-away = L’hexagone est assailli. Votre chef s’éloigne-t-il ?
asked-spare-horses = Ménager les chevaux (un tiers de leur force), ou tout donner ?
asked-use-leader-artillery = Quel chef dirige les pièces ?
asked-use-leader-melee = Quel chef va au combat avec ses hommes ? Il peut être touché.
asked-use-leader-morale = Quel chef raffermit ses hommes ?
asked-melee-loss-hex = Dans quel hexagone vos assaillants portent-ils leurs pertes ?
asked-advance-after-melee = L’hexagone est gagné. Qui s’y avance ?
asked-leave-square = Votre cavalerie doit s’éloigner du carré. Vers où ?
asked-breakdown-loss = Quelle partie porte la perte suivante ?
asked-retreat-path = Plusieurs chemins de retraite se valent. Lequel ?
asked-recovery-order = Qui tente ensuite de se rallier ?
asked-recovery-facing = Ralliement ! De quel côté faire face ?
asked-leader-goes-along = Ses hommes sont chassés. Votre chef les suit-il ?
asked-leader-returns = Votre chef remis de sa blessure revient. Auprès de qui ?

# Ce que veut dire « done ».

done-designate-charges = plus de charges
done-ride = halte ici ; la cavalerie qui pouvait frapper et ne le fait pas est en déroute, P38.46
done-reaction-move = halte ici
done-movement = finir votre mouvement
done-stack-order = laisser les piles comme elles sont
done-defensive-fire = cessez le feu
done-offensive-fire = cessez le feu
done-declare-assault = plus d’assauts
done-follow-up-assault = ne pas suivre
done-advance-after-melee = rester sur place
done-use-leader-artillery = aucun chef
done-use-leader-melee = aucun chef
done-use-leader-morale = aucun chef
done-form-square = rester ainsi
done-evade = tenir
done-reaction-charge = rester en place
done-opportunity-fire = ne pas tirer
done-opportunity-charge = les laisser passer
done-contact-fire = ne pas tirer
done-skirmishers-fall-back = rester
done-join-contact = personne ne s’y joint
done-retreat-before-melee = tenir
done-leader-slips-away = il reste

# En bref.

title-designate-charges = Qui charge ?
title-ride = Au galop
title-declare-target = Est-ce la cible ?
title-trample = Combien sont sabrés ?
title-form-square = Former le carré ?
title-evade = Courir à l’abri ?
title-reaction-charge = Aller au-devant de la charge ?
title-reaction-move = Au-devant d’eux
title-movement = Mouvement
title-stack-order = L’ordre d’une pile
title-opportunity-fire = Feu d’opportunité ?
title-opportunity-charge = Charge d’opportunité ?
title-evade-charge = Où courent-ils ?
title-contact-fire = Tirer au contact ?
title-defensive-fire = Feu défensif
title-offensive-fire = Feu offensif
title-skirmishers-fall-back = Les tirailleurs se replient ?
title-join-contact = Qui se joint à la mêlée ?
title-compulsory-assault = Un assaut est obligatoire
title-declare-assault = Déclarer les assauts
title-follow-up-assault = Poursuivre ?
title-retreat-before-melee = Se retirer avant la mêlée ?
title-leader-slips-away = Le chef s’esquive-t-il ?
title-spare-horses = Ménager les chevaux ?
title-use-leader-artillery = Quel chef pointe les pièces ?
title-use-leader-melee = Quel chef mène la mêlée ?
title-use-leader-morale = Quel chef les affermit ?
title-melee-loss-hex = Quel hexagone subit la perte ?
title-advance-after-melee = Qui avance ?
title-leave-square = Par où quitter le carré ?
title-breakdown-loss = Quel élément porte la perte ?
title-retreat-path = Par où bat-elle en retraite ?
title-recovery-order = Qui se rallie d’abord ?
title-recovery-facing = De quel côté fait-elle face ?
title-leader-goes-along = Le chef suit-il ?
title-leader-returns = À qui revient le chef ?

# Consignes : autres noms de ce qui est demandé, et quelques consignes comprises.

called-opportunity-fire = tirer, feu, tir
called-contact-fire = tirer, feu, tir
called-defensive-fire = tirer, feu, tir
called-retreat-before-melee = décrocher, se replier avant la mêlée
called-evade = fuir
called-form-square = carré
order-examples = refuser le feu sous 10 %; former le carré quand la cavalerie arrive et que les chances sont supérieures à 60 %; jamais de feu d’opportunité au-delà de 3 hexagones; toujours tenir contre les tirailleurs
