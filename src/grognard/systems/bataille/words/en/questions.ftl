# Every question, by its purpose.

asked-designate-charges = Which cavalry charges? All are named before the first rides.
asked-ride = Ride on, hex by hex or a whole path at once.
asked-declare-target = An enemy within two hexes: your target, or passed by?
asked-trample = How many increments do you ride down? Each costs points.
asked-form-square = Horse is coming. Who tries to form square?
asked-evade = The charge is upon your skirmishers. Where do they run?
asked-reaction-charge = Enemy horse charges. Does yours ride to meet it?
asked-reaction-move = Your horse rides to meet the charge. Where to?
asked-movement = Your movement: one unit after the other, each in one go.
asked-stack-order = Your movement ends. Change the order of a stack?
asked-opportunity-fire = An enemy moves or forms under your eyes. Fire at him?
asked-opportunity-charge = An enemy has come near your horse. Charge him?
asked-evade-charge = Horse charges your skirmishers. Where do they run?
asked-contact-fire = Horse is upon you. Fire before it strikes?
asked-defensive-fire = Your defensive fire: every unit once.
asked-offensive-fire = Your fire: every unit once. Whoever fires may assault only what he fired at.
asked-skirmishers-fall-back = Your mounted skirmishers may slip away.
asked-join-contact = Horse is at close quarters. Who attacks there?
asked-compulsory-assault = Your line is bound to assault. With whom?
asked-declare-assault = Which hex do you assault, and with whom?
asked-follow-up-assault = The enemy slipped away. Follow up?
asked-retreat-before-melee = You are assaulted. Does it slip away?
asked-leader-slips-away = The hex is assaulted. Does your leader ride off?
asked-spare-horses = Spare the horses (a third of their strength), or spend them?
asked-use-leader-artillery = Which leader directs the guns?
asked-use-leader-melee = Which leader goes in with his men? He may be struck.
asked-use-leader-morale = Which leader steadies his men?
asked-melee-loss-hex = In which hex do your attackers bear their losses?
asked-advance-after-melee = The hex is won. Who advances into it?
asked-leave-square = Your horse must ride off the square. Where to?
asked-breakdown-loss = Which part bears the next loss?
asked-retreat-path = Several ways back are equally good. Which?
asked-recovery-order = Who tries to rally next?
asked-recovery-facing = It rallies. Which way does it face?
asked-leader-goes-along = His men are driven off. Does your leader go along?
asked-leader-returns = Your wounded leader is back. With whom?

# What done means.

done-designate-charges = no more charges
done-ride = halt here; horse that could strike and does not is routed, P38.46
done-reaction-move = halt here
done-movement = end movement
done-stack-order = leave the stacks as they are
done-defensive-fire = cease fire
done-offensive-fire = cease fire
done-declare-assault = no more assaults
done-follow-up-assault = do not follow
done-advance-after-melee = stay where you are
done-use-leader-artillery = no leader
done-use-leader-melee = no leader
done-use-leader-morale = no leader
done-form-square = stand as you are
done-evade = stand
done-reaction-charge = stay where you are
done-opportunity-fire = hold fire
done-opportunity-charge = let them pass
done-contact-fire = hold fire
done-skirmishers-fall-back = stay
done-join-contact = nobody joins
done-retreat-before-melee = stand
done-leader-slips-away = he stays

# In short.

title-designate-charges = Who charges?
title-ride = Ride
title-declare-target = Is this the target?
title-trample = How many are ridden down?
title-form-square = Form square?
title-evade = Run for shelter?
title-reaction-charge = Meet the charge?
title-reaction-move = Ride to meet them
title-movement = March
title-stack-order = The order of a stack
title-opportunity-fire = Opportunity fire?
title-opportunity-charge = Opportunity charge?
title-evade-charge = Where do they run?
title-contact-fire = Fire at contact?
title-defensive-fire = Defensive fire
title-offensive-fire = Offensive fire
title-skirmishers-fall-back = Skirmishers fall back?
title-join-contact = Who joins the melee?
title-compulsory-assault = An assault is compulsory
title-declare-assault = Declare assaults
title-follow-up-assault = Follow up?
title-retreat-before-melee = Retreat before melee?
title-leader-slips-away = Does the leader slip away?
title-spare-horses = Spare the horses?
title-use-leader-artillery = Which leader lays the guns?
title-use-leader-melee = Which leader leads the melee?
title-use-leader-morale = Which leader steadies them?
title-melee-loss-hex = Which hex takes the loss?
title-advance-after-melee = Who advances?
title-leave-square = Which way off the square?
title-breakdown-loss = Which part bears the loss?
title-retreat-path = Which way does it retreat?
title-recovery-order = Who recovers first?
title-recovery-facing = Which way does it face?
title-leader-goes-along = Does the leader go along?
title-leader-returns = To whom does the leader return?

# Standing orders: other names of what is asked, and some orders that are understood.

called-opportunity-fire = fire
called-contact-fire = fire
called-defensive-fire = fire
called-retreat-before-melee = slip away, fall back before melee
called-evade = run, evade
called-form-square = square
order-examples = decline fire under 10 %; form square when cavalry comes within reach and the odds of squaring are above 60 %; never react with opportunity fire beyond 3 hexes; always stand against skirmishers
