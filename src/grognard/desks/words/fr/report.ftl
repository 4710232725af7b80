# Le rapport de bataille.

report-side = Camp
report-played = { $side } : { $player }.
report-player = { $level ->
    [human] une personne
    [outside] un automate de passage
    [random] Recrue
    [greedy] Avide
    [conscript] Conscrit
    [sergeant] Sergent
    [captain] Capitaine
    [colonel] Colonel
    [marshal] Maréchal
    [eager] Fougueux
    [holding] Sentinelle
   *[other] { $level }
 }{ $temper ->
    [aggressive] , offensif
    [cautious] , prudent
   *[none] {""}
 }
report-lines = { $lines ->
    [one] { $lines } ligne
   *[other] { $lines } lignes
 } au journal.
report-verdict = Verdict
report-not-over = La bataille n’est pas finie.
report-field = Le terrain
report-plates = { $side } : { $light ->
    [yes] plaques claires
   *[no] plaques sombres
 }
report-key = { $plates } ; les disques sont des pièces, les plaques divisées de la cavalerie ; barré : en désordre.
report-turn = Tour { $turn }{ $hour ->
    [none] { "" }
   *[other] , { $hour }
 }
report-losses = Pertes
report-curve = Éléments perdus : les lignes s’additionnent, les barres sont le tour lui-même
report-formations = { $side }, par formation
report-others = autres
report-turns = Tour
report-hours = Heure
report-moments = Moments décisifs
report-line = Ligne
report-happened = Ce qui arriva
report-luck = La chance
report-luck-text = Ce que les dés ont apporté, à côté de ce que de tels jets apportent en moyenne.
report-beside = Ce que les dés ont apporté au-delà de ce qu’on devait attendre, ou en deçà
report-throws-of = Jets de
report-counted = Compté
report-throws = Jets
report-brought = Apporté
report-expected = Attendu
report-thoughts = Ce que pensait l’ordinateur
report-order = Ordre
report-why = Pourquoi
report-formation = Formation
report-level = Niveau
report-strength = Force
report-lost = Perdu
report-fallen = Chefs hors de la bataille : { $leaders }.
report-nobody = personne à lui seul
report-place = Lieu
report-held = Tenu par
