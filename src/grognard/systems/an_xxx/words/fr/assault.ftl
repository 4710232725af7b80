# L'assaut : ses questions et ses événements.

asked-declare-early = Quels assauts déclarez-vous avec vos charges ?
title-declare-early = Annoncer des assauts ?
asked-closing-move = Votre pile y va. D’où aborde-t-elle ?
title-closing-move = Aborder où ?
asked-volley = Ils sont sur vous. Sur quel hexagone tirez-vous votre salve ?
title-volley = Tirer où ?
asked-raise-cry = L’assaut va frapper. Poussent-ils leur cri ?
title-raise-cry = Pousser un cri ?
asked-assault-next = Quel assaut règle-t-on d’abord ?
title-assault-next = Quel assaut ?
asked-impetus = L’hexagone est enlevé, et ils poussent plus loin. Vers où ?
title-impetus = Pousser où ?
pick-impetus = Pousser { $facing }
asked-offensive-fire = Votre feu : chaque unité une fois. Qui assaille et qui est assailli gardent le leur pour l’assaut.
done-raise-cry = en silence
pick-raise-cry-huzzah = Hourra !
pick-raise-cry-old_guard = La charge de la Vieille Garde
done-declare-early = plus de déclarations

check-close = pour aborder
check-stand-assault = pour tenir contre l’assaut

AssaultAnnounced = { $side } { $early ->
    [yes] donnera l’assaut à
   *[no] donne l’assaut à
 } { $target } avec { $units }, { $distance ->
    [one] de l’hexagone voisin
   *[other] à { $distance } hexagones
 }
AssaultOver = L’assaut de { $units } sur { $target } { $why ->
    [emptied] ne trouve personne
    [failed] n’en vient pas aux mains
    [stopped] est arrêté en chemin
    [lapsed] ne peut plus se faire
   *[other] est terminé
 }
Closed = { $units } { $units-count ->
    [one] aborde
   *[other] abordent
 } { $target }
FireHeld = { $units } { $units-count ->
    [one] retient son feu
   *[other] retiennent leur feu
 }
CryRaised = { $cry ->
    [old_guard] La Vieille Garde charge { $target } : { $units }
   *[other] Hourra ! { $units } { $units-count ->
        [one] s’avance
       *[other] s’avancent
    } contre { $target }
 }
StandWeighed = Contre { $target } : { $attacking } pas assaillent { $defending }, { $odds }
RoundBegan = { $round ->
    [firefight] Une fusillade s’engage pour { $target }
   *[other] Une seconde passe est livrée pour { $target }
 }
ShiftRolled = Le terrain de { $target }, dé { $die } : { $columns ->
    [0] aucun décalage
    [one] { $columns } colonne à gauche
   *[other] { $columns } colonnes à gauche
 }
ImpetusRolled = L’élan de { $units }, dé { $die } : { $far ->
    [0] ils restent
    [one] { $far } hexagone de plus
   *[other] { $far } hexagones de plus
 }

melee-result = { $result ->
    [AS] AS, l’attaquant se rend
    [AR] AR, l’attaquant est en déroute
    [AD1] AD1, l’attaquant, en désordre, recule d’un hexagone
    [AD2] AD2, l’attaquant, en désordre, recule de deux hexagones
    [AD3] AD3, l’attaquant, en désordre, recule de trois hexagones
    [stand-off] sans résultat
    [DD1] DD1, le défenseur, en désordre, recule d’un hexagone
    [DD2] DD2, le défenseur, en désordre, recule de deux hexagones
    [DD3] DD3, le défenseur, en désordre, recule de trois hexagones
    [DR] DR, le défenseur est en déroute
   *[DS] DS, le défenseur se rend
 }

called-volley = salve, tirer, feu, tir
