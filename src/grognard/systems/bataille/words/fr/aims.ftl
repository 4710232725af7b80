# Ce qui décide la bataille : les degrés de victoire en mots, et où en est chaque condition.

aim-or = , ou { "" }
aim-any = l’un de ceux-ci : { $parts }
aim-none = aucun de ceux-ci : { $parts }
aim-holds-all = tenir tous les hexagones de { $place }
aim-holds = tenir au moins { $want } { $want ->
    [one] hexagone
   *[other] hexagones
 } de { $place }
tally-holds = { $place } { $have } sur { $all } { $all ->
    [one] hexagone
   *[other] hexagones
 }, { $want } voulus
aim-stands_in = avoir au moins { $want } { $want ->
    [one] unité
   *[other] unités
 } sans déroute à { $place }
tally-stands_in = { $place } : { $have } de vos unités, { $want } voulues
aim-gone = { $want } des unités ennemies nommées perdues
tally-gone = unités ennemies nommées perdues : { $have }, { $want } voulues
aim-level_of = { $place } au niveau de moral { $level } ou pire
tally-level_of = { $place } est au niveau de moral { $have }, { $want } voulu
aim-enemy_bodies = { $want } corps de { $enemy } au niveau de moral { $level } ou pire
tally-enemy_bodies = corps de { $enemy } au niveau de moral { $level } ou pire : { $have }, { $want } voulus
aim-enemy_lost = { $enemy } perdent { $want } éléments
tally-enemy_lost = éléments perdus par { $enemy } : { $have }, { $want } voulus
aim-lead = { $enemy } perdent { $want } éléments de plus que { $side }
tally-lead = éléments perdus par { $enemy } de plus que par { $side } : { $have }, { $want } voulus
aim-enemy_level = { $enemy } au niveau de moral { $want } ou pire
tally-enemy_level = { $enemy } au niveau de moral { $have }, { $want } ou pire voulu
aim-own_level = garder { $side } au niveau de moral { $want } ou mieux
tally-own_level = { $side } au niveau de moral { $have }, { $want } ou mieux voulu
