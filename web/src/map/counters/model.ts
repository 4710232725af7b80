/** Counters as they are drawn, made of the documents that were sent. No rule is read here. */

import type * as documents from '../../api/documents';
import type { Arm, Formation, Hex, LeaderId, Order, Readiness, UnitId } from '../../api/types';
import { sideAngle, vertexAngle } from '../hexes';
import { type Base, baseOf } from '../places';
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
  /** The rectangle it stands on, on a measured table. */
  readonly base?: Base;
  readonly formation: Formation;
  readonly facing: number;
  readonly order: Order;
  readonly readiness: Readiness;
  readonly fired: boolean;
  /** It has done what it may: a brass tick. */
  readonly acted?: boolean;
  /** Its enemies do not see it. */
  readonly hidden?: boolean;
  /** Increments printed and increments left. */
  readonly increments: number;
  readonly strength: number;
  /** How many of the increments, or steps, are left: the pips of the ladder. */
  readonly left?: number;
  /** Of the last of these only a half. */
  readonly half?: boolean;
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
  /** The order that binds his men, in a word. */
  readonly chip?: string;
}

const VERTEX = new Set<Formation>(['line', 'skirmish']);
const FILES = new Set<Formation>(['road', 'companies']);

/** Do the hexes of the formation lie one behind the other? */
export const isFile = (formation: Formation) => FILES.has(formation);

/** Where a unit looks, in radians clockwise from east. */
export function facingAngle(unit: { formation: Formation; facing: number }): number {
  if (unit.facing < 0) return 0;
  return VERTEX.has(unit.formation) ? vertexAngle(unit.facing) : sideAngle(unit.facing);
}

/** The battle as far as looks depend on it. */
interface Battle {
  readonly id: string;
  readonly sides: readonly string[];
}

type Sent = Readonly<Record<UnitId, documents.Counter>>;
const RIDERS: ReadonlySet<string> = new Set(['leader', 'headquarters']);

export const isLeader = ({ arm }: documents.Counter) => RIDERS.has(arm ?? '');

/** A figure by its label, where the counter has it. */
export function figureOf(counter: documents.Counter, label: string): number | null {
  const text = counter.figures?.find((figure) => figure.label === label)?.text;
  return text === undefined ? null : Number(text);
}

export function countersOf(sent: Sent, battle: Battle): Counter[] {
  return Object.values(sent)
    .filter((counter) => counter.shape && !isLeader(counter))
    .map((counter) => counterOf(counter, battle));
}

/** The side or the corner that a heading looks at. */
const facingOf = (heading = -1) => (heading < 0 ? -1 : Math.floor(heading / 60));

/** However a square is formed, it is drawn as one. */
const drawnAs = (formation: string) =>
  (formation.endsWith('square') ? 'square' : formation) as Formation;

export function counterOf(sent: documents.Counter, battle: Battle): Counter {
  const side = sideLook(sent.side, battle.sides);
  const marks = sent.marks ?? [];
  const arm = (sent.arm ?? 'infantry') as Arm;
  const { kind = '', nation = '', shape } = sent;
  const base = baseOf(shape);
  const ready = marks.find((mark) => mark === 'tired' || mark === 'exhausted');
  return {
    id: sent.id,
    name: marks.includes('covered') ? sent.name : shortName(battle.id, sent),
    arm,
    side,
    look: troopLook({ kind, nation, arm }, side.tone),
    hexes: shape?.places ?? [],
    main: shape?.main ?? 0,
    ...(base ? { base } : {}),
    formation: drawnAs(sent.formation ?? ''),
    facing: facingOf(shape?.heading),
    order: (sent.order || 'good') as Order,
    readiness: (ready ?? 'fresh') as Readiness,
    fired: marks.includes('fired'),
    ...(marks.includes('acted') ? { acted: true } : {}),
    ...(marks.includes('hidden') ? { hidden: true } : {}),
    ...(sent.half ? { half: true } : {}),
    increments: sent.pips ?? 0,
    strength: figureOf(sent, 'strength') ?? sent.left ?? 0,
    left: sent.left ?? 0,
    ...(marks.includes('covered') ? { covered: true } : {}),
    movement: figureOf(sent, 'move') ?? 0,
    melee: figureOf(sent, 'melee'),
    morale: figureOf(sent, 'morale'),
    back: (sent.back ?? []).map(({ label, text }) => [label, text] as const),
  };
}

export function leadersOf(sent: Sent, battle: Battle): LeaderCounter[] {
  return Object.values(sent)
    .filter((counter) => counter.shape && isLeader(counter))
    .map((counter) => leaderOf(counter, battle));
}

export function leaderOf(sent: documents.Counter, battle: Battle): LeaderCounter {
  const side = sideLook(sent.side, battle.sides);
  const quarters = sent.arm === 'headquarters';
  const rating = figureOf(sent, 'rating');
  return {
    id: sent.id,
    name: quarters ? sent.name.replace(/^HQ /, '') : sent.name,
    side,
    look: leaderLook({ nation: sent.nation ?? '' }, side.tone),
    at: sent.shape?.places[0] ?? 101,
    ...(rating === null || quarters ? {} : { rating }),
    ...(quarters ? { quarters } : {}),
    ...(sent.chip ? { chip: sent.chip } : {}),
  };
}
