"""What counts in a shot: the rows of the sheet, each with its reason (E50.8 to E50.27)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from grognard.kernel import Account, Item
from grognard.kernel.rules import rule
from grognard.mechanics.measured.zones import Zone
from grognard.systems.empire.fire.aims import Aim, Band, FireKind, aim_at, sk_of
from grognard.systems.empire.fire.supports import support_rows
from grognard.systems.empire.kinds import Arm, Bulk, Cover, Formation, Status, Trait
from grognard.systems.empire.setting import UnitId
from grognard.systems.empire.sheet import sheet
from grognard.systems.empire.sight import cover_of, zone_holding
from grognard.systems.empire.table import Table
from grognard.systems.empire.threats import threats

FAR = "far"
FOOT, GUNS, COMMON = "fire/infantry", "fire/artillery", "fire/common"


class Shot(msgspec.Struct, frozen=True):
    """An aim and how it is fired."""

    aim: Aim
    supports: tuple[UnitId, ...] = ()
    opportunity: bool = False
    limbers: bool = False
    ricochet: bool = False


@rule("E50.2", "E50.3")
def column_of(table: Table, shot: Shot) -> str:
    """Which column of the sheet: near, effective or far."""
    aim = shot.aim
    walls = any(table.pieces[unit].building for unit in (aim.unit, aim.target))
    if shot.ricochet or walls or aim.kind is FireKind.SKIRMISH or aim.band is Band.LONG:
        return FAR
    near = aim.kind is FireKind.VOLLEY or aim.band is Band.SHORT
    return "near" if near else "effective"


@rule("E50.2")
def account_of(table: Table, shot: Shot) -> Account:
    """Every row that counts in a shot."""
    foot = table.arm(shot.aim.unit) is Arm.INFANTRY
    return Account.of(
        [
            *(foot_rows(table, shot) if foot else ()),
            *(() if shot.aim.kind.is_musketry else gun_rows(table, shot)),
            *common_rows(table, shot),
        ]
    )


@rule("E50.2", "E50.28")
def losses_in(column: str, account: Account, die: int) -> int:
    """The losses of a shot in halves: its total, never below one, in its column."""
    total = max(sheet().figure("fire/figures", "least"), die + account.total)
    return sheet().losses(column, total)


# --- foot


@rule("E50.8", "E50.9", "E50.10", "E50.11", "E50.12")
def foot_rows(table: Table, shot: Shot) -> Iterator[Item]:
    """The rows of foot, by volley or by skirmishers."""
    aim, card = shot.aim, table.printed(shot.aim.unit)
    piece = table.pieces[aim.unit]
    if aim.kind is FireKind.VOLLEY:
        yield _formation(piece.formation)
        if Trait.BATTALION_GUNS in card.traits:
            yield Item(sheet().points(FOOT, "battalion_guns"), "battalion guns", "E50.10")
    elif aim.kind is FireKind.SKIRMISH:
        yield Item(sheet().points(FOOT, f"sk{sk_of(table, aim.unit)}"), "its skirmishers", "E50.9")
    if sk_of(table, aim.target) > sk_of(table, aim.unit):
        yield Item(sheet().points(FOOT, "better_sk"), "the target has better skirmishers", "E50.11")
    if piece.disordered:
        yield Item(sheet().points(FOOT, "disordered"), "in disorder", "E50.12")
    if table.setting.soaked and aim.kind.is_musketry:
        yield Item(sheet().points("fire/weather", "soaked"), "soaked powder", "E50.2")


def _formation(formation: Formation) -> Item:
    """A garrison counts as a column."""
    if formation.is_square:
        return Item(sheet().points(FOOT, "square"), "in square", "E50.8")
    if formation is Formation.LINE:
        return Item(sheet().points(FOOT, "line"), "in line", "E50.8")
    return Item(sheet().points(FOOT, "column"), "in column", "E50.8")


# --- guns


@rule("E50.13", "E50.14", "E50.15", "E50.16", "E50.17", "E50.18", "E50.19")
def gun_rows(table: Table, shot: Shot) -> Iterator[Item]:
    """The rows of guns; battalion guns that fire alone have those the sheet marks for them."""
    battalion = shot.aim.kind is FireKind.BATTALION
    for row, reason, clause in _gun_rows(table, shot):
        if not battalion or sheet().figure(GUNS, row, "battalion"):
            yield Item(sheet().points(GUNS, row), reason, clause)


def _gun_rows(table: Table, shot: Shot) -> Iterator[tuple[str, str, str]]:
    aim, piece, card = shot.aim, table.pieces[shot.aim.unit], table.printed(shot.aim.unit)
    if aim.band is Band.SHORT and not shot.ricochet:
        yield "canister", "canister", "E50.13"
    else:
        yield from _ball(table, aim)
    if not piece.moves and not shot.opportunity:
        yield "stationary", "stood still", "E50.15"
    if Trait.SHRAPNEL in card.traits and aim.band is not Band.SHORT:
        yield "shrapnel", "shrapnel", "E50.16"
    if shot.limbers or piece.unlimbered:
        yield "limbering", "limbers or unlimbers as well", "E50.17"
    if is_galled(table, aim.unit):
        yield "under_skirmishers", "under the fire of skirmishers", "E50.18"
    if table.level(aim.target) > table.level(aim.unit):
        yield "higher_target", "the target stands higher", "E50.19"
    if shot.ricochet:
        yield "ricochet", "ricochet", "E50.19"


@rule("E50.14")
def _ball(table: Table, aim: Aim) -> Iterator[tuple[str, str, str]]:
    """Ball ploughs through depth: the better of the two rows counts."""
    formation = table.pieces[aim.target].formation
    start = table.pieces[aim.unit].pose.point
    if formation.is_square:
        yield "ball_on_square", "ball into a square", "E50.14"
    elif zone_holding(table, aim.target, start) in (Zone.LEFT, Zone.RIGHT):
        yield "enfilade", "enfilade", "E50.14"
    elif formation in (Formation.COLUMN, Formation.LIMBERED):
        yield "ball_on_column", "ball into a column", "E50.14"


@rule("E50.18")
def is_galled(table: Table, unit: UnitId) -> bool:
    """Have skirmishers fired at a unit this turn, or are loose ones able to?"""
    if table.pieces[unit].galled:
        return True
    return any(
        isinstance(aim_at(table, enemy, FireKind.SKIRMISH, unit), Aim)
        for enemy in table.units_of(table.setting.enemy(table.side_of(unit)))
        if table.is_skirmisher(enemy) and not table.pieces[enemy].hidden
    )


# --- both


@rule("E50.20", "E50.22", "E50.23", "E50.24", "E50.25", "E50.26", "E50.27")
def common_rows(table: Table, shot: Shot) -> Iterator[Item]:
    """The rows of every shot."""
    aim, piece = shot.aim, table.pieces[shot.aim.unit]
    yield from support_rows(table, COMMON, aim.unit, aim.target, shot.supports)
    if not shot.ricochet:
        yield from cover_rows(table, aim)
    if aim.kind is not FireKind.SKIRMISH:
        yield from _aimed_rows(table, aim)
    if piece.marked:
        yield Item(sheet().points(COMMON, "marker"), "has acted", "E50.23")
    bulk = table.printed(aim.unit).bulk
    if bulk is not Bulk.STANDARD:
        large = bulk is Bulk.LARGE
        yield Item(
            sheet().points(COMMON, bulk.value), "large unit" if large else "small unit", "E50.24"
        )
    for threat in threats(table, aim.unit).values():
        yield threat_item(COMMON, threat, "E50.26")
    if piece.losses:
        yield Item(sheet().points(COMMON, "loss") * piece.losses, "its losses", "E50.27")


def threat_item(card: str, threat: Arm, clause: str) -> Item:
    """A side that is threatened, by foot or by horse."""
    deck = sheet()
    read = deck.figure if card.startswith("morale") else deck.points
    if threat is Arm.CAVALRY:
        return Item(read(card, "threat_cavalry"), "a side threatened by cavalry", clause)
    return Item(read(card, "threat_infantry"), "a side threatened by infantry", clause)


@rule("E50.21")
def cover_rows(table: Table, aim: Aim) -> Iterator[Item]:
    """What covers the target; howitzers see one level less of it."""
    level = cover_of(table, aim.target, aim.line).level
    if aim.kind is FireKind.GUNS and Trait.HOWITZERS in table.printed(aim.unit).traits:
        level -= sheet().figure("fire/figures", "howitzers")
    if level > 0:
        cover = list(Cover)[level]
        yield Item(sheet().points(COMMON, f"{cover}_cover"), COVERED[cover], "E50.21")


COVERED = {
    Cover.LIGHT: "the target in light cover",
    Cover.MEDIUM: "the target in medium cover",
    Cover.HEAVY: "the target in heavy cover",
}


@rule("E50.22", "E50.25")
def _aimed_rows(table: Table, aim: Aim) -> Iterator[Item]:
    """What skirmish fire leaves out: thin targets, and how well the unit shoots."""
    target, card = table.pieces[aim.target], table.printed(aim.unit)
    if target.formation in (Formation.UNLIMBERED, Formation.SKIRMISH):
        yield Item(
            sheet().points(COMMON, "guns_or_skirmishers"),
            "guns in battery or skirmishers",
            "E50.22",
        )
    if Trait.GOOD_SHOOTER in card.traits:
        yield Item(sheet().points(COMMON, "good_shooter"), "good shooters", "E50.25")
    rifles = Trait.RIFLE in card.traits and aim.kind is FireKind.VOLLEY
    if Trait.POOR_SHOOTER in card.traits or rifles or card.status is Status.MILITIA:
        yield Item(
            sheet().points(COMMON, "poor_shooter"), "poor shooters, rifles or militia", "E50.25"
        )
