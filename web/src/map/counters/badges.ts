/** States of a unit as badges: letter, shape and colour, never colour alone. */

import type { Context } from '../canvas';
import type { Counter } from './model';

export type Badge = 'disordered' | 'routed' | 'tired' | 'exhausted' | 'fired' | 'acted';

const INK = '#1b140c';

/** The badges of a unit, the gravest first. */
export function badgesOf(unit: Pick<Counter, 'order' | 'readiness' | 'fired' | 'acted'>): Badge[] {
  const found: Badge[] = [];
  if (unit.order === 'disorder') found.push('disordered');
  if (unit.order === 'rout') found.push('routed');
  if (unit.readiness === 'tired') found.push('tired');
  if (unit.readiness === 'exhausted') found.push('exhausted');
  if (unit.fired) found.push('fired');
  if (unit.acted) found.push('acted');
  return found;
}

export function drawBadge(ctx: Context, x: number, y: number, r: number, badge: Badge): void {
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(r, r);
  ctx.lineWidth = 0.16;
  ctx.strokeStyle = INK;
  ctx.shadowColor = 'rgba(0,0,0,.4)';
  ctx.shadowBlur = r * 0.4;
  ctx.shadowOffsetY = r * 0.12;
  PAINTERS[badge](ctx);
  ctx.restore();
}

const PAINTERS: Readonly<Record<Badge, (ctx: Context) => void>> = {
  disordered(ctx) {
    ctx.beginPath();
    ctx.moveTo(0, -1.22);
    ctx.lineTo(1.22, 0);
    ctx.lineTo(0, 1.22);
    ctx.lineTo(-1.22, 0);
    ctx.closePath();
    filled(ctx, '#F2B134');
    letter(ctx, 'D', INK);
  },
  routed(ctx) {
    ctx.beginPath();
    ctx.rect(-1, -0.95, 2, 1.9);
    filled(ctx, '#C62828');
    ctx.strokeStyle = '#ffffff';
    ctx.lineWidth = 0.12;
    ctx.strokeRect(-0.8, -0.75, 1.6, 1.5);
    letter(ctx, 'R', '#ffffff');
  },
  tired(ctx) {
    disc(ctx);
    filled(ctx, '#F7F0DE');
    ctx.fillStyle = INK;
    ctx.beginPath();
    ctx.arc(0, 0, 1, Math.PI / 2, -Math.PI / 2);
    ctx.fill();
    disc(ctx);
    ctx.stroke();
  },
  exhausted(ctx) {
    disc(ctx);
    ctx.strokeStyle = '#F7F0DE';
    filled(ctx, INK);
    ctx.strokeStyle = '#ffffff';
    ctx.lineWidth = 0.26;
    ctx.beginPath();
    ctx.moveTo(-0.42, -0.42);
    ctx.lineTo(0.42, 0.42);
    ctx.moveTo(0.42, -0.42);
    ctx.lineTo(-0.42, 0.42);
    ctx.stroke();
  },
  acted(ctx) {
    disc(ctx);
    filled(ctx, '#D8B04A');
    ctx.lineWidth = 0.3;
    ctx.lineCap = 'round';
    ctx.lineJoin = 'round';
    ctx.beginPath();
    ctx.moveTo(-0.5, 0);
    ctx.lineTo(-0.1, 0.42);
    ctx.lineTo(0.55, -0.42);
    ctx.stroke();
  },
  fired(ctx) {
    ctx.fillStyle = '#8a8378';
    ctx.beginPath();
    for (const [x, y, r] of [
      [-0.5, 0.15, 0.55],
      [0.45, 0.2, 0.6],
      [0, -0.35, 0.62],
      [0, 0.3, 0.6],
    ] as const) {
      ctx.moveTo(x + r, y);
      ctx.arc(x, y, r, 0, 2 * Math.PI);
    }
    ctx.fill();
  },
};

function disc(ctx: Context): void {
  ctx.beginPath();
  ctx.arc(0, 0, 1, 0, 2 * Math.PI);
}

function filled(ctx: Context, style: string): void {
  ctx.fillStyle = style;
  ctx.fill();
  ctx.shadowColor = 'transparent';
  ctx.stroke();
}

/** Drawn at twelve times the size, since type below a pixel is not to be trusted. */
function letter(ctx: Context, text: string, style: string): void {
  ctx.save();
  ctx.scale(1 / 12, 1 / 12);
  ctx.fillStyle = style;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.font = '700 14.4px Cabin, sans-serif';
  ctx.fillText(text, 0, 0.84);
  ctx.restore();
}
