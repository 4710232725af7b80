/** The men, horses and guns on the plates: our own vector art, in units of a hundredth plate. */

import type { Context } from '../canvas';
import type { TroopLook } from './looks';

export const OUTLINE = '#1b140c';
const BLACK = '#1f1a17';
const SKIN = '#e3b48c';
const WOOD = '#4a2f1a';
const STEEL = '#dfe3e6';
const BELT = '#fbf6ea';
const MANE = '#231810';
const BRASS = '#c39b3c';

/** The figures of a plate, feet at y 73. */
export function drawFigures(ctx: Context, look: TroopLook): void {
  if (look.figures === 'light') {
    soldier(ctx, look, 21, 73, 0.86);
    soldier(ctx, look, 47, 73, 0.86);
  } else if (look.figures === 'line') {
    soldier(ctx, look, 16, 69, 0.74);
    soldier(ctx, look, 50, 69, 0.74);
    soldier(ctx, look, 33, 73, 0.86);
  } else if (look.figures === 'horse') horseman(ctx, look, 32, 73, 0.7);
  else gun(ctx, look, 34, 71, 0.92);
}

/** One man, one horseman or one gun, feet at x, y. */
export function drawTrooper(ctx: Context, look: TroopLook, x: number, y: number, k: number): void {
  if (look.figures === 'horse') horseman(ctx, look, x, y, k);
  else if (look.figures === 'gun') gun(ctx, look, x, y, k);
  else soldier(ctx, look, x, y, k);
}

function path(ctx: Context, points: readonly number[], closed = true): void {
  ctx.beginPath();
  for (let i = 0; i < points.length; i += 2)
    ctx[i ? 'lineTo' : 'moveTo'](points[i]!, points[i + 1]!);
  if (closed) ctx.closePath();
}

function shape(ctx: Context, fill: string, points: readonly number[], inked = true): void {
  ctx.fillStyle = fill;
  path(ctx, points);
  ctx.fill();
  if (inked) ctx.stroke();
}

function line(ctx: Context, style: string, width: number, points: readonly number[]): void {
  ctx.strokeStyle = style;
  ctx.lineWidth = width;
  path(ctx, points, false);
  ctx.stroke();
}

function placed(ctx: Context, x: number, y: number, k: number, draw: () => void): void {
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(k, k);
  ctx.lineJoin = 'round';
  draw();
  ctx.restore();
}

// --- on foot

function soldier(ctx: Context, look: TroopLook, x: number, y: number, k: number): void {
  placed(ctx, x, y, k, () => {
    line(ctx, WOOD, 2, [8.5, -8, 8.5, -46]);
    line(ctx, STEEL, 1.4, [8.5, -46, 8.5, -56]);
    ctx.strokeStyle = OUTLINE;
    ctx.lineWidth = 1;
    ctx.fillStyle = look.trousers;
    ctx.beginPath();
    ctx.rect(-5.5, -17, 4.8, 15);
    ctx.rect(0.7, -17, 4.8, 15);
    ctx.fill();
    ctx.stroke();
    ctx.fillStyle = BLACK;
    ctx.fillRect(-6.2, -3, 6, 3.2);
    ctx.fillRect(0.4, -3, 6, 3.2);
    shape(ctx, look.coat, [-7, -36, 7, -36, 6.4, -15.5, -6.4, -15.5]);
    shape(ctx, look.lapel, [-4, -35, 4, -35, 2.6, -21, -2.6, -21], false);
    line(ctx, BELT, 1.7, [-6, -34.5, 5.6, -17.5]);
    line(ctx, BELT, 1.7, [6, -34.5, -5.6, -17.5]);
    ctx.strokeStyle = OUTLINE;
    ctx.lineWidth = 0.8;
    shape(ctx, look.facing, [-3.6, -38.6, 3.6, -38.6, 3.6, -35.4, -3.6, -35.4]);
    ctx.lineWidth = 1;
    shape(ctx, look.coat, [-7, -36, -10.4, -24, -7.4, -22, -5.4, -29]);
    shape(ctx, look.coat, [7, -36, 11, -27, 8.2, -22, 5.4, -27]);
    ctx.fillStyle = look.facing;
    ctx.fillRect(-10.4, -24.4, 3.6, 3);
    ctx.fillRect(6.6, -24.8, 3.8, 3);
    head(ctx, look, 0, -42);
  });
}

// --- heads

function head(ctx: Context, look: TroopLook, x: number, y: number): void {
  ctx.save();
  ctx.translate(x, y);
  ctx.fillStyle = SKIN;
  ctx.strokeStyle = OUTLINE;
  ctx.lineWidth = 0.9;
  ctx.beginPath();
  ctx.arc(0, 0, 4.1, 0, 2 * Math.PI);
  ctx.fill();
  ctx.stroke();
  HATS[look.head](ctx, look);
  ctx.restore();
}

const HATS = { shako, landwehr, cap, fur, helmet } as const;

function shako(ctx: Context, look: TroopLook): void {
  shape(ctx, BLACK, [-4.6, -1.6, -5.4, -11, 5.4, -11, 4.6, -1.6]);
  ctx.fillStyle = '#d8b04a';
  ctx.fillRect(-1.6, -7.5, 3.2, 3.6);
  line(ctx, '#cfc6b2', 0.8, [-5.1, -10.4, 5.1, -10.4]);
  ctx.fillStyle = look.plume;
  ctx.strokeStyle = OUTLINE;
  ctx.beginPath();
  ctx.ellipse(0, -13.6, 1.7, 3.2, 0, 0, 2 * Math.PI);
  ctx.fill();
  ctx.stroke();
}

function crown(ctx: Context, fill: string, wide: number, edge: number, top: number): void {
  ctx.fillStyle = fill;
  ctx.beginPath();
  ctx.moveTo(-4.4, -1.8);
  ctx.lineTo(-wide, edge);
  ctx.quadraticCurveTo(0, top, wide, edge);
  ctx.lineTo(4.4, -1.8);
  ctx.closePath();
  ctx.fill();
  ctx.stroke();
}

function landwehr(ctx: Context, look: TroopLook): void {
  crown(ctx, look.coat, 7, -6.5, -11.5);
  ctx.fillStyle = look.facing;
  ctx.fillRect(-4.4, -3.6, 8.8, 1.9);
  line(ctx, '#ffffff', 1.3, [0, -8.8, 0, -4.4]);
  line(ctx, '#ffffff', 1.3, [-2, -6.8, 2, -6.8]);
}

function cap(ctx: Context, look: TroopLook): void {
  crown(ctx, '#7c838b', 6, -6, -10);
  ctx.fillStyle = look.facing;
  ctx.fillRect(-4.5, -3.7, 9, 1.9);
}

function fur(ctx: Context, look: TroopLook): void {
  ctx.fillStyle = '#3b2a1d';
  ctx.beginPath();
  ctx.ellipse(0, -5, 5.4, 4.6, 0, 0, 2 * Math.PI);
  ctx.fill();
  ctx.stroke();
  ctx.fillStyle = look.plume;
  ctx.beginPath();
  ctx.moveTo(2, -9);
  ctx.quadraticCurveTo(9, -10, 7.5, -3);
  ctx.lineTo(4.6, -5);
  ctx.closePath();
  ctx.fill();
  ctx.stroke();
}

function helmet(ctx: Context): void {
  ctx.fillStyle = '#c9ced4';
  ctx.beginPath();
  ctx.arc(0, -2.4, 5, Math.PI, 0);
  ctx.closePath();
  ctx.fill();
  ctx.stroke();
  ctx.fillStyle = BRASS;
  ctx.fillRect(-1.2, -11, 2.4, 5);
  ctx.fillStyle = BLACK;
  ctx.beginPath();
  ctx.moveTo(-1, -11);
  ctx.quadraticCurveTo(-9, -9, -7.4, 3);
  ctx.lineTo(-4.6, 0);
  ctx.closePath();
  ctx.fill();
}

// --- mounted

function horseman(ctx: Context, look: TroopLook, x: number, y: number, k: number): void {
  placed(ctx, x, y, k, () => {
    ctx.lineCap = 'round';
    horse(ctx, look);
    if (look.lance) lance(ctx, look.lance);
    else sabre(ctx);
    rider(ctx, look);
    head(ctx, look, -0.6, -56);
  });
}

const LEGS: readonly (readonly number[])[] = [
  [19, -17, 24, -10, 20, -1],
  [-13, -17, -18, -9, -14, -1],
  [15, -17, 13, -9, 16, 0],
  [-9, -17, -6, -9, -9, 0],
];

function horse(ctx: Context, look: TroopLook): void {
  for (const leg of LEGS) {
    line(ctx, OUTLINE, 4.6, leg);
    line(ctx, look.horse, 3, leg);
  }
  ctx.strokeStyle = MANE;
  ctx.lineWidth = 4;
  ctx.beginPath();
  ctx.moveTo(-17, -25);
  ctx.quadraticCurveTo(-27, -22, -24, -8);
  ctx.stroke();
  ctx.fillStyle = look.horse;
  ctx.strokeStyle = OUTLINE;
  ctx.lineWidth = 1.2;
  ctx.beginPath();
  ctx.moveTo(-18, -24);
  ctx.bezierCurveTo(-18, -32, -2, -29, 8, -29);
  for (const [px, py] of [
    [20, -44],
    [22, -48],
    [25, -45],
    [35, -35],
    [33, -31],
    [26, -35],
  ] as const)
    ctx.lineTo(px, py);
  ctx.lineTo(22, -22);
  ctx.bezierCurveTo(18, -13, 6, -15, -2, -15);
  ctx.bezierCurveTo(-14, -13, -18, -16, -18, -24);
  ctx.closePath();
  ctx.fill();
  ctx.stroke();
  ctx.strokeStyle = MANE;
  ctx.lineWidth = 2.4;
  ctx.beginPath();
  ctx.moveTo(20, -45);
  ctx.quadraticCurveTo(12, -38, 9, -29);
  ctx.stroke();
  ctx.strokeStyle = OUTLINE;
  ctx.lineWidth = 0.9;
  shape(ctx, look.facing, [-13, -28, 5, -29, 3, -20, -14, -20]);
}

function lance(ctx: Context, flag: readonly [string, string]): void {
  line(ctx, WOOD, 1.8, [-8, -20, -14, -78]);
  ctx.strokeStyle = OUTLINE;
  ctx.lineWidth = 0.7;
  shape(ctx, flag[0], [-13.8, -76, -28, -72.5, -13.3, -70]);
  shape(ctx, flag[1], [-13.3, -70, -27, -67.5, -12.8, -64.5]);
}

function sabre(ctx: Context): void {
  ctx.strokeStyle = STEEL;
  ctx.lineWidth = 1.9;
  ctx.beginPath();
  ctx.moveTo(9, -40);
  ctx.quadraticCurveTo(17, -50, 16, -62);
  ctx.stroke();
}

function rider(ctx: Context, look: TroopLook): void {
  ctx.strokeStyle = OUTLINE;
  ctx.lineWidth = 1;
  shape(ctx, look.trousers, [-7, -33, 4, -32, 8, -20, 5, -15, 1, -17, 0, -25, -8, -27]);
  shape(ctx, BLACK, [1, -19, 6, -18, 9, -11, 3, -12], false);
  shape(ctx, look.coat, [-7, -50, 5, -50, 4, -31, -8, -31]);
  if (look.lapel !== look.coat) shape(ctx, look.lapel, [-5, -49, 4.6, -49, 4, -34, -6, -34]);
  line(ctx, BELT, 1.6, [-6, -48, 3.6, -33]);
  ctx.strokeStyle = OUTLINE;
  ctx.lineWidth = 1;
  shape(ctx, look.coat, [3, -49, 10, -42, 8.5, -38, 1, -43]);
  ctx.fillStyle = look.facing;
  ctx.fillRect(-3.5, -52.6, 7, 3);
}

// --- guns

function gun(ctx: Context, look: TroopLook, x: number, y: number, k: number): void {
  placed(ctx, x, y, k, () => {
    ctx.lineCap = 'round';
    line(ctx, OUTLINE, 6.4, [2, -16, -27, -2]);
    line(ctx, look.carriage, 4.2, [2, -16, -27, -2]);
    line(ctx, OUTLINE, 9.2, [-9, -19, 29, -25]);
    line(ctx, BRASS, 6.8, [-9, -19, 29, -25]);
    line(ctx, '#e7c878', 1.6, [-7, -21, 28, -26.6]);
    line(ctx, OUTLINE, 9.4, [28.6, -24.9, 29.6, -25.1]);
    ctx.strokeStyle = OUTLINE;
    ctx.lineWidth = 5;
    ctx.beginPath();
    ctx.arc(3, -13, 12.4, 0, 2 * Math.PI);
    ctx.stroke();
    ctx.strokeStyle = look.carriage;
    ctx.lineWidth = 2.8;
    ctx.stroke();
    for (let i = 0; i < 5; i++) {
      const a = (i * Math.PI) / 5 + 0.2;
      const dx = Math.cos(a) * 11;
      const dy = Math.sin(a) * 11;
      line(ctx, look.carriage, 2, [3 + dx, -13 + dy, 3 - dx, -13 - dy]);
    }
    ctx.fillStyle = OUTLINE;
    ctx.beginPath();
    ctx.arc(3, -13, 2.8, 0, 2 * Math.PI);
    ctx.fill();
  });
}
