/**
 * The legs of a measured move, as hands make them: geometry alone. What a leg costs, and whether it
 * may be, the server says. x goes east and y south, angles are in degrees clockwise from north.
 */

import type { Leg, Motion } from '../api/documents';
import type { Point } from './hexes';
import { type Base, baseOf } from './places';

const THOUSAND = 1000;
/** What a hand measures is rounded to so many thousandths. */
const GRAIN = 50;
/** Beside the line ahead by less than this, one goes straight. */
const STRAIGHT = 0.12;
/** A heading snaps over so many degrees; multiples of the other are worth it anywhere. */
const SNAP = 3;
const ROUND = 15;

export type Side = 'left' | 'right';
export const other = (side: Side): Side => (side === 'left' ? 'right' : 'left');
const sign = (side: string | undefined) => (side === 'left' ? -1 : 1);
const radians = (angle: number) => (angle * Math.PI) / 180;
export const degrees = (base: Base) => Math.round((base.angle * 180) / Math.PI);
const turned = (angle: number) => ((angle % 360) + 360) % 360;
/** A turn between -180 and 180. */
const nearer = (turn: number) => turned(turn + 180) - 180;

/** So far on from a point when looking along an angle, and so far to the right. */
function onFrom({ x, y }: Point, angle: number, onward: number, aside = 0): Point {
  const [sin, cos] = [Math.sin(radians(angle)), Math.cos(radians(angle))];
  return { x: x + sin * onward + cos * aside, y: y - cos * onward + sin * aside };
}

/** From one point to another, in degrees. */
export function bearing(from: Point, to: Point): number {
  return turned((Math.atan2(to.x - from.x, from.y - to.y) * 180) / Math.PI);
}

/** The middle of a front, or the end of it on a side. */
export function frontOf(base: Base, aside = 0): Point {
  return onFrom(base, degrees(base), base.depth / 2, (aside * base.width) / 2);
}

export const cornerOf = (base: Base, side: Side): Point => frontOf(base, sign(side));

/** How far a point lies ahead of the middle of a base, and to its right. */
function local(base: Base, to: Point): { ahead: number; right: number } {
  const [dx, dy] = [to.x - base.x, to.y - base.y];
  const [sin, cos] = [Math.sin(base.angle), Math.cos(base.angle)];
  return { ahead: dx * sin - dy * cos, right: dx * cos + dy * sin };
}

function placed(base: Base, front: Point, angle: number): Base {
  return { ...base, ...onFrom(front, angle, -base.depth / 2), angle: radians(turned(angle)) };
}

/** A base after a leg. Another formation has another size, which only the server knows. */
export function led(base: Base, leg: Leg): Base {
  const { kind, by = 0, side } = leg;
  const angle = degrees(base);
  const far = by / THOUSAND;
  if (kind === 'ahead') return { ...base, ...onFrom(base, angle, far) };
  if (kind === 'back') return { ...base, ...onFrom(base, angle, -far) };
  if (kind === 'aside' || kind === 'slide')
    return { ...base, ...onFrom(base, angle, 0, sign(side) * far) };
  if (kind === 'about') return { ...base, angle: radians(turned(angle + 180)) };
  if (kind === 'face') return placed(base, frontOf(base), by);
  if (kind !== 'wheel') return base;
  const half = (sign(side) * base.width) / 2;
  const to = angle + sign(side) * by;
  return placed(base, onFrom(cornerOf(base, side as Side), to, 0, -half), to);
}

/** Where a leg leaves a base: as it was told, or as it was worked out here. */
export function ends(start: Base, legs: readonly Leg[]): Base[] {
  let here = start;
  return legs.map((leg) => {
    here = baseOf(leg.shape) ?? led(here, leg);
    return here;
  });
}

/** What is sent of a leg. */
export function bare({ kind, by, side, form }: Leg): Leg {
  return { kind, ...(by ? { by } : {}), ...(side ? { side } : {}), ...(form ? { form } : {}) };
}

const mils = (far: number) => Math.round((far * THOUSAND) / GRAIN) * GRAIN;

/** Legs that bring the middle of a base to a point, as far as its motions go. */
export function solve(
  base: Base,
  to: Point,
  motions: readonly Motion[],
  { travel = false, fine = false, slides = true } = {},
): Leg[] {
  const can = (kind: string) => motions.find((motion) => motion.kind === kind);
  const far = (value: number) => (fine ? Math.round(value * THOUSAND) : mils(value));
  const { ahead, right } = local(base, to);
  const side: Side = right < 0 ? 'left' : 'right';
  const wide = Math.abs(right);
  const straight = (): Leg[] => (far(ahead) > 0 ? [{ kind: 'ahead', by: far(ahead) }] : []);
  if (ahead > 0 && wide < STRAIGHT) return straight();
  const slide = slides && can('slide');
  if (slide && !travel && ahead * THOUSAND >= (slide.least ?? 0) && wide * THOUSAND <= slide.most!)
    return [{ kind: 'slide', by: far(wide), side }, ...straight()];
  if (ahead <= 0 && wide <= Math.max(0.4, -ahead) && can('back') && far(-ahead) > 0)
    return [{ kind: 'back', by: far(-ahead) }];
  if (Math.abs(ahead) < 0.4 && can('aside') && far(wide) > 0)
    return [{ kind: 'aside', by: far(wide), side }];
  return can('wheel')
    ? wheeling(base, to, side, can('wheel')!.most || 180, travel, far)
    : straight();
}

/** Wheel towards a point, go on, and wheel back to where it looked before. */
function wheeling(
  base: Base,
  to: Point,
  side: Side,
  most: number,
  travel: boolean,
  far: (value: number) => number,
): Leg[] {
  let best: Leg[] = [];
  let least = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn <= Math.min(120, travel ? most : most / 2); turn++) {
    const wheel: Leg = { kind: 'wheel', by: turn, side };
    const back: Leg = { kind: 'wheel', by: turn, side: other(side) };
    const first = led(base, wheel);
    const last = travel ? first : led(first, back);
    const goal = { x: to.x - (last.x - first.x), y: to.y - (last.y - first.y) };
    const { ahead, right } = local(first, goal);
    if (ahead < 0 || Math.abs(right) >= least) continue;
    least = Math.abs(right);
    const on: Leg[] = far(ahead) > 0 ? [{ kind: 'ahead', by: far(ahead) }] : [];
    best = turn ? [wheel, ...on, ...(travel || !on.length ? [] : [back])] : on;
  }
  return best;
}

/** A corner is drawn to a point: about the other corner, in whole degrees, never backwards. */
export function wheelTo(base: Base, corner: Side, to: Point, near: readonly number[] = []): Leg[] {
  const side = other(corner);
  const facing = bearing(cornerOf(base, side), to) + (corner === 'left' ? 90 : -90);
  const turn = nearer(snapped(turned(facing), near) - degrees(base)) * sign(side);
  return Math.round(turn) > 0 ? [{ kind: 'wheel', by: Math.round(turn), side }] : [];
}

/** A heading as it snaps: to what lies near, or to a round number; else to a whole degree. */
export function snapped(heading: number, near: readonly number[]): number {
  const round = Math.round(heading / ROUND) * ROUND;
  const found = near.length ? [...near, round] : [];
  const off = (each: number) => Math.abs(nearer(each - heading));
  const best = found.sort((a, b) => off(a) - off(b))[0];
  return turned(best !== undefined && off(best) <= SNAP ? best : Math.round(heading));
}

const REVERSE: Readonly<Record<string, string>> = { ahead: 'back', back: 'ahead' };

/** Legs with one more: it is added to the last of its kind, or taken off one that goes the other way. */
export function pushed(legs: readonly Leg[], leg: Leg, can: (kind: string) => boolean): Leg[] {
  const last = legs[legs.length - 1];
  const rest = legs.slice(0, -1);
  const { by = 0 } = leg;
  const known = can(leg.kind) ? [leg] : [];
  if (!last?.by || !by) return [...legs, ...known];
  if (last.kind === leg.kind && last.side === leg.side)
    return [...rest, { ...bare(last), by: last.by + by }];
  const against =
    REVERSE[leg.kind] === last.kind || (last.kind === leg.kind && last.side !== leg.side);
  if (!against) return [...legs, ...known];
  if (last.by > by) return [...rest, { ...bare(last), by: last.by - by }];
  return last.by === by ? rest : [...rest, ...(known.length ? [{ ...leg, by: by - last.by }] : [])];
}

/** A step aside before going ahead is a slide, where it is short enough; else it is not. */
export function sent(legs: readonly Leg[], motions: readonly Motion[]): Leg[] {
  const slide = motions.find(({ kind }) => kind === 'slide');
  const aside = motions.some(({ kind }) => kind === 'aside');
  const [first, next] = legs;
  const sideways = first?.kind === 'aside' || first?.kind === 'slide';
  if (!first || !sideways) return legs.map(bare);
  const slides =
    slide &&
    (first.by ?? 0) <= (slide.most || Number.POSITIVE_INFINITY) &&
    next?.kind === 'ahead' &&
    (next.by ?? 0) >= (slide.least ?? 0);
  const kind = slides || !aside ? 'slide' : 'aside';
  return [{ ...bare(first), kind }, ...legs.slice(1).map(bare)];
}

const KINDS = ['ahead', 'back', 'aside', 'slide', 'wheel', 'face', 'about', 'form'];
const SHORT: Readonly<Record<string, string>> = { f: 'ahead', l: 'aside', w: 'wheel', x: 'form' };

/** Legs that somebody wrote: "wheel left 39, ahead 1.9, form column", or "W L 39, F 1.9". */
export function legsWritten(text: string): Leg[] | null {
  const found = text.split(',').map((part): Leg | null => {
    const [word = '', ...more] = part.trim().toLowerCase().split(/\s+/);
    const kind = SHORT[word] ?? KINDS.find((each) => word && each.startsWith(word));
    const side = more.find((each) => /^(l|left|r|right)$/.test(each));
    const number = Number(more.find((each) => /^\d/.test(each)) ?? 0);
    if (!kind || Number.isNaN(number)) return null;
    if (kind === 'form') return { kind, form: more.join(' ') };
    const by = kind === 'wheel' || kind === 'face' ? number : Math.round(number * THOUSAND);
    return bare({ kind, by, side: side ? (side.startsWith('l') ? 'left' : 'right') : '' });
  });
  return found.every((leg) => leg !== null) ? found : null;
}

// --- the measuring stick

/** The corners of a base, from the left of its front clockwise. */
export function cornersOf(base: Base): Point[] {
  const rear = { ...base, ...onFrom(base, degrees(base), -base.depth) };
  return [
    cornerOf(base, 'left'),
    cornerOf(base, 'right'),
    cornerOf(rear, 'right'),
    cornerOf(rear, 'left'),
  ];
}

/** The ends of the shortest line between two shapes with corners; a point is one of one corner. */
export function nearest(one: readonly Point[], two: readonly Point[]): [Point, Point] {
  let best: [Point, Point] = [one[0]!, two[0]!];
  let least = Number.POSITIVE_INFINITY;
  const look = (from: Point, shape: readonly Point[], swap: boolean) => {
    shape.forEach((a, i) => {
      const foot = footOn(a, shape[(i + 1) % shape.length]!, from);
      const far = Math.hypot(foot.x - from.x, foot.y - from.y);
      if (far >= least) return;
      least = far;
      best = swap ? [foot, from] : [from, foot];
    });
  };
  for (const from of one) look(from, two, false);
  for (const from of two) look(from, one, true);
  return best;
}

function footOn(a: Point, b: Point, p: Point): Point {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const long = dx * dx + dy * dy;
  const t = long ? Math.max(0, Math.min(1, ((p.x - a.x) * dx + (p.y - a.y) * dy) / long)) : 0;
  return { x: a.x + dx * t, y: a.y + dy * t };
}
