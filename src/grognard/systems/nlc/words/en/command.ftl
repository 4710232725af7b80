# Orders, leaders and headquarters.

CommandOpened = commanders look for their headquarters
QuartersOnTheMove = headquarters pack up
OrderSent = { $leader } orders { $body }: { $orders }, received { $wait ->
    [0] at once
    [1] next turn
   *[other] in { $wait } turns
 }
DecisionRecorded = { $leader } thinks of it himself: { $orders }
DecisionSettled = a thought is settled
OrderIgnored = { $force } never follows: { $orders }
OrderDelayed = { $force } has received its order and does not follow it yet
Complied = { $force } { $how ->
    [compliance] obeys at once
    [delay] obeys at last
    [dawn] obeys as day breaks
    [link] goes on to the next order
    [success] has done what it was to do
    [local] acts on its own
    [bad-move] is led astray
    [failure] gives up its order
    [blocked] finds its march barred
    [choice] does as its owner wishes
    [assign] has a new chief
   *[other] has a new order
 }: { $orders }
Detached = { $force } has an order of its own
chief = { $named ->
    [yes] { $leader }
   *[no] the chief of { $force }
 }
ComplianceTested = { chief } reads his order: { $dice } in column { $column }: { result }
DelayTested = { $force } hesitates: { $die }, needing { $needed }{ $obeys ->
    [yes] : it obeys
   *[no] { "" }
 }
ConfidenceTested = { chief } asks himself whether to go on: { $die } against { $total }: { $held ->
    [yes] he does
   *[no] he gives up
 }
DecisionTested = { $leader } makes up his mind: { $dice }: { result }
result = { $result ->
    [I] he ignores it
    [C] he obeys at once
    [next-turn] he will obey next turn
    [R4] he hesitates, until a die shows 4 or more
    [R5] he hesitates, until a die shows 5 or more
    [bad_move] a bad move: the enemy has his way with him
    [no_effect] he lets it be
    [acts_locally] he acts
   *[other] { $result }
 }
BadMoveMade = { $leader } is { $orders ->
    [none] spared a bad move
   *[other] led to: { $orders }
 }
OrderSucceeded = { $force } has carried out: { $orders }
OrderFailed = { $force } has failed: { $orders }; { $why }
LeaderMarked = { $leader } is marked { $mark }
Instructed = { $side } settles something among its commanders
TookOver = { $leader } { $formation ->
    [none] no longer leads a formation himself
   *[other] leads { $formation } himself
 }
LeaderTested = { $leader } is in danger: { $dice }, { $lost ->
    [yes] he falls
   *[no] he is unhurt
 }
LeaderDisplaced = { $leader } { $to ->
    [none] finds no friend on the map
   *[other] flees to { $to }
 }
LeaderReturned = { $leader }, rated { $rating }, is at { $at }
HeadquartersDestroyed = { $headquarters } is overrun
HeadquartersReturned = { $headquarters } is set up again in { $at }
LeaderMoved = { $leader } rides to { $to }
LeaderChanged = { $leader }: something is changed
QuartersChanged = { $headquarters }: something is changed
QuartersMoved = { $headquarters } moves to { $to }
ForceChanged = { $force }: its order is noted anew
PutUnder = { $units } { $units-count ->
    [one] follows
   *[other] follow
 } { $force }
Counted = noted: { $name } { $by }

HidingBegan = { $force } marches hidden; its counters stay as a blind
HiddenChanged = { $force } turns off its hidden way towards { $plot }
Banked = { $force } has { movement-points } of its hidden march
DiscoveryRolled = a die for a hidden march of the { $side }: { $die }{ $revealed ->
    [yes] , it is discovered
   *[no] { "" }
 }
MarchRevealed = { $force } is not where it seemed: it has reached { $reached }
ColumnPlaced = { $unit } is in { $at }
FatigueChanged = { $force } is { $fatigue ->
    [0] fresh
    [1] tired
   *[other] exhausted
 }

# Names, and orders in words.

quarters = the headquarters of { $leader }
division = division { $division } of { $formation }
part = a part of { $formation }
order = { $type ->
    [fall_back] fall back
    [general_retreat] general retreat
   *[other] { $type }
 }{ $chief ->
    [none] { "" }
   *[other] { " " }{ $chief }
 }{ $forced ->
    [yes] { " " }forced
   *[no] { "" }
 }{ $target ->
    [none] { "" }
    [here] { " " }here
   *[other] { " " }{ $target }
 }{ $route ->
    [none] { "" }
   *[other] { " " }via { $route }
 }{ $not_before ->
    [0] { "" }
   *[other] { " " }from-turn { $not_before }
 }
order-then = { $first } then { $next }
order-await = await
