# Turns, moves, fights and what becomes of units.

TurnBegan = Turn { $turn }, { $time }{ $weather ->
    [clear] { "" }
   *[other] , { weather }
 }
weather = { $weather }
PhaseBegan = the { phase } phase
phase = { $phase ->
    [initial-action] initial action
    [order-of-play] order of play
    [player-turn] player turn
    [turn-end] turn end
   *[other] { $phase }
 }
StageBegan = { $formations-count ->
    [0] the { $side } reserves stand by
    [one] { $formations } acts
   *[other] { $formations } act
 }
StageEnded = the stage is over
SegmentBegan = the { segment } segment
segment = { $segment }
MarksWiped = the turn is over
TurnOpened = leaders may ride again
TurnClosed = the turn is noted
Moved = { $units } { $units-count ->
    [one] goes
   *[other] go
 } to { $to }{ $also ->
    [none] { "" }
   *[other] { " " }and { $also }, in extended line
 }
moved-by = { $units } { $units-count ->
    [one] goes
   *[other] go
 } to { $to }{ $also ->
    [none] { "" }
   *[other] { " " }and { $also }, in extended line
 }, by { $way }
Placed = { $unit } is placed in { $at }
Restacked = in { $at } the guns lie on top
Marked = { $mark ->
    [moved] { $unit } goes no farther
   *[other] { $unit } is marked { $mark }
 }
Unmarked = { $unit } is no longer marked { $mark }
MadeUp = { $unit } is made up again
LostStep = { $unit } loses a step
Removed = { $unit } { $fate ->
    [eliminated] is eliminated
    [destroyed] is destroyed for good
    [starved] is lost for good
    [retreated] is driven off the map
   *[exited] marches off the map
 }{ $supplied ->
    [yes] { "" }
   *[no] , cut off from supply
 }
Disrupted = { $unit } is disrupted{ $why ->
    [retreat] { " " }in retreat
    [test] { " " }as it falls back
    [crowd] { " " }in the crowded hex
    [volley] { " " }by the bombardment
    [charge] { " " }after its charge
    [bombardment] { " " }by the bombardment
    [guns] { " " }by supporting guns
    [zone] { " " }breaking off
   *[other] { "" }
 }
Recovered = { $unit } is in good order again
MoraleTested = { $units }: a test { $occasion ->
    [assault] after the assault
    [square] to form square
    [reaction] to charge in reaction
    [recovery] to rally its ranks
    [zone] as it breaks off from the enemy
    [retreat] as it falls back
    [rout] as comrades run
   *[other] { $occasion }
 }, { $die }{ $morale ->
    [0] { "" }
   *[other] { " " }against morale { $morale }
 }: { $passed ->
    [yes] holds
   *[no] fails
 }
HitsTaken = { $side } must pay for { hits }{ $cause ->
    [zone] { " " }for falling back into an enemy zone
    [cornered] { " " }for want of a way back
   *[other] { "" }
 }
SpiritChanged = { $is-formation ->
    [yes] { $formation }
   *[no] the { $side } army
 } { $demoralized ->
    [yes] is demoralized
   *[no] takes heart again
 }: { $losses } lost, the limit is { $limit }
CoordinationRolled = { $leader } tries to bring two formations on together: { $die }, needing { $needed } or less: { $earned ->
    [yes] he does
   *[no] in vain
 }
Paired = { $one } and { $other } will act together
InitiativeRolled = the initial action goes to { $winner }
InitialActionTaken = { $chit } acts before any chit is drawn
CupFilled = { $count ->
    [one] { $count } chit goes
   *[other] { $count } chits go
 } into the cup
ChitDrawn = drawn: { $chit }
PairsParted = coordinated actions are over
OrderOfPlayRolled = { $winner } may choose who plays first
PlayedFirst = { $side } plays first
ArrivalRolled = a die for reinforcements: { $die }, needing { $needed }
ArrivalDue = reinforcements stand at the edge of the map
PartDetached = { $force } marches up behind it
Entered = { $who } { $who-count ->
    [one] comes
   *[other] come
 } onto the map at { $at }
QuartersEntered = { $headquarters } comes onto the map at { $at }
Exited = { $unit } marches off the map at { $at }
MovementBegan = the { $side } move
AssaultFired = { $units } { $units-count ->
    [one] assaults
   *[other] assault
 } { $target }{ $flanked ->
    [yes] { " " }in flank
   *[no] { "" }
 }: { $dealt } against { $taken }
StoodOrRetreated = the { $side } { $retreats ->
    [yes] go back to save men
   *[no] stand
 }
Retreated = { $units } { $units-count ->
    [one] falls
   *[other] fall
 } back{ $voluntary ->
    [yes] { "" }
   *[no] , driven
 }
RetreatedTo = { $units } { $units-count ->
    [one] is
   *[other] are
 } in { $to } now
Cornered = { $units } { $units-count ->
    [one] has
   *[other] have
 } no way back from { $at }
Advanced = { $units } { $units-count ->
    [one] takes
   *[other] take
 } { $to }
Routed = { $unit } routs
GuardRecoiled = the Guard recoils: no French unit will forget it
ChargeDeclared = { $unit } charges { $target }
ChargeFought = { $units } { $units-count ->
    [one] strikes
   *[other] strike
 } { $defenders } in { $target }{ $flanking-count ->
    [0] { "" }
   *[other] , on the flank
 }{ $backhand ->
    [yes] , a backhand blow
   *[no] { "" }
 }{ $square ->
    [yes] , against a square
   *[no] { "" }
 }: { $dealt } against { $taken }
ChargeDecided = the charge on { $target } { $won ->
    [yes] carries the day
   *[no] is beaten off
 }
WentHome = { $unit } rides back to { $to }
PursuitTested = { $unit }: { $die } against pursuit { $value }: { $pursues ->
    [yes] it cannot be held
   *[no] it is held
 }
ReactionDeclared = { $unit } would charge in reaction at { $at }
SpendingDeclared = { $units } will spend { movement-points } in all
Bombarded = { $units } { $units-count ->
    [one] fires
   *[other] fire
 } on { $target }: { $dealt }
RallyRolled = { $unit } is called back: { $die }, needing { $highest } or less
PointsScored = { $side } { $points }: { $why }
BattleEnded = the battle is over: { $verdict }

hits = { $hits ->
    [one] { $hits } hit
   *[other] { $hits } hits
 }
movement-points = { $points } movement points
coordinated = the coordinated action of the { $side }
by-way = by { $way }

# Volleys and sums, line by line.

volley = { $which ->
    [attack] attack
    [defence] defence
   *[guns] guns
 }
volley-part = { volley }: { $unit } { $strength }
volley-none = { volley }: no fire
volley-total = { volley }: strength { $strength }, dice { $dice }: { hits }
sum = { $side }{ $leader ->
    [none] { "" }
   *[other] { " " }under { $leader }
 }: { $total } ({ $account })
