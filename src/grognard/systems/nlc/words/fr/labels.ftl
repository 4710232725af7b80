# Ce qui est imprimé à côté d’un bouton, d’un hexagone ou d’un chiffre, chaque mot pour soi.

label-segment-reinforcement = Renforts
label-segment-command = Commandement
label-segment-chits = Jetons
label-segment-initial-action = Action initiale
label-segment-formations = Formations
label-segment-reserve = Réserve
label-segment-turn-end = Fin du tour
label-segment-player-turn = Tour du joueur
label-segment-order-of-play = Qui joue d’abord
label-segment-bombardment = Bombardement
label-segment-charge = Charge
label-segment-movement = Mouvement
label-segment-assault = Assaut

label-step-bombardment = bombardement
label-step-charge = les charges
label-step-movement = le mouvement
label-step-assault = assauts

label-weather-clear = clair
label-weather-rain = pluie
label-weather-night = nuit

label-state-good = en bon ordre
label-state-disrupted = désorganisée

label-figure-strength = pas
label-figure-morale = moral
label-figure-morale_defending = moral en défense
label-figure-pursuit = poursuite
label-figure-men = hommes
label-figure-guns = canons
label-figure-move = marche
label-figure-rating = valeur

label-terrain-clear = terrain découvert
label-terrain-town = ville
label-terrain-chateau = château
label-terrain-woods = bois

label-feature-stream = Ruisseau
label-feature-bridge = Pont
label-feature-crest = Crête
label-feature-impassable = Infranchissable

label-road-road = route
label-road-trail = sentier

label-nation-blue = bleu
label-nation-red = rouge
label-nation-british = britannique
label-nation-brunswick = de Brunswick
label-nation-dutch = néerlandais
label-nation-french = français
label-nation-french_guard = Garde française
label-nation-hanoverian = hanovrien
label-nation-nassau = de Nassau
