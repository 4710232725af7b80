# Command: orders given, changed and met.

InitiativeRolled = { $leader } contends for the initiative: { $die }, with { $bid } added: { $total }
OrderTested = { $division } is to { order-verb }: { $die } and { $bonus }, { $needed } needed: { $obeys ->
    [yes] it obeys
   *[other] the order is not understood
 }
OrderChanged = { $division } is now to { order-verb }
order-verb = { $order ->
    [retreat] retreat
    [manoeuvre] manoeuvre
    [attack] attack
    [engage] engage
   *[hold] hold
 }
ReserveCalled = { $division } is called forward
PointSent = the chief sends a command point to { $division }
DutyNoted = { $division } has its order to carry out
DutyMet = { $unit } carries its order out
PointsLost = { $side } lose what their chief has not spent

title-initiative-bid = The initiative
asked-initiative-bid = How many points does your chief add to his die?
pick-initiative-bid = { $choice }
do-change-order = order { $division } to { order-verb }{ $choice ->
    [none] {""}
    [one] , one point added
   *[other] , { $choice } points added
 }
do-take-order = { $division } goes over to { order-verb } of its own
do-call-reserve = call { $division } forward, to { order-verb }
do-send-point = send a point to { $division }
do-ride = { $leader } rides to { $other ->
    [none] { $at }
   *[other] { $other }
 }
