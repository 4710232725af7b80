# Ce qui est imprimé à côté d’un bouton, d’un hexagone ou d’un chiffre, chaque mot pour soi.

label-segment-declaration = Déclaration
label-segment-assault = Assaut
label-segment-recovery = Réorganisation

label-step-declaration = les déclarations
label-step-assault = les assauts
label-step-recovery = la réorganisation
