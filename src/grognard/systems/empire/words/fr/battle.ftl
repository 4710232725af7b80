# Tours, commandement et mouvements.

TurnBegan = Tour { $turn }, { $time }
FirstChosen = actifs d’abord : { $side }
PlayerTurnBegan = à leur tour : { $side }
DivisionActivated = { $division } agit
SegmentBegan = { segment }
segment = { $segment ->
    [preparatory-fire] tir de préparation
    [charges] charges et chocs
    [movement] mouvement et ralliement
    [final-fire] tir final
   *[other] { $segment }
 }
DivisionEnded = { $division } a fini
MarkersLifted = les marqueurs d’action sont levés
PointsRolled = { $leader } lance { $die } : { $points ->
    [one] { $points } point de commandement
   *[other] { $points } points de commandement
 }
PointsSpent = { $leader } dépense { $points }
at-place = { $place }
near-place = { $place }, à { $far } UD { $heading }
Moved = { $unit } va vers { $to }, { formation }
formation = { $formation ->
    [line] en ligne
    [column] en colonne
    [column_square] en carré de colonne
    [full_square] en carré
    [skirmish] en tirailleurs
    [limbered] attelée
    [unlimbered] en batterie
    [garrison] en garnison
   *[other] { $formation }
 }
Activated = { $unit } est activé
Marked = { $unit } reçoit un marqueur d’action
Disordered = { $unit } tombe en désordre
LossTaken = { $unit } subit { $halves ->
    [1] une attrition, une demi-perte
    [2] 1 perte
   *[other] { $halves } demi-pertes
 }
Removed = { $unit } { $how ->
    [eliminated] est éliminé
    [fled] fuit hors de la table
    [withdrawn] est retiré
   *[other] a disparu
 }
Revealed = { $unit } est aperçu
Rode = { $leader } chevauche vers { $unit ->
    [none] { $at }
   *[other] { $unit }
 }
ObjectiveTaken = { $side } : { $objective } est à eux
BattleEnded = la bataille est finie : { $verdict }
Garrisoned = { $unit } entre dans { $building }
LeftBuilding = { $unit } quitte le bâtiment, { formation }
SkirmishersDetached = { $unit } envoie ses tirailleurs
SkirmishersRejoined = les tirailleurs de { $unit } sont de retour
Reacted = { $unit } réagit : { reaction }
reaction = { $how ->
    [charge] il charge
    [withdraw] il se replie
    [recoil] il recule
    [recoil-firing] il tire et recule
    [flee] il fuit
    [limber-and-flee] il attelle et fuit
    [fire] il tire
    [form-line] il veut former la ligne
    [form-column] il veut former la colonne
    [form-column_square] il veut se serrer en carré de colonne
    [form-full_square] il veut former le carré
    [form-limbered] il veut atteler
    [form-unlimbered] il veut mettre en batterie
   *[other] il veut tourner
 }
Deployed = { $unit } commence ici : { $to }
Arrived = { $unit } arrive sur la table, vers { $to }
Withdrawn = { $unit } quitte le champ de bataille
