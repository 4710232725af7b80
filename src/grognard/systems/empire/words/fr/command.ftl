# Le commandement : ordres donnés, changés, exécutés.

InitiativeRolled = { $leader } dispute l’initiative : { $die }, plus { $bid } : { $total }
OrderTested = { $division } doit { order-verb } : { $die } et { $bonus }, il faut { $needed } : { $obeys ->
    [yes] elle obéit
   *[other] l’ordre n’est pas compris
 }
OrderChanged = { $division } doit maintenant { order-verb }
order-verb = { $order ->
    [retreat] se retirer
    [manoeuvre] manœuvrer
    [attack] attaquer
    [engage] engager
   *[hold] tenir
 }
ReserveCalled = { $division } est appelée en avant
PointSent = le chef envoie un point de commandement à { $division }
DutyNoted = { $division } a son ordre à exécuter
DutyMet = { $unit } exécute son ordre
PointsLost = { $side } perdent ce que leur chef n’a pas dépensé

title-initiative-bid = L’initiative
asked-initiative-bid = Combien de points votre chef ajoute-t-il à son dé ?
pick-initiative-bid = { $choice }
do-change-order = ordonner à { $division } de { order-verb }{ $choice ->
    [none] {""}
    [one] , un point en plus
   *[other] , { $choice } points en plus
 }
do-take-order = { $division } décide de { order-verb }
do-call-reserve = appeler { $division } en avant, pour { order-verb }
do-send-point = envoyer un point à { $division }
do-ride = { $leader } rejoint { $other ->
    [none] { $at }
   *[other] { $other }
 }
