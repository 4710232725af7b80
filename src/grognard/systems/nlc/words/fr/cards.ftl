# Les réponses, telles qu’elles sont offertes ; et les attaques en bref.

do-move = { $units } vers { $at }
do-enter = { $units } entrent, vers { $at }
do-exit = { $units } quitte la carte
do-contract = { $units } resserre sa ligne en { $at }
do-extend = { $units } en ligne étendue en { $hexes }
do-bombard = Bombarder { $at } avec { $units }
do-assault = Assaut sur { $at } avec { $units }
do-charge = { $units } charge { $at }{ $by ->
    [none] { "" }
   *[other] { " " }par { $by }
 }
do-react = { $units } charge { $at }{ $by ->
    [none] { "" }
   *[other] { " " }par { $by }
 }
do-support = { $units } soutient la défense, sur { $at }
do-fire = Tirer avec { $units }
do-occupy = Avancer avec { $units }
do-hide = { $who } marche caché vers { $at }
do-reveal = Montrer où est { $who }
do-stand-down = { $who } s’arrête en réserve
do-rejoin = { $who } rejoint son corps
do-hand-back = { $who } rend sa formation
do-accept = { $who } reprend son ordre
do-take-over = { $who } mène { $other } lui-même
do-pair = { $who } et { $other }
do-direct = { $who } mène { $units } en personne, avec { $other }
do-send = Un ordre à { $who }{ $order ->
    [none] { "" }
   *[other] { " " }: { $order }
 }
do-record = { $who } note pour lui-même{ $order ->
    [none] { " " }ce qu’il fera
   *[other] { " " }: { $order }
 }
do-badmove = { $who } est égaré
short-bombard = Bombarder { $at }
short-assault = Assaut sur { $at }
short-charge = Charger { $at }
short-react = Charger { $at }
short-support = Tirer sur { $at }
pick-stand-or-retreat-stand = Tenir
pick-stand-or-retreat-retreat = Reculer, et diviser les pertes
pick-leader-retreat-go = Il les suit
pick-leader-retreat-stay = Il reste
pick-pursue-hold = Tâcher de les retenir
pick-pursue-pursue = Poursuivre
pick-stay-or-return-stay = Rester sur le terrain
pick-stay-or-return-return = Revenir
pick-enfiladed-square-accept = Subir le canon en carré
pick-enfiladed-square-refuse = Risquer la charge
pick-order-of-play-first = Jouer d’abord
pick-order-of-play-second = Jouer ensuite

# Le compte des chances.

link-compliance = Obéit-il ?
link-confidence = Confiance après les pertes
link-local-decision = Agit-il de lui-même ?
link-attack = Attaque
link-defence = Défense
link-charge = Charge
link-bombardment = Bombardement
link-they-form-square = Ils forment le carré
link-the-charge-carries = La charge emporte
link-charge-against-a-square = Charge contre un carré
link-defence-against-a-square = Défense en carré
link-the-charge-carries-against-a-square = La charge emporte le carré
link-attackers-morale-after-losses = Moral de l’attaquant après pertes
link-defenders-morale-after-losses = Moral du défenseur après pertes
result-C = obéit aussitôt
result-1T = obéit au tour suivant
result-R4 = hésite, 4 ou plus
result-R5 = hésite, 5 ou plus
result-I = n’en tient pas compte
result-bad_move = un faux mouvement
result-no_effect = n’en fait rien
result-acts_locally = agit
result-disrupted = { $count ->
    [0] rien
    [1] désorganisé
   *[other] désorganisé, { $steps } pas
 }
result-carries = emporte
result-beaten-off = repoussée
result-holds = tient
result-fails = cède
result-goes-on = poursuit
result-gives-up = renonce
spoken-now = Dit de vive voix, entendu aussitôt.
arrives-now = Il arrive ce tour-ci.
arrives = En route pendant { $count ->
    [one] { $count } tour
   *[other] { $count } tours
 }.

# Les étapes d’une attaque.

stage-carried = La charge sur { $about }
stage-pursuit = { $about } après la victoire
check-assault = après les pertes
check-square = pour former le carré
check-retreat = en reculant
check-reaction = pour réagir
check-zone = près de l’ennemi
end-carries = l’emporte
end-beaten-off = est repoussée
end-pursues = poursuit
end-is-held = est retenu

# Ce que l’ennemi pourrait faire.

threat-firers = Feu de { $units }
threat-assault = Assaut de { $units }
threat-charge = Charge de { $units }
letter-assault = A
letter-charge = C
threat-legend = Hachuré : on peut tirer dessus, avec la chance que le feu porte. Hachures serrées : A assaut, C charge.

# Les papiers d’un état-major.

staff = État-major
staff-orders = Ordres
staff-riding = En route
staff-noted = Noté par les chefs pour eux-mêmes
staff-in-force = En vigueur
staff-hidden = Marches cachées
staff-none = Aucun ordre.
staff-line = { $body } { $orders }
staff-due = de { $leader }, attendu à { $time } ({ $count ->
    [0] tout de suite
    [one] { $count } tour
   *[other] { $count } tours
 })
staff-tired = fatigué
staff-exhausted = épuisé
staff-waits = { $state ->
    [next] Obéit au tour suivant :
    [R4] Hésite (4 ou plus au dé) :
    [R5] Hésite (5 ou plus au dé) :
    [dawn] Attend le jour :
   *[other] Remis :
 } { $orders }
staff-bank = { $body } { $points } points en réserve, vers { $to }
staff-plot = { $body } caché, { $points } points
staff-formations = Formations
staff-army = { $losses } perdus sur { $level }{ $broken ->
    [yes] , démoralisé
   *[no] { "" }
 } · { $points } points
staff-demoralized = démoralisé
staff-scores = Points à cette heure
staff-cup = Gobelet
staff-drawn = Tirés ce tour-ci
staff-chits = { $count ->
    [one] { $count } jeton dans le gobelet
   *[other] { $count } jetons dans le gobelet
 }
staff-pairs = Agissent ensemble

# Le bureau des ordres.

desk-writes = { $leader } écrit : { $sent } sur { $all } envoyés
desk-leader = Quel chef
desk-astray = Qui vous égarez
desk-send = Envoyer
desk-note = Noter
desk-spoken = de vive voix
desk-no-way = aucun chemin
desk-wait = { $count ->
    [0] tout de suite
    [one] { $count } tour
   *[other] { $count } tours
 }
type-attack = Attaque
type-probe = Reconnaissance
type-defend = Défense
type-delay = Retardement
type-march = Marche
type-fall_back = Repli
type-general_retreat = Retraite générale
type-assign = Rattachement
type-reserve = Réserve
