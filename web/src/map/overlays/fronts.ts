/** Arrows about a piece: each way it may be turned to look. */

import type { Hex } from '../../api/types';
import { type Camera, deviceScale, onDevice } from '../camera';
import type { Context } from '../canvas';
import type { Point } from '../hexes';
import { centre } from '../places';
import { PALETTE } from './strokes';

/** A way to look, from places that it would then stand on; `id` is what a press on it means. */
export interface Front {
  readonly id: string;
  readonly places: readonly Hex[];
  /** In degrees clockwise from north. */
  readonly heading: number;
  readonly chosen: boolean;
}

/** From the middle of the piece, in hex sides: just outside its hex, clear of who stands beyond. */
const OUT = 1.04;
const SIZE = 0.2;
/** CSS pixels: below this scale there is no room; no arrow is smaller, none harder to hit. */
const LEAST_SCALE = 26;
const LEAST = 8;
const NEAR = 4;

function spotOf({ places, heading }: Front): Point {
  const all = places.map(centre);
  const angle = (heading * Math.PI) / 180;
  const mean = (of: (p: Point) => number) => all.reduce((sum, p) => sum + of(p), 0) / all.length;
  return {
    x: mean(({ x }) => x) + OUT * Math.sin(angle),
    y: mean(({ y }) => y) - OUT * Math.cos(angle),
  };
}

const sizeOf = (scale: number) => Math.max(LEAST, SIZE * scale);

/** The arrow under a point of the map. */
export function frontAt(
  fronts: readonly Front[],
  scale: number,
  x: number,
  y: number,
): Front | null {
  if (scale < LEAST_SCALE) return null;
  const far = (front: Front) => {
    const spot = spotOf(front);
    return Math.hypot(spot.x - x, spot.y - y) * scale;
  };
  const near = [...fronts].sort((a, b) => far(a) - far(b))[0];
  return near && far(near) <= sizeOf(scale) + NEAR ? near : null;
}

export function drawFronts(ctx: Context, camera: Camera, fronts: readonly Front[]): void {
  if (camera.scale < LEAST_SCALE) return;
  const r = (sizeOf(camera.scale) * deviceScale(camera)) / camera.scale;
  for (const front of fronts) {
    const { x, y } = spotOf(front);
    ctx.save();
    ctx.translate(...onDevice(camera, x, y));
    ctx.rotate((front.heading * Math.PI) / 180);
    ctx.beginPath();
    ctx.moveTo(0, -r);
    ctx.lineTo(r * 1.05, r * 0.75);
    ctx.lineTo(0, r * 0.35);
    ctx.lineTo(-r * 1.05, r * 0.75);
    ctx.closePath();
    ctx.lineJoin = 'round';
    ctx.strokeStyle = PALETTE.edge;
    ctx.lineWidth = 4.5 * camera.ratio;
    ctx.stroke();
    ctx.strokeStyle = front.chosen ? PALETTE.edge : PALETTE.cream;
    ctx.lineWidth = 2 * camera.ratio;
    ctx.stroke();
    ctx.fillStyle = front.chosen ? PALETTE.select : PALETTE.cream;
    ctx.fill();
    ctx.restore();
  }
}
