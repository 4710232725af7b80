/** Guns and their teams in plan, as they lie on the base of a battery; our own vector art. */

import type { Context } from '../canvas';
import { OUTLINE } from './figures';

const BRASS = '#c39b3c';
const COATS = ['#7B5334', '#5A3B26'];

/** A battery on its base, turned with it: `s` pixels to a unit, the middle of the base at 0, 0. */
export function drawBattery(
  ctx: Context,
  s: number,
  depth: number,
  limbered: boolean,
  wood: string,
): void {
  ctx.save();
  ctx.translate(0, (-depth / 2) * s);
  for (const x of limbered ? [-0.24, 0.24] : [-0.25, 0.25])
    if (limbered) team(ctx, x, s, wood);
    else piece(ctx, x * s, s * 0.42, s * 0.0125, wood);
  ctx.restore();
}

function stroke(ctx: Context, style: string, width: number, points: readonly number[]): void {
  ctx.strokeStyle = style;
  ctx.lineWidth = width;
  ctx.beginPath();
  for (let i = 0; i < points.length; i += 2)
    ctx[i ? 'lineTo' : 'moveTo'](points[i]!, points[i + 1]!);
  ctx.stroke();
}

/** A piece with its muzzle to the front; `k` below nothing turns it round. */
function piece(ctx: Context, x: number, y: number, k: number, wood: string): void {
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(k, k);
  ctx.lineCap = 'round';
  stroke(ctx, OUTLINE, 5, [0, 2, 0, 24]);
  stroke(ctx, wood, 3, [0, 2, 0, 24]);
  stroke(ctx, OUTLINE, 3, [-10, 4, 10, 4]);
  for (const wheel of [-10.5, 10.5]) {
    ctx.fillStyle = wood;
    ctx.strokeStyle = OUTLINE;
    ctx.lineWidth = 1.4;
    ctx.beginPath();
    ctx.rect(wheel - 2, -6, 4, 20);
    ctx.fill();
    ctx.stroke();
  }
  ctx.lineCap = 'butt';
  stroke(ctx, OUTLINE, 8, [0, 10, 0, -20]);
  stroke(ctx, BRASS, 5.6, [0, 10, 0, -20]);
  stroke(ctx, '#f0d790', 1.4, [-1.2, 9, -1.2, -19]);
  stroke(ctx, OUTLINE, 8.6, [0, -19, 0, -21.5]);
  ctx.restore();
}

/** Four horses, the limber, and the piece trailing. */
function team(ctx: Context, x: number, s: number, wood: string): void {
  stroke(ctx, '#EFE6CE', Math.max(1, s * 0.016), [x * s, s * 0.2, x * s, s * 0.95]);
  ctx.fillStyle = wood;
  ctx.strokeStyle = OUTLINE;
  ctx.lineWidth = 1;
  ctx.fillRect((x - 0.13) * s, s * 0.78, s * 0.26, s * 0.12);
  ctx.strokeRect((x - 0.13) * s, s * 0.78, s * 0.26, s * 0.12);
  for (const y of [0.28, 0.56])
    for (const [i, aside] of [-0.082, 0.082].entries())
      horse(ctx, (x + aside) * s, y * s, s * 0.0088, COATS[i]!);
  piece(ctx, x * s, s * 1.2, -s * 0.0105, wood);
}

function horse(ctx: Context, x: number, y: number, k: number, coat: string): void {
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(k, k);
  ctx.fillStyle = coat;
  ctx.strokeStyle = OUTLINE;
  ctx.lineWidth = 1.4;
  ctx.beginPath();
  ctx.moveTo(-5.5, 12);
  ctx.bezierCurveTo(-7, 2, -6, -6, -3.4, -9);
  ctx.lineTo(-2.2, -19);
  ctx.quadraticCurveTo(0, -23, 2.2, -19);
  ctx.lineTo(3.4, -9);
  ctx.bezierCurveTo(6, -6, 7, 2, 5.5, 12);
  ctx.quadraticCurveTo(0, 17, -5.5, 12);
  ctx.closePath();
  ctx.fill();
  ctx.stroke();
  ctx.fillStyle = '#EFE6CE';
  ctx.fillRect(-4.6, 0, 9.2, 3);
  ctx.restore();
}
