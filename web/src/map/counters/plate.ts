/** Counters: the full plate, the short plate and the plain back (ui.md 4). */

import type { Context } from '../canvas';
import { badgesOf, drawBadge } from './badges';
import { drawFigures } from './figures';
import type { SideLook } from './looks';
import type { Counter } from './model';

export type Detail = 'block' | 'short' | 'full';

export interface PlateOptions {
  /** Length of a side in pixels of the sheet. */
  readonly size: number;
  readonly detail: Exclude<Detail, 'block'>;
  readonly back?: boolean;
  /** Routed and disordered plates lean, unless people have switched that off. */
  readonly tilt?: boolean;
}

/** A sheet for a plate is this many plates wide: room for shadow, tilt and badge. */
export const ROOM = 1.5;

const FONT = 'Cabin, sans-serif';
const HEADER_TEXT = '#FBF5E6';
const CORNER = 10;

export function detailAt(scale: number): Detail {
  if (scale < 20) return 'block';
  return scale < 40 ? 'short' : 'full';
}

export function tiltOf(unit: Pick<Counter, 'order'>): number {
  if (unit.order === 'rout') return 8;
  return unit.order === 'disorder' ? -7 : 0;
}

/** Adds the outline of a plate to the path: round corners for light sides, cut ones for dark. */
export function tracePlate(ctx: Context, side: SideLook, x: number, y: number, size: number): void {
  const r = CORNER;
  const far = x + size;
  const low = y + size;
  ctx.beginPath();
  if (side.corner === 'round') {
    ctx.moveTo(x + r, y);
    ctx.arcTo(far, y, far, low, r);
    ctx.arcTo(far, low, x, low, r);
    ctx.arcTo(x, low, x, y, r);
    ctx.arcTo(x, y, far, y, r);
  } else {
    ctx.moveTo(x + r, y);
    ctx.lineTo(far - r, y);
    ctx.lineTo(far, y + r);
    ctx.lineTo(far, low - r);
    ctx.lineTo(far - r, low);
    ctx.lineTo(x + r, low);
    ctx.lineTo(x, low - r);
    ctx.lineTo(x, y + r);
  }
  ctx.closePath();
}

/** A whole counter with its centre at x, y. */
export function drawPlate(
  ctx: Context,
  x: number,
  y: number,
  unit: Counter,
  options: PlateOptions,
): void {
  const { size, detail } = options;
  const k = size / 100;
  ctx.save();
  ctx.translate(x, y);
  if (options.tilt !== false) ctx.rotate((tiltOf(unit) * Math.PI) / 180);
  ctx.scale(k, k);
  ctx.translate(-50, -50);
  shadow(ctx, unit, k);
  ctx.save();
  tracePlate(ctx, unit.side, 0, 0, 100);
  ctx.clip();
  ground(ctx, unit, options.back ?? unit.covered ?? false);
  if (unit.covered) plainBack(ctx, unit);
  else if (detail === 'full') full(ctx, unit, options.back ?? false);
  else short(ctx, unit);
  ctx.restore();
  edge(ctx, unit.side);
  ctx.restore();
  if (unit.covered) return;
  badgesOf(unit).forEach((badge, i) => {
    const r = size * (detail === 'full' ? 0.165 : 0.19);
    drawBadge(ctx, x + size * 0.48, y - size * 0.46 + i * size * 0.29, r, badge);
  });
}

function shadow(ctx: Context, unit: Counter, k: number): void {
  ctx.save();
  ctx.shadowColor = 'rgba(30,20,8,.55)';
  ctx.shadowBlur = 9 * k;
  ctx.shadowOffsetX = 2.5 * k;
  ctx.shadowOffsetY = 4 * k;
  tracePlate(ctx, unit.side, 0, 0, 100);
  ctx.fillStyle = unit.look.plate;
  ctx.fill();
  ctx.restore();
}

function ground(ctx: Context, unit: Counter, back: boolean): void {
  ctx.fillStyle = unit.look.plate;
  ctx.fillRect(0, 0, 100, 100);
  if (back || unit.order === 'rout') {
    ctx.strokeStyle = unit.side.hatch;
    ctx.lineWidth = 3;
    ctx.beginPath();
    for (let i = -100; i < 110; i += 11) {
      ctx.moveTo(i, 100);
      ctx.lineTo(i + 84, 16);
    }
    ctx.stroke();
  }
  const light = ctx.createLinearGradient(0, 0, 0, 100);
  light.addColorStop(0, 'rgba(255,255,255,.16)');
  light.addColorStop(0.5, 'rgba(255,255,255,0)');
  light.addColorStop(1, 'rgba(0,0,0,.10)');
  ctx.fillStyle = light;
  ctx.fillRect(0, 0, 100, 100);
}

function edge(ctx: Context, side: SideLook): void {
  tracePlate(ctx, side, 0, 0, 100);
  ctx.strokeStyle = side.edge;
  ctx.lineWidth = 2.6;
  ctx.stroke();
  tracePlate(ctx, side, 2.6, 2.6, 94.8);
  ctx.strokeStyle = 'rgba(255,255,255,.28)';
  ctx.lineWidth = 1;
  ctx.stroke();
}

/** What lies out of sight: nothing but its side. */
function plainBack(ctx: Context, unit: Counter): void {
  ctx.fillStyle = unit.side.header;
  ctx.fillRect(0, 0, 100, 21);
  ctx.fillStyle = unit.side.ink;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.font = `700 44px ${FONT}`;
  ctx.fillText('?', 50, 63);
}

// --- full plate

function full(ctx: Context, unit: Counter, back: boolean): void {
  const ink = unit.side.ink;
  header(ctx, unit);
  if (!back) drawFigures(ctx, unit.look);
  ctx.fillStyle = unit.look.facing;
  ctx.fillRect(0, 75.5, 100, 3.6);
  ctx.strokeStyle = 'rgba(0,0,0,.35)';
  ctx.lineWidth = 0.6;
  ctx.strokeRect(-1, 75.5, 102, 3.6);
  if (back) rows(ctx, unit, ink);
  else strength(ctx, unit, ink);
  foot(ctx, unit, ink);
}

function header(ctx: Context, unit: Counter): void {
  ctx.fillStyle = unit.side.header;
  ctx.fillRect(0, 0, 100, 21);
  const badged = badgesOf(unit).length > 0;
  ctx.fillStyle = HEADER_TEXT;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  fittedFont(ctx, unit.name, 700, 15.5, badged ? 76 : 90);
  ctx.fillText(unit.name, badged ? 42 : 50, 11);
}

/** Sets the largest font, not above `size`, in which the text is at most `width` wide. */
export function fittedFont(
  ctx: Context,
  text: string,
  weight: number,
  size: number,
  width: number,
): number {
  let fit = size;
  ctx.font = `${weight} ${fit}px ${FONT}`;
  while (fit > 6 && ctx.measureText(text).width > width) {
    fit -= 0.5;
    ctx.font = `${weight} ${fit}px ${FONT}`;
  }
  return fit;
}

function strength(ctx: Context, unit: Counter, ink: string): void {
  const wide = unit.strength > 9;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'alphabetic';
  ctx.fillStyle = ink;
  ctx.font = `700 ${wide ? 27 : 33}px ${FONT}`;
  ctx.fillText(String(unit.strength), wide ? 74 : 77, 60);
  pips(ctx, unit, ink);
}

const LADDER = { x: 94, top: 25, height: 46, most: 10 };

function pips(ctx: Context, unit: Counter, ink: string): void {
  const count = Math.min(unit.increments, LADDER.most);
  const left = Math.min(unit.left ?? unit.strength, LADDER.most);
  const gap = LADDER.height / Math.max(count, 1);
  const r = Math.min(2.9, gap * 0.38);
  ctx.fillStyle = ink;
  ctx.strokeStyle = ink;
  for (let i = 0; i < count; i++) {
    const y = LADDER.top + LADDER.height - gap * (i + 0.5);
    ctx.lineWidth = 1;
    ctx.beginPath();
    ctx.arc(LADDER.x, y, r, 0, 2 * Math.PI);
    if (i < left) ctx.fill();
    ctx.stroke();
    if (i < left) continue;
    ctx.lineWidth = 0.9;
    ctx.beginPath();
    ctx.moveTo(LADDER.x - r * 0.9, y + r * 0.9);
    ctx.lineTo(LADDER.x + r * 0.9, y - r * 0.9);
    ctx.stroke();
  }
}

function foot(ctx: Context, unit: Counter, ink: string): void {
  ctx.font = `700 15.5px ${FONT}`;
  ctx.textBaseline = 'middle';
  ctx.fillStyle = ink;
  ctx.textAlign = 'right';
  if (unit.movement) ctx.fillText(String(unit.movement), 93, 90.5);
  if (unit.melee !== null) {
    ctx.textAlign = 'left';
    ctx.fillText(String(unit.melee), 7, 90.5);
  }
  if (unit.morale === null) return;
  ctx.textAlign = 'center';
  ctx.fillText(String(unit.morale), 50, 90.5);
  ctx.strokeStyle = ink;
  ctx.lineWidth = 1.2;
  ctx.globalAlpha = 0.55;
  ctx.beginPath();
  ctx.moveTo(37, 90);
  ctx.lineTo(50, 80.8);
  ctx.lineTo(63, 90);
  ctx.lineTo(50, 99.4);
  ctx.closePath();
  ctx.stroke();
  ctx.globalAlpha = 1;
}

function rows(ctx: Context, unit: Counter, ink: string): void {
  ctx.textBaseline = 'middle';
  ctx.fillStyle = ink;
  unit.back.forEach(([word, value], i) => {
    const y = 29 + i * 13.2;
    ctx.textAlign = 'left';
    ctx.font = `500 12px ${FONT}`;
    ctx.fillText(word, 8, y);
    ctx.textAlign = 'right';
    ctx.font = `700 13px ${FONT}`;
    ctx.fillText(value, 92, y);
  });
}

// --- short plate

function short(ctx: Context, unit: Counter): void {
  ctx.fillStyle = unit.side.header;
  ctx.fillRect(0, 0, 100, 15);
  ctx.save();
  ctx.translate(-4, -4);
  ctx.scale(1.22, 1.22);
  ctx.translate(0, 2);
  drawFigures(ctx, unit.look);
  ctx.restore();
  ctx.fillStyle = unit.look.facing;
  ctx.fillRect(0, 91, 100, 9);
  ctx.fillStyle = unit.look.plate;
  ctx.globalAlpha = 0.75;
  ctx.beginPath();
  ctx.roundRect(54, 36, 44, 50, 8);
  ctx.fill();
  ctx.globalAlpha = 1;
  ctx.fillStyle = unit.side.ink;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.font = `700 ${unit.strength > 9 ? 42 : 52}px ${FONT}`;
  ctx.fillText(String(unit.strength), unit.strength > 9 ? 74 : 77, 63);
}
