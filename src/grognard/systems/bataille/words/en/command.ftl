# Leaders, arrivals, levels, clocks and the end.

LeaderMoved = { $leader } rides to { $to }{ for-points }
LeaderJoined = { $leader } keeps to { $unit }
LeaderParted = { $leader } stays behind when his unit goes
LeaderArrived = { $leader } comes with { $unit }
LeaderFellBack = { $leader } rides out of harm's way to { $to }
LeaderDisplaced = { $leader }, covered by nobody, makes off from { $came_from } to { $to }
LeaderCaptured = { $leader } is taken in { $at }, { $cause ->
    [cavalry] ridden down alone by cavalry
    [melee] in the melee
    [no-way] with no way out
    [surrendered] with the men who surrendered
    [surrounded] surrounded
   *[other] { $cause }
 }
LeaderPicked = Of the leaders in { $at } it falls on { $leader } { $lot ->
    [yes] by lot
   *[no] (die { $die })
 }
LeaderHit = { $leader } is struck by { $by }: { $die }, { $wound ->
    [head] in the head
    [chest] in the chest
    [leg] in the leg
    [arm] in the arm
    [captured] and thrown: he would be taken
    [stunned] by a blow that stuns him
    [graze] lightly
   *[other] { $wound }
 }{ $again ->
    [yes] ; but fire takes nobody, so the die is thrown again
   *[no] { "" }
 }
LeaderKilled = { $leader } is dead
LeaderWounded = { $leader } is carried off for { $hours ->
    [one] { $hours } hour
   *[other] { $hours } hours
 } ({ $dice }), until turn { $until }
LeaderStunned = { $leader } is stunned for { $turns ->
    [one] { $turns } turn
   *[other] { $turns } turns
 }, until turn { $until }
LeaderGrazed = { $leader } stays, but his men have seen it
LeaderSteadied = { $leader } is himself again
LeaderReturned = { $leader } is back, with { $unit }

WeatherTurned = The weather of the hour: { weather } (die { $die })
LevelsSet = Morale levels are counted on the hour
level = { $body }: { $ineffective } of { $battalions } ineffective, level { $level }

ArrivalDiced = { $side } roll for the arrival of { $group } on turn { $turn }{ $secret ->
    [yes] , in secret
   *[no] : { $die }
 }
ArrivalWritten = { $group } will come from turn { $turn }: only you know
ReinforcementsDue = { $group } of the { $side } may come onto the map from now{ $secret ->
    [yes] , which the enemy does not know
   *[no] { "" }
 }: { $units }
EntryBlocked = { $group } finds its whole zone blocked: it waits, and looks for a way beside it from turn { $turn }
group = { $id } ({ $unit }{ $more ->
    [0] { "" }
   *[other] { " " }and { $more } more
 })

ClockSet = { $side } have { $minutes ->
    [one] { $minutes } minute
   *[other] { $minutes } minutes
 } for their movement; { $strict ->
    [yes] then the segment ends
   *[no] then you are told, no more
 }
TimeRanOut = The time of the { $side } is up: { $strict ->
    [yes] the segment ends as it stands
   *[no] go on, but be quick
 }
ForceMarchTried = { $unit } { $passed ->
    [yes] steps out on a forced march
   *[no] cannot be hurried, and does not move
 }{ $attempt ->
    [0] { "" }
    [1] { "" }
   *[other] { " " }(turn { $attempt } in a row)
 }
LeftMap = { $unit } marches off the map by { $at }, { fate }
SteadiedOffMap = { $unit }, off the map, is now { fate }
CameBack = { stance } comes back onto the map for { cost }
BattleJudged = { $time }: so the battle stands: { $verdict }
BattleEnded = The battle is over: { $verdict }

fate = { $fate ->
    [good] in good order
    [disorder] disordered
    [rout] routed
    [saved] in good order and saved
   *[shaken] shaken
 }
