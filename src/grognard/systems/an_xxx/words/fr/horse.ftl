# Les questions de la cavalerie dans l'An XXX.

WaveCalledUp = Sans décision : { $units } { $units-count ->
    [one] lance
   *[other] lancent
 } la vague { $wave } contre { $target }

asked-cavalry-attack = Quelle cavalerie attaque sans charger ?
asked-square-hex = Dans lequel de ses hexagones forme-t-elle le carré ?
asked-retreat-before-charge = La cavalerie ennemie charge. La vôtre se replie-t-elle hors de portée ?
asked-form-up = La cavalerie ennemie charge vos tirailleurs montés. Se forment-ils ?

title-cavalry-attack = Attaquer ?
title-square-hex = Le carré, où ?
title-retreat-before-charge = Se replier ?
title-form-up = Se former ?

done-cavalry-attack = plus d’attaques
done-retreat-before-charge = rester sur place
done-form-up = rester en tirailleurs
