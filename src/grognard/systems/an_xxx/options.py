"""The table options of An XXX: its own, and those of the base book that it takes."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from grognard.mechanics.options import Options
from grognard.systems.bataille.rulebook import BOOK as BASE

BOOK: Final = Path(__file__).parent / "book"

NOT_TAKEN: Final = frozenset({
    "auto_ar_everywhere", "carre_ad_cavalry", "carre_after_exchange", "carre_dd",
    "carre_disorder_retreat", "carre_distance", "carre_double_fire", "carre_gun_cap", "carre_morale",
    "carre_stand_bonus", "cav_vs_carre", "cavalry_ad", "cavalry_dd", "cavalry_rout",
    "charge_bonus_vs_infantry", "charge_must_melee", "declare_all_first", "direction_mods_stack",
    "flank_attacker_bonus", "flank_fd", "flank_fire_defence", "friend_cancels_first_loss",
    "lance_in_multipliers", "melee_cells", "must_fire_first", "no_run_stand_check",
    "one_third_in_charge", "oppcharge_fire_first", "oppcharge_rout", "premelee_zoi_loss",
    "slope_premelee", "standoff_step",
})  # fmt: skip
"""Choices about charts and clauses of the base book that are out of force here."""

OPTIONS: Final = Options("an-xxx", BOOK / "options.yaml", BASE / "options.yaml", without=NOT_TAKEN)
