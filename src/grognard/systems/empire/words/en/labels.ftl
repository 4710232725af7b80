# What is printed beside a button, a hex or a figure, each a word by itself.

label-segment-preparatory-fire = Preparatory fire
label-segment-charges = Charges
label-segment-movement = Movement
label-segment-final-fire = Final fire

label-step-preparatory-fire = preparatory fire
label-step-charges = charges and shocks
label-step-movement = movement and rallying
label-step-final-fire = final fire

label-formation-line = Line
label-formation-column = Column
label-formation-column_square = Column square
label-formation-full_square = Full square
label-formation-skirmish = Skirmish
label-formation-limbered = Limbered
label-formation-unlimbered = In battery
label-formation-garrison = Garrison

label-state-good = good order
label-state-disordered = disordered
label-state-poor = poor
label-state-ordinary = ordinary
label-state-competent = competent
label-state-brilliant = brilliant
label-state-strategist = strategist

label-figure-strength = cohesion
label-figure-morale = morale
label-figure-class = class
label-figure-skirmish = skirmish
label-figure-calibre = calibre
label-figure-status = status
label-figure-points = points
label-value-irregular = irregular
label-value-militia = militia
label-value-line = line
label-value-elite = elite
label-value-guard = guard

label-terrain-building = building
label-terrain-garden = gardens
label-terrain-pond = pond
label-terrain-village = village
label-terrain-woods = woods

label-road-road = road
label-road-hedge = hedge
label-road-wall = wall
label-road-stream = stream
label-road-bridge = bridge

label-nation-french = French
label-nation-prussian = Prussian
label-nation-saxon = Saxon
