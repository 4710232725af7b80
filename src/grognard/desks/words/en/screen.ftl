# The text table.

screen-seats = { $seats }. Type help for what can be typed.
screen-guide = A guide goes with this battle: { $count } lessons.
screen-help =
    {"  "}NUMBER            choose what has that number; 0 says done
    {"  "}UNIT or LEADER    what he may be ordered: F1, then F1 march, F1 form, F1 0503, F1 0503 SE
    {"  "}an order          in words: march F1 NE NE face:S, fire 0706 F3@0803, ride F4 S S, done
    {"  "}more, list        the next lines of the menu; the first menu again
    {"  "}why ORDER         why an order is not allowed, with the clause
    {"  "}odds ORDER        the chances of fire or of an assault before you order it
    {"  "}look HEX or UNIT  the map there, and who stands in it; map: the whole of it
    {"  "}forces [SIDE]     every unit and how it stands; aims: the aims, and how they stand now
    {"  "}rule CLAUSE       a clause in our words, such as: rule P33.4
    {"  "}log [N]           the last things that happened
    {"  "}back              take back your last decision, while no die has fallen
    {"  "}save FILE         write the journal
    {"  "}help, quit
screen-map = map: { $legend }
screen-time-up = While you thought, your time ran out. What you typed is not heard.
screen-not-allowed = Not allowed: { $reasons }
screen-not-understood = Not understood: { $problem }. Type help.
screen-lesson-done = Lesson done: { $title }.
screen-no-number = No line here has that number.
screen-nothing-like-that = There is nothing like that to order now. Type list for what there is.
screen-nothing = Nothing to list.
screen-more = more: { $count } more lines
screen-no-more = There is nothing more to list. Type list for the first menu.
screen-allowed = It is allowed.
screen-nowhere = { $word } is neither a unit on the map nor a hex such as 0503
screen-no-side = there is no side { $side }: { $sides }
screen-back = Taken back.
screen-name-file = Name a file, such as: save my.journal
screen-saved = Saved; go on with: grognard play { $path }
screen-left = You leave the table.
screen-kept = The journal is in { $path }.
screen-over = The battle is over: { $verdict }
lesson = Lesson { $number } of { $count }: { $title }
lesson-try = Try: { $orders }
lesson-or = { "   " }or{ "   " }
lesson-book = In the book: { $rules } (type: rule { $rule })
