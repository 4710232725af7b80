# Consignes : les mots de leur grammaire, plusieurs façons de dire chacun, et comment elles sont relues.

order-never = jamais, ne jamais, refuser, refuse, décliner, décline, ne pas, pas de, aucun, aucune
order-always = toujours
order-otherwise = sinon refuser, sinon décliner, sinon pas, sinon jamais
order-all = tout, toute question
order-under = sous, au-dessous de, en dessous de, moins de, à moins de, inférieur à, inférieure à, inférieures à
order-most = au plus, jusqu’à, au maximum, ou moins
order-least = au moins, à partir de, dès, ou plus, au minimum
order-over = au-dessus de, plus de, au-delà de, à plus de, supérieur à, supérieure à, supérieures à
order-percent = %, pour cent
order-away = hexagones, hexagone, hex, ud
order-odds = chances, chance, probabilité
order-against = contre, sur, devant, face à
order-with = avec, par
order-when = quand, lorsque, si, lorsqu’, dès que, et que
order-own = mon, ma, mes, notre, nos, nous
order-and = et, ou, mais
order-filler = le, la, les, l, un, une, des, du, de, d, est, sont, se, s, il, elle, ils, elles, à, au, aux, en, ce, qui, que, où, on, y, t, ennemi, ennemie, ennemis, ennemies, unité, unités, troupes, alors, ne, pas
order-comes = arrive, arrivent, vient, viennent, attaque, attaquent, charge, chargent, portée, approche, approchent
order-weak = réagir, réaction, répondre, donner, faire, essayer

who-arm-infantry = infanterie, fantassins, bataillon, bataillons
who-arm-cavalry = cavalerie, cavaliers, chevaux, escadrons
who-arm-artillery = artillerie, canons, canon, batterie, batteries
who-arm-leader = chef, chefs, général, généraux
who-state-disorder = désordonné, désordonnés, désordre
who-state-rout = déroute, en déroute
who-form-skirmish = tirailleurs, tirailleur
who-form-square = carré, carrés
who-form-line = ligne
who-form-column = colonne, colonnes
who-form-limbered = attelé, attelée, attelés
who-form-unlimbered = en batterie

read-act = { $questions } : le faire
read-pick = { $questions } : « { $words } »
read-decline = { $questions } : décliner
read-not = { $questions } : pas « { $words } »
read-odds = si la chance est { read-sign } { $number } %
read-distance = si la distance est { read-sign } { $number }
read-sign = { $sign ->
    [under] inférieure à
    [most] d’au plus
    [least] d’au moins
   *[over] supérieure à
 }
read-own = avec { $who }
read-enemy = contre { $who }
read-otherwise = sinon décliner
read-or = { $first } ou { $last }

unclear-words = Je ne comprends pas « { $words } ».
unclear-empty = La consigne ne dit pas à quelle question elle répond.
unclear-topic = Rien de ce qui est demandé ici ne s’appelle « { $words } ». On peut répondre d’avance à : { $known }.
unclear-number = { $number } : dites moins de, plus de ou au moins tant de % ou d’hexagones.
unclear-sign = { $number } % : dites moins de, au plus, au moins ou plus de.
unclear-percent = Une chance va de 0 à 100 %.
unclear-long = Une consigne a au plus { $most } lettres.
