# Charges, reactions and the state of the horses.

ChargeDesignated = { $units } { $units-count ->
    [one] is
   *[other] are
 } to charge
ChargeLapsed = The charge of { $units } is not ridden: { $reason }
ChargeBegan = Charge! { $riders }
rider = { $unit } with { points }
Rode = { $unit } rides to { $hexes }, facing { facing }
DroppedBehind = { $unit } drops behind, its points spent
TargetDeclared = { $units } { $units-count ->
    [one] is
   *[other] are
 } after { $target }
ChargeStruck = { $units } { $units-count ->
    [one] strikes
   *[other] strike
 } { $target } in { $at } from { $from_hex }, { $run ->
    [yes] at a straight run
   *[no] without a straight run
 }; the target: { $state ->
    [cavalry] horse against horse
    [disordered] failed to form square, and is disordered
    [formed] formed, not in square
    [guns] guns in battery
    [road] caught in Road March
    [routed] already running
    [skirmishers] skirmishers
    [square] in square
   *[other] { $state }
 }
Evaded = { $unit } runs from the charge into { $hexes }
Trampled = { $by } { $by-count ->
    [one] rides
   *[other] ride
 } down { increments } of { $unit } for { cost }
RecallRolled = { $units } { $units-count ->
    [one] is
   *[other] are
 } called back: { $die }{ changed }{ wanted }: { $recalled ->
    [yes] the trumpet is heard
   *[no] nobody heeds the trumpet
 }
ChargeEnded = { $unit } ends its charge: it { $how ->
    [met] has come upon the enemy
    [missed] could have struck and did not, and breaks in disgrace
    [spared] finds nobody left to strike
    [broken] broke on the way
   *[other] { $how }
 }
ReactorRode = { $unit } rides to meet the charge, to { $hexes }
ReactionEnded = { $unit } { $contact ->
    [yes] has met the charge
   *[no] does not meet the charge
 }
CounterCharged = { $unit } charges { $target } as it comes near, from { $hexes }
Fatigued = The horses of { $unit } are { readiness }
RestBegan = { $unit } rests its horses, counted from the { $side } part of turn { $turn }
RestBroken = { $unit } did not rest its horses through the turn{ $reasons-count ->
    [0] { "" }
   *[other] : { $reasons }
 }
HorsesRested = The horses of { $unit } have rested: { readiness } again
