# The questions of horse in An XXX.

WaveCalledUp = A blank: { $units } bring up wave { $wave } against { $target }

asked-cavalry-attack = Which cavalry attacks without a charge?
asked-square-hex = In which of its hexes does it form square?
asked-retreat-before-charge = Enemy horse charges. Does yours go back out of its reach?
asked-form-up = Enemy horse charges your mounted skirmishers. Do they form up?

title-cavalry-attack = Attack?
title-square-hex = Square where?
title-retreat-before-charge = Go back?
title-form-up = Form up?

done-cavalry-attack = no more attacks
done-retreat-before-charge = stay where you are
done-form-up = stay in skirmish order
