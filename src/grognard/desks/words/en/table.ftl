# Small words of any table.

nobody = nobody
listed = { $first } and { $last }
explained = { $head }: { $text }
no-modifiers = no modifiers

points = { $points ->
    [1] { $points } point
   *[other] { $points } points
 }
cost = { $cost ->
    [1] { $cost } point
   *[other] { $cost } points
 }

# Questions.

asked = { $text } ({ $clause })
done-window = let it pass
done-else = no more

# Menus and looking.

ways = { $label } ({ $count } ways)
standing-plain = { $unit } at { $hexes }
turn-now = turn { $turn }
gone = { $unit }: gone
not-on-map = { $unit }: not on the map
off-map = not on the map
subject = { $about ->
    [about] about
    [with] with
    [against] against
   *[for] for
 } { $who }
estimated = Estimated over what the enemy may be.
