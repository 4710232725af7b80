# Small words of any table.

nobody = nobody
listed = { $first } and { $last }
no-modifiers = no modifiers

points = { $points ->
    [1] { $points } point
   *[other] { $points } points
 }
cost = { $cost ->
    [1] { $cost } point
   *[other] { $cost } points
 }
