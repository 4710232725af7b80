/** Arrows, discs, tags and hatching: the pens of the overlays. */

import type { Hex } from '../../api/types';
import type { Context } from '../canvas';
import { centre } from '../places';

export const PALETTE = {
  ink: '#2A1D0F',
  edge: '#1B140C',
  cream: '#FFF8E6',
  select: '#F4B81E',
  act: '#D8452E',
  commit: '#7A1F1F',
  clear: '#2C6B3F',
  blocked: '#9B1C1C',
  night: '#17212E',
} as const;

const FONT = 'Cabin, sans-serif';

export function drawDisc(
  ctx: Context,
  x: number,
  y: number,
  r: number,
  text: string,
  ground: string,
  ink: string,
  rim: string | null,
): void {
  ctx.beginPath();
  ctx.arc(x, y, r, 0, 2 * Math.PI);
  ctx.fillStyle = ground;
  ctx.fill();
  if (rim) {
    ctx.strokeStyle = rim;
    ctx.lineWidth = r * 0.14;
    ctx.stroke();
  }
  ctx.fillStyle = ink;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.font = `700 ${r * (text.length > 2 ? 0.9 : 1.2)}px ${FONT}`;
  ctx.fillText(text, x, y + r * 0.06);
}

export function drawArrow(
  ctx: Context,
  from: readonly [number, number],
  to: readonly [number, number],
  colour: string,
  width: number,
  head: number,
): void {
  const angle = Math.atan2(to[1] - from[1], to[0] - from[0]);
  const rim = width * 0.3;
  ctx.save();
  ctx.translate(to[0], to[1]);
  ctx.rotate(angle);
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  for (const [style, grow] of [
    [PALETTE.cream, rim],
    [colour, 0],
  ] as const) {
    const half = width / 2 + grow;
    const wing = head * 0.62 + grow * 1.5;
    const neck = -head * 0.85;
    ctx.fillStyle = style;
    ctx.beginPath();
    ctx.moveTo(grow * 1.8, 0);
    ctx.lineTo(neck - grow, -wing);
    ctx.lineTo(neck - grow, -half);
    ctx.lineTo(-length - grow, -half);
    ctx.lineTo(-length - grow, half);
    ctx.lineTo(neck - grow, half);
    ctx.lineTo(neck - grow, wing);
    ctx.closePath();
    ctx.fill();
  }
  ctx.restore();
}

export function drawTag(
  ctx: Context,
  x: number,
  y: number,
  text: string,
  ground: string,
  size: number,
): void {
  ctx.font = `600 ${size}px ${FONT}`;
  const w = ctx.measureText(text).width + size * 1.2;
  const h = size * 1.75;
  ctx.beginPath();
  ctx.roundRect(x - w / 2, y - h / 2, w, h, h / 2);
  ctx.fillStyle = ground;
  ctx.fill();
  ctx.strokeStyle = PALETTE.cream;
  ctx.lineWidth = size * 0.12;
  ctx.stroke();
  ctx.fillStyle = PALETTE.cream;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillText(text, x, y + size * 0.05);
}

export function drawSquareEnd(ctx: Context, x: number, y: number, half: number): void {
  ctx.fillStyle = PALETTE.blocked;
  ctx.strokeStyle = PALETTE.cream;
  ctx.lineWidth = half * 0.35;
  ctx.beginPath();
  ctx.rect(x - half, y - half, 2 * half, 2 * half);
  ctx.fill();
  ctx.stroke();
}

/** Slanting lines inside a path about some places; the context is scaled to hex sides, `px` is one CSS pixel. */
export function drawHatch(
  ctx: Context,
  path: Path2D,
  hexes: Iterable<Hex>,
  colour: string,
  px: number,
  gap: number,
): void {
  let x0 = Number.POSITIVE_INFINITY;
  let y0 = Number.POSITIVE_INFINITY;
  let x1 = Number.NEGATIVE_INFINITY;
  let y1 = Number.NEGATIVE_INFINITY;
  for (const at of hexes) {
    const { x, y } = centre(at);
    x0 = Math.min(x0, x - 1);
    y0 = Math.min(y0, y - 1);
    x1 = Math.max(x1, x + 1);
    y1 = Math.max(y1, y + 1);
  }
  ctx.save();
  ctx.clip(path);
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1.3 * px;
  ctx.setLineDash([]);
  ctx.beginPath();
  const step = gap * px;
  const high = y1 - y0;
  for (let x = Math.floor((x0 - high) / step) * step; x < x1; x += step) {
    ctx.moveTo(x, y0);
    ctx.lineTo(x + high, y1);
  }
  ctx.stroke();
  ctx.restore();
}

/** A line with a pale rim, so that it reads on any ground. */
export function cased(
  ctx: Context,
  path: Path2D,
  style: string,
  width: number,
  px: number,
  dash: number[] = [],
): void {
  ctx.lineJoin = 'round';
  ctx.lineCap = 'butt';
  ctx.setLineDash([]);
  ctx.strokeStyle = 'rgba(255,250,235,.85)';
  ctx.lineWidth = width + 3 * px;
  ctx.stroke(path);
  ctx.setLineDash(dash);
  ctx.strokeStyle = style;
  ctx.lineWidth = width;
  ctx.stroke(path);
  ctx.setLineDash([]);
}

/** Words with a pale rim, for what lies on the ground. */
export function drawHalo(
  ctx: Context,
  x: number,
  y: number,
  text: string,
  size: number,
  colour: string,
): void {
  ctx.font = `600 ${size}px ${FONT}`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.lineJoin = 'round';
  ctx.strokeStyle = 'rgba(255,248,230,.95)';
  ctx.lineWidth = size * 0.34;
  ctx.strokeText(text, x, y);
  ctx.fillStyle = colour;
  ctx.fillText(text, x, y);
}
