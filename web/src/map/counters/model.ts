/** Counters as they are drawn, made of a view. No rule is read here, only what lies open. */

import { plainCounter } from '../../api/complete';
import type {
  Arm,
  Formation,
  GeneralSide,
  Hex,
  LeaderId,
  Order,
  Piece,
  Printed,
  Readiness,
  SettingInfo,
  UnitId,
  View,
} from '../../api/types';
import { sideAngle, vertexAngle } from '../hexes';
import {
  type LeaderLook,
  leaderLook,
  type SideLook,
  shortName,
  sideLook,
  type TroopLook,
  troopLook,
} from './looks';

export interface Counter {
  readonly id: UnitId;
  readonly name: string;
  readonly arm: Arm;
  readonly side: SideLook;
  readonly look: TroopLook;
  readonly hexes: readonly Hex[];
  readonly main: number;
  readonly formation: Formation;
  readonly facing: number;
  readonly order: Order;
  readonly readiness: Readiness;
  readonly fired: boolean;
  /** Increments printed and increments left. */
  readonly increments: number;
  readonly strength: number;
  readonly movement: number;
  /** Only where this side may read the specific side. */
  readonly melee: number | null;
  readonly morale: number | null;
  /** Rows of the specific side, for the back. */
  readonly back: readonly (readonly [string, string])[];
}

export interface LeaderCounter {
  readonly id: LeaderId;
  readonly name: string;
  readonly side: SideLook;
  readonly look: LeaderLook;
  readonly at: Hex;
}

const VERTEX = new Set<Formation>(['line', 'skirmish']);

/** Where a unit looks, in radians clockwise from east. */
export function facingAngle(unit: { formation: Formation; facing: number }): number {
  if (unit.facing < 0) return 0;
  return VERTEX.has(unit.formation) ? vertexAngle(unit.facing) : sideAngle(unit.facing);
}

/** A rung of the ladder as dice: 0 is 11, 35 is 66. */
export function rung(value: number): number {
  return (Math.floor(value / 6) + 1) * 10 + (value % 6) + 1;
}

export function fraction(text: string | number): number {
  const [over, under] = String(text).split('/');
  return Number(over) / Number(under ?? 1);
}

export function countersOf(view: View, setting: SettingInfo): Counter[] {
  const made: Counter[] = [];
  for (const piece of Object.values(view.pieces)) {
    const printed = view.own[piece.id] ?? view.enemy[piece.id] ?? plainCounter(piece);
    made.push(counterOf(piece, printed, view, setting));
  }
  return made;
}

/** Is this the inside of a counter with melee and morale, readable for its own side? */
export function isBattalion(printed: GeneralSide | Printed): printed is Printed {
  return 'melee' in printed && 'line_multiple' in printed;
}

export function counterOf(
  piece: Piece,
  printed: GeneralSide | Printed,
  view: Pick<View, 'fired_at'>,
  setting: Pick<SettingInfo, 'id' | 'sides'>,
): Counter {
  const side = sideLook(printed.side, setting.sides);
  const strength = piece.strength ?? Math.max(0, printed.increments - piece.lost);
  const open = isBattalion(printed) ? printed : null;
  return {
    id: piece.id,
    name: shortName(setting.id, printed),
    arm: printed.arm,
    side,
    look: troopLook(printed, side.tone),
    hexes: piece.hexes,
    main: piece.main,
    formation: piece.formation,
    facing: piece.facing,
    order: piece.order,
    readiness: piece.readiness,
    fired: (view.fired_at[piece.id]?.length ?? 0) > 0,
    increments: Math.max(printed.increments, strength),
    strength,
    movement: printed.movement,
    melee: open ? Math.round((fraction(open.melee) * strength) / printed.increments) : null,
    morale: open ? rung(open.morale) : null,
    back: open ? backRows(open) : [],
  };
}

export function leadersOf(view: View, setting: SettingInfo): LeaderCounter[] {
  const made: LeaderCounter[] = [];
  for (const [id, at] of Object.entries(view.leaders)) {
    const printed = setting.leaders[id];
    if (!printed) continue;
    const side = sideLook(printed.side, setting.sides);
    made.push({ id, name: printed.name, side, look: leaderLook(printed, side.tone), at });
  }
  return made;
}

function backRows(unit: Printed): [string, string][] {
  const times = (value: string) => (fraction(value) ? `×${value}` : 'none');
  if (unit.battery) {
    const { short, medium, long, limbers_on } = unit.battery;
    return [
      ['1–2 hexes', short],
      ['3–5', medium],
      ['6–8', long],
      ['limbers', `${limbers_on}+`],
    ];
  }
  if (unit.arm === 'cavalry') {
    const melee = fraction(unit.melee);
    const tenth = (value: number) => String(Math.round(value * 10) / 10);
    return [
      ['fresh', tenth(melee)],
      ['tired', tenth(melee / 2)],
      ['exhausted', tenth(melee / 3)],
      ['lance', fraction(unit.lance) ? `+${unit.lance}` : 'none'],
    ];
  }
  return [
    ['fire', unit.fire],
    ['line', times(unit.line_multiple)],
    ['square', times(unit.square_multiple)],
    ['skirmish', times(unit.skirmish_multiple)],
  ];
}
