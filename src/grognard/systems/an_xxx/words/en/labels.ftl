# What is printed beside a button, a hex or a figure, each a word by itself.

label-segment-declaration = Declaration
label-segment-assault = Assault
label-segment-recovery = Reorganisation

label-step-declaration = declarations
label-step-assault = assaults
label-step-recovery = reorganisation
