# What the editions of La Bataille share.

TurnBegan = --- Turn { $turn }, { $time }, { weather } ---
SequenceBegan = -- { $side } --
SegmentBegan = - { segment } -
Moved = { $unit } marches to { $hexes }, facing { facing }
Turned = { $unit } turns
FormationChanged = { $unit } { $formation ->
    [limbered] is limbered
    [unlimbered] unlimbers
   *[other] forms { formation }
 } in { $hexes }, facing { facing }
Shrank = { $unit } closes up in { $hexes }
LostIncrements = { $unit } loses { increments } { $cause ->
    [fire] to fire
    [melee] in melee
    [retreat] on its retreat
    [trample] under the hooves
    [recovery] to men who drop out
   *[other] to { $cause }
 }
Disordered = { $unit } is disordered
Routed = { $unit } routs
Removed = { $unit } { $fate ->
    [destroyed] has lost its last man
    [eliminated] is no more
    [surrendered] has surrendered
    [off-map] has run off the map
    [replaced] is replaced by other counters
    [captured] is taken
   *[other] is gone: { $fate }
 }
Marked = { $unit } { mark }
Unmarked = { $unit } no longer: { mark }
StackOrdered = in { $at } from the top: { $units }

facing = { $facing }
formation = { $formation ->
    [general] general order
    [skirmish] skirmish order
    [road] road march
    [companies] column of companies
   *[other] { $formation }
 }
readiness = { $readiness }
segment = { $segment ->
    [defensive-fire] defensive fire
    [offensive-fire] offensive fire
   *[other] { $segment }
 }
weather = { $weather ->
    [soaked] rain, the cartridges are soaked
    [heavy_rain] heavy rain
    [light_rain] light rain
   *[other] { $weather }
 }
increments = { $count ->
    [one] { $count } increment
   *[other] { $count } increments
 }

# Markers: what lies on a unit, and what it means.

mark = { $mark ->
    [abandoned] is left by its infantry
    [alert] is at the alert: no surprise holds it
    [approached] has come near a screen of horsemen
    [balked] would not charge, and attacks nobody in this player turn
    [broke] broke under the charge
    [charged] has charged, and does not move in this player turn
    [committed] is bound to assault { $rest }
    [contact] is at close quarters with { $rest }
    [dared] has made its one charge on steady troops
    [declined] passes by { $rest }
    [fatigue] has tired horses
    [fell-back] fell back before the enemy
    [fell-back-horse] fell back before cavalry
    [fired-first] has fired at the charge
    [footsore] could not be hurried, and does not move
    [force-march] is on a forced march
    [held] shrinks back: no nearer to the enemy in this segment
    [melee] has fought
    [met] has come upon the enemy
    [moved-half] has moved its horses up to half their movement
    [moved-more] has moved its horses more than half their movement
    [named] was named to charge, and does not move in this player turn
    [no-move] does not move in its next movement
    [opp-charged] has made an opportunity charge
    [reacted] has made a reaction charge
    [reacting] rides to meet a charge
    [rest] rests its horses
    [rode-out] rode to meet a charge, and does not move in its next movement
    [run] comes on at a straight run
    [shelter] has taken shelter
    [stood] stands against the charge
    [stunned] is stunned by the guns
    [tried-oppcharge] has tried an opportunity charge
    [tried-reaction] has tried to react
    [tried-square] has tried to form square
    [unrecalled] is out of hand
   *[other] is marked { $mark }
 }

# Several steps of one unit in a line.

run = { $unit } { $kind ->
    [Turned] turns
    [FacedAbout] faces about
    [Rode] rides
    [ReactorRode] rides to meet the charge
    [RetreatMoved] goes back
   *[Moved] marches
 }{ $steps ->
    [0] { "" }
    [1] { " " }to { $way }
   *[other] { " " }by { $way }
 }{ $facing ->
    [none] { "" }
   *[other] , facing { facing }
 }
