/**
 * Hexes of a flat-top map, numbered CCRR (column, then row), even columns half a hex lower:
 * the twin of `grognard.mechanics.hexes`, with places on the drawing plane.
 *
 * The plane has x to the east, y to the south and the side of a hex as its unit.
 */

import type { Hex, Side } from '../api/types';

export const R3 = Math.sqrt(3);
export const HALF_HEIGHT = R3 / 2;

export const SIDE_NAMES = ['N', 'NE', 'SE', 'S', 'SW', 'NW'] as const;
export const SIDES: readonly Side[] = [0, 1, 2, 3, 4, 5];

const STEPS: readonly (readonly number[])[] = [
  [-1, 100, 101, 1, -99, -100],
  [-1, 99, 100, 1, -100, -101],
];

export interface Point {
  readonly x: number;
  readonly y: number;
}

export function hexOf(column: number, row: number): Hex {
  return 100 * column + row;
}

export function columnOf(at: Hex): number {
  return Math.floor(at / 100);
}

export function rowOf(at: Hex): number {
  return at % 100;
}

/** The place in the middle of many: half of them lie on either side. */
export function amid(places: readonly Hex[]): Hex {
  const middle = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1]!;
  return hexOf(middle(places.map(columnOf)), middle(places.map(rowOf)));
}

/** As printed on the map: 0931. */
export function hexName(at: Hex): string {
  return String(at).padStart(4, '0');
}

export function neighbour(at: Hex, side: number): Hex {
  return at + STEPS[columnOf(at) & 1]![side]!;
}

export function neighbours(at: Hex): Hex[] {
  return STEPS[columnOf(at) & 1]!.map((step) => at + step);
}

export function distance(one: Hex, other: Hex): number {
  const dx = Math.abs(columnOf(one) - columnOf(other));
  const dy = Math.abs(
    2 * (rowOf(one) - rowOf(other)) + (columnOf(other) & 1) - (columnOf(one) & 1),
  );
  return dy <= dx ? dx : (dx + dy) / 2;
}

// --- on the drawing plane

export function centreX(at: Hex): number {
  return 1.5 * (columnOf(at) - 1) + 1;
}

export function centreY(at: Hex): number {
  return R3 * (rowOf(at) - 1) + (columnOf(at) & 1 ? HALF_HEIGHT : R3);
}

export function centre(at: Hex): Point {
  return { x: centreX(at), y: centreY(at) };
}

/** The width and height of a map, margins excluded. */
export function extent(columns: number, rows: number): { width: number; height: number } {
  return { width: 1.5 * (columns - 1) + 2, height: R3 * (rows + (columns > 1 ? 0.5 : 0)) };
}

/** The hex whose centre is nearest to a point; it may lie off the map. */
export function hexAt(x: number, y: number): Hex {
  const about = Math.round((x - 1) / 1.5) + 1;
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let column = about - 1; column <= about + 1; column++) {
    const shift = column & 1 ? HALF_HEIGHT : R3;
    const row = Math.round((y - shift) / R3) + 1;
    const dx = 1.5 * (column - 1) + 1 - x;
    const dy = R3 * (row - 1) + shift - y;
    const far = dx * dx + dy * dy;
    if (far < least) {
      least = far;
      best = hexOf(column, row);
    }
  }
  return best;
}

/** Where a side looks, in radians, clockwise from east. */
export function sideAngle(side: number): number {
  return ((-90 + 60 * side) * Math.PI) / 180;
}

/** Where a vertex looks: vertex v lies between sides v and v + 1. */
export function vertexAngle(vertex: number): number {
  return ((-60 + 60 * vertex) * Math.PI) / 180;
}

/** The ends of a hexside, anticlockwise one first. */
export function hexsideEnds(at: Hex, side: number): [Point, Point] {
  const { x, y } = centre(at);
  const a = sideAngle(side);
  return [
    { x: x + Math.cos(a - Math.PI / 6), y: y + Math.sin(a - Math.PI / 6) },
    { x: x + Math.cos(a + Math.PI / 6), y: y + Math.sin(a + Math.PI / 6) },
  ];
}

const CORNERS: readonly Point[] = [0, 1, 2, 3, 4, 5].map((i) => ({
  x: Math.cos((i * Math.PI) / 3),
  y: Math.sin((i * Math.PI) / 3),
}));

/** Adds a hexagon to the path, `size` times the hex side wide from centre to corner. */
export function traceHex(path: CanvasPath, x: number, y: number, size = 1): void {
  for (let i = 0; i < 6; i++) {
    const corner = CORNERS[i]!;
    if (i) path.lineTo(x + size * corner.x, y + size * corner.y);
    else path.moveTo(x + size * corner.x, y + size * corner.y);
  }
  path.closePath();
}
