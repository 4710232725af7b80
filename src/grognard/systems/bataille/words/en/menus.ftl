# What an option would do.

gloss-target = charge { $foe }
gloss-pass = leave { $foe } alone in this turn
gloss-square = { $foe } tries
gloss-evade = run to { $to }{ $there }
gloss-react = { $units }, if it passes its check
gloss-counter = { $unit } { $stays ->
    [yes] from where it stands
   *[no] from { $to }
 }, if it passes its check
gloss-fire = at { $reach } { $near ->
    [yes] hex
   *[no] hexes
 }{ $there }
gloss-assault = { $units } against { $foes }
gloss-stay = stay here when his unit goes
gloss-to = to { $who }
gloss-accompany = keep to { $unit }
gloss-force-march = all its battalions{ $guns ->
    [none] { "" }
   *[other] { " " }with { $guns }
 } check; who fails does not move (P44.3)
gloss-leave = { $unit } marches off the map
gloss-split = into { $parts }
gloss-join = { $parts } become one
gloss-restack = { $unit } on top
gloss-trample = { $choice ->
    [0] ride on
   *[other] ride down { $choice }
 }
gloss-face = face { facing }
gloss-horses = { $choice ->
    [spare] fight at a third, the horses keep their wind
   *[other] fight at full strength
 }
gloss-along = { $choice ->
    [go] go with them
   *[other] stay here
 }
foe = { $unit } ({ formation } at { $at }{ $order ->
    [good] { "" }
   *[other] , { order }
 })
order = { $order }

# Menus.

in-hand = { $title }. In hand; type list for all others
points-left = { $label }, { $points } points left
with-points = { $label }, { $points } points
leader-at = { $leader } at { $at }{ $unit ->
    [none] { "" }
   *[other] { " " }with { $unit }
 }
arriving = { $unit }, of { $group }, by { $zone }
standing = { $unit } at { $hexes }, { formation } facing { facing }, strength { $strength }{ $order ->
    [good] { "" }
   *[other] , { order }
 }{ $readiness ->
    [fresh] { "" }
   *[other] , { readiness }
 }
march-to = march: { $count ->
    [one] { $count } hex
   *[other] { $count } hexes
 } in reach, with their cost on the map; or type { $who } and a hex
turn-ways = turn where it stands ({ $count ->
    [one] { $count } way
   *[other] { $count } ways
 })
turn-here = turn where it stands
place-cost = to { $at }, { points }
unit-marches = { $unit } marches
stand-cost = to { $hexes } facing { facing }, { points }
form-die = { points }, if the die allows
kind-form = form { formation }
kind-enter = enter { $unit } at { $at }
kind-fire = fire { $at }: { $units }
kind-assault = assault { $at }: { $units }
kind-friends = ride to friends
kind-empty = ride to an empty hex
section-arriving = arriving
section-leaders = leaders
section-counters = counters
section-command = command

# Looking.

left-of-ride = { $label }: { $points } points left
its-target = its target: { $unit }
can-strike = { $count ->
    [0] can strike nobody any more
   *[other] can strike:
 }
strikes = { $unit } at { $at } for { $cost }{ $words ->
    [none] { "" }
   *[other] : ride { $words }{ $run ->
        [yes] , a straight run
       *[no] { "" }
    }
 }
charge-reach = { $units }: { $points } points, { $foes ->
    [none] can reach nobody
   *[other] could strike { $foes }
 }
ended-now = If the battle ended now: { $verdict }
