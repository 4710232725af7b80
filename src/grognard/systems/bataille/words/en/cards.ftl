# Answers, as they are offered; and attacks in short.

do-form = Form { formation }, { $facing }
do-enter = Enter at { $at }, { formation }, { $facing }
do-split = Break down into its parts
do-join = Join into { $who }
do-restack = Order the stack in { $at }: { $units }
do-fire = Fire on { $at } with { $units }
do-assault = Assault { $at } with { $units }
do-fall-back = { $who } falls back to { $at }
do-advance = { $units ->
    [none] Nobody advances
   *[other] Advance with { $units }
 }
do-charge = Charge with { $units }
do-react = Send { $units } to meet them
do-counter = { $who } charges from { $at }
do-target = Charge { $unit }
do-pass = Pass { $unit } by
do-square = { $who } forms square
do-evade = { $who } runs to { $at }
do-accompany = { $who } keeps to { $other }
do-force-march = Force march: { $units }
do-leave = { $who } leaves the map
short-fire = Fire on { $at }
short-assault = Assault { $at }
short-charge = Charge
short-react = Charge
pick-spare-horses-spare = Spare the horses
pick-spare-horses-spend = Spend them
pick-leader-goes-along-go = He goes along
pick-leader-goes-along-stay = He stays
pick-trample = Ride down { $choice }

# What cannot be done.

refused-march = March
refused-fire = { $at ->
    [none] Fire
   *[other] Fire on { $at }
 }
refused-advance = { $at ->
    [none] Assault
   *[other] Assault { $at }
 }
refused-form = Form { formation }

# The account of odds.

strength-against = { $strength } against { $defence }
a-loss = a loss
outcome = Outcome
no-effect = no effect
the-defence = The defence { $total }
the-fire = Fire { $total }
the-dice = The dice
no-modifier = no modifier
stands = { $unit } stands
closes = { $unit } closes
melee = melee
if-melee = If it comes to melee
must-roll = { $unit } must roll { $needed } or more
must-pass = { $unit } passes
enemy-check = How the enemy checks is his to know; the chance is an average.
we-bring = We bring { $strength }: { $fighters }
fighter-brings = { $unit } in { $where }: { $sum }
melee-AS = attackers surrender
melee-AR = attackers rout
melee-AD = attackers disordered
melee-none = stand-off
melee-DD = defenders disordered
melee-DR = defenders rout
melee-DS = defenders surrender
melee-losses = losses, both stay

# Stages of an attack.

stage-melee = Melee in { $about }
stage-square = { $about } forms square
stage-recall = { $about } is called back
check-premelee-defender = to stand
check-premelee-attacker = to close
check-melee-check = after the melee
check-fire-check = under fire
check-chain = as comrades break
check-comrades = as comrades break
check-leader = a leader falls
check-recovery = to recover
check-passage = run through
check-overstack = crowded
check-stand = to stand the charge
check-guns-charged = gunners charged
check-reaction-check = to meet the charge
check-opportunity-check = to charge
check-charge-nerve = to charge at all
check-force-march = forced march
end-carre = in square
end-obeyed = obeys
end-missed = rides on
end-off-map = off the map

# What the enemy could do.

threat-firers = Fire by { $units }
threat-assault = Assault by { $units }
threat-charge = Charge by { $units }
letter-assault = A
letter-charge = C
threat-legend = Hatched: they can be fired on, with the chance that it tells. Densely hatched: A assault, C charge.
