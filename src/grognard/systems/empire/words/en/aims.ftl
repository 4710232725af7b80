# What decides the battle: objectives, rewards and the break of an army.

aim-broken = An army breaks
aim-break = as many break points as units at the start end the battle for a side
tally-break = { $side }: { $have } of { $want } break points
aim-objective = { $place }, { $points } { $points ->
    [one] point
   *[other] points
 }: { $holder ->
    [none] held by nobody
   *[other] held by { $holder }
 }
aim-reward = { $what ->
    [eliminated] An enemy unit eliminated
    [battery] An enemy battery taken
    [commander] An enemy commander lost
   *[withdrawn] A unit of your own brought away
 }: { $points } { $points ->
    [one] point
   *[other] points
 }
