"""Artillery: ammunition, caissons, ricochet, guns lost and crewed again (rule 18)."""
