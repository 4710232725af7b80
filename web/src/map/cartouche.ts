/** The title under a map: name, compass, scales and the signs of troops. For sheets and reports. */

import type { Context } from './canvas';
import { drawBlock } from './counters/block';
import { named, sideLook } from './counters/looks';
import type { Counter } from './counters/model';

export interface Title {
  readonly above: string;
  readonly name: string;
  readonly below: string;
  readonly words: string;
}

const INK = '#2A1D0F';
const PAPER = '#EFE5CA';
const ROMAN = "'IM Fell DW Pica', serif";
const CAPITALS = "'IM Fell French Canon SC', 'IM Fell DW Pica SC', serif";
export const CARTOUCHE_HEIGHT = 176;

/** Draws into a box of `width` CSS pixels; `perHex` pixels and `metres` to a hex make the scale. */
export function drawCartouche(
  ctx: Context,
  width: number,
  title: Title,
  perHex: number,
  metres: number,
  sides: readonly [string, string],
): void {
  const height = CARTOUCHE_HEIGHT;
  ctx.fillStyle = PAPER;
  ctx.fillRect(0, 0, width, height);
  ctx.strokeStyle = INK;
  for (const [inset, line] of [
    [1.5, 3],
    [6.5, 1],
  ] as const) {
    ctx.lineWidth = line;
    ctx.strokeRect(inset, inset, width - 2 * inset, height - 2 * inset);
  }
  const third = width * 0.38;
  lettering(ctx, third / 2, title);
  rule(ctx, third);
  rule(ctx, width - third);
  compass(ctx, third + 66, height / 2 + 8, 46);
  scales(ctx, third + 150, 52, perHex, metres, width - 2 * third - 180);
  signs(ctx, width - third + 34, sides);
}

function rule(ctx: Context, x: number): void {
  ctx.lineWidth = 1;
  ctx.beginPath();
  ctx.moveTo(x, 20);
  ctx.lineTo(x, CARTOUCHE_HEIGHT - 20);
  ctx.stroke();
}

function text(ctx: Context, font: string, words: string, x: number, y: number): void {
  ctx.font = font;
  ctx.fillText(words, x, y);
}

function lettering(ctx: Context, x: number, title: Title): void {
  ctx.fillStyle = INK;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  text(ctx, `italic 20px ${ROMAN}`, title.above, x, 32);
  ctx.letterSpacing = '2px';
  text(ctx, `46px ${CAPITALS}`, title.name, x, 72);
  ctx.letterSpacing = '0px';
  text(ctx, `italic 19px ${ROMAN}`, title.below, x, 112);
  text(ctx, `16px ${ROMAN}`, title.words, x, 138);
}

function compass(ctx: Context, x: number, y: number, r: number): void {
  ctx.save();
  ctx.translate(x, y);
  ctx.strokeStyle = INK;
  ctx.lineWidth = 1;
  for (const ring of [0.66, 0.58]) {
    ctx.beginPath();
    ctx.arc(0, 0, r * ring, 0, 2 * Math.PI);
    ctx.stroke();
  }
  for (let i = 0; i < 8; i++) {
    const long = i % 2 ? r * 0.62 : r;
    const wide = i % 2 ? r * 0.1 : r * 0.14;
    ctx.save();
    ctx.rotate((i * Math.PI) / 4);
    for (const half of [-1, 1]) {
      ctx.beginPath();
      ctx.moveTo(0, -long);
      ctx.lineTo(half * wide, -wide);
      ctx.lineTo(0, 0);
      ctx.closePath();
      ctx.fillStyle = half < 0 ? INK : PAPER;
      ctx.fill();
      ctx.stroke();
    }
    ctx.restore();
  }
  ctx.fillStyle = INK;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  text(ctx, `18px ${ROMAN}`, 'N', 0, -r - 12);
  ctx.restore();
}

const PACE_METRES = 0.753;

function scales(
  ctx: Context,
  x: number,
  y: number,
  perHex: number,
  metres: number,
  room: number,
): void {
  const perMetre = perHex / metres;
  scaleBar(ctx, x, y, 'metres', room, perMetre, `a hex is ${metres}`);
  scaleBar(ctx, x, y + 62, 'paces', room, perMetre * PACE_METRES, 'Schritt');
}

/** A bar of round numbers that fits the room. */
function scaleBar(
  ctx: Context,
  x: number,
  y: number,
  unit: string,
  room: number,
  per: number,
  note: string,
): void {
  const step = [1000, 500, 250, 200, 100, 50].find((size) => size * 3 * per <= room) ?? 50;
  const wide = step * per;
  const count = Math.min(4, Math.floor(room / wide));
  ctx.strokeStyle = INK;
  ctx.lineWidth = 1;
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'center';
  for (let i = 0; i < count; i++) {
    ctx.fillStyle = i % 2 ? PAPER : INK;
    ctx.fillRect(x + i * wide, y, wide, 5);
    ctx.strokeRect(x + i * wide, y, wide, 5);
  }
  ctx.fillStyle = INK;
  for (let i = 0; i <= count; i++)
    text(ctx, '500 12px Cabin, sans-serif', String(i * step), x + i * wide, y - 10);
  text(ctx, `italic 15px ${ROMAN}`, `${unit} (${note})`, x + (count * wide) / 2, y + 19);
}

function signs(ctx: Context, x: number, sides: readonly [string, string]): void {
  const rows: [Counter['arm'], Counter['formation'], string][] = [
    ['infantry', 'column', 'foot'],
    ['cavalry', 'column', 'horse'],
    ['artillery', 'limbered', 'guns'],
    ['infantry', 'line', 'in line'],
  ];
  sides.forEach((side, column) => {
    const look = sideLook(side, sides);
    rows.forEach(([arm, formation, words], i) => {
      const facing = formation === 'line' ? 0 : 1;
      const cx = x + column * 150 + 14;
      const cy = 34 + i * 35;
      drawBlock(ctx, cx, cy, 16, {
        ...BARE,
        side: look,
        arm,
        formation,
        facing,
      });
      ctx.fillStyle = INK;
      ctx.textAlign = 'left';
      ctx.textBaseline = 'middle';
      text(ctx, `17px ${ROMAN}`, words, cx + 26, cy);
    });
  });
}

const BARE: Omit<Counter, 'side' | 'arm' | 'formation' | 'facing'> = {
  id: '',
  name: '',
  look: named('light_foot'),
  hexes: [101],
  main: 0,
  order: 'good',
  readiness: 'fresh',
  fired: false,
  increments: 1,
  strength: 1,
  movement: 0,
  melee: null,
  morale: null,
  back: [],
};
