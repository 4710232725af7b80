# Answers, as they are offered; and attacks in short.

do-move = { $units } to { $at }
do-enter = { $units } enter, to { $at }
do-exit = { $units } leaves the map
do-contract = { $units } draws its line together in { $at }
do-extend = { $units } in extended line in { $hexes }
do-bombard = Bombard { $at } with { $units }
do-assault = Assault { $at } with { $units }
do-charge = { $units } charges { $at }{ $by ->
    [none] { "" }
   *[other] { " " }by { $by }
 }
do-react = { $units } charges { $at }{ $by ->
    [none] { "" }
   *[other] { " " }by { $by }
 }
do-support = { $units } supports the defence, on { $at }
do-fire = Fire with { $units }
do-occupy = Advance with { $units }
do-hide = { $who } marches hidden to { $at }
do-reveal = Show where { $who } is
do-stand-down = { $who } halts in reserve
do-rejoin = { $who } rejoins its corps
do-hand-back = { $who } hands his formation back
do-accept = { $who } takes up its order
do-take-over = { $who } leads { $other } himself
do-pair = { $who } and { $other }
do-direct = { $who } leads { $units } in person, with { $other }
do-send = An order to { $who }{ $order ->
    [none] { "" }
   *[other] : { $order }
 }
do-record = { $who } notes for himself{ $order ->
    [none] { " " }what to do
   *[other] : { $order }
 }
do-badmove = { $who } is led astray
short-bombard = Bombard { $at }
short-assault = Assault { $at }
short-charge = Charge { $at }
short-react = Charge { $at }
short-support = Fire on { $at }
pick-stand-or-retreat-stand = Stand
pick-stand-or-retreat-retreat = Go back, and halve the losses
pick-leader-retreat-go = He goes along
pick-leader-retreat-stay = He stays
pick-pursue-hold = Try to hold them
pick-pursue-pursue = Pursue
pick-stay-or-return-stay = Stay on the ground
pick-stay-or-return-return = Ride back
pick-enfiladed-square-accept = Take the guns in square
pick-enfiladed-square-refuse = Risk the charge
pick-order-of-play-first = Play first
pick-order-of-play-second = Play second

# The account of odds.

link-compliance = Does he obey?
link-confidence = Confidence after losses
link-local-decision = Does he act by himself?
link-attack = Attack
link-defence = Defence
link-charge = Charge
link-bombardment = Bombardment
link-they-form-square = They form square
link-the-charge-carries = The charge carries
link-charge-against-a-square = Charge, against a square
link-defence-against-a-square = Defence in square
link-the-charge-carries-against-a-square = The charge carries, against a square
link-attackers-morale-after-losses = Attackers’ morale after losses
link-defenders-morale-after-losses = Defenders’ morale after losses
result-C = obeys at once
result-1T = obeys next turn
result-R4 = hesitates, 4 or more
result-R5 = hesitates, 5 or more
result-I = ignores it
result-bad_move = a bad move
result-no_effect = lets it be
result-acts_locally = acts
result-disrupted = { $count ->
    [0] nothing
    [1] disrupted
   *[other] disrupted, { $steps } steps
 }
result-carries = carries
result-beaten-off = beaten off
result-holds = holds
result-fails = fails
result-goes-on = goes on
result-gives-up = gives up
spoken-now = Spoken face to face, heard at once.
arrives-now = It arrives this turn.
arrives = On its way for { $count ->
    [one] { $count } turn
   *[other] { $count } turns
 }.

# Stages of an attack.

stage-carried = The charge on { $about }
stage-pursuit = { $about } after victory
check-assault = after losses
check-square = to form square
check-retreat = going back
check-reaction = to react
check-zone = near the enemy
end-carries = carries
end-beaten-off = is beaten off
end-pursues = pursues
end-is-held = is held

# What the enemy could do.

threat-firers = Fire by { $units }
threat-assault = Assault by { $units }
threat-charge = Charge by { $units }
letter-assault = A
letter-charge = C
threat-legend = Hatched: they can be fired on, with the chance that it tells. Densely hatched: A assault, C charge.

# The papers of a staff.

staff = Staff
staff-orders = Orders
staff-riding = On their way
staff-noted = Noted by leaders for themselves
staff-in-force = In force
staff-hidden = Hidden marches
staff-none = No orders.
staff-line = { $body } { $orders }
staff-due = from { $leader }, due { $time } ({ $count ->
    [0] at once
    [one] { $count } turn
   *[other] { $count } turns
 })
staff-tired = tired
staff-exhausted = exhausted
staff-waits = { $state ->
    [next] Obeys next turn:
    [R4] Hesitates (a die of 4 or more):
    [R5] Hesitates (a die of 5 or more):
    [dawn] Waits for daybreak:
   *[other] Delivered:
 } { $orders }
staff-bank = { $body } { $points } points banked, towards { $to }
staff-plot = { $body } hidden, { $points } points
staff-formations = Formations
staff-army = { $losses } lost of { $level }{ $broken ->
    [yes] , demoralized
   *[no] { "" }
 } · { $points } points
staff-demoralized = demoralized
staff-scores = Points as they stand
staff-cup = Cup
staff-drawn = Drawn this turn
staff-chits = { $count ->
    [one] { $count } chit in the cup
   *[other] { $count } chits in the cup
 }
staff-pairs = Acting together

# The order desk.

desk-writes = { $leader } writes: { $sent } of { $all } sent
desk-leader = Which leader
desk-astray = Whom you lead astray
desk-send = Send
desk-note = Note it
desk-spoken = face to face
desk-no-way = no way there
desk-wait = { $count ->
    [0] at once
    [one] { $count } turn
   *[other] { $count } turns
 }
type-attack = Attack
type-probe = Probe
type-defend = Defend
type-delay = Delay
type-march = March
type-fall_back = Fall back
type-general_retreat = General retreat
type-assign = Assign
type-reserve = Reserve
