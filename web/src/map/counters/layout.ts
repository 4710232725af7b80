/** Where plates, marks and medallions lie: stacks fanned, leaders beside them. In hex sides. */

import type { Hex, UnitId } from '../../api/types';
import { type Base, centre, centreX, centreY, isWithin } from '../places';
import { type Counter, isFile, type LeaderCounter } from './model';

export const PLATE_SIZE = 1.1;
/** Plates of a stack are a little smaller. */
export const STACKED_SIZE = 1.02;
export const SHOWN = 3;

const FAN_X = 0.25;
const FAN_Y = 0.15;
const LEADER_X = -0.63;
const LEADER_GAP = 0.62;
const ASIDE = 0.28;
/** A base is hit a little beside it, too. */
const NEARLY = 0.08;

export interface PlacedCounter {
  readonly counter: Counter;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  /** 0 on top of its stack. */
  readonly depth: number;
  /** How many lie in the stack, written on the top plate when not all are shown. */
  readonly count: number;
  /** Where the ground mark is anchored. */
  readonly markX: number;
  readonly markY: number;
}

export interface PlacedLeader {
  readonly leader: LeaderCounter;
  readonly x: number;
  readonly y: number;
}

export interface Layout {
  /** In the order of drawing: what lies on top comes last. */
  readonly counters: readonly PlacedCounter[];
  readonly leaders: readonly PlacedLeader[];
}

type Stacks = Readonly<Record<string, readonly UnitId[]>>;

export function layOut(
  counters: readonly Counter[],
  leaders: readonly LeaderCounter[],
  stacks: Stacks,
): Layout {
  const byHex = new Map<Hex, Counter[]>();
  const placed: PlacedCounter[] = [];
  for (const counter of counters) {
    if (counter.base) placed.push(standing(counter, counter.base));
    else if (spreads(counter)) placed.push(acrossHexes(counter));
    else {
      const at = counter.hexes[0]!;
      const here = byHex.get(at);
      if (here) here.push(counter);
      else byHex.set(at, [counter]);
    }
  }
  const ridden = new Map<Hex, LeaderCounter[]>();
  for (const leader of leaders) ridden.set(leader.at, [...(ridden.get(leader.at) ?? []), leader]);
  for (const [at, here] of byHex)
    placed.push(...stackAt(at, ordered(here, stacks[String(at)]), ridden.has(at)));
  const riders = [...ridden].flatMap(([at, here]) => leadersAt(at, here, byHex.has(at)));
  placed.sort((a, b) => a.markY - b.markY || a.markX - b.markX || b.depth - a.depth);
  return { counters: placed, leaders: riders };
}

/** A base of a measured table lies where it is and under nothing. */
function standing(counter: Counter, { x, y }: Base): PlacedCounter {
  return { counter, x, y, size: PLATE_SIZE, depth: 0, count: 1, markX: x, markY: y };
}

/** Lines and skirmishers over several hexes have their plate in the middle of them. */
function spreads(counter: Counter): boolean {
  return counter.hexes.length > 1 && !isFile(counter.formation);
}

function acrossHexes(counter: Counter): PlacedCounter {
  const n = counter.hexes.length;
  const x = counter.hexes.reduce((sum, at) => sum + centreX(at), 0) / n;
  const y = counter.hexes.reduce((sum, at) => sum + centreY(at), 0) / n;
  return { counter, x, y, size: PLATE_SIZE, depth: 0, count: 1, markX: x, markY: y };
}

/** Top first, as the view lists the stack; strangers to the list go below. */
function ordered(here: readonly Counter[], stack: readonly UnitId[] | undefined): Counter[] {
  if (!stack || here.length < 2) return [...here];
  const place = (counter: Counter) => {
    const index = stack.indexOf(counter.id);
    return index < 0 ? stack.length : index;
  };
  return [...here].sort((a, b) => place(a) - place(b));
}

function stackAt(at: Hex, stack: readonly Counter[], ridden: boolean): PlacedCounter[] {
  const { x, y } = centre(at);
  const shown = Math.min(SHOWN, stack.length);
  return stack.map((counter, depth) => {
    const [dx, dy] = fan(Math.min(depth, SHOWN - 1), shown);
    return {
      counter,
      x: x + dx + (ridden ? ASIDE : 0),
      y: y + dy,
      size: stack.length > 1 ? STACKED_SIZE : PLATE_SIZE,
      depth,
      count: stack.length,
      markX: x + (ridden ? ASIDE : 0),
      markY: y,
    };
  });
}

/** The way from the middle of a hex to the plate at this depth of so many. */
export function fan(depth: number, shown: number): [number, number] {
  const step = (shown - 1) / 2 - depth;
  return [step * FAN_X, -step * FAN_Y - (shown - 1) * 0.03];
}

function leadersAt(at: Hex, here: readonly LeaderCounter[], stacked: boolean): PlacedLeader[] {
  const { x, y } = centre(at);
  return here.map((leader, i) => {
    const step = i - (here.length - 1) / 2;
    return stacked
      ? { leader, x: x + LEADER_X + ASIDE / 8, y: y + step * LEADER_GAP }
      : { leader, x: x + step * 0.7, y };
  });
}

/** The topmost counter or leader at a point of the map. */
export function hit(layout: Layout, x: number, y: number, grow = 1): UnitId | null {
  for (let i = layout.leaders.length - 1; i >= 0; i--) {
    const { leader, x: lx, y: ly } = layout.leaders[i]!;
    if (Math.hypot(lx - x, ly - y) <= 0.37 * grow) return leader.id;
  }
  for (let i = layout.counters.length - 1; i >= 0; i--) {
    const placed = layout.counters[i]!;
    const half = (placed.size / 2) * grow;
    if (placed.depth >= SHOWN || placed.counter.covered) continue;
    const { base } = placed.counter;
    if (base) {
      if (isWithin(base, x, y, NEARLY)) return placed.counter.id;
      continue;
    }
    if (Math.abs(placed.x - x) <= half && Math.abs(placed.y - y) <= half) return placed.counter.id;
  }
  return null;
}
