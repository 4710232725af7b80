# Events of Premier alone: checks before melee, the matrix of fates, the table of squares.

PreMeleeWeighed = Before the melee for { $target }: { $attacking } increments against { $defending }, { $odds }

FateRead = { $unit } { $fate ->
    [stay] stands where it is
    [step_back] steps back
    [fall_back] falls back
    [disorder] is to fall back in disorder
    [disorder_in_place] is disordered where it stands
    [rout] is to run
    [surrender] is to surrender
    [eliminated] is cut down
   *[other] { $fate }
 } (matrix { $code })

GunsAbandoned = { $unit } is left by its infantry

BrokeSquare = { $unit } gives up its square for a column, facing { facing }

SquareRolled = { $units } { $units-count ->
    [one] tries
   *[other] try
 } to form square, horse { $distance ->
    [one] { $distance } hex
   *[other] { $distance } hexes
 } away (the { $row } row, { $formation }): { $dice }: { $result ->
    [carre] the square is formed
    [disorder] it ends in disorder
    [rout] they run
   *[other] { $result }
 }
SteppedBack = { $unit } steps back to { $hexes }
AssaultLapsed = The assault on { $target } by { $units } lapses
TookHex = { $unit } takes { $hexes }
