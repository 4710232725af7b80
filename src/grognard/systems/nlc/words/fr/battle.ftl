# Tours, marches, combats et sort des unités.

TurnBegan = Tour { $turn }, { $time }{ $weather ->
    [clear] { "" }
   *[other] , { weather }
 }
weather = { $weather ->
    [clear] temps clair
    [rain] pluie
    [mud] boue
    [fog] brouillard
    [mist] brume
    [storm] orage
    [snow] neige
    [night] nuit
    [dusk] crépuscule
   *[other] { $weather }
 }
PhaseBegan = phase : { phase }
phase = { $phase ->
    [reinforcement] renforts
    [command] commandement
    [chits] jetons
    [initial-action] première action
    [formations] formations
    [reserve] réserves
    [order-of-play] qui joue le premier
    [player-turn] tour de joueur
    [turn-end] fin du tour
   *[other] { $phase }
 }
StageBegan = { $formations-count ->
    [0] les réserves ({ $side }) attendent
    [1] { $formations } agit
   *[other] { $formations } agissent
 }
StageEnded = l’étape est finie
SegmentBegan = segment : { segment }
segment = { $segment ->
    [bombardment] bombardement
    [charge] charges
    [movement] mouvement
    [assault] assauts
    [recovery] ralliement
    [rally] ralliement
   *[other] { $segment }
 }
MarksWiped = le tour est fini
TurnOpened = les chefs peuvent de nouveau chevaucher
TurnClosed = le tour est noté
Moved = { $units } { $units-count ->
    [one] va
   *[other] vont
 } en { $to }{ $also ->
    [none] { "" }
   *[other] { " " }et { $also }, en ligne étendue
 }
moved-by = { $units } { $units-count ->
    [one] va
   *[other] vont
 } en { $to }{ $also ->
    [none] { "" }
   *[other] { " " }et { $also }, en ligne étendue
 }, par { $way }
Placed = { $unit } prend place en { $at }
Restacked = en { $at }, les pièces passent au-dessus
Marked = { $mark ->
    [moved] { $unit } ne va pas plus loin
   *[other] { $unit } reçoit une marque
 }
Unmarked = { $unit } perd une marque
MadeUp = { $unit } est reformée
LostStep = { $unit } perd un pas
Removed = { $unit } { $fate ->
    [eliminated] est hors de combat
    [destroyed] est anéantie pour de bon
    [starved] est perdue pour de bon
    [retreated] est jetée hors de la carte
   *[exited] quitte la carte
 }{ $supplied ->
    [yes] { "" }
   *[no] , loin de tout ravitaillement
 }
Disrupted = { $unit } est en désordre{ $why ->
    [retreat] { " " }dans la retraite
    [test] { " " }en reculant
    [crowd] { " " }dans la presse
    [volley] { " " }sous le bombardement
    [charge] { " " }après sa charge
    [bombardment] { " " }sous le bombardement
    [guns] { " " }sous le canon de soutien
    [zone] { " " }en rompant le contact
   *[other] { "" }
 }
Recovered = { $unit } est de nouveau en bon ordre
MoraleTested = { $units } : test { $occasion ->
    [assault] après l’assaut
    [square] pour former le carré
    [reaction] pour charger en réaction
    [recovery] pour remettre ses rangs en ordre
    [zone] en rompant le contact
    [retreat] dans la retraite
    [rout] quand des camarades fuient
   *[other] ({ $occasion })
 }, { $die }{ $morale ->
    [0] { "" }
   *[other] { " " }contre un moral de { $morale }
 } : { $passed ->
    [yes] tient
   *[no] échoue
 }
HitsTaken = { $side } : à payer, { hits }{ $cause ->
    [zone] { " " }pour avoir reculé dans une zone ennemie
    [cornered] { " " }faute de chemin de retraite
   *[other] { "" }
 }
SpiritChanged = { $is-formation ->
    [yes] { $formation }
   *[no] l’armée ({ $side })
 } { $demoralized ->
    [yes] perd courage
   *[no] reprend courage
 } : { $losses } de pertes, la limite est { $limit }
CoordinationRolled = { $leader } tente d’engager deux formations ensemble : { $die }, il faut { $needed } ou moins : { $earned ->
    [yes] il y parvient
   *[no] en vain
 }
Paired = { $one } et { $other } agiront ensemble
InitiativeRolled = la première action revient à : { $winner }
InitialActionTaken = { $chit } agit avant tout tirage
CupFilled = { $count ->
    [one] { $count } jeton entre
   *[other] { $count } jetons entrent
 } dans la coupe
ChitDrawn = tiré : { $chit }
PairsParted = les actions coordonnées sont finies
OrderOfPlayRolled = { $winner } peut choisir qui joue le premier
PlayedFirst = { $side } joue en premier
ArrivalRolled = un dé pour les renforts : { $die }, il faut { $needed }
ArrivalDue = des renforts sont au bord de la carte
PartDetached = { $force } marche à sa suite
Entered = { $who } { $who-count ->
    [one] entre
   *[other] entrent
 } sur la carte en { $at }
QuartersEntered = { $headquarters } entre sur la carte en { $at }
Exited = { $unit } quitte la carte en { $at }
MovementBegan = mouvement : { $side }
AssaultFired = { $units } { $units-count ->
    [one] donne
   *[other] donnent
 } l’assaut sur { $target }{ $flanked ->
    [yes] { " " }de flanc
   *[no] { "" }
 } : { $dealt } contre { $taken }
StoodOrRetreated = { $side } : { $retreats ->
    [yes] retraite pour épargner les hommes
   *[no] on tient
 }
Retreated = { $units } { $units-count ->
    [one] recule
   *[other] reculent
 }{ $voluntary ->
    [yes] { "" }
   *[no] , par force
 }
RetreatedTo = { $units } { $units-count ->
    [one] est
   *[other] sont
 } maintenant en { $to }
Cornered = { $units } { $units-count ->
    [one] n’a
   *[other] n’ont
 } aucune retraite depuis { $at }
Advanced = { $units } { $units-count ->
    [one] prend
   *[other] prennent
 } { $to }
Routed = { $unit } est en déroute
GuardRecoiled = la Garde recule : aucun Français ne l’oubliera
ChargeDeclared = { $unit } charge { $target }
ChargeFought = { $units } { $units-count ->
    [one] heurte
   *[other] heurtent
 } { $defenders } en { $target }{ $flanking-count ->
    [0] { "" }
   *[other] , de flanc
 }{ $backhand ->
    [yes] , à revers
   *[no] { "" }
 }{ $square ->
    [yes] , contre un carré
   *[no] { "" }
 } : { $dealt } contre { $taken }
ChargeDecided = la charge sur { $target } { $won ->
    [yes] l’emporte
   *[no] est repoussée
 }
WentHome = { $unit } revient en { $to }
PursuitTested = { $unit } : { $die } contre une poursuite de { $value } : { $pursues ->
    [yes] rien ne les retient
   *[no] on les retient
 }
ReactionDeclared = { $unit } voudrait charger en réaction en { $at }
SpendingDeclared = { $units } { $units-count ->
    [one] dépensera
   *[other] dépenseront
 } { movement-points } en tout
Bombarded = { $units } { $units-count ->
    [one] tire
   *[other] tirent
 } sur { $target } : { $dealt }
RallyRolled = Rappel de { $unit } : { $die }, il faut { $highest } ou moins
PointsScored = { $side } { $points } : { $why }
BattleEnded = la bataille est finie : { $verdict }

hits = { $hits ->
    [one] { $hits } coup
   *[other] { $hits } coups
 }
movement-points = { $points ->
    [one] { $points } point de mouvement
   *[other] { $points } points de mouvement
 }
coordinated = l’action coordonnée ({ $side })
by-way = par { $way }

# Salves et sommes, ligne par ligne.

volley = { $which ->
    [attack] attaque
    [defence] défense
   *[guns] canon
 }
volley-part = { volley } : { $unit } { $strength }
volley-none = { volley } : pas de feu
volley-total = { volley } : force { $strength }, dés { $dice } : { hits }
sum = { $side }{ $leader ->
    [none] { "" }
   *[other] { " " }sous { $leader }
 } : { $total } ({ $account })
