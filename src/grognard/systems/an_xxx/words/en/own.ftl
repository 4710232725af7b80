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
