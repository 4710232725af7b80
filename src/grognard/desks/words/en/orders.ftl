# Standing orders: the words of their grammar, several ways to say each, and how they are read back.

order-never = never, decline, refuse, do not, don't, no
order-always = always
order-otherwise = otherwise decline, else decline, or decline, otherwise not, else not, otherwise never
order-all = everything, anything, every question
order-under = under, below, less than, lower than, nearer than, closer than
order-most = at most, up to, not more than, or less, within, no farther than
order-least = at least, from, not less than, or more, not under
order-over = above, over, more than, better than, beyond, farther than, further than, higher than
order-percent = %, percent, per cent
order-away = hexes, hex, ud
order-odds = odds, chance, chances, probability
order-against = against, at, on, before, facing, versus, from
order-with = with, by, for
order-when = when, if, whenever, while
order-own = my, mine, our, ours, own, we, i
order-and = and, or, but
order-filler = the, a, an, any, some, is, are, be, it, its, they, them, he, to, of, in, on, as, do, does, who, where, which, your, you, there, enemy, enemies, hostile, unit, units, troops, order, so, that, then
order-comes = comes, come, coming, attacks, attack, charges, charge, approaches, near, reach, away
order-weak = react, reaction, answer, give, make, try, please

who-arm-infantry = infantry, foot, battalion, battalions
who-arm-cavalry = cavalry, horse, horsemen, squadrons
who-arm-artillery = artillery, guns, gun, battery, batteries
who-arm-leader = leader, leaders, general, generals
who-state-disorder = disordered, disorder
who-state-rout = routed, routing, rout
who-form-skirmish = skirmishers, skirmisher, skirmish order, skirmishing
who-form-square = square, squares
who-form-line = line
who-form-column = column, columns
who-form-limbered = limbered
who-form-unlimbered = unlimbered

read-act = { $questions }: do it
read-pick = { $questions }: “{ $words }”
read-decline = { $questions }: decline
read-not = { $questions }: not “{ $words }”
read-odds = if the chance is { read-sign } { $number } %
read-distance = if the distance is { read-sign } { $number }
read-sign = { $sign ->
    [under] under
    [most] at most
    [least] at least
   *[over] over
 }
read-own = with { $who }
read-enemy = against { $who }
read-otherwise = else decline
read-or = { $first } or { $last }

unclear-words = I do not understand “{ $words }”.
unclear-empty = It does not say which question it answers.
unclear-topic = Nothing that is asked here is called “{ $words }”. What may be answered: { $known }.
unclear-number = { $number }: say under, above or at least so many % or hexes.
unclear-sign = { $number } %: say under, at most, at least or above.
unclear-percent = A chance is from 0 to 100 %.
unclear-long = A standing order has at most { $most } letters.
