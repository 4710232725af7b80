# Ce qui décide la bataille : objectifs, récompenses et rupture d’une armée.

aim-broken = Une armée se rompt
aim-break = autant de points de rupture que d’unités au départ finissent la bataille pour un camp
tally-break = { $side } : { $have } points de rupture sur { $want }
aim-objective = { $place }, { $points } { $points ->
    [one] point
   *[other] points
 } : { $holder ->
    [none] à personne
   *[other] tenu par { $holder }
 }
aim-reward = { $what ->
    [eliminated] Une unité ennemie éliminée
    [battery] Une batterie ennemie prise
    [commander] Un commandant ennemi perdu
   *[withdrawn] Une de vos unités ramenée
 } : { $points } { $points ->
    [one] point
   *[other] points
 }
