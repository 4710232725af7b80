# Turns, command and moves.

TurnBegan = Turn { $turn }, { $time }
FirstChosen = { $side } are active first
PlayerTurnBegan = the turn of { $side }
DivisionActivated = { $division } acts
SegmentBegan = { segment }
segment = { $segment ->
    [preparatory-fire] preparatory fire
    [charges] charges and shocks
    [movement] movement and rallying
    [final-fire] final fire
   *[other] { $segment }
 }
DivisionEnded = { $division } is done
MarkersLifted = action markers are lifted
PointsRolled = { $leader } rolls { $die }: { $points ->
    [one] { $points } command point
   *[other] { $points } command points
 }
PointsSpent = { $leader } spends { $points }
at-place = { $place }
near-place = { $far } UD { $heading } of { $place }
Moved = { $unit } moves to { $to }, { formation }
formation = { $formation ->
    [line] in line
    [column] in column
    [column_square] in column square
    [full_square] in square
    [skirmish] in skirmish order
    [limbered] limbered
    [unlimbered] unlimbered
    [garrison] as a garrison
   *[other] { $formation }
 }
Activated = { $unit } is activated
Marked = { $unit } gets an action marker
Disordered = { $unit } falls into Disorder
LossTaken = { $unit } { $halves ->
    [1] suffers attrition, half a loss
    [2] takes 1 loss
   *[other] takes { $halves } half losses
 }
Removed = { $unit } { $how ->
    [eliminated] is eliminated
    [fled] flees from the table
    [withdrawn] is withdrawn
   *[other] is gone
 }
Revealed = { $unit } is seen
Rode = { $leader } rides to { $unit ->
    [none] { $at }
   *[other] { $unit }
 }
ObjectiveTaken = { $side } hold { $objective }
BattleEnded = the battle is over: { $verdict }
Garrisoned = { $unit } goes into { $building }
LeftBuilding = { $unit } leaves the building, { formation }
SkirmishersDetached = { $unit } sends its skirmishers out
SkirmishersRejoined = the skirmishers of { $unit } are back
Reacted = { $unit } reacts: { reaction }
reaction = { $how ->
    [charge] it charges
    [withdraw] it withdraws
    [recoil] it recoils
    [recoil-firing] it fires and recoils
    [flee] it flees
    [limber-and-flee] it limbers and flees
    [fire] it fires
    [form-line] it would form line
    [form-column] it would form column
    [form-column_square] it would close up to a column square
    [form-full_square] it would form square
    [form-limbered] it would limber
    [form-unlimbered] it would unlimber
   *[other] it would turn
 }
Deployed = { $unit } begins at { $to }
Arrived = { $unit } comes onto the table at { $to }
Withdrawn = { $unit } leaves the field in good order, or what is left of it
