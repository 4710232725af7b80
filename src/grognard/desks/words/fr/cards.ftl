# Les réponses, telles qu’elles sont offertes.

do-march = Marcher vers { $at }
do-turn = Face { $facing }
do-step = { $at ->
    [none] Face { $facing }
   *[other] Galoper en { $at }
 }
do-lead = { $who } se rend en { $at }
do-pick = { $choice }
pick-path = Vers { $at } par { $way }
pick-at = Hexagone { $at }
pick-to = { $who } vers { $at }
heading = { $heading ->
    [N] au nord
    [NNE] au nord-nord-est
    [NE] au nord-est
    [E] à l’est
    [SE] au sud-est
    [SSE] au sud-sud-est
    [S] au sud
    [SSW] au sud-sud-ouest
    [SW] au sud-ouest
    [W] à l’ouest
    [NW] au nord-ouest
   *[NNW] au nord-nord-ouest
 }

# Les fiches : la suite d’une attaque.

together = en tout
the-account = Le compte, maillon par maillon
adds-up = Le compte
in-the-end = À la fin
held-by-us = l’hexagone est à nous
held-by-them = l’hexagone est à eux
held-by-nobody = l’hexagone reste vide
beside = l’hexagone est à nous { $ours } ; nous perdons { $lost }, eux { $taken } en moyenne
estimate = estimé
we-lose = Nous perdons
they-lose = Ils perdent
unit-loses = { $unit } perd
unit-ends = { $unit } finit
loss = { $count ->
    [0] rien
    [one] { $count } perdu
   *[other] { $count } perdus
 }
on-average = { $n } en moyenne
on-the-way = En chemin
by-unit = Unité par unité
granted = Tenu pour acquis
bounds = Trop de branches pour les suivre toutes : { $rest } restent ouverts. Chaque chance est entre les deux nombres donnés.
bounds-small = Un reste trop petit pour être montré n’a pas été suivi jusqu’au bout.
not-followed = non suivi
not-reached = on n’y vient pas
unseen = troupes hors de vue
stage-check = { $about } teste : { $why }
stage-fire = Feu sur { $about }
stage-hits = { $about } touche
check-any = le moral
hits-made = { $count ->
    [0] rien
    [one] { $count } coup
   *[other] { $count } coups
 }
end-passes = réussit
end-fails = échoue
end-good = en bon ordre
end-untouched = comme avant
end-disorder = désordonné
end-disrupted = désorganisé
end-rout = en déroute
end-retreated = repoussé
end-broken-down = disloqué
end-off-the-map = hors de la carte
end-surrendered = capturé
end-captured = capturé
end-eliminated = éliminé
end-destroyed = détruit
end-unhurt = indemne
end-wounded = blessé
end-killed = tué
end-lost = perdu

# Ce que l’ennemi pourrait faire.

threat = Ce que l’ennemi pourrait faire
threatened = { $count ->
    [0] Tel qu’il est placé, il ne peut ni tirer sur les vôtres ni les atteindre.
   *[other] Hexagones à vous sous la menace : { $count }.
 }
all-threatened = Tous les hexagones menacés
feared = { $at } : { $units }
safe = Rien ne peut arriver à { $at } tel que l’ennemi est placé.
near = Pourraient approcher : { $units }
all-chances = Toutes les chances
loss-chance = une perte { $chance }
lost-chance = hexagone perdu { $chance }
harm-chance = une perte { $chance }
worst = au pire { $unit } { $state } { $chance }
worst-loss = au plus { $count } perdus

# La vue.

sight-along = Vue, de { $from } à { $to }
sight-clear = La ligne est dégagée{ $count ->
    [0] { "" }
    [one] , { $count } hexagone
   *[other] , { $count } hexagones
 }.
sight-blocked = Arrêtée en { $at } : { $reason }.
tag-clear = vue dégagée
tag-blocked = vue arrêtée en { $at }
trait-facing = face { $facing }
trait-by = par { $way }
trait-points = { $points } points
