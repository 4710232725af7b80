# Le feu, le moral, le recul, et les chefs en danger.

ShotFired = { $unit } { $ricochet ->
    [yes] ricoche sur { $target }
   *[other] { fire-kind } sur { $target }
 } : { $die }, { losses }
fire-kind = { $kind ->
    [volley] tire une salve
    [skirmish] fait tirer ses tirailleurs
    [battalion] fait tirer ses pièces de bataillon
   *[other] tire, { $band ->
        [short] à courte portée,
        [effective] à bonne portée,
       *[other] à longue portée,
     }
 }
losses = { $halves ->
    [0] aucune perte
    [1] une demi-perte
    [2] 1 perte
    [3] une perte et demie
    [4] 2 pertes
    [5] deux pertes et demie
    [6] 3 pertes
    [8] 4 pertes
   *[other] { $halves } demi-pertes
 }
FireSpent = { $unit } a tiré
MoraleTested = { $unit } éprouve son moral : { $die } et { $morale }, il faut { $needed } : { $held ->
    [yes] elle tient
   *[other] elle cède
 }
FellBack = { $unit } { $flight ->
    [yes] fuit
   *[other] se retire
 } vers { $to }, { formation }
CommanderTested = { $leader } avec { $unit } : { $roll }, { $needed } est fatal : { $lost ->
    [yes] il est touché
   *[other] indemne
 }
CommanderLost = { $leader } est { $captured ->
    [yes] pris
   *[other] perdu
 }{ $replaced ->
    [no] , et personne ne le remplace
   *[other] ; un chef { grade } le remplace
 }
grade = { $grade ->
    [poor] médiocre
    [ordinary] ordinaire
    [competent] capable
    [brilliant] brillant
   *[other] de grand talent
 }
CommanderSaved = { $leader } rejoint { $unit }

title-preparatory-fire = Feu préparatoire
asked-preparatory-fire = Feu préparatoire : qui tire avant que l’on bouge ?
done-preparatory-fire = plus de feu
title-final-fire = Feu final
asked-final-fire = Feu final : qui tire ?
done-final-fire = plus de feu
title-answer = Riposte
asked-answer = On tire sur vous. Comment votre unité riposte-t-elle ?
do-fire = { $who } tire sur { $other }, { fire-way }
short-fire = tirer { fire-way }
fire-way = { $choice ->
    [volley] par feu de salve
    [volley-supported] par feu de salve, avec soutien
    [skirmish] avec ses tirailleurs
    [skirmish-supported] avec ses tirailleurs, avec soutien
    [battalion] avec ses pièces de bataillon
    [battalion-supported] avec ses pièces de bataillon, avec soutien
    [guns-supported] avec ses pièces, avec soutien
    [guns-limber] avec ses pièces, puis attelle
    [guns-supported-limber] avec ses pièces, avec soutien, puis attelle
   *[other] avec ses pièces
 }

link-shot = Le tir
link-answer = La riposte
link-their-morale-after-the-worst-of-it = Leur moral après le pire
result-holds = tient
result-fails = cède
stage-hits = { $about } tire
stage-ricochet = { $about } : le boulet ricoche
check-morale = moral
