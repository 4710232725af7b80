# Answers, as they are offered.

do-march = March to { $at }
do-turn = Face { $facing }
do-step = { $at ->
    [none] Face { $facing }
   *[other] Ride to { $at }
 }
do-lead = { $who } rides to { $at }
do-pick = { $choice }
pick-path = To { $at } by { $way }
pick-at = Hex { $at }
pick-to = { $who } to { $at }
heading = { $heading ->
    [N] north
    [NNE] north-north-east
    [NE] north-east
    [E] east
    [SE] south-east
    [SSE] south-south-east
    [S] south
    [SSW] south-south-west
    [SW] south-west
    [W] west
    [NW] north-west
   *[NNW] north-north-west
 }

# Cards: the chain of an attack.

together = together
the-account = The account, link by link
adds-up = How it adds up
in-the-end = In the end
held-by-us = the hex is ours
held-by-them = the hex is theirs
held-by-nobody = the hex lies empty
beside = the hex is ours { $ours }; we lose { $lost }, they { $taken } on average
estimate = estimated
we-lose = We lose
they-lose = They lose
unit-loses = { $unit } loses
unit-ends = { $unit } ends
loss = { $count ->
    [0] nothing
   *[other] { $count } lost
 }
on-average = { $n } on average
on-the-way = On the way
by-unit = Unit by unit
granted = Taken for granted
bounds = Too many branches to follow all of them: { $rest } are left open. Every chance lies between the two figures given.
bounds-small = A remainder too small to show was not followed to its end.
not-followed = not followed
not-reached = does not come to it
unseen = troops out of sight
stage-check = { $about } checks: { $why }
stage-fire = Fire on { $about }
stage-hits = { $about } hits
check-any = morale
hits-made = { $count ->
    [0] nothing
    [one] { $count } hit
   *[other] { $count } hits
 }
end-passes = passes
end-fails = fails
end-good = in good order
end-untouched = as it was
end-disorder = disordered
end-disrupted = disrupted
end-rout = routed
end-retreated = driven off
end-broken-down = broken down
end-off-the-map = off the map
end-surrendered = captured
end-captured = captured
end-eliminated = eliminated
end-destroyed = destroyed
end-unhurt = unhurt
end-wounded = wounded
end-killed = killed
end-lost = lost

# What the enemy could do.

threat = What the enemy could do
threatened = { $count ->
    [0] As he stands now, he can neither fire on nor reach any of yours.
   *[other] Hexes of yours under threat: { $count }.
 }
all-threatened = All hexes under threat
feared = { $at }: { $units }
safe = Nothing can be done to { $at } as the enemy stands now.
near = Could march up: { $units }
all-chances = All the chances
loss-chance = a loss { $chance }
lost-chance = the hex lost { $chance }
harm-chance = any loss { $chance }
worst = at worst { $unit } { $state } { $chance }
worst-loss = { $count } lost at most

# Sight.

sight-along = Sight, { $from } to { $to }
sight-clear = The line is clear{ $count ->
    [0] { "" }
    [one] , { $count } hex
   *[other] , { $count } hexes
 }.
sight-blocked = Blocked in { $at }: { $reason }.
tag-clear = sight clear
tag-blocked = sight blocked in { $at }
trait-facing = facing { $facing }
trait-by = by { $way }
trait-points = { $points } points
