# What An XXX says otherwise than the base edition, and the events of its own.

segment = { $segment ->
    [declaration] declaration
    [charge] charges
    [defensive-fire] defensive fire
    [offensive-fire] offensive fire
    [assault] assaults
    [recovery] reorganisation
   *[other] { $segment }
 }

Marked = { $unit } { own-mark }
Unmarked = { $unit } no longer: { own-mark }
own-mark = { $mark ->
    [assault] assaults { $rest }
    [assaulted] is the target of an assault
    [closed] has closed with the enemy
    [held-fire] holds its fire
    [could-not-retreat] would go back, and cannot
    [grand] rides in the Grand Charge
    [caught] has gone back before a charge
    [leaderless] is left by its leader
    [prone] lies down
    [first-fired] has fired its first volley
    [shots] has { $rest } shots left
    [fled] has fled
   *[other] { mark }
 }
