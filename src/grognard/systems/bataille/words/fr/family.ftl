# Ce que partagent les éditions de La Bataille.

TurnBegan = --- Tour { $turn }, { $time }, { weather } ---
SequenceBegan = -- { $side } --
SegmentBegan = - { segment } -
Moved = { $unit } marche vers { $hexes }, face { facing }
Turned = { $unit } pivote
FormationChanged = { $unit } se forme { formation } en { $hexes }, face { facing }
Shrank = { $unit } serre les rangs en { $hexes }
LostIncrements = { $unit } perd { increments } { $cause ->
    [fire] sous le feu
    [melee] dans la mêlée
    [retreat] dans sa retraite
    [trample] sous les sabots
    [recovery] en traînards
   *[other] ({ $cause })
 }
Disordered = { $unit } tombe en désordre
Routed = { $unit } est en déroute
Removed = { $unit } { $fate ->
    [destroyed] perd son dernier homme
    [eliminated] n’existe plus
    [surrendered] s’est rendu
    [off-map] s’enfuit de la carte
    [replaced] cède la place à d’autres pions
    [captured] est aux mains de l’ennemi
   *[other] disparaît : { $fate }
 }
Marked = { $unit } { mark }
Unmarked = { $unit }, fini : { mark }
StackOrdered = en { $at }, de haut en bas : { $units }

facing = { $facing ->
    [N] au N
    [NE] au NE
    [E] à l’E
    [SE] au SE
    [S] au S
    [SW] au SO
    [W] à l’O
    [NW] au NO
    [NNE] au NNE
    [SSE] au SSE
    [SSW] au SSO
    [NNW] au NNO
   *[other] { $facing }
 }
formation = { $formation ->
    [column] en colonne
    [line] en ligne
    [square] en carré
    [general] en ordre général
    [skirmish] en tirailleurs
    [road] en marche route
    [companies] en colonne par compagnies
    [limbered] sur avant-train
    [unlimbered] en batterie
   *[other] { $formation }
 }
readiness = { $readiness ->
    [fresh] frais
    [tired] fatigués
    [exhausted] épuisés
   *[other] { $readiness }
 }
segment = { $segment ->
    [charge] charges
    [movement] mouvement
    [defensive-fire] feu défensif
    [offensive-fire] feu offensif
    [melee] mêlées
    [recovery] ralliement
   *[other] { $segment }
 }
weather = { $weather ->
    [dry] temps sec
    [clear] temps clair
    [rain] pluie
    [soaked] pluie, les cartouches sont trempées
    [heavy_rain] forte pluie
    [light_rain] pluie fine
    [fog] brouillard
    [variable] temps variable
    [night] nuit
   *[other] { $weather }
 }
increments = { $count ->
    [one] { $count } élément
   *[other] { $count } éléments
 }

# Marqueurs : ce qui est posé sur une unité, et ce que cela veut dire.

mark = { $mark ->
    [abandoned] perd son infanterie de soutien
    [approached] est venu près d’un rideau de cavaliers
    [alert] est en alerte : aucune surprise ne la retient
    [balked] a refusé de charger, et n’attaque personne pendant ce tour de joueur
    [broke] a plié sous la charge
    [charged] a chargé, et ne bouge plus pendant ce tour de joueur
    [committed] doit donner l’assaut { $rest }
    [contact] est au corps à corps avec { $rest }
    [dared] a fait son unique charge contre des troupes fermes
    [declined] passe sans attaquer { $rest }
    [fatigue] a les chevaux fatigués
    [fell-back] a reculé devant l’ennemi
    [fell-back-horse] a cédé devant la cavalerie
    [fired-first] a fait feu sur la charge
    [footsore] n’a pu presser le pas, et ne bouge pas
    [force-march] est en marche forcée
    [held] recule d’effroi : pas plus près de l’ennemi pendant ce segment
    [melee] a combattu
    [met] a rencontré l’ennemi
    [moved-half] a mené ses chevaux jusqu’à la moitié de leur mouvement
    [moved-more] a mené ses chevaux au-delà de la moitié de leur mouvement
    [named] est désigné pour charger, et ne bouge plus pendant ce tour de joueur
    [no-move] ne bouge pas à son prochain mouvement
    [opp-charged] a fait une charge d’opportunité
    [reacted] a fait une charge de réaction
    [reacting] va à la rencontre d’une charge
    [rest] repose ses chevaux
    [rode-out] est allé à la rencontre d’une charge, et ne bouge pas à son prochain mouvement
    [run] arrive d’un seul élan
    [shelter] a pris abri
    [stood] tient ferme contre la charge
    [stunned] est sous le choc du canon
    [tried-oppcharge] a tenté une charge d’opportunité
    [tried-reaction] a tenté de réagir
    [tried-square] a tenté de former le carré
    [unrecalled] n’écoute plus personne
   *[other] porte la marque { $mark }
 }

# Plusieurs pas d’une unité en une ligne.

run = { $unit } { $kind ->
    [Turned] pivote
    [FacedAbout] fait demi-tour
    [Rode] galope
    [ReactorRode] va à la rencontre de la charge
    [RetreatMoved] recule
   *[Moved] marche
 }{ $steps ->
    [0] { "" }
    [1] { " " }vers { $way }
   *[other] { " " }par { $way }
 }{ $facing ->
    [none] { "" }
   *[other] , face { facing }
 }
