# Chefs, arrivées, niveaux, horloges et la fin.

LeaderMoved = { $leader } se rend en { $to }{ for-points }
LeaderJoined = { $leader } reste auprès de { $unit }
LeaderParted = { $leader } reste en arrière quand son unité part
LeaderArrived = { $leader } arrive avec { $unit }
LeaderFellBack = { $leader } se met hors d’atteinte en { $to }
LeaderDisplaced = { $leader }, sans personne pour le couvrir, s’échappe de { $came_from } vers { $to }
LeaderCaptured = { $leader } est fait prisonnier en { $at }, { $cause ->
    [cavalry] seul devant la cavalerie
    [melee] dans la mêlée
    [no-way] sans issue
    [surrendered] avec les hommes qui se rendent
    [surrounded] de toutes parts entouré
   *[other] { $cause }
 }
LeaderPicked = Parmi les chefs en { $at } le sort tombe sur { $leader } { $lot ->
    [yes] par tirage
   *[no] (dé { $die })
 }
LeaderHit = { $leader } est touché { $by ->
    [fire] par le feu
    [melee] dans la mêlée
   *[other] ({ $by })
 } : { $die }, { $wound ->
    [head] à la tête
    [chest] à la poitrine
    [leg] à la jambe
    [arm] au bras
    [captured] et jeté à bas : il serait pris
    [stunned] d’un coup qui l’étourdit
    [graze] légèrement
   *[other] { $wound }
 }{ $again ->
    [yes] { " " }; mais le feu ne prend personne, et le dé est rejeté
   *[no] { "" }
 }
LeaderKilled = { $leader } est mort
LeaderWounded = { $leader } est emporté pour { $hours ->
    [one] { $hours } heure
   *[other] { $hours } heures
 } ({ $dice }), jusqu’au tour { $until }
LeaderStunned = { $leader } est étourdi pour { $turns ->
    [one] { $turns } tour
   *[other] { $turns } tours
 }, jusqu’au tour { $until }
LeaderGrazed = { $leader } reste, mais ses hommes ont tout vu
LeaderSteadied = { $leader } est redevenu lui-même
LeaderReturned = { $leader } est de retour, auprès de { $unit }

WeatherTurned = Le temps de cette heure : { weather } (dé { $die })
LevelsSet = Les niveaux de moral sont comptés à l’heure juste
level = { $body } : { $ineffective } hors de combat sur { $battalions }, niveau { $level }

ArrivalDiced = { $side } : un dé pour l’arrivée de { $group } au tour { $turn }{ $secret ->
    [yes] , en secret
   *[no] { " " }: { $die }
 }
ArrivalWritten = { $group } viendra à partir du tour { $turn } : vous seul le savez
ReinforcementsDue = { $group } ({ $side }) peut entrer sur la carte dès maintenant{ $secret ->
    [yes] , ce que l’ennemi ignore
   *[no] { "" }
 } : { $units }
EntryBlocked = { $group } trouve toute sa zone barrée : attente, puis un passage à côté dès le tour { $turn }
group = { $id } ({ $unit }{ $more ->
    [0] { "" }
    [one] { " " }et { $more } autre
   *[other] { " " }et { $more } autres
 })

ClockSet = { $side } : { $minutes ->
    [one] { $minutes } minute
   *[other] { $minutes } minutes
 } pour le mouvement ; { $strict ->
    [yes] puis le segment finit
   *[no] puis on vous avertit, sans plus
 }
TimeRanOut = { $side } : le temps est écoulé ; { $strict ->
    [yes] le segment finit en l’état
   *[no] continuez, mais vite
 }
ForceMarchTried = { $unit } { $passed ->
    [yes] force la marche
   *[no] ne peut presser le pas, et ne bouge pas
 }{ $attempt ->
    [0] { "" }
    [1] { "" }
   *[other] { " " }({ $attempt } tours de suite)
 }
LeftMap = { $unit } quitte la carte par { $at }, { fate }
SteadiedOffMap = { $unit }, hors de la carte, est maintenant { fate }
CameBack = { stance } revient sur la carte pour { cost }
BattleJudged = { $time } : voici où en est la bataille : { $verdict }
BattleEnded = La bataille est finie : { $verdict }

fate = { $fate ->
    [good] en bon ordre
    [disorder] en désordre
    [rout] en déroute
    [saved] en bon ordre et hors de danger
   *[shaken] sous le choc
 }
