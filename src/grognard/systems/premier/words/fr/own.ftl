# Les événements propres à Premier : vérifications avant la mêlée, table des sorts, table des carrés.

PreMeleeWeighed = Avant la mêlée en { $target } : { $attacking } éléments contre { $defending }, { $odds }

FateRead = { $unit } { $fate ->
    [stay] tient sa place
    [step_back] fait un pas en arrière
    [fall_back] se replie
    [disorder] doit reculer en désordre
    [disorder_in_place] tombe en désordre sur place
    [rout] doit fuir
    [surrender] doit se rendre
    [eliminated] est anéanti
   *[other] { $fate }
 } (matrice { $code })

GunsAbandoned = { $unit } perd son infanterie de soutien

BrokeSquare = { $unit } quitte le carré pour la colonne, face { facing }

SquareRolled = { $units } { $units-count ->
    [one] tente
   *[other] tentent
 } de former le carré, cavalerie à { $distance ->
    [one] { $distance } hexagone
   *[other] { $distance } hexagones
 } (rang { $row }, { $formation ->
    [line] ligne
    [column] colonne
    [skirmish] tirailleurs
    [general] ordre général
    [other] autre
   *[unknown] { $formation }
 }) : { $dice } : { $result ->
    [carre] le carré est formé
    [disorder] tout finit en désordre
    [rout] c’est la fuite
   *[other] { $result }
 }
SteppedBack = { $unit } fait un pas en arrière en { $hexes }
AssaultLapsed = L’assaut de { $units } sur { $target } tombe
TookHex = { $unit } prend { $hexes }
