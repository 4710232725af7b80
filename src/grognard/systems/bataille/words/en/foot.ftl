# Marching, fire, morale and melee.

MarchStopped = { $unit } stops in { $at }: { $reason }
OrderBegan = { $unit } is taken in hand with { points }
FacedAbout = { $unit } faces about in { $hexes }
LimberRolled = { $unit } { $limbered ->
    [yes] limbers up
   *[no] does not get its guns hitched up
 }: { $die }{ changed }{ wanted }
Wavered = { $unit }, stunned by the guns, rolls { $die }: it { $wavers ->
    [yes] shrinks back and goes no nearer
   *[no] takes heart and obeys
 }
Arrived = { stance } arrives{ for-points }
BrokeDown = { $unit } { $forced ->
    [yes] has to break down
   *[no] breaks down
 } into { $parts }{ $lost-count ->
    [0] { "" }
   *[other] ; nobody is left of { $lost }
 }
Recombined = { $parts } come together as { $unit }

stance = { $unit } at { $hexes } in { formation } facing { facing }
for-points = { $cost ->
    [0] { "" }
   *[other] { " " }for { cost }
 }
changed = { $account ->
    [none] { "" }
   *[other] { " " }{ $account }
 }
wanted = { $needed ->
    [0] { "" }
   *[other] , { $needed } wanted
 }

# Fire.

FireResolved = { $kind ->
    [offensive] Offensive
    [defensive] Defensive
    [opportunity] Opportunity
    [volley] Volley
    [square-volley] Volley
    [howitzers] Howitzer
   *[other] { $kind-capital }
 } fire on { $target }: { $strength } against { $against } is { $column }{ $shift ->
    [0] { "" }
    [one] { " " }(with { $shift } column of shift)
   *[other] { " " }(with { $shift } columns of shift)
 }{ $dice ->
    [none] : no effect
   *[other] ; dice { $dice }: { $count ->
        [0] no effect
       *[other] { increments } hit
    }
 }
FireLossesNoted = Lost to fire, to be remembered in an assault: { $losses }

fire-share = { $unit } from { $at }
fire-defence = against it { $item }
dice-item = dice { $item }

# Morale.

MoraleChecked = { $unit } checks { occasion }: { $dice }{ $account ->
    [none] { "" }
   *[other] { " " }with { $account }
 }{ $hopeless ->
    [yes] , which no dice could pass
   *[no] { wanted }
 }: { $passed ->
    [yes] holds
   *[no] fails
 }
RetreatMoved = { $unit } goes back to { $to }
Displaced = { $unit } makes room and goes to { $to }
Surrendered = { $unit } lays down its arms, { $cause ->
    [melee] beaten in melee
    [opportunity-charge] ridden down
    [recovery] with no way left to run
    [fire] broken by fire, with no way out
    [premelee] broken before the melee, with no way out
    [charge] broken by the charge, with no way out
   *[other] { $cause }
 }
RanOffMap = { $unit } runs off the map by { $at }{ $back ->
    [yes] , and may rally out there
   *[no] { "" }
 }
Rallied = { $unit } rallies in { formation }, facing { facing }{ $exhausted ->
    [yes] ; its horses are exhausted
   *[no] { "" }
 }

occasion = { $occasion ->
    [chain] as comrades beside it break
    [charge-nerve] before it charges
    [close] to close with the enemy
    [comrades] as broken comrades run through it
    [fire-check] after losses to fire
    [force-march] on the forced march
    [guns-charged] as the charge comes on
    [guns-check] at its guns, with horse upon them
    [leader] as its leader is struck
    [melee-check] after the melee
    [nerves] with enemy horse so near
    [opportunity-check] before an opportunity charge
    [overstack] in a hex too full
    [passage] as friends pass through each other
    [premelee-attacker] before it closes with the enemy
    [premelee-defender] before the enemy closes
    [reaction-check] before a reaction charge
    [recovery] to rally
    [road-check] caught on the road
    [road-march] caught on the road
    [stand] to stand against the charge
    [stand-assault] to stand against the assault
    [bounce] as its charge is thrown back
    [form-up] to form up before the charge
    [rallying-square] to rally in square
    [stand-charge] to stand against the charge
   *[other] ({ $occasion })
 }

# Melee.

AssaultDeclared = { $side } { $follow_up ->
    [yes] follow up against
   *[no] assault
 } { $target } with { $units }
FellBack = { $unit } slips away to { $hexes }
MeleeFought = Melee for { $target }: { $attack_total } against { $defence_total } is { $odds }; { $dice ->
    [none] no dice are needed
   *[other] dice { $dice }{ $account ->
        [none] { "" }
       *[other] { " " }{ $account } = { $modified }
    }
 }: { melee-result }
Advanced = { $unit } advances into { $hexes }
LeftSquare = { $unit } rides off the square to { $hexes }

melee-result = { $result ->
    [AR] AR, the attacker routs
    [AD] AD, the attacker is disordered
    [stand-off] -, a stand-off
    [DD] DD, the defender is disordered
    [DR] DR, the defender routs
    [DS] DS, the defender surrenders
    [losses] { $printed }, the attacker loses { $attacker }{ $attacker-checks ->
        [yes] { " " }and checks
       *[no] { "" }
    }, the defender { $defender }{ $defender-checks ->
        [yes] { " " }and checks
       *[no] { "" }
    }
   *[other] { $printed }, as the chart says
 }
melee-attack = attack: { $fighter }
melee-defence = defence: { $fighter }
fighter = { $unit } in { $at }
lances = { $lance } lances (P35.9)
