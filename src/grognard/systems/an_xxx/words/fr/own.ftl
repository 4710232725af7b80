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
