# What An XXX says otherwise than the base edition, and the events of its own.

segment = { $segment ->
    [declaration] declaration
    [charge] charges
    [defensive-fire] defensive fire
    [offensive-fire] offensive fire
    [assault] assaults
    [recovery] reorganisation
   *[other] { $segment }
 }

Marked = { $unit } { own-mark }
Unmarked = { $unit } no longer: { own-mark }
own-mark = { $mark ->
    [assault] assaults { $rest }
    [assaulted] is the target of an assault
    [closed] has closed with the enemy
    [held-fire] holds its fire
    [could-not-retreat] would go back, and cannot
    [grand] rides in the Grand Charge
    [combined] charges { $rest } together with others
    [waits] waits for the others of its charge
    [short] has not ridden far
    [asked-back] has been asked whether it goes back
    [asked-to-form] has been asked whether it forms up
    [rode-down] has ridden somebody down
    [track] remembers the way it came
    [caught] has gone back before a charge
    [leaderless] is left by its leader
    [prone] lies down
    [could-fire] has its fire still
    [gave-fire] has given its fire
    [first-fired] has fired its first volley
    [shots] has { $rest } shots left
    [fled] has fled
    [lobbed] has fired its howitzers
    [risen] has risen to its feet
    [in-column] came on in column
    [halted] has declared its assault
    [once-more] may declare one more assault
    [just-came] has only just arrived
    [stormed] was assaulted in turn { $rest }
    [fired-close] has fired at { $rest }
    [old-guard-charged] has charged as the Old Guard does
   *[other] { mark }
 }

ShotsCounted = { $unit } has { $left ->
    [one] { $left } shot
   *[other] { $left } shots
 } left
ResupplyTried = { $unit } sends to { $wagon } for ammunition: { $die }, { $refilled ->
    [yes] it is filled up
   *[other] in vain
 }
CaissonExploded = A caisson goes up in { $at }: { $what }
ThingPlaced = { $fate ->
    [wagon] { $thing } is driven to { $at }
    [hit] { $thing } is hit at { $at }
    [guns] { $thing } lies without a crew at { $at }
    [taken] { $thing } is taken
   *[other] { $thing } is destroyed
 }
GunsOverrun = { $unit } is lost in { $at }: { $die }, { $spiked ->
    [yes] the guns are spiked
   *[other] the guns are left
 }
GunsCrewed = { $unit } is served again in { $at }

asked-howitzer-fire = Your howitzers: at which hex do they throw their shells?
title-howitzer-fire = Throw shells?
done-howitzer-fire = no more shells
ShellsFell = Shells are thrown at { $target }: { $die }, { $far ->
    [0] on target
    [one] { $far } hex astray
   *[other] { $far } hexes astray
 }
HexCaughtFire = { $at } is on fire
HexBurntOut = The fire in { $at } has burnt out

asked-drive-wagons = Your ammunition wagons: where are they driven?
title-drive-wagons = Drive wagons?
done-drive-wagons = they stay where they are
do-grand = Grand Charge led by { $leader }: { $units }
do-combine = { $units } charge { $at } together
do-drill = { $word ->
    [prone] { $who } lies down
    [rise] { $who } rises
   *[other] drive { $who } to { $word }
 }
