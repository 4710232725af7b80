# Charges, chocs et poursuites.

ChargeDeclared = { $unit } chargera { $target }
ChargeLapsed = la charge de { $unit } n’a plus de cible
ChargeAnswered = { $unit } { charge-answer }
charge-answer = { $how ->
    [stand] tient ferme
    [counter-charge] contre-charge
    [flee] s’enfuit
    [shelter] abandonne ses pièces : les servants courent vers un carré
    [form-line] veut se mettre en ligne
    [form-column] veut se mettre en colonne
    [form-column_square] veut serrer en colonne-carré
    [form-full_square] veut former le carré
    [form-limbered] veut atteler
    [form-unlimbered] veut mettre en batterie
   *[other] veut lui faire face
 }
ReinedIn = { $unit } interrompt sa charge
ChargeFellShort = la charge de { $unit } s’arrête trop court
Sheltered = les servants de { $unit } courent vers { $square }
ShelterEnded = les servants de { $unit } reviennent à leurs pièces
ControlTested = { $unit } est retenu : { $die }, il faut { $needed } : { $held ->
    [yes] il obéit
   *[other] il poursuit sa course
 }
ManoeuvreTested = { $unit } manœuvre devant l’ennemi : { $die }, il faut { $needed } : { $passed ->
    [yes] réussi
   *[other] manqué
 }
ShockFought = { $principal } et { $target } en viennent aux mains, { $difference } pour l’attaque : { $winner } l’emporte, { $loser } { $result ->
    [melee] cède dans la mêlée
    [defeated] est battu
    [routed] est en déroute
   *[other] est détruit
 }
BuildingTaken = { $unit } prend { $building }
PursuitHeld = { $unit } ne poursuit pas
RiddenDown = { $unit } est rattrapé par { $by }

title-charge = Charges
asked-charge = Quelles unités chargent, et qui ?
done-charge = plus de charges
do-charge = { $who } charge { $other }{ $formation ->
    [line] , en ligne d’abord
    [column] , en colonne d’abord
   *[other] {""}
 }
short-charge = charger
title-next-charge = Charges
asked-next-charge = Quelle charge vient ensuite ?
pick-next-charge = celle contre { $choice }
title-new-target = Une charge sans cible
asked-new-target = Sa cible a disparu. Qui charge-t-elle ?
pick-new-target = { $choice ->
    [lapse] laisser la charge
   *[other] { $choice }
 }
title-charged = Chargé
asked-charged = Ils arrivent. Que fait votre unité ?
do-respond = { $choice ->
    [stand] tenir ferme
    [counter-charge] contre-charger
    [flee] s’enfuir
    [shelter] envoyer les servants dans un carré
    [form-line] se mettre en ligne
    [form-column] se mettre en colonne
    [form-column_square] former une colonne-carré
    [form-full_square] former le carré
    [form-limbered] atteler et partir
    [form-unlimbered] mettre en batterie
   *[other] faire face { $choice }
 }
title-control = Les retenir ?
asked-control = Votre cavalerie peut encore interrompre sa charge.
pick-control = { $choice ->
    [rein-in] essayer d’interrompre
   *[other] poursuivre la charge
 }
title-shock-support = Soutien par le feu
asked-shock-support = Qui soutient ce choc par son feu ?
do-support = { $units ->
    [none] personne
   *[other] { $units }
 }
title-principal = Qui mène l’attaque ?
asked-principal = Deux sont égaux. Qui porte le choc ?
pick-principal = { $choice }
title-advance = Avancer ?
asked-advance = Vous avez tenu. Avancer de 1 UD ?
pick-advance = { $choice ->
    [go-on] avancer
   *[other] rester
 }
title-pursuit = Poursuite
asked-pursuit = Poursuivre, et dans quelle direction ?
do-pursue = { $who } poursuit { $choice ->
    [ahead] tout droit
   *[other] en conversant { $choice }
 }
turned-left = de { $degrees } degrés à gauche
turned-right = de { $degrees } degrés à droite
turned-face = { $heading } ({ $degrees } degrés)
do-hold-back = { $who } se retient
title-pursued = Poursuivants
asked-pursued = Un poursuivant est sur vous.
pick-pursued = { $choice ->
    [stand] tenir ferme
   *[other] contre-charger
 }

Rallied = { $unit } se rallie
LossRecovered = des hommes reviennent à { $unit }
do-rally = rallier { $unit }
do-recover = ramener une perte de { $unit }

title-support-moves = Soutenir la charge
asked-support-moves = Qui se place derrière ou à côté des chargeurs ?
done-support-moves = plus personne
