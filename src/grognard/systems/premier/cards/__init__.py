"""The cards of La Bataille Premier: figures from the charts, asked by name.

>>> column = cards().fire_column(7 + 7, cards().fire_defence("clear", "line", 6))
>>> cards().fire_column_name(column), cards().fire_losses(column, rung_of(43))
('1.5-1', 1)
"""

from grognard.mechanics.d66 import rung_of
from grognard.systems.premier.cards.dealing import cards, chart_options
from grognard.systems.premier.cards.deck import Cards
from grognard.systems.premier.cards.values import (
    BatteryCard,
    CavalryProfile,
    FormationCard,
    HexsideCard,
    InfantryProfile,
    LeaderCasualty,
    LightCard,
    Limits,
    MatrixEffect,
    MeleeResult,
    MultiplesCard,
    TerrainCard,
    WayCard,
    WeatherCard,
    WorkCard,
)

__all__ = [
    "BatteryCard",
    "Cards",
    "CavalryProfile",
    "FormationCard",
    "HexsideCard",
    "InfantryProfile",
    "LeaderCasualty",
    "LightCard",
    "Limits",
    "MatrixEffect",
    "MeleeResult",
    "MultiplesCard",
    "TerrainCard",
    "WayCard",
    "WeatherCard",
    "WorkCard",
    "cards",
    "chart_options",
    "rung_of",
]
