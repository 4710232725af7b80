"""What counts in a shock: the rows of the sheet, each with its reason (E56.11 to E56.38)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from grognard.kernel import Account, Item
from grognard.kernel.rules import rule
from grognard.mechanics.measured.mils import squared
from grognard.systems.empire.command.points import is_in_command
from grognard.systems.empire.fire.aims import sk_of
from grognard.systems.empire.fire.supports import support_rows
from grognard.systems.empire.kinds import Arm, Bulk, Cover, Formation, Going, Order, Status, Trait
from grognard.systems.empire.morale.commanders import attached_to
from grognard.systems.empire.movement.ground import on_bridge
from grognard.systems.empire.movement.rates import is_penalized
from grognard.systems.empire.setting import UnitId
from grognard.systems.empire.sheet import sheet
from grognard.systems.empire.shock.fights import Charger, Fight, Occasion, morale_supports
from grognard.systems.empire.sight import Line, cover_of
from grognard.systems.empire.table import Table
from grognard.systems.empire.threats import safe_flanks, threats

CHARGE, DEFENCE, COMMON = "shock/charge", "shock/defence", "shock/common"


@rule("E56.1", "E50.28", "ER-17")
def account_of(
    table: Table, fight: Fight, unit: UnitId, foe: UnitId, firing: tuple[UnitId, ...] = ()
) -> Account:
    """Every row that counts for a unit against its foe; ``firing`` support it by fire."""
    charger = fight.charger(unit)
    own = (
        defence_rows(table, fight, unit, foe)
        if charger is None
        else charge_rows(table, fight, charger, foe)
    )
    return Account.of([*own, *common_rows(table, fight, unit, foe, firing)])


def _item(card: str, row: str, clause: str, times: int = 1, *, text: str) -> Item:
    return Item(sheet().points(card, row) * times, text, clause)


# --- who charges or counter-charges


@rule("E60.3", "E56.21")
def charge_rows(table: Table, fight: Fight, charger: Charger, foe: UnitId) -> Iterator[Item]:
    """What a charge adds; who pursues has only what does not come of charging."""
    if table.arm(charger.unit) is Arm.CAVALRY:
        yield from _horse(table, fight, charger, foe)
    else:
        yield from _foot(table, fight, charger, foe)
    yield from _spirit(table, charger.unit)
    yield from _state(table, charger.unit, foe)
    if charger.unit != fight.target and fight.strikes_flank:
        yield _item(CHARGE, "flank_or_rear", "E56.21", text="into a side or the rear")


@rule("E56.11", "E56.12", "E56.13", "E56.14", "E56.15", "E56.46")
def _horse(table: Table, fight: Fight, charger: Charger, foe: UnitId) -> Iterator[Item]:
    unit, card = charger.unit, table.printed(charger.unit)
    against_horse = table.arm(foe) is Arm.CAVALRY
    if _rides(table, fight, charger):
        yield _item(
            CHARGE, f"{card.branch}_cavalry", "E56.11", text=f"a charge of {card.branch} horse"
        )
    if Trait.LANCE in card.traits:
        yield _item(CHARGE, "lance", "E56.12", text="lances")
    if Trait.CUIRASS in card.traits and against_horse:
        yield _item(CHARGE, "cuirass", "E56.13", text="cuirasses against horse")
    formations = table.pieces[unit].formation, table.pieces[foe].formation
    if against_horse and formations == (Formation.LINE, Formation.COLUMN):
        yield _item(CHARGE, "line_on_column", "E56.14", text="in line against a column")
    pursues = fight.occasion is Occasion.PURSUIT
    if unit != fight.target and (
        pursues or (fight.occasion is Occasion.OPPORTUNITY and not against_horse)
    ):
        words = "in pursuit" if pursues else "in opportunity"
        yield _item(CHARGE, "opportunity_or_pursuit", "E56.15", text=words)


@rule("E56.11", "E56.46")
def _rides(table: Table, fight: Fight, charger: Charger) -> bool:
    """Has horse the way and the ground that its weight needs?"""
    here = table.pieces[charger.unit].pose.point
    return (
        fight.occasion is not Occasion.PURSUIT
        and charger.moved >= sheet().length("shock/figures", "charge_movement")
        and table.pieces[charger.unit].good
        and table.going(charger.unit) is Going.CLEAR
        and not on_bridge(table.setting, here, here)
    )


@rule("E56.16")
def _foot(table: Table, fight: Fight, charger: Charger, foe: UnitId) -> Iterator[Item]:
    """Foot in line or column; not at a building, on a bridge, in pursuit or at horse."""
    piece = table.pieces[charger.unit]
    if (
        piece.formation in (Formation.LINE, Formation.COLUMN)
        and fight.occasion is not Occasion.PURSUIT
        and table.arm(foe) is not Arm.CAVALRY
        and not table.pieces[foe].building
        and not on_bridge(table.setting, piece.pose.point, piece.pose.point)
    ):
        row = f"infantry_{piece.formation}"
        yield _item(CHARGE, row, "E56.16", text=f"charges in {piece.formation}")


@rule("E56.17")
def _spirit(table: Table, unit: UnitId) -> Iterator[Item]:
    if Trait.ELAN in table.printed(unit).traits:
        yield _item(CHARGE, "elan_or_attack", "E56.17", text="elan")
    elif table.arm(unit) is Arm.CAVALRY and table.body_of(unit).order is Order.ATTACK:
        yield _item(CHARGE, "elan_or_attack", "E56.17", text="horse on Attack")


@rule("E56.18", "E56.19", "E56.20", "E22.11", "E56.41")
def _state(table: Table, unit: UnitId, foe: UnitId) -> Iterator[Item]:
    """What the enemy's state adds to a charge, as it was before this shock."""
    piece = table.pieces[foe]
    if piece.marked:
        yield _item(CHARGE, "enemy_marker", "E56.18", text="the enemy has acted")
    if piece.disordered:
        square = piece.formation.is_square and table.arm(unit) is Arm.CAVALRY
        row = "square_disordered" if square else "enemy_disordered"
        words = "a square in disorder" if square else "the enemy is in disorder"
        yield _item(CHARGE, row, "E56.19", text=words)
    if table.is_skirmisher(foe):
        yield _item(CHARGE, "enemy_skirmishers", "E56.20", text="against skirmishers")


# --- who stands


@rule("E56.27", "E56.28", "E56.40", "E22.6", "E22.10", "ER-22")
def defence_rows(table: Table, fight: Fight, unit: UnitId, foe: UnitId) -> Iterator[Item]:
    """What a unit has that stands."""
    piece, card = table.pieces[unit], table.printed(unit)
    if piece.good:
        yield from _formation(table, fight, unit, foe)
    yield from _cover(table, fight, unit, foe)
    if Trait.TENACIOUS in card.traits:
        yield _item(DEFENCE, "tenacious", "E56.27", text="tenacious")
    if Trait.BATTALION_GUNS in card.traits:
        yield _item(DEFENCE, "battalion_guns", "E56.27", text="battalion guns")
    if card.status is Status.MILITIA:
        yield _item(DEFENCE, "militia", "E56.28", text="militia")
    if Trait.MELEE_WEAPONS in card.traits:
        yield _item(DEFENCE, "melee_weapons", "E56.28", text="without muskets")
    if piece.marked and table.setting.options["marker_defence"] == "twice":
        yield _item(CHARGE, "enemy_marker", "E22.6", -1, text="has acted")


@rule("E56.22", "E56.23", "E56.24", "E56.25", "E56.40")
def _formation(table: Table, fight: Fight, unit: UnitId, foe: UnitId) -> Iterator[Item]:
    """One row, by how it stands and who comes."""
    formation, arm = table.pieces[unit].formation, table.arm(unit)
    if arm is Arm.ARTILLERY:
        safe = safe_flanks(table, unit, fight.attackers)
        yield _item(DEFENCE, f"artillery_{safe}", "E56.25", text=f"guns, {safe} flanks safe")
    elif arm is Arm.INFANTRY and table.arm(foe) is Arm.CAVALRY:
        if formation.is_square:
            yield _item(DEFENCE, formation.value, "E56.24", text=formation.replace("_", " "))
        else:
            safe = safe_flanks(table, unit, fight.attackers)
            yield _item(
                DEFENCE,
                f"infantry_on_cavalry_{safe}",
                "E56.23",
                text=f"against horse, {safe} flanks safe",
            )
    elif arm is Arm.INFANTRY and formation is Formation.LINE:
        yield _item(DEFENCE, "line_on_infantry", "E56.22", text="in line against foot")


@rule("E56.26", "E56.43", "ET.6")
def _cover(table: Table, fight: Fight, unit: UnitId, foe: UnitId) -> Iterator[Item]:
    """Ground, a building, or an obstacle that the charge crossed close to it."""
    charger = fight.charger(foe)
    here = table.pieces[unit].pose.point
    line = Line(charger.start, here, Fraction(squared(charger.start, here))) if charger else None
    cover = cover_of(table, unit, line)
    if cover is not Cover.NONE:
        yield _item(DEFENCE, f"{cover}_cover", "E56.26", text=f"in {cover} cover")


# --- both


@rule("E56.31", "E56.32", "E56.33", "E56.35", "E56.36")
def common_rows(
    table: Table, fight: Fight, unit: UnitId, foe: UnitId, firing: tuple[UnitId, ...]
) -> Iterator[Item]:
    """What counts for either side."""
    card = table.printed(unit)
    yield from _quality(table, unit, foe)
    supports = len(morale_supports(table, fight, unit, firing))
    if supports:
        yield _item(
            COMMON, "morale_support", "E56.31", supports, text="supported by friends near it"
        )
    # A target is helped against the first who came, whoever of them fights as their principal.
    enemy = fight.attackers[0] if unit == fight.target else foe
    yield from support_rows(table, COMMON, unit, enemy, firing)
    foot = table.arm(unit) is Arm.INFANTRY and table.arm(foe) is Arm.INFANTRY
    if foot and sk_of(table, unit) > sk_of(table, foe):
        yield _item(COMMON, "better_sk", "E56.33", text="better skirmishers")
    if _is_higher(table, fight, unit, foe):
        yield _item(COMMON, "height_or_riverbank", "E56.34", text="higher ground, or a riverbank")
    if attached_to(table, unit):
        yield _item(COMMON, "commander", "E56.35", text="a commander with it")
    if not is_in_command(table, unit):
        yield _item(COMMON, "out_of_command", "E56.35", text="out of command")
    if card.bulk is not Bulk.STANDARD:
        yield _item(COMMON, card.bulk.value, "E56.36", text=f"a {card.bulk} unit")
    yield from _hindrances(table, fight, unit)


@rule("E56.29", "E56.30", "E56.39")
def _quality(table: Table, unit: UnitId, foe: UnitId) -> Iterator[Item]:
    """Better morale or status, by the larger step; losses that the enemy has more."""
    own, other = table.printed(unit), table.printed(foe)
    better = max(own.morale - other.morale, own.status.rank - other.status.rank)
    if better > 0:
        yield _item(COMMON, "better", "E56.29", better, text="better morale or status")
    fewer = table.pieces[foe].losses - table.pieces[unit].losses
    if fewer > 0:
        yield _item(COMMON, "enemy_losses", "E56.30", fewer, text="the enemy has lost more")


@rule("E56.34", "ET.5")
def _is_higher(table: Table, fight: Fight, unit: UnitId, foe: UnitId) -> bool:
    """Is a unit above its enemy, who charged from 1 UD farther back, or did that cross a stream?"""
    came = fight.charger(foe)
    return _level(table, fight, unit) > _level(table, fight, foe) or bool(came and came.waded)


def _level(table: Table, fight: Fight, unit: UnitId) -> int:
    charger = fight.charger(unit)
    return table.setting.terrain.level(charger.back) if charger else table.level(unit)


@rule("E56.37", "E56.38", "E56.46")
def _hindrances(table: Table, fight: Fight, unit: UnitId) -> Iterator[Item]:
    """Threatened sides, but for those by units of this shock; ground that penalizes."""
    foot = table.arm(unit) is Arm.INFANTRY
    for threat in threats(table, unit, fight.fighters).values():
        row = "threat_cavalry" if foot and threat is Arm.CAVALRY else "threat"
        yield _item(COMMON, row, "E56.37", text=f"a side threatened by {threat}")
    if is_penalized(table.printed(unit), table.pieces[unit].formation, table.going(unit)):
        row = f"penalized_{table.arm(unit)}"
        yield _item(COMMON, row, "E56.38", text="hampered by the ground")
