# Menus, and what an option would do.

gloss-to = { $who } to { $at }
standing = { $id }: { $unit } at { $at }, { $strength } strong{ $disrupted ->
    [yes] , disrupted
   *[no] { "" }
 }
kind-order = order { $body }
for-division = { $leader }, for division { $division }
kind-ride = ride { $leader }
kind-enter = bring on { $units }
kind-move = move { $units } together
order-kind = { $type ->
    [fall_back] fall back
    [general_retreat] general retreat
   *[other] { $type }
 }
