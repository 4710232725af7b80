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
  /** How many of the increments, or steps, are left: the pips of the ladder. */
  readonly left?: number;
  /** It lies out of sight under others: only its back shows. */
  readonly covered?: boolean;
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
  readonly rating?: number;
  /** A headquarters, not a man. */
  readonly quarters?: boolean;
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
    if (piece.hexes.length) made.push(counterOf(piece, printed, view, setting));
  }
  return [...made, ...coveredOf(made, view)];
}

/** The backs of what lies out of sight under the top counter of a hex. */
function coveredOf(made: readonly Counter[], view: View): Counter[] {
  return Object.entries(view.unseen ?? {}).flatMap(([hex, count]) => {
    const top = made.find(({ hexes }) => hexes.includes(Number(hex)));
    if (!top) return [];
    const back = { ...top, name: '?', covered: true, order: 'good', hexes: [Number(hex)] } as const;
    return Array.from({ length: count }, (_, i) => ({ ...back, id: `unseen:${hex}:${i}` }));
  });
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
  const steps = printed.strengths;
  const unlost = Math.max(0, printed.increments - piece.lost);
  const strength = steps ? (steps[piece.lost] ?? 0) : (piece.strength ?? unlost);
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
    increments: steps ? steps.length : Math.max(printed.increments, strength),
    strength,
    left: steps ? unlost : strength,
    movement: printed.movement,
    melee: open ? Math.round((fraction(open.melee) * strength) / printed.increments) : null,
    morale: open ? rung(open.morale) : plainMorale(printed),
    back: open ? backRows(open) : [],
  };
}

/** Morale where it is a plain figure that lies open. */
function plainMorale(printed: GeneralSide): number | null {
  const { morale } = printed as { morale?: unknown };
  return printed.strengths && typeof morale === 'number' ? morale : null;
}

export function leadersOf(view: View, setting: SettingInfo): LeaderCounter[] {
  const made: LeaderCounter[] = [];
  for (const [id, at] of Object.entries(view.leaders)) {
    const printed = setting.leaders[id];
    if (!printed) continue;
    const side = sideLook(printed.side, setting.sides);
    const look = leaderLook(printed, side.tone);
    const rating = view.generals?.[id]?.rating ?? printed.rating;
    const quarters = printed.role === 'quarters';
    made.push({
      id,
      name: quarters ? printed.name.replace(/^HQ /, '') : printed.name,
      side,
      look,
      at,
      ...(rating === undefined || quarters ? {} : { rating }),
      ...(quarters ? { quarters } : {}),
    });
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
