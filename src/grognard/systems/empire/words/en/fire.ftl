# Fire, morale, the way back, and commanders in danger.

ShotFired = { $unit } { $ricochet ->
    [yes] bounds on into { $target }
   *[other] { fire-kind } at { $target }
 }: { $die }, { losses }
fire-kind = { $kind ->
    [volley] gives a volley
    [skirmish] sends its skirmishers’ fire
    [battalion] fires its battalion guns
   *[other] fires, at { $band } range,
 }
losses = { $halves ->
    [0] no loss
    [1] half a loss
    [2] 1 loss
    [3] a loss and a half
    [4] 2 losses
    [5] two losses and a half
    [6] 3 losses
    [8] 4 losses
   *[other] { $halves } half losses
 }
FireSpent = { $unit } has fired
MoraleTested = { $unit } tests morale: { $die } and { $morale }, { $needed } needed: { $held ->
    [yes] it holds
   *[other] it gives way
 }
FellBack = { $unit } { $flight ->
    [yes] flees
   *[other] retreats
 } to { $to }, { formation }
CommanderTested = { $leader } with { $unit }: { $roll }, { $needed } is fatal: { $lost ->
    [yes] he is hit
   *[other] unhurt
 }
CommanderLost = { $leader } is { $captured ->
    [yes] taken
   *[other] lost
 }{ $replaced ->
    [no] , and nobody takes his place
   *[other] ; a { grade } commander takes his place
 }
grade = { $grade ->
    [poor] poor
    [ordinary] ordinary
    [competent] competent
    [brilliant] brilliant
   *[other] great
 }
CommanderSaved = { $leader } reaches { $unit }

title-preparatory-fire = Preparatory fire
asked-preparatory-fire = Preparatory fire: who shoots before anybody moves?
done-preparatory-fire = no more fire
title-final-fire = Final fire
asked-final-fire = Final fire: who shoots?
done-final-fire = no more fire
title-answer = Answer
asked-answer = They fire at you. How does your unit answer?
do-fire = { $who } fires at { $other }, { fire-way }
short-fire = fire { fire-way }
fire-way = { $choice ->
    [volley] by volley
    [volley-supported] by volley, supported
    [skirmish] with its skirmishers
    [skirmish-supported] with its skirmishers, supported
    [battalion] with its battalion guns
    [battalion-supported] with its battalion guns, supported
    [guns-supported] with its guns, supported
    [guns-limber] with its guns, and limbers
    [guns-supported-limber] with its guns, supported, and limbers
   *[other] with its guns
 }

link-shot = The shot
link-answer = The answer
link-their-morale-after-the-worst-of-it = Their morale after the worst of it
result-holds = holds
result-fails = gives way
stage-hits = { $about } fires
stage-ricochet = { $about }: the ball bounds on
check-morale = morale
