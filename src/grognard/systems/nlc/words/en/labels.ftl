# What is printed beside a button, a hex or a figure, each a word by itself.

label-segment-reinforcement = Reinforcement
label-segment-command = Command
label-segment-chits = Chits
label-segment-initial-action = Initial action
label-segment-formations = Formations
label-segment-reserve = Reserve
label-segment-turn-end = Turn end
label-segment-player-turn = Player turn
label-segment-order-of-play = Who plays first
label-segment-bombardment = Bombard
label-segment-charge = Charge
label-segment-movement = Movement
label-segment-assault = Assault

label-step-bombardment = bombardment
label-step-charge = charge segment
label-step-movement = movement segment
label-step-assault = assaults

label-weather-clear = clear
label-weather-rain = rain
label-weather-night = night

label-state-good = good order
label-state-disrupted = disrupted

label-figure-strength = steps
label-figure-morale = morale
label-figure-morale_defending = morale defending
label-figure-pursuit = pursuit
label-figure-men = men
label-figure-guns = guns
label-figure-move = move
label-figure-rating = rating

label-terrain-clear = clear ground
label-terrain-town = town
label-terrain-chateau = chateau
label-terrain-woods = woods

label-feature-stream = Stream
label-feature-bridge = Bridge
label-feature-crest = Crest
label-feature-impassable = No way across

label-road-road = road
label-road-trail = trail

label-nation-blue = Blue
label-nation-red = Red
label-nation-british = British
label-nation-brunswick = Brunswick
label-nation-dutch = Dutch
label-nation-french = French
label-nation-french_guard = French Guard
label-nation-hanoverian = Hanoverian
label-nation-nassau = Nassau
