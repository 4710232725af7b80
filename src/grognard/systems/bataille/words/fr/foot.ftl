# Marche, feu, moral et mêlée.

MarchStopped = { $unit } s’arrête en { $at } : { $reason }
OrderBegan = { $unit } est pris en main avec { points }
FacedAbout = { $unit } fait demi-tour en { $hexes }
LimberRolled = { $unit } { $limbered ->
    [yes] remet ses pièces sur avant-train
   *[no] ne parvient pas à atteler ses pièces
 } : { $die }{ changed }{ wanted }
Wavered = { $unit }, sous le choc du canon, jette { $die } : { $wavers ->
    [yes] l’unité hésite et n’approche plus
   *[no] l’unité reprend cœur et obéit
 }
Arrived = { stance } arrive{ for-points }
BrokeDown = { $unit } { $forced ->
    [yes] doit se fractionner
   *[no] se fractionne
 } en { $parts }{ $lost-count ->
    [0] { "" }
   *[other] { " " }; il ne reste personne de { $lost }
 }
Recombined = { $parts } se réunissent en { $unit }

stance = { $unit } en { $hexes } { formation } face { facing }
for-points = { $cost ->
    [0] { "" }
   *[other] { " " }pour { cost }
 }
changed = { $account ->
    [none] { "" }
   *[other] { " " }{ $account }
 }
wanted = { $needed ->
    [0] { "" }
   *[other] , il fallait { $needed }
 }

# Feu.

FireResolved = Feu { $kind ->
    [offensive] offensif
    [defensive] défensif
    [opportunity] d’opportunité
    [volley] de salve
    [square-volley] de salve
    [howitzers] des obusiers
   *[other] ({ $kind })
 } sur { $target } : { $strength } contre { $against }, soit { $column }{ $shift ->
    [0] { "" }
    [one] { " " }(décalage de { $shift } colonne)
   *[other] { " " }(décalage de { $shift } colonnes)
 }{ $dice ->
    [none] { " " }: sans effet
   *[other] { " " }; dés { $dice } : { $count ->
        [0] sans effet
        [one] { increments } touché
       *[other] { increments } touchés
    }
 }
FireLossesNoted = Pertes au feu, à compter dans un assaut : { $losses }

fire-share = { $unit } depuis { $at }
fire-defence = en face { $item }
dice-item = dés { $item }

# Moral.

MoraleChecked = { $unit } teste son moral { occasion } : { $dice }{ $account ->
    [none] { "" }
   *[other] { " " }avec { $account }
 }{ $hopeless ->
    [yes] , ce qu’aucun dé ne pouvait réussir
   *[no] { wanted }
 } : { $passed ->
    [yes] tient
   *[no] échoue
 }
RetreatMoved = { $unit } recule en { $to }
Displaced = { $unit } fait de la place et passe en { $to }
Surrendered = { $unit } met bas les armes, { $cause ->
    [melee] après la mêlée perdue
    [opportunity-charge] sous les sabots
    [recovery] sans chemin pour fuir
    [fire] sous le feu, sans issue
    [premelee] avant la mêlée, sans issue
    [charge] devant la charge, sans issue
   *[other] { $cause }
 }
RanOffMap = { $unit } s’enfuit de la carte par { $at }{ $back ->
    [yes] , et peut se rallier au-dehors
   *[no] { "" }
 }
Rallied = { $unit } se rallie { formation }, face { facing }{ $exhausted ->
    [yes] { " " }; ses chevaux sont épuisés
   *[no] { "" }
 }

occasion = { $occasion ->
    [chain] quand ses voisins plient
    [charge-nerve] avant de charger
    [close] pour aborder l’ennemi
    [comrades] quand des fuyards traversent ses rangs
    [fire-check] après des pertes au feu
    [force-march] en marche forcée
    [guns-charged] à l’approche de la charge
    [guns-check] à ses pièces, la cavalerie dessus
    [leader] quand son chef est touché
    [melee-check] après la mêlée
    [nerves] avec la cavalerie ennemie si près
    [opportunity-check] avant une charge d’opportunité
    [overstack] dans un hexagone trop plein
    [passage] quand des amis se traversent
    [premelee-attacker] avant d’aborder l’ennemi
    [premelee-defender] à l’abord de l’ennemi
    [reaction-check] avant une charge de réaction
    [recovery] pour se rallier
    [road-check] dans la surprise sur la route
    [road-march] dans la surprise sur la route
    [stand] pour tenir contre la charge
    [stand-assault] pour tenir contre l’assaut
    [bounce] quand sa charge est repoussée
    [form-up] pour se former devant la charge
    [rallying-square] pour se rallier en carré
    [stand-charge] pour tenir contre la charge
   *[other] ({ $occasion })
 }

# Mêlée.

AssaultDeclared = { $side } : { $follow_up ->
    [yes] poursuite contre
   *[no] assaut sur
 } { $target } avec { $units }
FellBack = { $unit } se dérobe en { $hexes }
MeleeFought = Mêlée en { $target } : { $attack_total } contre { $defence_total }, soit { $odds } ; { $dice ->
    [none] aucun dé à jeter
   *[other] dés { $dice }{ $account ->
        [none] { "" }
       *[other] { " " }{ $account } = { $modified }
    }
 } : { melee-result }
Advanced = { $unit } avance en { $hexes }
LeftSquare = { $unit } s’éloigne du carré en { $hexes }

melee-result = { $result ->
    [AR] AR, l’attaquant est en déroute
    [AD] AD, l’attaquant est en désordre
    [stand-off] -, sans décision
    [DD] DD, le défenseur est en désordre
    [DR] DR, le défenseur est en déroute
    [DS] DS, le défenseur se rend
    [losses] { $printed }, l’attaquant perd { $attacker }{ $attacker-checks ->
        [yes] { " " }et teste
       *[no] { "" }
    }, le défenseur { $defender }{ $defender-checks ->
        [yes] { " " }et teste
       *[no] { "" }
    }
   *[other] { $printed }, selon la table
 }
melee-attack = attaque : { $fighter }
melee-defence = défense : { $fighter }
fighter = { $unit } en { $at }
lances = { $lance } lances (P35.9)
