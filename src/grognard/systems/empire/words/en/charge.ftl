# Charges, shocks and pursuits.

ChargeDeclared = { $unit } will charge { $target }
ChargeLapsed = the charge of { $unit } has nobody to go at
ChargeAnswered = { $unit } { charge-answer }
charge-answer = { $how ->
    [stand] stands
    [counter-charge] counter-charges
    [flee] runs
    [shelter] leaves its guns: the crews run to a square
    [form-line] would form line
    [form-column] would form column
    [form-column_square] would close up to a column square
    [form-full_square] would form square
    [form-limbered] would limber
    [form-unlimbered] would unlimber
   *[other] would turn to face it
 }
ReinedIn = { $unit } breaks off its charge
ChargeFellShort = the charge of { $unit } falls short
Sheltered = the gunners of { $unit } run to { $square }
ShelterEnded = the gunners of { $unit } are back at their guns
ControlTested = { $unit } is held back: { $die }, { $needed } needed: { $held ->
    [yes] it obeys
   *[other] it rides on
 }
ManoeuvreTested = { $unit } manoeuvres before the enemy: { $die }, { $needed } needed: { $passed ->
    [yes] done
   *[other] it fails
 }
ShockFought = { $principal } and { $target } come to blows, { $difference } for the attack: { $winner } wins, { $loser } { $result ->
    [melee] gives way in the melee
    [defeated] is defeated
    [routed] is routed
   *[other] is destroyed
 }
BuildingTaken = { $unit } takes { $building }
PursuitHeld = { $unit } does not pursue
RiddenDown = { $unit } is overtaken by { $by }

title-charge = Charges
asked-charge = Which units charge, and whom?
done-charge = no more charges
do-charge = { $who } charges { $other }{ $formation ->
    [line] , first forming line
    [column] , first forming column
   *[other] {""}
 }
short-charge = charge
title-next-charge = Charges
asked-next-charge = Which charge comes next?
pick-next-charge = the one at { $choice }
title-new-target = A charge without a target
asked-new-target = Its target is gone. Whom does it charge instead?
pick-new-target = { $choice ->
    [lapse] let the charge be
   *[other] { $choice }
 }
title-charged = Charged
asked-charged = They are coming. What does your unit do?
do-respond = { $choice ->
    [stand] stand
    [counter-charge] counter-charge
    [flee] run
    [shelter] send the gunners to a square
    [form-line] form line
    [form-column] form column
    [form-column_square] form a column square
    [form-full_square] form square
    [form-limbered] limber and go
    [form-unlimbered] unlimber
   *[other] turn to the { $choice }
 }
title-control = Hold them back?
asked-control = Your horse could still break off its charge.
pick-control = { $choice ->
    [rein-in] try to break off
   *[other] ride on
 }
title-shock-support = Support by fire
asked-shock-support = Who fires in support of this shock?
do-support = { $units ->
    [none] nobody
   *[other] { $units }
 }
title-principal = Who leads the attack?
asked-principal = Two are equal. Who bears the shock?
pick-principal = { $choice }
title-advance = Advance?
asked-advance = You have held. Advance by 1 UD?
pick-advance = { $choice ->
    [go-on] advance
   *[other] stay
 }
title-pursuit = Pursuit
asked-pursuit = Pursue, and which way?
do-pursue = { $who } pursues { $choice ->
    [ahead] straight on
   *[other] and wheels { $choice }
 }
turned-left = { $degrees } degrees to the left
turned-right = { $degrees } degrees to the right
turned-face = { $heading } ({ $degrees } degrees)
do-hold-back = { $who } holds back
title-pursued = Pursuers
asked-pursued = A pursuer is upon you.
pick-pursued = { $choice ->
    [stand] stand
   *[other] counter-charge
 }

Rallied = { $unit } rallies
LossRecovered = men come back to { $unit }
do-rally = rally { $unit }
do-recover = bring a loss of { $unit } back

title-support-moves = Support the charge
asked-support-moves = Who steps up behind or beside the chargers?
done-support-moves = nobody more
