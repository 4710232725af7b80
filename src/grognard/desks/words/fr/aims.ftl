# Ce qui décide la bataille.

aim-lead = une avance de { $lead } { $lead ->
    [one] point
   *[other] points
 } ou plus
aim-level = aucun camp n’a une plus grande avance
tally-lead = l’avance est de { $lead }
tally-points = { $side } : { $points } { $points ->
    [one] point
   *[other] points
 }
aim-points = { $text } : { $points } { $points ->
    [one] point
   *[other] points
 }{ $manner ->
    [turn] { " " }par tour
    [per] { " " }pour { $per }
   *[end] { "" }
 }
