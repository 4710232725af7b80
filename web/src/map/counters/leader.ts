/** Leaders: medallions with a brass ring. */

import type { Context } from '../canvas';
import { OUTLINE } from './figures';
import type { LeaderCounter } from './model';
import { fittedFont, tracePlate } from './plate';

export const LEADER_SIZE = 0.74;
export const LEADER_ROOM = 1.5;
const BRASS = '#D8B04A';

/** A medallion of diameter `size` with its centre at x, y. */
export function drawLeader(
  ctx: Context,
  x: number,
  y: number,
  size: number,
  leader: LeaderCounter,
) {
  const k = size / 100;
  if (leader.quarters) {
    drawQuarters(ctx, x, y, k, leader);
    return;
  }
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(k, k);
  ctx.save();
  ctx.shadowColor = 'rgba(30,20,8,.55)';
  ctx.shadowBlur = 9 * k;
  ctx.shadowOffsetX = 2.5 * k;
  ctx.shadowOffsetY = 4 * k;
  ctx.fillStyle = leader.look.plate;
  disc(ctx, 50);
  ctx.fill();
  ctx.restore();
  ctx.save();
  disc(ctx, 50);
  ctx.clip();
  bust(ctx, leader);
  ctx.fillStyle = leader.side.header;
  ctx.fillRect(-50, 13, 100, 40);
  ctx.fillStyle = '#FBF5E6';
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  fittedFont(ctx, leader.name, 700, 23, 78);
  ctx.fillText(leader.name, 0, 25);
  ctx.restore();
  disc(ctx, 50);
  ctx.strokeStyle = leader.side.edge;
  ctx.lineWidth = 3.2;
  ctx.stroke();
  disc(ctx, 47);
  ctx.strokeStyle = BRASS;
  ctx.lineWidth = 2;
  ctx.stroke();
  if (leader.rating !== undefined) drawRating(ctx, leader.rating);
  if (leader.chip) drawChip(ctx, leader);
  ctx.restore();
}

/** The order that binds his men, on a tape below. */
function drawChip(ctx: Context, { chip = '', side }: LeaderCounter): void {
  fittedFont(ctx, chip, 700, 20, 96);
  const w = ctx.measureText(chip).width + 14;
  ctx.beginPath();
  ctx.roundRect(-w / 2, 42, w, 25, 4);
  ctx.fillStyle = '#FBF5E6';
  ctx.fill();
  ctx.strokeStyle = side.edge;
  ctx.lineWidth = 2.4;
  ctx.stroke();
  ctx.fillStyle = OUTLINE;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillText(chip, 0, 55);
}

/** What a leader is worth, on a brass button at the rim. */
function drawRating(ctx: Context, rating: number): void {
  ctx.beginPath();
  ctx.arc(38, -34, 19, 0, 2 * Math.PI);
  ctx.fillStyle = BRASS;
  ctx.fill();
  ctx.strokeStyle = OUTLINE;
  ctx.lineWidth = 2.4;
  ctx.stroke();
  ctx.fillStyle = '#1b140c';
  ctx.font = '700 27px Cabin, sans-serif';
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillText(String(rating), 38, -32.5);
}

/** A headquarters: a tent with the flag of its side over the commander's name. */
function drawQuarters(
  ctx: Context,
  x: number,
  y: number,
  k: number,
  { side, look, name }: LeaderCounter,
): void {
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(k, k);
  ctx.shadowColor = 'rgba(30,20,8,.55)';
  ctx.shadowBlur = 9 * k;
  ctx.shadowOffsetY = 4 * k;
  tracePlate(ctx, side, -48, -48, 96);
  ctx.fillStyle = look.plate;
  ctx.fill();
  ctx.shadowColor = 'transparent';
  ctx.strokeStyle = side.edge;
  ctx.lineWidth = 3.2;
  ctx.stroke();
  polygon(
    ctx,
    [
      [-36, 16],
      [0, -26],
      [36, 16],
    ],
    '#f4eeda',
  );
  polygon(
    ctx,
    [
      [-9, 16],
      [0, -6],
      [9, 16],
    ],
    '#54422c',
  );
  polygon(
    ctx,
    [
      [0, -46],
      [24, -39],
      [0, -31],
    ],
    side.header,
  );
  ctx.beginPath();
  ctx.moveTo(0, -46);
  ctx.lineTo(0, -24);
  ctx.stroke();
  ctx.save();
  tracePlate(ctx, side, -48, -48, 96);
  ctx.clip();
  ctx.fillStyle = side.header;
  ctx.fillRect(-48, 20, 96, 30);
  ctx.restore();
  ctx.fillStyle = '#FBF5E6';
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  fittedFont(ctx, name, 700, 22, 84);
  ctx.fillText(name, 0, 34);
  ctx.restore();
}

function polygon(ctx: Context, points: readonly (readonly [number, number])[], fill: string): void {
  ctx.beginPath();
  points.forEach(([px, py], i) => {
    if (i) ctx.lineTo(px, py);
    else ctx.moveTo(px, py);
  });
  ctx.closePath();
  ctx.fillStyle = fill;
  ctx.fill();
  ctx.strokeStyle = OUTLINE;
  ctx.lineWidth = 2;
  ctx.stroke();
}

/** A small disc for zooms at which nobody could read a name. */
export function drawLeaderPin(
  ctx: Context,
  x: number,
  y: number,
  r: number,
  leader: LeaderCounter,
) {
  ctx.save();
  ctx.translate(x, y);
  disc(ctx, r);
  ctx.fillStyle = leader.side.header;
  ctx.fill();
  ctx.strokeStyle = '#fffaf0';
  ctx.lineWidth = r * 0.75;
  ctx.stroke();
  ctx.strokeStyle = BRASS;
  ctx.lineWidth = r * 0.4;
  ctx.stroke();
  ctx.restore();
}

function disc(ctx: Context, r: number): void {
  ctx.beginPath();
  ctx.arc(0, 0, r, 0, 2 * Math.PI);
}

function bust(ctx: Context, { look }: LeaderCounter): void {
  ctx.strokeStyle = OUTLINE;
  ctx.lineWidth = 2;
  ctx.fillStyle = look.coat;
  ctx.beginPath();
  ctx.moveTo(-34, 34);
  ctx.quadraticCurveTo(-30, 6, -8, 3);
  ctx.lineTo(8, 3);
  ctx.quadraticCurveTo(30, 6, 34, 34);
  ctx.closePath();
  ctx.fill();
  ctx.stroke();
  ctx.fillStyle = BRASS;
  for (const side of [-1, 1]) {
    ctx.beginPath();
    ctx.ellipse(25 * side, 13, 9, 5, 0.5 * side, 0, 2 * Math.PI);
    ctx.fill();
    ctx.stroke();
  }
  ctx.fillStyle = look.collar;
  ctx.beginPath();
  ctx.moveTo(-10, 4);
  ctx.lineTo(0, 16);
  ctx.lineTo(10, 4);
  ctx.lineTo(6, -2);
  ctx.lineTo(-6, -2);
  ctx.closePath();
  ctx.fill();
  ctx.stroke();
  ctx.fillStyle = '#e3b48c';
  ctx.beginPath();
  ctx.ellipse(0, -12, 10.5, 12.5, 0, 0, 2 * Math.PI);
  ctx.fill();
  ctx.stroke();
  bicorne(ctx, look.plume);
}

function bicorne(ctx: Context, plume: string): void {
  ctx.fillStyle = '#1f1a17';
  ctx.beginPath();
  ctx.moveTo(-27, -17);
  ctx.quadraticCurveTo(-14, -42, 0, -42);
  ctx.quadraticCurveTo(14, -42, 27, -17);
  ctx.quadraticCurveTo(0, -27, -27, -17);
  ctx.closePath();
  ctx.fill();
  ctx.stroke();
  ctx.strokeStyle = BRASS;
  ctx.beginPath();
  ctx.moveTo(-25, -18);
  ctx.quadraticCurveTo(0, -28, 25, -18);
  ctx.stroke();
  ctx.fillStyle = plume;
  ctx.strokeStyle = OUTLINE;
  ctx.lineWidth = 1;
  ctx.beginPath();
  ctx.ellipse(-16, -33, 3.4, 8, 0.6, 0, 2 * Math.PI);
  ctx.fill();
  ctx.stroke();
}
