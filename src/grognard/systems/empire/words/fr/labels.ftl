# Ce qui est imprimé à côté d’un bouton, d’un hexagone ou d’un chiffre, chaque mot pour soi.

label-segment-preparatory-fire = Tir de préparation
label-segment-charges = Charges
label-segment-movement = Mouvement
label-segment-final-fire = Tir final

label-step-preparatory-fire = le tir de préparation
label-step-charges = les charges et les chocs
label-step-movement = le mouvement et le ralliement
label-step-final-fire = le tir final

label-formation-line = Ligne
label-formation-column = Colonne
label-formation-column_square = Colonne-carré
label-formation-full_square = Carré plein
label-formation-skirmish = Tirailleurs
label-formation-limbered = Attelée
label-formation-unlimbered = En batterie
label-formation-garrison = Garnison

label-state-good = en bon ordre
label-state-disordered = en désordre
label-state-poor = médiocre
label-state-ordinary = ordinaire
label-state-competent = compétent
label-state-brilliant = brillant
label-state-strategist = stratège

label-figure-strength = cohésion
label-figure-morale = moral
label-figure-class = classe
label-figure-skirmish = tirailleurs
label-figure-calibre = calibre
label-figure-status = rang
label-figure-points = points
label-value-irregular = irréguliers
label-value-militia = milice
label-value-line = ligne
label-value-elite = élite
label-value-guard = garde

label-terrain-building = bâtiment
label-terrain-garden = jardins
label-terrain-pond = étang
label-terrain-village = village
label-terrain-woods = bois

label-road-road = route
label-road-hedge = haie
label-road-wall = mur
label-road-stream = ruisseau
label-road-bridge = pont

label-nation-french = français
label-nation-prussian = prussien
label-nation-saxon = saxon
