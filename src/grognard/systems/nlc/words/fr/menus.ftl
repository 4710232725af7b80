# Menus, et ce que ferait une option.

gloss-to = { $who } en { $at }
standing = { $id } : { $unit } en { $at }, force { $strength }{ $disrupted ->
    [yes] , en désordre
   *[no] { "" }
 }
kind-order = ordre à { $body }
for-division = { $leader }, pour la division { $division }
kind-ride = faire chevaucher { $leader }
kind-enter = faire entrer { $units }
kind-move = { $units } ensemble
order-kind = { $type ->
    [attack] attaquer
    [probe] sonder
    [defend] défendre
    [delay] retarder
    [march] marcher
    [fall_back] se replier
    [general_retreat] retraite générale
    [assign] passer sous un chef
    [reserve] réserve
   *[other] { $type }
 }
