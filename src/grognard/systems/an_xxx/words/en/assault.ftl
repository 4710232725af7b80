# The assault: its questions and its events.

asked-declare-early = Which assaults do you declare along with your charges?
title-declare-early = Declare assaults?
asked-closing-move = Your stack goes in. Where does it close?
title-closing-move = Close where?
asked-volley = They are upon you. At which hex do you fire your volley?
title-volley = Fire where?
asked-raise-cry = The assault is about to strike. Do they raise a cry?
title-raise-cry = Raise a cry?
asked-assault-next = Which assault is fought next?
title-assault-next = Which assault?
asked-impetus = The hex is carried, and they press on. Where to?
title-impetus = Press on where?
pick-impetus = Press on { $facing }
asked-offensive-fire = Your fire: every unit once. Who assaults and who is assaulted keep theirs for the assault.
done-raise-cry = in silence
pick-raise-cry-huzzah = Huzzah!
pick-raise-cry-old_guard = The charge of the Old Guard
done-declare-early = no more declarations

check-close = to close
check-stand-assault = to stand the assault

AssaultAnnounced = { $side } { $early ->
    [yes] will assault
   *[no] assault
 } { $target } with { $units }, { $distance ->
    [one] from the next hex
   *[other] from { $distance } hexes away
 }
AssaultOver = The assault of { $units } on { $target } { $why ->
    [emptied] finds nobody there
    [failed] does not come to close quarters
    [stopped] is stopped on the way
    [lapsed] can no longer be made
   *[other] is over
 }
Closed = { $units } { $units-count ->
    [one] closes
   *[other] close
 } on { $target }
FireHeld = { $units } { $units-count ->
    [one] holds its fire
   *[other] hold their fire
 }
CryRaised = { $cry ->
    [old_guard] The Old Guard charges { $target }: { $units }
   *[other] Huzzah! { $units } { $units-count ->
        [one] comes
       *[other] come
    } on against { $target }
 }
StandWeighed = Against { $target }: { $attacking } increments assault { $defending }, { $odds }
RoundBegan = { $round ->
    [firefight] A firefight begins over { $target }
   *[other] A second round is fought for { $target }
 }
ShiftRolled = The ground about { $target }, die { $die }: { $columns ->
    [0] no shift
    [one] { $columns } column to the left
   *[other] { $columns } columns to the left
 }
ImpetusRolled = The impetus of { $units }, die { $die }: { $far ->
    [0] they stay
    [one] { $far } hex on
   *[other] { $far } hexes on
 }

melee-result = { $result ->
    [AS] AS, the attacker surrenders
    [AR] AR, the attacker routs
    [AD1] AD1, the attacker is disordered and recoils a hex
    [AD2] AD2, the attacker is disordered and recoils two hexes
    [AD3] AD3, the attacker is disordered and recoils three hexes
    [stand-off] a blank
    [DD1] DD1, the defender is disordered and recoils a hex
    [DD2] DD2, the defender is disordered and recoils two hexes
    [DD3] DD3, the defender is disordered and recoils three hexes
    [DR] DR, the defender routs
   *[DS] DS, the defender surrenders
 }

called-volley = volley, fire
