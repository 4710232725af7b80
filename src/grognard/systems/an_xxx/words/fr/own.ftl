# Ce que l'An XXX dit autrement que l'édition de base, et ses propres événements.

segment = { $segment ->
    [declaration] déclarations
    [charge] charges
    [movement] mouvement
    [defensive-fire] feu défensif
    [offensive-fire] feu offensif
    [assault] assauts
    [recovery] réorganisation
   *[other] { $segment }
 }

Marked = { $unit } { own-mark }
Unmarked = { $unit } n’est plus : { own-mark }
own-mark = { $mark ->
    [assault] donne l’assaut à { $rest }
    [assaulted] est la cible d’un assaut
    [closed] a abordé l’ennemi
    [held-fire] retient son feu
    [could-not-retreat] se replierait, et ne le peut
    [grand] est de la grande charge
    [combined] charge { $rest } avec d’autres
    [waits] attend les autres de sa charge
    [short] n’a guère chevauché
    [asked-back] a été invité à se replier
    [asked-to-form] a été invité à se former
    [rode-down] a renversé l’ennemi
    [track] se souvient du chemin par où il est venu
    [caught] s’est replié devant une charge
    [leaderless] est abandonné par son chef
    [prone] se couche
    [could-fire] a encore son feu
    [gave-fire] a donné son feu
    [first-fired] a tiré sa première salve
    [shots] a encore { $rest } coups
    [fled] s’est enfui
    [lobbed] a tiré de ses obusiers
    [risen] s’est relevé
    [in-column] est venu en colonne
    [halted] a déclaré son assaut
    [once-more] peut encore déclarer un assaut
    [just-came] vient d’arriver
    [stormed] a subi un assaut au tour { $rest }
    [fired-close] a tiré sur { $rest }
    [old-guard-charged] a chargé comme la Vieille Garde
   *[other] { mark }
 }

ShotsCounted = { $unit } a encore { $left ->
    [one] { $left } coup
   *[other] { $left } coups
 }
ResupplyTried = { $unit } envoie chercher des munitions à { $wagon } : { $die }, { $refilled ->
    [yes] elle en est pourvue
   *[other] en vain
 }
CaissonExploded = Un caisson saute en { $at } : { $what }
ThingPlaced = { $fate ->
    [wagon] { $thing } est mené en { $at }
    [hit] { $thing } est touché en { $at }
    [guns] { $thing } est sans servants en { $at }
    [taken] { $thing } est pris
   *[other] { $thing } est détruit
 }
GunsOverrun = { $unit } est perdue en { $at } : { $die }, { $spiked ->
    [yes] les canons sont encloués
   *[other] les canons sont abandonnés
 }
GunsCrewed = { $unit } est de nouveau servie en { $at }

asked-howitzer-fire = Vos obusiers : sur quel hexagone jettent-ils leurs obus ?
title-howitzer-fire = Lancer des obus ?
done-howitzer-fire = plus d’obus
ShellsFell = Des obus sur { $target } : { $die }, { $far ->
    [0] au but
    [one] à { $far } hexagone
   *[other] à { $far } hexagones
 }
HexCaughtFire = { $at } est en feu
HexBurntOut = Le feu en { $at } s’est éteint

asked-drive-wagons = Vos caissons : où les mène-t-on ?
title-drive-wagons = Mener les caissons ?
done-drive-wagons = ils restent où ils sont
do-grand = Grande charge menée par { $leader } : { $units }
do-combine = { $units } chargent ensemble { $at }
do-drill = { $word ->
    [prone] { $who } se couche
    [rise] { $who } se relève
   *[other] { $who } va en { $word }
 }
