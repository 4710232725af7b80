# Petits mots de toutes les tables.

nobody = personne
listed = { $first } et { $last }
no-modifiers = sans modificateur

points = { $points ->
    [one] { $points } point
   *[other] { $points } points
 }
cost = { $cost ->
    [one] { $cost } point
   *[other] { $cost } points
 }
