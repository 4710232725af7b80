# La table en texte.

screen-seats = { $seats }. Tapez help pour ce qui peut être tapé.
screen-guide = Un guide accompagne cette bataille : { $count } leçons.
screen-help =
    {"  "}NOMBRE            choisir ce qui a ce numéro ; 0 dit done
    {"  "}UNITÉ ou CHEF     ce qui peut lui être ordonné : F1, puis F1 march, F1 form, F1 0503, F1 0503 SE
    {"  "}un ordre          en mots : march F1 NE NE face:S, fire 0706 F3@0803, ride F4 S S, done
    {"  "}more, list        les lignes suivantes du menu ; le premier menu
    {"  "}why ORDRE         pourquoi un ordre n’est pas permis, avec la clause
    {"  "}odds ORDRE        les chances d’un feu ou d’un assaut avant de l’ordonner
    {"  "}look HEX ou UNITÉ la carte à cet endroit, et qui s’y trouve ; map : toute la carte
    {"  "}forces [CAMP]     chaque unité et son état ; aims : les buts, et où ils en sont
    {"  "}rule CLAUSE       une clause dans nos mots (en anglais), comme : rule P33.4
    {"  "}log [N]           ce qui vient d’arriver
    {"  "}back              reprendre votre dernière décision, tant qu’aucun dé n’est tombé
    {"  "}save FICHIER      écrire le journal
    {"  "}help, quit
screen-map = carte : { $legend }
screen-time-up = Pendant que vous pensiez, votre temps s’est écoulé. Ce que vous avez tapé n’est pas entendu.
screen-not-allowed = Pas permis : { $reasons }
screen-not-understood = Pas compris : { $problem }. Tapez help.
screen-lesson-done = Leçon finie : { $title }.
screen-no-number = Aucune ligne n’a ce numéro.
screen-nothing-like-that = Il n’y a rien de tel à ordonner maintenant. Tapez list pour ce qu’il y a.
screen-nothing = Rien à montrer.
screen-more = more : encore { $count } lignes
screen-no-more = Il n’y a rien de plus. Tapez list pour le premier menu.
screen-allowed = C’est permis.
screen-nowhere = { $word } n’est ni une unité sur la carte ni un hexagone comme 0503
screen-no-side = il n’y a pas de camp { $side } : { $sides }
screen-back = Repris.
screen-name-file = Nommez un fichier, comme : save my.journal
screen-saved = Écrit ; pour continuer : grognard play { $path }
screen-left = Vous quittez la table.
screen-kept = Le journal est dans { $path }.
screen-over = La bataille est finie : { $verdict }
lesson = Leçon { $number } sur { $count } : { $title }
lesson-try = Essayez : { $orders }
lesson-or = { "   " }ou{ "   " }
lesson-book = Dans le livre : { $rules } (tapez : rule { $rule })
