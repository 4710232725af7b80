"""What any rulebook may use to make plans and to be learned: plans, races, levels, leanings, slots.

It knows the ground but no rulebook. A system's doctrine and its learning stand on it; ``bots`` and
``envs`` play with what they bring.
"""
