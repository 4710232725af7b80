"""A table that is measured: positions in thousandths of a unit, whole degrees, rectangles on the ground.

Pure functions on whole numbers: what they find is the same on every machine. No rulebook is known here.
"""
