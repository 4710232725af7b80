/** Period troop blocks for the overview: foot solid, horse halved, guns barred, rout crossed. */

import type { Context } from '../canvas';
import { type Counter, facingAngle } from './model';

const CASING = '#fffaf0';

/** Width across the front and depth, in hex sides. */
export function blockSize(unit: Pick<Counter, 'formation' | 'hexes'>): [number, number] {
  switch (unit.formation) {
    case 'line':
    case 'skirmish':
      return [unit.hexes.length > 1 ? 2.6 + 1.73 * (unit.hexes.length - 2) : 1.4, 0.3];
    case 'square':
    case 'general':
      return [0.95, 0.95];
    case '':
      return [1.1, 0.8];
    case 'limbered':
    case 'unlimbered':
      return [1.0, 0.5];
    case 'road':
      return [0.5, 1.25];
    case 'companies':
      return [0.95, 1.1];
    default:
      return [1.25, 0.62];
  }
}

/** A block with its centre at x, y; `s` pixels to a hex side. */
export function drawBlock(ctx: Context, x: number, y: number, s: number, unit: Counter): void {
  const [w, h] = blockSize(unit);
  const colour = unit.side.header;
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(s, s);
  const hasFront = unit.facing >= 0 && unit.formation !== 'general' && unit.formation !== 'square';
  if (hasFront) ctx.rotate(facingAngle(unit) + Math.PI / 2);
  ctx.fillStyle = CASING;
  ctx.strokeStyle = CASING;
  ctx.lineWidth = 0.28;
  ctx.strokeRect(-w / 2, -h / 2, w, h);
  ctx.fillRect(-w / 2, -h / 2, w, h);
  ctx.fillStyle = colour;
  ctx.strokeStyle = colour;
  ctx.lineWidth = 0.11;
  body(ctx, unit, w, h);
  ctx.strokeRect(-w / 2, -h / 2, w, h);
  if (hasFront && unit.arm !== 'artillery') point(ctx, h);
  if (unit.order === 'rout') cross(ctx, w, h);
  ctx.restore();
}

function body(ctx: Context, unit: Counter, w: number, h: number): void {
  if (unit.arm === 'artillery') {
    for (const x of [-0.33, 0, 0.33]) ctx.fillRect(x - 0.05, -h / 2 - 0.3, 0.1, h + 0.3);
  } else if (unit.arm === 'cavalry') {
    ctx.beginPath();
    ctx.moveTo(-w / 2, h / 2);
    ctx.lineTo(w / 2, -h / 2);
    ctx.lineTo(w / 2, h / 2);
    ctx.closePath();
    ctx.fill();
  } else if (unit.formation === 'skirmish') {
    const n = Math.max(3, Math.round(w / 0.4));
    for (let i = 0; i < n; i++) ctx.fillRect(-w / 2 + (i * w) / n, -h / 2, (0.6 * w) / n, h);
  } else if (unit.formation === 'square') {
    ctx.lineWidth = 0.22;
  } else ctx.fillRect(-w / 2, -h / 2, w, h);
}

function point(ctx: Context, h: number): void {
  ctx.beginPath();
  ctx.moveTo(-0.2, -h / 2 - 0.02);
  ctx.lineTo(0, -h / 2 - 0.34);
  ctx.lineTo(0.2, -h / 2 - 0.02);
  ctx.closePath();
  ctx.fill();
}

function cross(ctx: Context, w: number, h: number): void {
  ctx.strokeStyle = CASING;
  ctx.lineWidth = 0.12;
  ctx.beginPath();
  ctx.moveTo(-w / 2, -h / 2);
  ctx.lineTo(w / 2, h / 2);
  ctx.moveTo(w / 2, -h / 2);
  ctx.lineTo(-w / 2, h / 2);
  ctx.stroke();
}
