# Every question, by its purpose.

asked-record-decision = What would your leaders do on their own? Nobody else will know.
asked-orders = Your orders: whom do you send where?
asked-bad-move = An enemy leader is confused. Where do you lead him?
asked-choose-orders = Take up what was delivered, or choose another order for a formation?
asked-hide = Who marches hidden?
asked-lay-down = The march is found out. Where does this counter stand?
asked-rally = Whom does this leader gather?
asked-make-room = The hex is too full. Who makes room, and where to?
asked-commander-coordinated = Which commander tries for a coordinated action?
asked-commander-initial = Which commander rolls for the initial action?
asked-pair = Which two formations act together?
asked-initial-action = The initial action is yours. Who acts first?
asked-order-of-play = Do you play first or second?
asked-bombard = Your guns: on whom do they fire?
asked-enfiladed-square = Horse is near your foot. Take the guns in square, or risk the charge?
asked-charge = Which cavalry charges? All are named before the first rides.
asked-resolve-charge = Which charge is fought first?
asked-pursue = The charge has carried. Pursue, or try to hold them?
asked-pursue-whom = Whom do they pursue?
asked-stay-or-return = Stay on the ground, or ride back?
asked-react = An enemy has come near your horse. Charge him?
asked-opportunity-fire = An enemy is in your guns' field. Fire?
asked-movement = Your movement. Orders bind every unit.
asked-assault = Who assaults whom? All are declared before the first is fought.
asked-withdraw = You are assaulted. Do your horsemen give way?
asked-support = Do your guns support the defence from afar?
asked-resolve-assault = Which assault is fought first?
asked-stand-or-retreat = Stand, or go back and halve the losses of both sides?
asked-allocate-hit = Who bears the next hit?
asked-retreat = Where do they fall back?
asked-retreat-surplus = The hex is too full. Who goes on?
asked-failure-retreat = The order has failed. Where does this unit go?
asked-leader-retreat = His men fall back. Does your leader go along?
asked-leader-retreat-to = With whom does your leader ride?
asked-leader-refuge = Your leader flees. To whom?
asked-leader-return = Another steps into the place of the fallen leader. Where?
asked-headquarters-return = Headquarters are set up again. Where?
asked-advance = The hex is empty. Who takes it?

# What done means.

done-orders = no more orders this turn
done-choose-orders = the others keep what they have
done-record-decision = no leader acts on his own
done-movement = end movement
done-assault = declare no more assaults
done-charge = declare no more charges
done-bombard = cease fire
done-pair = nobody acts together
done-initial-action = let the cup decide
done-advance = hold where you are
done-hide = no more hidden marches
done-bad-move = he stays where he is
done-rally = nobody more
done-react = stay where you are
done-opportunity-fire = hold fire
done-withdraw = stand
done-support = no support
done-failure-retreat = halt here

# In short.

title-record-decision = What would your leaders do?
title-orders = Order desk
title-bad-move = An enemy leader is confused
title-choose-orders = What do your formations do?
title-hide = Who marches hidden?
title-lay-down = Where does it stand?
title-rally = Whom does he gather?
title-make-room = Who makes room?
title-commander-coordinated = Who tries for a coordinated action?
title-commander-initial = Who rolls for the initial action?
title-pair = Which two act together?
title-initial-action = Who acts first?
title-order-of-play = First or second?
title-bombard = Bombard
title-enfiladed-square = In square under fire?
title-charge = Charge
title-resolve-charge = Which charge is first?
title-pursue = Pursue?
title-pursue-whom = Whom do they pursue?
title-stay-or-return = Stay, or ride back?
title-react = Charge in reaction?
title-opportunity-fire = Opportunity fire?
title-movement = March
title-assault = Assault
title-withdraw = Do the horsemen give way?
title-support = Support the defence?
title-resolve-assault = Which assault is first?
title-stand-or-retreat = Stand, or go back?
title-allocate-hit = Who bears the next hit?
title-retreat = Where do they fall back?
title-retreat-surplus = Who goes on?
title-failure-retreat = Where does it go?
title-leader-retreat = Does the leader go along?
title-leader-retreat-to = With whom does he ride?
title-leader-refuge = To whom does he flee?
title-leader-return = Who takes his place, and where?
title-headquarters-return = Where are headquarters set up?
title-advance = Who takes the hex?

# Standing orders: other names of what is asked, and some orders that are understood.

called-opportunity-fire = fire
called-react = charge
called-withdraw = withdraw, give way
order-examples = decline fire under 10 %; always stand against cavalry; never charge in reaction under 50 %; hold fire beyond 3 hexes
