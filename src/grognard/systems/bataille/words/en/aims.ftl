# What decides the battle: levels of victory in words, and how each condition stands.

aim-or = , or { "" }
aim-any = one of these: { $parts }
aim-none = none of these: { $parts }
aim-holds-all = hold every hex of { $place }
aim-holds = hold at least { $want } { $want ->
    [one] hex
   *[other] hexes
 } of { $place }
tally-holds = { $place } { $have } of { $all } { $all ->
    [one] hex
   *[other] hexes
 }, { $want } wanted
aim-stands_in = have at least { $want } { $want ->
    [one] unit
   *[other] units
 } in good heart in { $place }
tally-stands_in = { $place }: { $have } of your units, { $want } wanted
aim-gone = { $want } of the named enemy units lost
tally-gone = named enemy units lost: { $have }, { $want } wanted
aim-level_of = { $place } at morale level { $level } or worse
tally-level_of = { $place } is at morale level { $have }, { $want } wanted
aim-enemy_bodies = { $want } bodies of { $enemy } at morale level { $level } or worse
tally-enemy_bodies = bodies of { $enemy } at morale level { $level } or worse: { $have }, { $want } wanted
aim-enemy_lost = { $enemy } lose { $want } increments
tally-enemy_lost = increments lost by { $enemy }: { $have }, { $want } wanted
aim-lead = { $enemy } lose { $want } increments more than { $side }
tally-lead = increments lost by { $enemy } more than by { $side }: { $have }, { $want } wanted
aim-enemy_level = { $enemy } at morale level { $want } or worse
tally-enemy_level = { $enemy } are at morale level { $have }, { $want } or worse wanted
aim-own_level = keep { $side } at morale level { $want } or better
tally-own_level = { $side } are at morale level { $have }, { $want } or better wanted
