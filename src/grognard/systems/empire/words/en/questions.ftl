# Every question, by its purpose.

title-first-side = The initiative
asked-first-side = The initiative is yours. Who is active first?
pick-first-side = { $choice }
title-activate = Next division
asked-activate = Which division acts next?
do-activate = activate { $choice }
title-movement = Movement
asked-movement = Your movement: who goes where?
done-movement = end movement
do-move = { $units } to { $at }, facing { $facing }
