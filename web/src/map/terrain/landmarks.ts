/** Single things a map names: a windmill in side view, the triangle of a summit. */

import type { Hex } from '../../api/types';
import type { Context } from '../canvas';
import type { Ground } from '../ground';
import type { MapLook } from '../maplook';
import { centre } from '../places';
import { type Layer, type Patch, touches } from './patch';

export class Landmarks implements Layer {
  private readonly marks: readonly { kind: string; at: Hex }[];

  constructor(ground: Ground, look: MapLook) {
    this.marks = Object.entries(look.landmarks).flatMap(([place, kind]) =>
      (ground.data.places[place] ?? []).slice(0, 1).map((at) => ({ kind, at })),
    );
  }

  paint(ctx: Context, patch: Patch): void {
    for (const { kind, at } of this.marks) {
      const { x, y } = centre(at);
      if (!touches(patch, x, y, 1)) continue;
      if (kind === 'windmill') windmill(ctx, x + 0.05, y - 0.05);
      else if (kind === 'summit') summit(ctx, x, y);
    }
  }
}

function summit(ctx: Context, x: number, y: number): void {
  ctx.fillStyle = '#3a2a18';
  ctx.beginPath();
  ctx.moveTo(x, y - 0.17);
  ctx.lineTo(x + 0.16, y + 0.11);
  ctx.lineTo(x - 0.16, y + 0.11);
  ctx.closePath();
  ctx.fill();
}

function windmill(ctx: Context, x: number, y: number): void {
  ctx.save();
  ctx.translate(x, y);
  ctx.fillStyle = 'rgba(40,24,12,.3)';
  ctx.beginPath();
  ctx.ellipse(0.14, 0.36, 0.34, 0.1, 0, 0, 2 * Math.PI);
  ctx.fill();
  ctx.strokeStyle = '#3a2412';
  ctx.lineWidth = 0.03;
  polygon(ctx, '#9a7a52', [-0.17, 0.36, -0.11, -0.12, 0.11, -0.12, 0.17, 0.36]);
  polygon(ctx, '#6d4a2c', [-0.14, -0.1, 0, -0.28, 0.14, -0.1]);
  ctx.translate(0, -0.1);
  ctx.rotate(0.35);
  for (let sail = 0; sail < 4; sail++) {
    ctx.rotate(Math.PI / 2);
    ctx.lineWidth = 0.03;
    ctx.beginPath();
    ctx.moveTo(0, 0);
    ctx.lineTo(0.46, 0);
    ctx.stroke();
    ctx.fillStyle = 'rgba(247,240,220,.95)';
    ctx.lineWidth = 0.018;
    ctx.beginPath();
    ctx.rect(0.1, 0, 0.35, 0.1);
    ctx.fill();
    ctx.stroke();
  }
  ctx.restore();
}

function polygon(ctx: Context, fill: string, points: readonly number[]): void {
  ctx.fillStyle = fill;
  ctx.beginPath();
  for (let i = 0; i < points.length; i += 2)
    ctx[i ? 'lineTo' : 'moveTo'](points[i]!, points[i + 1]!);
  ctx.closePath();
  ctx.fill();
  ctx.stroke();
}
