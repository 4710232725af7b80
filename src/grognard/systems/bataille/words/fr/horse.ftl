# Charges, réactions et état des chevaux.

ChargeDesignated = { $units } { $units-count ->
    [one] doit
   *[other] doivent
 } charger
ChargeLapsed = La charge de { $units } n’a pas lieu : { $reason }
ChargeBegan = Chargez ! { $riders }
rider = { $unit } avec { points }
Rode = { $unit } galope vers { $hexes }, face { facing }
DroppedBehind = { $unit } reste en arrière, tous ses points dépensés
TargetDeclared = { $units } { $units-count ->
    [one] vise
   *[other] visent
 } { $target }
ChargeStruck = { $units } { $units-count ->
    [one] heurte
   *[other] heurtent
 } { $target } en { $at } depuis { $from_hex }, { $run ->
    [yes] d’un seul élan
   *[no] sans élan
 } ; la cible : { $state ->
    [cavalry] cavalerie contre cavalerie
    [disordered] carré manqué, en désordre
    [formed] en ordre, sans carré
    [guns] pièces en batterie
    [road] à découvert en marche route
    [routed] déjà en fuite
    [skirmishers] tirailleurs
    [square] en carré
   *[other] { $state }
 }
Evaded = { $unit } fuit la charge en { $hexes }
Trampled = { $by } { $by-count ->
    [one] foule
   *[other] foulent
 } aux pieds { increments } de { $unit } pour { cost }
RecallRolled = Rappel de { $units } : { $die }{ changed }{ wanted } : { $recalled ->
    [yes] la trompette est entendue
   *[no] personne n’écoute la trompette
 }
ChargeEnded = { $unit } finit sa charge : { $how ->
    [met] l’ennemi est abordé
    [missed] pouvait frapper et ne l’a pas fait, et se débande dans la honte
    [spared] plus personne à frapper
    [broken] rompu en chemin
   *[other] { $how }
 }
ReactorRode = { $unit } va à la rencontre de la charge, en { $hexes }
ReactionEnded = { $unit } { $contact ->
    [yes] a rencontré la charge
   *[no] ne rencontre pas la charge
 }
CounterCharged = { $unit } charge { $target } à son approche, depuis { $hexes }
Fatigued = Les chevaux de { $unit } sont { readiness }
RestBegan = { $unit } repose ses chevaux, depuis le tour { $turn } ({ $side })
RestBroken = { $unit } n’a pas reposé ses chevaux pendant tout le tour{ $reasons-count ->
    [0] { "" }
   *[other] { " " }: { $reasons }
 }
HorsesRested = Les chevaux de { $unit } sont reposés : de nouveau { readiness }
