# Ordres, chefs et quartiers généraux.

CommandOpened = les commandants cherchent leur quartier général
QuartersOnTheMove = les quartiers généraux plient bagage
OrderSent = { $leader } à { $body } : { $orders }, reçu { $wait ->
    [0] aussitôt
    [1] au prochain tour
   *[other] dans { $wait } tours
 }
DecisionRecorded = { $leader } y songe de lui-même : { $orders }
DecisionSettled = un projet est réglé
OrderIgnored = { $force } n’obéira jamais : { $orders }
OrderDelayed = { $force } a reçu son ordre et ne le suit pas encore
Complied = { $force } { $how ->
    [compliance] obéit aussitôt
    [delay] obéit enfin
    [dawn] obéit au point du jour
    [link] passe à l’ordre suivant
    [success] a fait ce qui était demandé
    [local] agit de son chef
    [bad-move] est conduit de travers
    [failure] renonce à son ordre
    [blocked] trouve sa marche barrée
    [choice] fait comme le veut son maître
    [assign] a un nouveau chef
   *[other] a un nouvel ordre
 } : { $orders }
Detached = { $force } a son propre ordre
chief = { $named ->
    [yes] { $leader }
   *[no] le chef ({ $force })
 }
ComplianceTested = { chief } lit son ordre : { $dice }, colonne { $column } : { result }
DelayTested = { $force } hésite : { $die }, il faut { $needed }{ $obeys ->
    [yes] { " " }: enfin l’obéissance
   *[no] { "" }
 }
ConfidenceTested = { chief } se demande s’il faut continuer : { $die } contre { $total } : { $held ->
    [yes] il continue
   *[no] il renonce
 }
DecisionTested = { $leader } se décide : { $dice } : { result }
result = { $result ->
    [I] il passe outre
    [C] il obéit aussitôt
    [next-turn] il obéira au prochain tour
    [R4] il hésite, jusqu’à un dé de 4 ou plus
    [R5] il hésite, jusqu’à un dé de 5 ou plus
    [bad_move] un faux pas : l’ennemi se joue de lui
    [no_effect] il laisse faire
    [acts_locally] il agit
   *[other] { $result }
 }
BadMoveMade = { $leader } { $orders ->
    [none] échappe à un faux pas
   *[other] est conduit à : { $orders }
 }
OrderSucceeded = { $force } a exécuté : { $orders }
OrderFailed = { $force } a échoué : { $orders } ; { $why }
LeaderMarked = { $leader } reçoit une marque
Instructed = { $side } règle une affaire entre ses commandants
TookOver = { $leader } { $formation ->
    [none] ne conduit plus de formation en personne
   *[other] conduit { $formation } en personne
 }
LeaderTested = { $leader } est en danger : { $dice }, { $lost ->
    [yes] il tombe
   *[no] il est sauf
 }
LeaderDisplaced = { $leader } { $to ->
    [none] ne trouve aucun ami sur la carte
   *[other] fuit en { $to }
 }
LeaderReturned = { $leader }, de valeur { $rating }, est en { $at }
HeadquartersDestroyed = { $headquarters } est pris d’assaut
HeadquartersReturned = { $headquarters } s’établit de nouveau en { $at }
LeaderMoved = { $leader } se rend en { $to }
LeaderChanged = { $leader } : un changement
QuartersChanged = { $headquarters } : un changement
QuartersMoved = { $headquarters } se déplace en { $to }
ForceChanged = { $force } : son ordre est noté à nouveau
PutUnder = { $units } { $units-count ->
    [one] suit
   *[other] suivent
 } { $force }
Counted = noté : { $by }

HidingBegan = { $force } marche en secret ; ses pions restent en trompe-l’œil
HiddenChanged = { $force } change sa marche secrète vers { $plot }
Banked = { $force } a { movement-points } de sa marche secrète
DiscoveryRolled = un dé pour une marche secrète ({ $side }) : { $die }{ $revealed ->
    [yes] , tout est découvert
   *[no] { "" }
 }
MarchRevealed = { $force } n’était pas où l’on croyait : la colonne est en { $reached }
ColumnPlaced = { $unit } est en { $at }
FatigueChanged = { $force } est { $fatigue ->
    [0] en forme
    [1] fatigué
   *[other] épuisé
 }

# Noms, et ordres en mots.

quarters = le quartier général de { $leader }
division = la division { $division } de { $formation }
part = une partie de { $formation }
order = { $type ->
    [attack] attaquer
    [probe] sonder
    [defend] défendre
    [delay] retarder
    [march] marcher
    [fall_back] se replier
    [general_retreat] retraite générale
    [assign] passer sous
    [reserve] réserve
   *[other] { $type }
 }{ $chief ->
    [none] { "" }
   *[other] { " " }{ $chief }
 }{ $forced ->
    [yes] { " " }même de nuit
   *[no] { "" }
 }{ $target ->
    [none] { "" }
    [here] { " " }sur place
   *[other] { " " }{ $target }
 }{ $route ->
    [none] { "" }
   *[other] { " " }par { $route }
 }{ $not_before ->
    [0] { "" }
   *[other] { " " }dès le tour { $not_before }
 }
order-then = { $first } puis { $next }
order-await = attendre
