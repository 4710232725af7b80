/**
 * Systems send what they have: some have formations and facings, others steps and states. Here
 * their documents are filled up to what the table draws, so that no panel asks which system it is.
 */

import type { GeneralSide, Hex, Order, Piece, UnitId } from './types';
import type { Counters, MovingView, Setting } from './wire';

type Bare = Partial<Piece> & { readonly id: UnitId; readonly hexes: readonly Hex[] };

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
  return {
    facing: -1,
    formation: '',
    order: ORDERS[piece.state ?? ''] ?? 'good',
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
  return filled as unknown as MovingView;
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

export function completedCounter(counter: Partial<GeneralSide> & { id: UnitId }): GeneralSide {
  return {
    name: counter.id,
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

export function completedSetting(setting: Setting): Setting {
  return { ...EMPTY, ...setting };
}
