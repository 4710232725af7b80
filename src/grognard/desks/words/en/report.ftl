# The after-action report.

report-side = Side
report-played = { $side }: { $player }.
report-player = { $level ->
    [human] a person
    [outside] a visiting bot
    [random] Recruit
    [greedy] Greedy
    [conscript] Conscript
    [sergeant] Sergeant
    [captain] Captain
    [colonel] Colonel
    [marshal] Marshal
    [eager] Eager
    [holding] Sentry
   *[other] { $level }
 }{ $temper ->
    [aggressive] , aggressive
    [cautious] , cautious
   *[none] {""}
 }
report-lines = { $lines ->
    [one] { $lines } line
   *[other] { $lines } lines
 } in the journal.
report-verdict = Verdict
report-not-over = The battle is not over.
report-field = The field
report-plates = { $side } { $light ->
    [yes] light plates
   *[no] dark plates
 }
report-key = { $plates }; discs are guns, halved plates horse; struck through: out of order.
report-turn = Turn { $turn }{ $hour ->
    [none] { "" }
   *[other] , { $hour }
 }
report-losses = Losses
report-curve = Increments lost: the lines add up, the bars are the turn itself
report-formations = { $side }, by formation
report-others = others
report-turns = Turn
report-hours = Hour
report-moments = Key moments
report-line = Line
report-happened = What happened
report-luck = Luck
report-luck-text = What the dice brought, beside what such throws bring on average.
report-beside = What the dice brought beyond what was to be expected, or short of it
report-throws-of = Throws of
report-counted = Counted
report-throws = Throws
report-brought = Brought
report-expected = Expected
report-thoughts = What the computer had in mind
report-order = Order
report-why = Why
report-formation = Formation
report-level = Level
report-strength = Strength
report-lost = Lost
report-fallen = Leaders out of the battle: { $leaders }.
report-nobody = nobody alone
report-place = Place
report-held = Held by
