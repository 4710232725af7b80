/** All formations, plates, states and zooms on one sheet (design picture 6). */

import type { Formation } from '../src/api/types';
import troops from '../src/looks/troops.json';
import { drawBlock } from '../src/map/counters/block';
import { drawLeader } from '../src/map/counters/leader';
import { named, sideLook } from '../src/map/counters/looks';
import { drawMark, drawTail, groundMark } from '../src/map/counters/marks';
import type { Counter, LeaderCounter } from '../src/map/counters/model';
import { drawPlate } from '../src/map/counters/plate';
import { centre, hexOf, traceHex } from '../src/map/hexes';

const WIDTH = 1500;
const HEIGHT = 1100;

export function drawSpecimen(
  canvas: HTMLCanvasElement,
  counters: readonly Counter[],
  leaders: readonly LeaderCounter[],
): void {
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const ctx = canvas.getContext('2d')!;
  ctx.fillStyle = '#efe5ca';
  ctx.fillRect(0, 0, WIDTH, HEIGHT);
  const model = counters.find((counter) => counter.id === 'F08')!;
  formations(ctx, model);
  nations(ctx, model);
  states(ctx, counters);
  for (const [i, leader] of leaders.entries()) drawLeader(ctx, 900 + i * 110, 960, 92, leader);
  const zooms = [9, 16, 26, 36, 50, 70];
  zooms.forEach((s, i) => {
    const x = 80 + i * 130;
    if (s < 20) drawBlock(ctx, x, 960, s, { ...model, formation: 'column', facing: 1 });
    else drawPlate(ctx, x, 960, model, { size: 1.1 * s, detail: s < 40 ? 'short' : 'full' });
  });
}

function caption(ctx: CanvasRenderingContext2D, text: string, x: number, y: number): void {
  ctx.fillStyle = '#2a1d0f';
  ctx.font = "italic 17px 'EB Garamond'";
  ctx.textAlign = 'center';
  ctx.fillText(text, x, y);
}

function formations(ctx: CanvasRenderingContext2D, model: Counter): void {
  const s = 52;
  const list: [Formation, number, number, string][] = [
    ['column', 1, 1, 'column'],
    ['line', 0, 1, 'line, one hex'],
    ['line', 0, 2, 'line, two hexes'],
    ['line', 0, 3, 'line, three hexes'],
    ['square', 0, 1, 'square'],
    ['skirmish', 0, 2, 'skirmish'],
    ['skirmish', 0, 1, 'skirmish, one hex'],
    ['general', 2, 1, 'general order'],
    ['road', 1, 1, 'road march'],
    ['road', 1, 2, 'road march, tail'],
    ['limbered', 1, 1, 'limbered'],
    ['unlimbered', 1, 1, 'unlimbered'],
  ];
  list.forEach(([formation, facing, n, words], i) => {
    const cx = 140 + (i % 6) * 245;
    const cy = 130 + Math.floor(i / 6) * 230;
    const tail = formation === 'road';
    // Left to right as it faces NNE; a marching column trails to the south-west.
    const all = tail ? [hexOf(4, 4), hexOf(3, 5)] : [hexOf(3, 4), hexOf(4, 4), hexOf(5, 5)];
    const hexes = (n === 1 ? [hexOf(4, 4)] : all).slice(0, n);
    const shown: Counter = { ...model, formation, facing, hexes };
    const mid = hexes
      .map(centre)
      .reduce((a, b) => ({ x: a.x + b.x / n, y: a.y + b.y / n }), { x: 0, y: 0 });
    const at = tail ? centre(hexes[0]!) : mid;
    ctx.save();
    ctx.translate(cx, cy);
    ctx.scale(s, s);
    ctx.translate(-at.x, -at.y);
    ctx.strokeStyle = 'rgba(58,44,24,.4)';
    ctx.lineWidth = 0.015;
    ctx.beginPath();
    for (const hex of hexes) traceHex(ctx, centre(hex).x, centre(hex).y);
    ctx.stroke();
    if (tail && n > 1) drawTail(ctx, hexes.map(centre), model.side.header);
    ctx.translate(at.x, at.y);
    drawMark(ctx, groundMark(shown), model.side.header);
    ctx.restore();
    drawPlate(ctx, cx, cy, shown, { size: 1.1 * s, detail: 'full' });
    caption(ctx, words, cx, cy + 112);
  });
}

function nations(ctx: CanvasRenderingContext2D, model: Counter): void {
  Object.keys(troops).forEach((id, i) => {
    const look = named(id);
    const dark = Number.parseInt(look.plate.slice(1, 3), 16) < 128;
    const shown = { ...model, look, side: sideLook(dark ? 'coalition' : 'french') };
    const x = 70 + (i % 14) * 104;
    const y = 560 + Math.floor(i / 14) * 120;
    drawPlate(ctx, x, y, { ...shown, name: id.replace(/_/g, ' ') }, { size: 92, detail: 'full' });
  });
}

function states(ctx: CanvasRenderingContext2D, counters: readonly Counter[]): void {
  const ids = ['F10', 'F11', 'F03', 'P06', 'P05', 'P19', 'P20', 'R01', 'F14', 'F18'];
  ids.forEach((id, i) => {
    const unit = counters.find((counter) => counter.id === id)!;
    drawPlate(ctx, 80 + i * 130, 820, unit, { size: 92, detail: 'full', back: i > 7 });
  });
}
