# Petits mots de toutes les tables.

nobody = personne
listed = { $first } et { $last }
explained = { $head } : { $text }
no-modifiers = sans modificateur

points = { $points ->
    [one] { $points } point
   *[other] { $points } points
 }
cost = { $cost ->
    [one] { $cost } point
   *[other] { $cost } points
 }

# Questions.

asked = { $text } ({ $clause })
done-window = laisser faire
done-else = rien de plus

# Menus et regards.

ways = { $label } ({ $count } façons)
standing-plain = { $unit } en { $hexes }
turn-now = tour { $turn }
gone = { $unit } : disparu
not-on-map = { $unit } : pas sur la carte
off-map = pas sur la carte
subject = { $about ->
    [about] au sujet de
    [with] avec
    [against] contre
   *[for] pour
 } { $who }
estimated = Estimé sur ce que l’ennemi peut être.
