# What decides the battle.

aim-lead = a lead of { $lead } { $lead ->
    [one] point
   *[other] points
 } or more
aim-level = neither side is ahead by more
tally-lead = the lead is { $lead }
tally-points = { $side }: { $points } { $points ->
    [one] point
   *[other] points
 }
aim-points = { $text }: { $points } { $points ->
    [one] point
   *[other] points
 }{ $manner ->
    [turn] { " " }every turn
    [per] { " " }for every { $per }
   *[end] { "" }
 }
