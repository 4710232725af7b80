/** The grid by zoom: nothing, ticks at the vertices, full lines, then numbers. */

import type { Context } from '../canvas';
import type { Ground } from '../ground';
import { centreX, centreY, columnOf, HALF_HEIGHT, hexName, hexOf, R3, rowOf } from '../hexes';
import type { Layer, Patch } from './patch';

export const TICKS_FROM = 11;
export const LINES_FROM = 22;
export const NUMBERS_FROM = 34;

/** What the grid shows at so many pixels to a hex side. */
export function gridAt(scale: number): 'none' | 'ticks' | 'lines' {
  if (scale < TICKS_FROM) return 'none';
  return scale < LINES_FROM ? 'ticks' : 'lines';
}

export class Grid implements Layer {
  constructor(private readonly ground: Ground) {}

  paint(ctx: Context, patch: Patch): void {
    const kind = gridAt(patch.scale);
    if (kind === 'none') return;
    ctx.lineCap = 'round';
    ctx.strokeStyle = `rgba(58,44,24,${patch.contrast ? 0.6 : kind === 'ticks' ? 0.34 : 0.3})`;
    ctx.lineWidth =
      kind === 'ticks'
        ? 0.8 / patch.scale
        : Math.max(0.7 / patch.scale, patch.contrast ? 0.03 : 0.012);
    ctx.beginPath();
    for (const at of this.within(patch)) {
      if (kind === 'ticks') ticks(ctx, centreX(at), centreY(at));
      else this.lines(ctx, at);
    }
    ctx.stroke();
  }

  /** In pixels, not hex sides: type is never drawn from a font of less than a pixel. */
  paintNumbers(ctx: Context, patch: Patch, font: string): void {
    const s = patch.scale;
    if (s < NUMBERS_FROM) return;
    ctx.font = `500 ${Math.max(9, s * 0.185)}px ${font}`;
    ctx.textAlign = 'center';
    ctx.textBaseline = 'top';
    ctx.lineJoin = 'round';
    ctx.lineWidth = Math.max(2.4, s * 0.04);
    ctx.strokeStyle = 'rgba(244,236,214,.7)';
    ctx.fillStyle = 'rgba(56,42,22,.82)';
    for (const at of this.within(patch)) {
      const x = (centreX(at) - patch.x0) * s;
      const y = (centreY(at) - HALF_HEIGHT + 0.045 - patch.y0) * s;
      ctx.strokeText(hexName(at), x, y);
      ctx.fillText(hexName(at), x, y);
    }
  }

  private *within(patch: Patch): Generator<number> {
    const { columns, rows } = this.ground;
    const c0 = Math.max(1, Math.floor(patch.x0 / 1.5));
    const c1 = Math.min(columns, Math.ceil(patch.x1 / 1.5) + 1);
    const r0 = Math.max(1, Math.floor(patch.y0 / R3) - 1);
    const r1 = Math.min(rows, Math.ceil(patch.y1 / R3) + 1);
    for (let column = c0; column <= c1; column++)
      for (let row = r0; row <= r1; row++) yield hexOf(column, row);
  }

  /** The three lower right sides; at the border the others too. */
  private lines(ctx: Context, at: number): void {
    const x = centreX(at);
    const y = centreY(at);
    const column = columnOf(at);
    const whole = rowOf(at) === 1 || column === 1 || column === this.ground.columns;
    for (let i = 0; i < (whole ? 6 : 3); i++) {
      const a = (i * Math.PI) / 3;
      const b = ((i + 1) * Math.PI) / 3;
      ctx.moveTo(x + Math.cos(a), y + Math.sin(a));
      ctx.lineTo(x + Math.cos(b), y + Math.sin(b));
    }
  }
}

const TICK = 0.17;

function ticks(ctx: Context, x: number, y: number): void {
  for (const i of [0, 1]) {
    const a = (i * Math.PI) / 3;
    const vx = x + Math.cos(a);
    const vy = y + Math.sin(a);
    for (let k = 0; k < 3; k++) {
      const b = a + (k * 2 * Math.PI) / 3;
      ctx.moveTo(vx, vy);
      ctx.lineTo(vx + Math.cos(b) * TICK, vy + Math.sin(b) * TICK);
    }
  }
}
