/** Outlines and fills of sets of hexes, as paths on the drawing plane. */

import type { Hex } from '../../api/types';
import { hexsideEnds, neighbour, SIDES } from '../hexes';
import { type Base, traceBase, tracePlace } from '../places';

/** A ring about a base leaves so much room: the line of one that is taken lies within. */
const RING = 0.17;

/** Who stands in the middle of a place of a measured table, and on how much of it. */
export type Bases = ReadonlyMap<Hex, Base>;

/**
 * All places of a set as one path; `inset` below one leaves a gap between hexes. Where a base
 * stands, its rectangle stands for its place.
 */
export function fillPath(hexes: Iterable<Hex>, inset = 1, bases?: Bases): Path2D {
  const path = new Path2D();
  for (const at of hexes) {
    const base = bases?.get(at);
    if (base) traceBase(path, base, RING);
    else tracePlace(path, at, inset);
  }
  return path;
}

/** The hexsides where a set ends: [hex, side] pairs. */
export function border(hexes: ReadonlySet<Hex>): [Hex, number][] {
  const found: [Hex, number][] = [];
  for (const at of hexes)
    for (const side of SIDES) if (!hexes.has(neighbour(at, side))) found.push([at, side]);
  return found;
}

/** The border of a set as closed chains, so that dashes run on around corners. */
export function outlinePath(hexes: ReadonlySet<Hex>): Path2D {
  const path = new Path2D();
  const key = (x: number, y: number) => `${Math.round(x * 1000)},${Math.round(y * 1000)}`;
  const next = new Map<string, { x: number; y: number; key: string }[]>();
  for (const [at, side] of border(hexes)) {
    const [a, b] = hexsideEnds(at, side);
    const from = key(a.x, a.y);
    const held = next.get(from);
    const end = { x: b.x, y: b.y, key: key(b.x, b.y) };
    if (held) held.push(end);
    else next.set(from, [end]);
  }
  for (const [start, ends] of next) {
    while (ends.length) {
      let here = ends.pop()!;
      path.moveTo(here.x, here.y);
      while (here.key !== start) {
        const onward = next.get(here.key)?.pop();
        if (!onward) break;
        here = onward;
        path.lineTo(here.x, here.y);
      }
      path.closePath();
    }
  }
  return path;
}
