# Ce qui est imprimé à côté d’un bouton, d’un hexagone ou d’un chiffre, chaque mot pour soi.

label-segment-charge = Charge
label-segment-movement = Mouvement
label-segment-defensive-fire = Feu déf.
label-segment-offensive-fire = Feu off.
label-segment-melee = Mêlée
label-segment-recovery = Ralliement

label-step-charge = les charges
label-step-movement = le mouvement
label-step-defensive-fire = le feu défensif
label-step-offensive-fire = le feu offensif
label-step-melee = la mêlée
label-step-recovery = le ralliement

label-calendar-level_check = on compte les niveaux de moral

label-weather-clear = clair
label-weather-dry = sec
label-weather-dust = poussière
label-weather-fog = brouillard
label-weather-rain = pluie
label-weather-light_rain = pluie légère
label-weather-heavy_rain = forte pluie
label-weather-soaked = sol détrempé
label-weather-variable = variable
label-weather-night = nuit

label-formation-column = Colonne
label-formation-line = Ligne
label-formation-square = Carré
label-formation-general = Ordre général
label-formation-skirmish = Tirailleurs
label-formation-road = Marche route
label-formation-companies = Colonne par compagnies
label-formation-limbered = Attelée
label-formation-unlimbered = En batterie

label-state-good = en bon ordre
label-state-disorder = en désordre
label-state-rout = en déroute

label-readiness-fresh = frais
label-readiness-tired = fatigué
label-readiness-exhausted = épuisé

label-figure-strength = éléments
label-figure-fire = feu
label-figure-melee = mêlée
label-figure-morale = moral
label-figure-move = marche
label-figure-check = test à
label-figure-short = 1–2 hex.
label-figure-medium = 3–5
label-figure-long = 6–8
label-figure-limbers = attelle
label-figure-fresh = frais
label-figure-tired = fatigués
label-figure-exhausted = épuisés
label-figure-lance = lance
label-figure-line = ligne
label-figure-square = carré
label-figure-skirmish = tiraill.
label-about-check = Les pertes au feu après lesquelles elle teste son moral
label-value-every = chaque
label-value-even = pair
label-value-odd = impair
label-value-from_2nd = dès la 2e
label-value-special = à part
label-value-none = aucun

label-terrain-clear = terrain découvert
label-terrain-hamlet = hameau
label-terrain-village = village
label-terrain-town = ville
label-terrain-woods = bois
label-terrain-forest = forêt
label-terrain-garden = jardins
label-terrain-orchard = verger
label-terrain-vineyard = vigne
label-terrain-marsh = marais
label-terrain-swamp = marécage
label-terrain-pond = étang
label-terrain-earthwork = ouvrage de terre
label-terrain-entrenchment = retranchement
label-terrain-loopholed = murs crénelés

label-feature-wall = Mur
label-feature-dyke = Digue
label-feature-stream = Ruisseau
label-feature-stream_ford = Gué
label-feature-river = Rivière
label-feature-river_ford = Gué de la rivière
label-feature-city_wall = Enceinte
label-feature-wooden_bridge = Pont de bois
label-feature-stone_bridge = Pont de pierre

label-road-highroad = chaussée
label-road-road = route
label-road-track = chemin
label-road-trail = sentier

label-nation-Bavarian = bavarois
label-nation-Croat = croate
label-nation-French = français
label-nation-Italian = italien
label-nation-Polish = polonais
label-nation-Prussian = prussien
label-nation-Rheinbund = du Rhin
label-nation-Russian = russe
label-nation-Saxon = saxon
label-nation-Swedish = suédois
label-nation-Westphalian = westphalien
label-nation-Wuerttemberg = wurtembergeois
label-nation-Wuerzburg = de Wurtzbourg
