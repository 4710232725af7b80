/** Lines of the drawn country: corners cut, a trembling hand, what lies inside. Seeded by place. */

import { hash } from '../map/noise';
import type { Point } from './wire';

/** How the country lies on the paper: kilometres to pixels. */
export interface Paper {
  readonly west: number;
  readonly north: number;
  readonly scale: number;
  readonly width: number;
  readonly height: number;
}

export const on =
  (paper: Paper) =>
  ([east, north]: readonly number[]): Point => [
    (east! - paper.west) * paper.scale,
    (paper.north - north!) * paper.scale,
  ];

/** Chance by place: the same country gives the same picture. */
export const chance = (x: number, y: number, salt = 0) =>
  hash(Math.floor(x * 977), Math.floor(y * 977), salt);

/** Corners cut so often, each time at a quarter. */
export function smooth(points: readonly Point[], times = 3, closed = false): Point[] {
  let held = [...points];
  for (let round = 0; round < times && held.length > 1; round++) {
    const next: Point[] = closed ? [] : [held[0]!];
    const sides = closed ? held.length : held.length - 1;
    for (let i = 0; i < sides; i++) {
      const [ax, ay] = held[i]!;
      const [bx, by] = held[(i + 1) % held.length]!;
      next.push([ax * 0.75 + bx * 0.25, ay * 0.75 + by * 0.25]);
      next.push([ax * 0.25 + bx * 0.75, ay * 0.25 + by * 0.75]);
    }
    if (!closed) next.push(held.at(-1)!);
    held = next;
  }
  return held;
}

/** A line as a hand draws it. */
export function trembling(points: readonly Point[], by: number, salt: number): Point[] {
  const drawn: Point[] = [points[0]!];
  for (let i = 1; i < points.length; i++) {
    const [ax, ay] = points[i - 1]!;
    const [bx, by_] = points[i]!;
    const far = Math.hypot(bx - ax, by_ - ay) || 1;
    const parts = Math.max(1, Math.round(far / 14));
    for (let k = 1; k < parts; k++) {
      const t = k / parts;
      const off = (chance(ax + k, by_ - k, salt) - 0.5) * by;
      drawn.push([
        ax + (bx - ax) * t - ((by_ - ay) / far) * off,
        ay + (by_ - ay) * t + ((bx - ax) / far) * off,
      ]);
    }
    drawn.push(points[i]!);
  }
  return drawn;
}

export function trace(c: CanvasRenderingContext2D, points: readonly Point[], closed = false): void {
  c.beginPath();
  points.forEach(([x, y], i) => {
    if (i) c.lineTo(x, y);
    else c.moveTo(x, y);
  });
  if (closed) c.closePath();
}

export function isInside(ring: readonly Point[], x: number, y: number): boolean {
  let within = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [ax, ay] = ring[i]!;
    const [bx, by] = ring[j]!;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) within = !within;
  }
  return within;
}

export function boxOf(points: readonly Point[]) {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return {
    left: Math.min(...xs),
    right: Math.max(...xs),
    top: Math.min(...ys),
    bottom: Math.max(...ys),
  };
}
