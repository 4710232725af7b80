/**
 * Places of either kind of ground on the drawing plane: hexes by their numbers, points of a measured
 * table as `grognard.desks.documents.point` packs them. A unit of a table is as long as the side of
 * a hex; x goes east and y south.
 */

import type { Hex, MapData, Place, Shape } from '../api/types';
import type { Point } from './hexes';
import * as hexes from './hexes';

const POINT = 1_000_000;
const THOUSAND = 1000;
/** The arrows move the cursor so far over a measured table. */
const STRIDE = 0.5;

export const isMeasured = (map: Pick<MapData, 'width'>): boolean => map.width > 0;

/** A point of the plane as a place, to the thousandth of a unit. */
export function pointAt(x: number, y: number): Place {
  return POINT * (Math.round(x * THOUSAND) + 1) + Math.round(y * THOUSAND);
}

export function centreX(at: Place): number {
  return at < POINT ? hexes.centreX(at) : (Math.floor(at / POINT) - 1) / THOUSAND;
}

export function centreY(at: Place): number {
  return at < POINT ? hexes.centreY(at) : (at % POINT) / THOUSAND;
}

export function centre(at: Place): Point {
  return { x: centreX(at), y: centreY(at) };
}

/** As printed on the map: 0931; of a measured table how far east and south: 9.30, 31.00. */
export function placeText(at: Place): string {
  if (at < POINT) return hexes.hexName(at);
  return `${centreX(at).toFixed(2)}, ${centreY(at).toFixed(2)}`;
}

/** The place that somebody wrote: 0931, or of a measured table "9.3, 31". */
export function placeWritten(map: MapData, text: string): Place {
  if (!isMeasured(map)) return Number(text);
  const [x = 0, y = -1] = text.split(/[\s,;]+/).map(Number);
  return y >= 0 ? pointAt(x, y) : 0;
}

/** The width and height of the ground on the plane, margins excluded. */
export function extent(map: MapData): { width: number; height: number } {
  if (!isMeasured(map)) return hexes.extent(map.columns, map.rows);
  return { width: map.width / THOUSAND, height: map.height / THOUSAND };
}

/** The place at a point of the plane; a hex may lie off the map. */
export function placeAt(map: MapData, x: number, y: number): Place {
  return isMeasured(map) ? pointAt(Math.max(0, x), Math.max(0, y)) : hexes.hexAt(x, y);
}

/** The place in the middle of the map. */
export function middleOf(map: MapData): Place {
  if (!isMeasured(map)) return hexes.hexOf(Math.ceil(map.columns / 2), Math.ceil(map.rows / 2));
  const { width, height } = extent(map);
  return pointAt(width / 2, height / 2);
}

/** One step of the keyboard from a place, kept on the map. */
export function stepFrom(map: MapData, at: Place, dx: number, dy: number): Place {
  if (!isMeasured(map)) {
    const column = kept(hexes.columnOf(at) + dx, 1, map.columns);
    return hexes.hexOf(column, kept(hexes.rowOf(at) + dy, 1, map.rows));
  }
  const { width, height } = extent(map);
  return pointAt(
    kept(centreX(at) + dx * STRIDE, 0, width),
    kept(centreY(at) + dy * STRIDE, 0, height),
  );
}

/** Rows of places about one, with the number of each row and column where the map counts them. */
export interface Around {
  readonly number: number;
  readonly cells: readonly { readonly at: Place; readonly number: number }[];
}

export function around(map: MapData, at: Place): Around[] {
  return [-1, 0, 1].flatMap((dy) => {
    const first = stepFrom(map, at, 0, dy);
    if (dy && first === at) return [];
    const cells = [-2, -1, 0, 1, 2]
      .map((dx) => ({ at: dx ? stepFrom(map, first, dx, 0) : first, number: 3 + dx }))
      .filter(({ at: cell }, i, all) => all.findIndex((other) => other.at === cell) === i);
    if (isMeasured(map)) return [{ number: 2 + dy, cells }];
    const counted = cells.map(({ at: cell }) => ({ at: cell, number: hexes.columnOf(cell) }));
    return [{ number: hexes.rowOf(first), cells: counted }];
  });
}

/** The place in the middle of many: half of them lie on either side. */
export function amid(map: MapData, places: readonly Place[]): Place {
  if (!isMeasured(map)) return hexes.amid(places);
  const middle = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1]!;
  return pointAt(middle(places.map(centreX)), middle(places.map(centreY)));
}

/** From a place towards the middle of a map, in degrees clockwise from north. */
export function headingTo(map: MapData, at: Place): number {
  const { width, height } = extent(map);
  const { x, y } = centre(at);
  return ((Math.atan2(height / 2 - y, width / 2 - x) * 180) / Math.PI + 450) % 360;
}

// --- rectangles

/** A rectangle on the plane: its middle, its front and depth, where it looks. */
export interface Base extends Point {
  readonly width: number;
  readonly depth: number;
  /** In radians clockwise from north. */
  readonly angle: number;
}

/** The rectangle of a shape that has one. */
export function baseOf(shape: Shape | null | undefined): Base | null {
  if (!shape?.width) return null;
  return {
    ...centre(shape.places[0]!),
    width: shape.width / THOUSAND,
    depth: (shape.depth ?? 0) / THOUSAND,
    angle: (Math.max(0, shape.heading ?? 0) * Math.PI) / 180,
  };
}

/** Does a point lie within the base, made larger by `margin` all round? */
export function isWithin(base: Base, x: number, y: number, margin = 0): boolean {
  const [dx, dy] = [x - base.x, y - base.y];
  const across = dx * Math.cos(base.angle) + dy * Math.sin(base.angle);
  const along = dy * Math.cos(base.angle) - dx * Math.sin(base.angle);
  return Math.abs(across) <= base.width / 2 + margin && Math.abs(along) <= base.depth / 2 + margin;
}

/** Does a shape cover a place? */
export function covers(shape: Shape, at: Place): boolean {
  const base = baseOf(shape);
  return base ? isWithin(base, centreX(at), centreY(at)) : shape.places.includes(at);
}

/** Adds a base to the path, `margin` wider all round. */
export function traceBase(path: CanvasPath, base: Base, margin = 0): void {
  const [cos, sin] = [Math.cos(base.angle), Math.sin(base.angle)];
  const [w, d] = [base.width / 2 + margin, base.depth / 2 + margin];
  [
    [-w, -d],
    [w, -d],
    [w, d],
    [-w, d],
  ].forEach(([across = 0, along = 0], i) => {
    const x = base.x + across * cos - along * sin;
    path[i ? 'lineTo' : 'moveTo'](x, base.y + across * sin + along * cos);
  });
  path.closePath();
}

const SPOT = 0.3;

/** Adds the outline of a place to the path: its hexagon, or a ring about a point. */
export function tracePlace(path: CanvasPath, at: Hex, size = 1): void {
  const { x, y } = centre(at);
  if (at < POINT) hexes.traceHex(path, x, y, size);
  else {
    path.moveTo(x + SPOT * size, y);
    path.arc(x, y, SPOT * size, 0, 2 * Math.PI);
    path.closePath();
  }
}

function kept(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}
