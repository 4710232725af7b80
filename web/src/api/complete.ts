/**
 * Systems send what they have: some have formations and facings, others steps and states. Here
 * their documents are filled up to what the table draws, so that no panel asks which system it is.
 */

import type { Arm, GeneralSide, Hex, LeaderPrinted, Order, Piece, UnitId } from './types';
import type { Counters, General, Headquarters, MovingView, Setting } from './wire';

type Bare = Partial<Piece> & {
  readonly id: UnitId;
  readonly hexes?: readonly Hex[];
  /** Where units hold one hex: which; and the other of an extended line, or 0. */
  readonly at?: Hex;
  readonly also?: Hex;
  readonly disrupted?: boolean;
};

/** Words of states that are drawn as disorder or rout. */
const ORDERS: Readonly<Record<string, Order>> = {
  disorder: 'disorder',
  disordered: 'disorder',
  disrupted: 'disorder',
  rout: 'rout',
  routed: 'rout',
  broken: 'rout',
};

export function completedPiece(piece: Bare): Piece {
  if (piece.formation !== undefined && piece.marks !== undefined) return piece as Piece;
  const state = piece.state ?? (piece.disrupted ? 'disrupted' : '');
  return {
    hexes: piece.at ? [piece.at, ...(piece.also ? [piece.also] : [])] : [],
    facing: -1,
    formation: '',
    order: ORDERS[state] ?? 'good',
    ...(state ? { state } : {}),
    lost: 0,
    main: 0,
    readiness: 'fresh',
    came_from: 0,
    marks: [],
    ...piece,
  };
}

const MAPS = ['leaders', 'control', 'removed', 'levels', 'fired_at', 'fire_losses'] as const;

/** A view with every field that the table reads. */
export function completed(view: MovingView): MovingView {
  const pieces: Record<UnitId, Piece> = {};
  for (const [id, piece] of Object.entries(view.pieces ?? {})) pieces[id] = completedPiece(piece);
  const filled: Record<string, unknown> = { ...view, pieces };
  for (const name of MAPS) filled[name] ??= {};
  filled.stacks ??= stacksOf(Object.values(pieces));
  Object.assign(filled, ridersOf(view));
  return filled as unknown as MovingView;
}

/** Leaders and headquarters as documents: where they are goes into `leaders`, the rest is kept. */
function ridersOf(view: MovingView): Partial<MovingView> {
  const told = view.leaders as Readonly<Record<string, Hex | General>> | undefined;
  const documents = Object.values(told ?? {}).filter((each) => typeof each === 'object');
  if (!documents.length && !view.generals && !view.quarters) return {};
  const generals: Record<string, General> = { ...view.generals };
  for (const each of documents) generals[each.id] = each;
  const leaders: Record<string, Hex> = {};
  for (const { id, at } of [...Object.values(generals), ...Object.values(view.quarters ?? {})])
    if (at) leaders[id] = at;
  return { generals, leaders };
}

function stacksOf(pieces: readonly Piece[]): Record<string, UnitId[]> {
  const stacks: Record<string, UnitId[]> = {};
  for (const { id, hexes } of pieces)
    for (const at of hexes) {
      const here = stacks[String(at)] ?? [];
      here.push(id);
      stacks[String(at)] = here;
    }
  return stacks;
}

/** The front of a counter that no list describes: what the piece says of itself. */
export function plainCounter(piece: Piece): GeneralSide {
  const steps = piece.strength ?? 0;
  return completedCounter({
    id: piece.id,
    name: piece.name ?? piece.id,
    side: piece.side ?? '',
    increments: steps + piece.lost,
  });
}

/** A counter as another system prints it: strengths step by step, arms in finer words. */
type Stepped = Partial<GeneralSide> & {
  readonly id: UnitId;
  readonly strengths?: readonly number[];
  readonly formation?: string;
};

function armOf(word = ''): Arm {
  if (word.includes('cavalry')) return 'cavalry';
  return word.includes('artillery') ? 'artillery' : 'infantry';
}

export function completedCounter(sent: Stepped): GeneralSide {
  const { strengths } = sent;
  const counter: Partial<GeneralSide> = strengths
    ? {
        ...sent,
        increments: strengths.length,
        organisation: sent.formation ?? '',
        arm: armOf(sent.arm),
        kind: sent.kind ?? `${sent.nation}_${sent.arm}`,
      }
    : sent;
  return {
    id: sent.id,
    name: sent.id,
    side: '',
    nation: '',
    arm: 'infantry',
    size: '',
    increments: 0,
    movement: 0,
    organisation: '',
    division: '',
    regiment: '',
    parts: [],
    kind: '',
    traits: [],
    ...counter,
  };
}

function each<T extends { id: UnitId }>(list: Readonly<Record<string, T>> = {}): Record<string, T> {
  const filled: Record<string, T> = {};
  for (const [id, one] of Object.entries(list))
    filled[id] = completedCounter({ ...one, id: one.id ?? id } as never) as unknown as T;
  return filled;
}

export function completedCounters(counters: Counters): Counters {
  return { ...counters, own: each(counters.own), enemy: each(counters.enemy) };
}

const EMPTY = {
  description: '',
  aims: '',
  turns: [],
  organisations: [],
  arrivals: [],
  options: {},
  side_names: {},
  brigades: {},
  clock: {},
  leaders: {},
};

export function completedSetting(sent: Setting): Setting {
  const setting = { ...EMPTY, ...sent };
  const { formations, headquarters } = setting;
  if (!formations) return setting;
  const leaders = { ...setting.leaders };
  for (const held of Object.values(headquarters ?? {}))
    leaders[held.id] = quarters(held, leaders[held.commander]);
  const brigades: Record<UnitId, string> = { ...setting.brigades };
  for (const held of Object.values(formations))
    for (const unit of held.units) brigades[unit] = held.name;
  return { ...setting, leaders, brigades };
}

/** A headquarters rides like a leader and is named after its commander. */
function quarters(held: Headquarters, chief: LeaderPrinted | undefined): LeaderPrinted {
  const { id, side } = held;
  const name = `HQ ${chief?.name ?? held.commander}`;
  const bare = { artillery: 0, melee: 0, morale: 0, cavalry_bonus: false, special_ability: false };
  return { ...bare, id, name, side, nation: chief?.nation ?? '', command: '', role: 'quarters' };
}
