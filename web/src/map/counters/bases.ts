/**
 * Bases of a measured table, drawn to scale: the footprint with its front edge and chevron, men that
 * stand upright on it, and a tape with the name behind.
 */

import type { Context } from '../canvas';
import { hash } from '../noise';
import type { Base } from '../places';
import { badgesOf, drawBadge } from './badges';
import { drawTrooper } from './figures';
import { drawBattery } from './guns';
import type { Counter } from './model';

const INK = '#1B140C';
const CREAM = '#FFF8E6';
const FONT = 'Cabin, sans-serif';
/** Pixels to a unit from which there are plates, tapes with pips, men. */
const PLATES_FROM = 20;
const MEN_FROM = 34;

export type Grounded = Counter & { readonly base: Base };

export const isGrounded = (counter: Counter): counter is Grounded => counter.base !== undefined;

/** What makes two bases look alike, place and zoom apart. */
export function baseKey({ base, ...counter }: Grounded, enlarged: number): string {
  const { side, look, name, formation, order, left, increments, half, hidden } = counter;
  const stands = `${base.width}x${base.depth}/${base.angle}/${enlarged}`;
  const state = `${order}|${left ?? 0}${half ? 'h' : ''}|${increments}|${hidden ? '?' : ''}|${badgesOf(counter).join('+')}`;
  return `base|${side.id}|${look.id}|${name}|${formation}|${stands}|${state}`;
}

/** A sheet for a base is so many units wide. */
export function baseRoom({ base }: Grounded): number {
  return 2 * (Math.hypot(base.width, base.depth) / 2 + 1.4);
}

/** A base about x, y; `s` pixels to a unit. `taped` writes its name behind it. */
export function drawBase(
  ctx: Context,
  x: number,
  y: number,
  s: number,
  counter: Grounded,
  taped = true,
): void {
  const { base, side } = counter;
  ctx.save();
  ctx.translate(x, y);
  ctx.save();
  ctx.rotate(base.angle);
  if (s < PLATES_FROM) drawBlock(ctx, s, counter);
  else drawFootprint(ctx, s, counter);
  ctx.restore();
  if (s >= MEN_FROM && !isBattery(counter)) drawMen(ctx, s, counter);
  if (taped && s >= PLATES_FROM) drawTape(ctx, s, counter, side.header);
  ctx.restore();
}

/** Guns lie on their base in plan, limbered or not. */
const isBattery = ({ arm, formation }: Grounded) =>
  arm === 'artillery' && (formation === 'limbered' || formation === 'unlimbered');

/** A gold line round a base: it is taken in hand. */
export function drawTaken(ctx: Context, x: number, y: number, s: number, { base }: Grounded): void {
  const [w, d] = [base.width * s + 8, base.depth * s + 8];
  ctx.save();
  ctx.translate(x, y);
  ctx.rotate(base.angle);
  ctx.lineJoin = 'round';
  for (const [style, width] of [
    [INK, 6],
    ['#F4B81E', 3.4],
  ] as const) {
    ctx.strokeStyle = style;
    ctx.lineWidth = width;
    ctx.strokeRect(-w / 2, -d / 2, w, d);
  }
  ctx.restore();
}

/** From afar a troop block: solid foot, halved horse, barred guns. */
function drawBlock(ctx: Context, s: number, { base, side, arm, formation }: Grounded): void {
  const w = base.width * s;
  const d = Math.max(base.depth * s, 4);
  ctx.strokeStyle = CREAM;
  ctx.lineWidth = 4;
  ctx.strokeRect(-w / 2, -d / 2, w, d);
  ctx.fillStyle = CREAM;
  ctx.fillRect(-w / 2, -d / 2, w, d);
  ctx.fillStyle = side.header;
  if (arm === 'cavalry') {
    ctx.beginPath();
    ctx.moveTo(-w / 2, d / 2);
    ctx.lineTo(w / 2, -d / 2);
    ctx.lineTo(w / 2, d / 2);
    ctx.fill();
  } else if (arm === 'artillery')
    for (const x of [-0.3, 0, 0.3]) ctx.fillRect(x * w - 1, -d / 2, 2, d);
  else if (formation !== 'square') ctx.fillRect(-w / 2, -d / 2, w, d);
  ctx.strokeStyle = side.header;
  ctx.lineWidth = formation === 'square' ? 3 : 1.4;
  ctx.strokeRect(-w / 2, -d / 2, w, d);
  chevron(ctx, 0, -d / 2, 0, 4, side.header);
}

function drawFootprint(ctx: Context, s: number, counter: Grounded): void {
  const { base, side, look, formation, order } = counter;
  const [w, d] = [base.width * s, base.depth * s];
  if (formation === 'skirmish') {
    dashed(ctx, w, d, side.header, 1.6);
    return;
  }
  if (formation === 'garrison') {
    ctx.fillStyle = `${side.header}29`;
    ctx.fillRect(-w / 2, -d / 2, w, d);
    dashed(ctx, w, d, side.header, 3);
    return;
  }
  ctx.save();
  ctx.shadowColor = 'rgba(30,20,8,.5)';
  ctx.shadowBlur = 7;
  ctx.shadowOffsetX = 2;
  ctx.shadowOffsetY = 3;
  plate(ctx, counter, s);
  ctx.fillStyle = look.plate;
  ctx.fill();
  ctx.restore();
  ctx.save();
  plate(ctx, counter, s);
  ctx.clip();
  ctx.fillStyle = side.header;
  ctx.fillRect(-w / 2, -d / 2, w, Math.max(3.5, s * 0.085));
  ctx.fillStyle = look.facing;
  const rear = Math.max(2, s * 0.045);
  ctx.fillRect(-w / 2, d / 2 - rear, w, rear);
  if (order === 'disorder' || order === 'rout') hatch(ctx, w, d, side.hatch);
  if (s < MEN_FROM) ranks(ctx, s, counter);
  ctx.restore();
  plate(ctx, counter, s);
  ctx.strokeStyle = side.edge;
  ctx.lineWidth = 1.5;
  if (counter.hidden) ctx.setLineDash([2, 4]);
  ctx.stroke();
  ctx.setLineDash([]);
  if (formation === 'square') {
    const edge = s * 0.085;
    ctx.strokeStyle = side.header;
    ctx.lineWidth = edge;
    ctx.strokeRect(-w / 2 + edge * 0.6, -d / 2 + edge * 0.6, w - edge * 1.2, d - edge * 1.2);
  }
  if (s >= MEN_FROM && isBattery(counter))
    drawBattery(ctx, s, base.depth, formation === 'limbered', look.carriage);
  const size = Math.max(5, s * 0.11);
  if (base.angle >= 0) chevron(ctx, 0, -d / 2, 0, size, side.header);
  if (formation !== 'square') return;
  chevron(ctx, w / 2, 0, 1, size, side.header);
  chevron(ctx, 0, d / 2, 2, size, side.header);
  chevron(ctx, -w / 2, 0, 3, size, side.header);
}

/** The outline of a plate: round corners for light sides, cut ones for dark. */
function plate(ctx: Context, { base, side }: Grounded, s: number): void {
  const [w, d] = [base.width * s, base.depth * s];
  const r = Math.min(7, s * 0.1);
  ctx.beginPath();
  if (side.corner === 'round') {
    ctx.roundRect(-w / 2, -d / 2, w, d, r);
    return;
  }
  ctx.moveTo(-w / 2 + r, -d / 2);
  ctx.lineTo(w / 2 - r, -d / 2);
  ctx.lineTo(w / 2, -d / 2 + r);
  ctx.lineTo(w / 2, d / 2 - r);
  ctx.lineTo(w / 2 - r, d / 2);
  ctx.lineTo(-w / 2 + r, d / 2);
  ctx.lineTo(-w / 2, d / 2 - r);
  ctx.lineTo(-w / 2, -d / 2 + r);
  ctx.closePath();
}

function dashed(ctx: Context, w: number, d: number, colour: string, thick: number): void {
  ctx.setLineDash([5, 5]);
  for (const [style, width] of [
    [CREAM, thick + 2],
    [colour, thick],
  ] as const) {
    ctx.strokeStyle = style;
    ctx.lineWidth = width;
    ctx.strokeRect(-w / 2, -d / 2, w, d);
  }
  ctx.setLineDash([]);
}

function hatch(ctx: Context, w: number, d: number, style: string): void {
  ctx.strokeStyle = style;
  ctx.lineWidth = 2;
  ctx.beginPath();
  for (let x = -w / 2 - d; x < w / 2; x += 8) {
    ctx.moveTo(x, d / 2);
    ctx.lineTo(x + d, -d / 2);
  }
  ctx.stroke();
}

/** Bars for the ranks, where men would be too small. */
function ranks(ctx: Context, s: number, { base, look }: Grounded): void {
  ctx.fillStyle = look.coat;
  const rows = Math.max(2, Math.round(base.depth / 0.33));
  const high = Math.max(1.6, s * 0.09);
  for (let i = 0; i < rows; i++) {
    const y = (((i + 0.7) / (rows + 0.4)) * base.depth - base.depth / 2) * s;
    ctx.fillRect(-base.width * s * 0.4, y, base.width * s * 0.8, high);
  }
}

function chevron(
  ctx: Context,
  x: number,
  y: number,
  quarter: number,
  size: number,
  colour: string,
): void {
  ctx.save();
  ctx.translate(x, y);
  ctx.rotate((quarter * Math.PI) / 2);
  for (const [style, grow] of [
    [CREAM, 2.5],
    [colour, 0],
  ] as const) {
    ctx.fillStyle = style;
    ctx.beginPath();
    ctx.moveTo(-size - grow, grow ? 1 : 0);
    ctx.lineTo(0, -size - grow * 1.2);
    ctx.lineTo(size + grow, grow ? 1 : 0);
    ctx.closePath();
    ctx.fill();
  }
  ctx.restore();
}

// --- men

/** Room of a man, a horse and a gun: across, in depth. */
const ROOM = { infantry: [0.23, 0.3], cavalry: [0.44, 0.56], artillery: [0.48, 0.9] } as const;
/** How large each is drawn, and how far its feet stand below its place. */
const SIZE = {
  infantry: [0.0072, 0.15],
  cavalry: [0.0078, 0.24],
  artillery: [0.009, 0.2],
} as const;

/** Where men stand, about the middle of the base and turned with it; fewer as they are lost. */
export function posts(counter: Grounded): { x: number; y: number }[] {
  const { base, arm, formation, order, increments, left = increments } = counter;
  const [wide, deep] = ROOM[arm];
  const across = Math.max(1, Math.floor((base.width - 0.06) / wide));
  const rows = Math.max(arm === 'infantry' ? 2 : 1, Math.floor(base.depth / deep));
  const found: { x: number; y: number; order: number }[] = [];
  const shaken = order === 'disorder' || order === 'rout' ? 0.07 : 0;
  for (let j = 0; j < rows; j++)
    for (let i = 0; i < across; i++) {
      const ring = i === 0 || j === 0 || i === across - 1 || j === rows - 1;
      if (formation === 'square' && !ring) continue;
      if (formation === 'garrison' && (j < rows - 1 || i % 2)) continue;
      if (formation === 'skirmish' && (i + j) % 2) continue;
      const dx = (hash(i * 7, j, 5) - 0.5) * 2 * shaken;
      const dy = (hash(i, j * 7, 6) - 0.5) * 2 * shaken;
      const u = ((i + 0.5) / across - 0.5) * (base.width - 0.1) + dx;
      const v = ((j + 0.75) / (rows + 0.35) - 0.5) * base.depth + dy;
      const [cos, sin] = [Math.cos(base.angle), Math.sin(base.angle)];
      found.push({ x: u * cos - v * sin, y: u * sin + v * cos, order: hash(i * 13, j * 3, 9) });
    }
  const gone = increments ? (increments - left) / increments : 0;
  const stay = Math.max(2, found.length - Math.round(found.length * 0.5 * gone));
  return found
    .sort((a, b) => a.order - b.order)
    .slice(0, stay)
    .sort((a, b) => a.y - b.y);
}

function drawMen(ctx: Context, s: number, counter: Grounded): void {
  const [size, feet] = SIZE[counter.arm];
  for (const { x, y } of posts(counter))
    drawTrooper(ctx, counter.look, x * s, (y + feet) * s, s * size);
}

// --- the tape

/** The name and what is left of it, upright behind the rear edge. */
function drawTape(ctx: Context, s: number, counter: Grounded, ground: string): void {
  const { base, name, side } = counter;
  const size = Math.max(11, Math.min(14, s * 0.2));
  const pips = s >= MEN_FROM ? Math.min(10, counter.increments) : 0;
  ctx.font = `700 ${size}px ${FONT}`;
  const text = ctx.measureText(name).width;
  const [w, h] = [text + pips * (size * 0.5 + 2) + (pips ? 15 : 12), size + 5];
  const { x, y } = behind(base, s, w, h);
  ctx.beginPath();
  ctx.roundRect(x - w / 2, y - h / 2, w, h, side.corner === 'round' ? 4 : 1);
  ctx.fillStyle = ground;
  ctx.fill();
  ctx.strokeStyle = CREAM;
  ctx.lineWidth = 1;
  ctx.stroke();
  ctx.fillStyle = CREAM;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  ctx.fillText(name, x - w / 2 + 6, y + 0.5);
  for (let i = 0; i < pips; i++) {
    const at = x - w / 2 + text + 11 + i * (size * 0.5 + 2);
    const box = [at, y - size * 0.36, size * 0.5, size * 0.72] as const;
    const left = counter.left ?? pips;
    if (counter.half && i === left - 1) halved(ctx, ...box);
    else if (i < left) ctx.fillRect(...box);
    else ctx.strokeRect(...box);
  }
  badgesOf(counter).forEach((badge, i) => {
    drawBadge(ctx, x + w / 2 + size * (0.6 + 1.7 * i), y, size * 0.7, badge);
  });
}

/** A box of which half is gone: its lower corner is left. */
function halved(ctx: Context, x: number, y: number, w: number, h: number): void {
  ctx.strokeRect(x, y, w, h);
  ctx.beginPath();
  ctx.moveTo(x, y);
  ctx.lineTo(x, y + h);
  ctx.lineTo(x + w, y + h);
  ctx.closePath();
  ctx.fill();
}

/** The middle of a tape `w` by `h` that clears the rear edge. */
function behind(base: Base, s: number, w: number, h: number): { x: number; y: number } {
  const [ux, uy] = [-Math.sin(base.angle), Math.cos(base.angle)];
  const reach = (base.depth / 2) * s + 3;
  const across = Math.abs(ux) * (w / 2) + Math.abs(uy) * (h / 2);
  const corner = Math.min(Math.abs(ux), Math.abs(uy)) * base.width * s * 0.32;
  const out = reach + across + corner;
  return { x: ux * out, y: uy * out };
}
