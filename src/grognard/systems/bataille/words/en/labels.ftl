# What is printed beside a button, a hex or a figure, each a word by itself.

label-segment-charge = Charge
label-segment-movement = Movement
label-segment-defensive-fire = Def. fire
label-segment-offensive-fire = Off. fire
label-segment-melee = Melee
label-segment-recovery = Recovery

label-step-charge = charge segment
label-step-movement = movement segment
label-step-defensive-fire = defensive fire
label-step-offensive-fire = offensive fire
label-step-melee = melee segment
label-step-recovery = recovery segment

label-calendar-level_check = morale levels are counted

label-weather-clear = clear
label-weather-dry = dry
label-weather-dust = dust
label-weather-fog = fog
label-weather-rain = rain
label-weather-light_rain = light rain
label-weather-heavy_rain = heavy rain
label-weather-soaked = soaked ground
label-weather-variable = changing
label-weather-night = night

label-formation-column = Column
label-formation-line = Line
label-formation-square = Square
label-formation-general = General order
label-formation-skirmish = Skirmish
label-formation-road = Road march
label-formation-companies = Column of companies
label-formation-limbered = Limbered
label-formation-unlimbered = In battery

label-state-good = good order
label-state-disorder = disordered
label-state-rout = routed

label-readiness-fresh = fresh
label-readiness-tired = tired
label-readiness-exhausted = exhausted

label-figure-strength = increments
label-figure-fire = fire
label-figure-melee = melee
label-figure-morale = morale
label-figure-move = move
label-figure-check = check at
label-figure-short = 1–2 hexes
label-figure-medium = 3–5
label-figure-long = 6–8
label-figure-limbers = limbers
label-figure-fresh = fresh
label-figure-tired = tired
label-figure-exhausted = exhausted
label-figure-lance = lance
label-figure-line = line
label-figure-square = square
label-figure-skirmish = skirmish
label-about-check = The losses to fire after which it checks its morale
label-value-every = every
label-value-even = even
label-value-odd = odd
label-value-from_2nd = from 2nd
label-value-special = special
label-value-none = none

label-terrain-clear = clear ground
label-terrain-hamlet = hamlet
label-terrain-village = village
label-terrain-town = town
label-terrain-woods = woods
label-terrain-forest = forest
label-terrain-garden = gardens
label-terrain-orchard = orchard
label-terrain-vineyard = vineyard
label-terrain-marsh = marsh
label-terrain-swamp = swamp
label-terrain-pond = pond
label-terrain-earthwork = earthwork
label-terrain-entrenchment = entrenchment
label-terrain-loopholed = loopholed walls

label-feature-wall = Wall
label-feature-dyke = Dyke
label-feature-stream = Stream
label-feature-stream_ford = Ford
label-feature-river = River
label-feature-river_ford = Ford of the river
label-feature-city_wall = City wall
label-feature-wooden_bridge = Wooden bridge
label-feature-stone_bridge = Stone bridge

label-road-highroad = highroad
label-road-road = road
label-road-track = track
label-road-trail = trail

label-nation-Bavarian = Bavarian
label-nation-Croat = Croat
label-nation-French = French
label-nation-Italian = Italian
label-nation-Polish = Polish
label-nation-Prussian = Prussian
label-nation-Rheinbund = of the Rhine
label-nation-Russian = Russian
label-nation-Saxon = Saxon
label-nation-Swedish = Swedish
label-nation-Westphalian = Westphalian
label-nation-Wuerttemberg = Württemberg
label-nation-Wuerzburg = Würzburg
