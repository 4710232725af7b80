/**
 * Lehmann's hachures: four rows of strokes on every step between levels, each following the
 * ground down, broad above and fine below. What is hachured costs movement, so nothing else is.
 */

import { Buckets } from '../buckets';
import type { Context } from '../canvas';
import { contours } from '../contours';
import type { Field } from '../field';
import { hash } from '../noise';
import type { Layer, Patch } from './patch';

interface Stroke {
  readonly x: number;
  readonly y: number;
  /** x0, y0, x1, y1 ... downhill. */
  readonly points: readonly number[];
  readonly width: number;
}

const ROWS = [0.9, 0.7, 0.5, 0.3] as const;
const COARSE = 0.115;
const FINE = 0.066;
const FINE_FROM = 28;
const FALL = 0.185;
const PACE = 0.045;
const INK_COARSE = 'rgba(78,50,28,.72)';
const INK_FINE = 'rgba(84,54,30,.66)';

export class Hachures implements Layer {
  private coarse: Buckets<Stroke> | undefined;
  private fine: Buckets<Stroke> | undefined;

  constructor(
    private readonly heights: Field,
    private readonly highest: number,
  ) {}

  paint(ctx: Context, patch: Patch): void {
    if (patch.scale < FINE_FROM) this.paintCoarse(ctx, patch);
    else this.paintFine(ctx, patch);
  }

  private paintCoarse(ctx: Context, patch: Patch): void {
    this.coarse ??= this.strokes(COARSE);
    ctx.lineCap = 'butt';
    ctx.strokeStyle = INK_COARSE;
    // On a medallion strokes lie upon each other: they are a breath of slope, not a wall.
    ctx.globalAlpha = Math.min(1, Math.max(0.18, (patch.scale - 2) / 8));
    // One path for each width, to a hundredth: far fewer strokes for the canvas.
    const paths = new Map<number, Path2D>();
    for (const stroke of this.coarse.within(patch, 0.6)) {
      const width = Math.round(Math.max(stroke.width, 0.62 / patch.scale) * 200) / 200;
      let path = paths.get(width);
      if (!path) {
        path = new Path2D();
        paths.set(width, path);
      }
      path.moveTo(stroke.points[0]!, stroke.points[1]!);
      for (let i = 2; i < stroke.points.length; i += 2)
        path.lineTo(stroke.points[i]!, stroke.points[i + 1]!);
    }
    for (const [width, path] of paths) {
      ctx.lineWidth = width;
      ctx.stroke(path);
    }
    ctx.globalAlpha = 1;
  }

  private paintFine(ctx: Context, patch: Patch): void {
    this.fine ??= this.strokes(FINE);
    ctx.fillStyle = INK_FINE;
    ctx.beginPath();
    for (const stroke of this.fine.within(patch, 0.6)) wedge(ctx, stroke);
    ctx.fill();
  }

  private strokes(step: number): Buckets<Stroke> {
    const found: Stroke[] = [];
    for (let level = 0; level < this.highest; level++)
      for (const row of ROWS)
        for (const line of contours(this.heights, level + row))
          for (const [x, y] of spaced(line.points, step, hash(level, row * 100) * 0.1)) {
            const stroke = this.downhill(
              x + (hash(x * 97, y * 89) - 0.5) * step * 0.35,
              y + (hash(x * 57, y * 39) - 0.5) * step * 0.35,
              row > 0.8 ? 0.8 : 1,
            );
            if (stroke) found.push(stroke);
          }
    return new Buckets(found, (stroke) => stroke);
  }

  private downhill(x0: number, y0: number, weight: number): Stroke | null {
    const heights = this.heights;
    const steep = Math.hypot(heights.slopeX(x0, y0), heights.slopeY(x0, y0));
    if (steep < 0.16) return null;
    const points = [x0, y0];
    const top = heights.at(x0, y0);
    let x = x0;
    let y = y0;
    for (let length = 0; length <= 0.42; length += PACE) {
      const gx = heights.slopeX(x, y);
      const gy = heights.slopeY(x, y);
      const slope = Math.hypot(gx, gy);
      if (slope < 0.08) break;
      x -= (gx / slope) * PACE;
      y -= (gy / slope) * PACE;
      points.push(x, y);
      if (top - heights.at(x, y) > FALL) break;
    }
    if (points.length <= 4) return null;
    return { x: x0, y: y0, points, width: Math.min(0.052, 0.012 + 0.045 * steep) * weight };
  }
}

/** Points `step` apart along a line, the first `start` before the end of the first step. */
function* spaced(points: Float32Array, step: number, start: number): Generator<[number, number]> {
  let gone = start;
  for (let i = 2; i < points.length; i += 2) {
    const ax = points[i - 2]!;
    const ay = points[i - 1]!;
    const dx = points[i]! - ax;
    const dy = points[i + 1]! - ay;
    const length = Math.hypot(dx, dy);
    let t = step - gone;
    for (; t <= length; t += step) yield [ax + (dx * t) / length, ay + (dy * t) / length];
    gone = length - (t - step);
  }
}

/** A stroke with a body: from its full width above to a point below. */
function wedge(ctx: Context, { points, width }: Stroke): void {
  const n = points.length / 2;
  const ax = points[0]!;
  const ay = points[1]!;
  const bx = points[2 * n - 2]!;
  const by = points[2 * n - 1]!;
  const mx = points[2 * (n >> 1)]!;
  const my = points[2 * (n >> 1) + 1]!;
  const length = Math.hypot(bx - ax, by - ay) || 1;
  const w = width * 0.4;
  const nx = (-(by - ay) / length) * w;
  const ny = ((bx - ax) / length) * w;
  ctx.moveTo(ax + nx, ay + ny);
  ctx.quadraticCurveTo(mx + nx * 0.8, my + ny * 0.8, bx + nx * 0.18, by + ny * 0.18);
  ctx.lineTo(bx - nx * 0.18, by - ny * 0.18);
  ctx.quadraticCurveTo(mx - nx * 0.8, my - ny * 0.8, ax - nx, ay - ny);
  ctx.closePath();
}
