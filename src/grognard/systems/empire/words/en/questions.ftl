# Every question, by its purpose.

title-first-side = The initiative
asked-first-side = The initiative is yours. Who is active first?
pick-first-side = { $choice }
title-activate = Next division
asked-activate = Which division acts next?
do-activate = activate { $choice }
done-activate = leave the reserve where it is
title-movement = Movement
asked-movement = Your movement: who goes where?
done-movement = end movement
do-move = { $units } to { $at }, facing { $facing }
do-march = { $units } march to { $at }
do-occupy = { $who } into the building
do-evacuate = { $who } leaves the building, { $formation }
do-detach = { $who } sends its skirmishers out
do-rejoin = { $who } come back to their battalion
title-redeploy = Before the battle
asked-redeploy = Which of your units begin elsewhere in their zone?
done-redeploy = begin so
do-deploy = { $who } begins at { $at }
title-arrival = Arrivals
asked-arrival = Units are due. Where do they come on?
do-enter = { $who } at { $at }
title-react = Reaction
asked-react = An enemy moves before you. Do you react?
done-react = let him pass
do-react = { $who }: { reaction }
title-swept-aside = Skirmishers
asked-swept-aside = Your skirmishers are in the way of formed troops. Do they recoil or flee?
pick-swept-aside-recoil = recoil 2 UD
pick-swept-aside-flee = flee

# Standing orders: other names of what is asked, its answers, and some orders that are understood.

answers-react = charge, withdraw, recoil, fire, flee, form line, form column, form square
answers-charged = stand, counter-charge, run, form line, form column, form square, unlimber, shelter
answers-answer = fire, volley, skirmishers
answers-pursuit = pursue, hold back
called-shock-support = support
order-examples = decline fire under 10 %; always stand against skirmishers; form square when cavalry comes; never fire beyond 3 UD
