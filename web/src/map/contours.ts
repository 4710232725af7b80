/** Contour lines of a field, by marching squares; crossings are chained by the lattice edge. */

import { type Field, GRAIN, MARGIN } from './field';

export interface Contour {
  /** x0, y0, x1, y1 ... on the drawing plane. */
  readonly points: Float32Array;
  readonly closed: boolean;
}

// For each case the pairs of cell edges that a line joins: 0 top, 1 right, 2 bottom, 3 left.
const PAIRS: readonly (readonly number[])[] = [
  [],
  [3, 0],
  [0, 1],
  [3, 1],
  [1, 2],
  [3, 0, 1, 2],
  [0, 2],
  [3, 2],
  [2, 3],
  [0, 2],
  [0, 1, 2, 3],
  [1, 2],
  [3, 1],
  [0, 1],
  [3, 0],
  [],
];

export function contours(field: Field, level: number): Contour[] {
  const links = joined(field, level);
  const seen = new Set<number>();
  const found: Contour[] = [];
  const walk = (start: number, closed: boolean) => {
    const points: number[] = [];
    let edge: number | undefined = start;
    while (edge !== undefined) {
      seen.add(edge);
      const [x, y] = crossing(field, level, edge);
      points.push(x, y);
      const [one, other]: Link = links.get(edge)!;
      edge = one >= 0 && !seen.has(one) ? one : other >= 0 && !seen.has(other) ? other : undefined;
    }
    found.push({ points: Float32Array.from(points), closed });
  };
  for (const [edge, [, other]] of links) if (other < 0 && !seen.has(edge)) walk(edge, false);
  for (const edge of links.keys()) if (!seen.has(edge)) walk(edge, true);
  return found;
}

type Link = [one: number, other: number];

/** Which crossings are neighbours; an edge is 2 * sample, + 1 when it runs down from it. */
function joined(field: Field, level: number): Map<number, Link> {
  const { columns, rows, values } = field;
  const links = new Map<number, Link>();
  const link = (one: number, other: number) => {
    const held = links.get(one);
    if (!held) links.set(one, [other, -1]);
    else held[1] = other;
  };
  for (let j = 0; j < rows - 1; j++)
    for (let i = 0; i < columns - 1; i++) {
      const k = j * columns + i;
      const sign =
        (values[k]! > level ? 1 : 0) |
        (values[k + 1]! > level ? 2 : 0) |
        (values[k + columns + 1]! > level ? 4 : 0) |
        (values[k + columns]! > level ? 8 : 0);
      const pairs = PAIRS[sign]!;
      for (let p = 0; p < pairs.length; p += 2) {
        const one = edgeOf(k, columns, pairs[p]!);
        const other = edgeOf(k, columns, pairs[p + 1]!);
        link(one, other);
        link(other, one);
      }
    }
  return links;
}

function edgeOf(k: number, columns: number, side: number): number {
  if (side === 0) return 2 * k;
  if (side === 1) return 2 * (k + 1) + 1;
  if (side === 2) return 2 * (k + columns);
  return 2 * k + 1;
}

function crossing(field: Field, level: number, edge: number): [number, number] {
  const k = edge >> 1;
  const down = edge & 1;
  const next = down ? k + field.columns : k + 1;
  const a = field.values[k]! - level;
  const b = field.values[next]! - level;
  const t = a === b ? 0.5 : a / (a - b);
  const i = k % field.columns;
  const j = Math.floor(k / field.columns);
  return [(i + (down ? 0 : t)) / GRAIN - MARGIN, (j + (down ? t : 0)) / GRAIN - MARGIN];
}
