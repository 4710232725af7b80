# Ce que ferait une option.

gloss-target = charger { $foe }
gloss-pass = laisser { $foe } en paix pendant ce tour
gloss-square = { $foe } tente
gloss-evade = courir en { $to }{ $there }
gloss-react = { $units }, si le test réussit
gloss-counter = { $unit } { $stays ->
    [yes] depuis sa place
   *[no] depuis { $to }
 }, si le test réussit
gloss-fire = à { $reach } { $near ->
    [yes] hexagone
   *[no] hexagones
 }{ $there }
gloss-assault = { $units } contre { $foes }
gloss-stay = rester ici quand son unité part
gloss-to = vers { $who }
gloss-accompany = rester auprès de { $unit }
gloss-force-march = tous ses bataillons{ $guns ->
    [none] { "" }
   *[other] { " " }avec { $guns }
 } testent ; qui échoue ne bouge pas (P44.3)
gloss-leave = { $unit } quitte la carte
gloss-split = en { $parts }
gloss-join = { $parts } ne font plus qu’un
gloss-restack = { $unit } au-dessus
gloss-trample = { $choice ->
    [0] passer
   *[other] fouler { $choice }
 }
gloss-face = face { facing }
gloss-horses = { $choice ->
    [spare] combattre au tiers, les chevaux gardent leur souffle
   *[other] combattre de toute sa force
 }
gloss-along = { $choice ->
    [go] les suivre
   *[other] rester ici
 }
foe = { $unit } ({ formation } en { $at }{ $order ->
    [good] { "" }
   *[other] , { order }
 })
order = { $order ->
    [good] en bon ordre
    [disorder] en désordre
    [rout] en déroute
   *[other] { $order }
 }

# Menus.

in-hand = { $title }. En main ; tapez list pour toutes les autres
points-left = { $label }, encore { $points } points
with-points = { $label }, { $points } points
leader-at = { $leader } en { $at }{ $unit ->
    [none] { "" }
   *[other] { " " }avec { $unit }
 }
arriving = { $unit }, de { $group }, par { $zone }
standing = { $unit } en { $hexes }, { formation } face { facing }, force { $strength }{ $order ->
    [good] { "" }
   *[other] , { order }
 }{ $readiness ->
    [fresh] { "" }
   *[other] , chevaux { readiness }
 }
march-to = marche : { $count ->
    [one] { $count } hexagone
   *[other] { $count } hexagones
 } à portée, leur coût est sur la carte ; ou tapez { $who } et un hexagone
turn-ways = pivoter sur place ({ $count ->
    [one] { $count } façon
   *[other] { $count } façons
 })
turn-here = pivoter sur place
place-cost = en { $at }, { points }
unit-marches = { $unit } marche
stand-cost = en { $hexes } face { facing }, { points }
form-die = { points }, si le dé le permet
kind-form = se former { formation }
kind-enter = entrer { $unit } en { $at }
kind-fire = feu sur { $at } : { $units }
kind-assault = assaut sur { $at } : { $units }
kind-friends = rejoindre des amis
kind-empty = aller en un hexagone vide
section-arriving = arrivées
section-leaders = chefs
section-counters = pions
section-command = commandement

# Regards.

left-of-ride = { $label } : encore { $points } points
its-target = sa cible : { $unit }
can-strike = { $count ->
    [0] ne peut plus frapper personne
   *[other] peut frapper :
 }
strikes = { $unit } en { $at } pour { $cost }{ $words ->
    [none] { "" }
   *[other] { " " }: ride { $words }{ $run ->
        [yes] , d’un seul élan
       *[no] { "" }
    }
 }
charge-reach = { $units } : { $points } points, { $foes ->
    [none] ne peut atteindre personne
   *[other] pourrait frapper { $foes }
 }
ended-now = Si la bataille finissait maintenant : { $verdict }
