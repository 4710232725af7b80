/** The wash of heights with light from the north-west, as one small picture that is enlarged. */

import { type Context, makeSheet, type Sheet } from '../canvas';
import { type Field, GRAIN, MARGIN } from '../field';
import { valueNoise } from '../noise';
import type { Layer, Patch } from './patch';

type Rgb = readonly [number, number, number];

/** Level 0 to 4 and above (ui.md 2.2). */
const WASH: readonly Rgb[] = [
  [221, 220, 182],
  [232, 226, 195],
  [239, 230, 204],
  [244, 235, 214],
  [249, 243, 229],
];
const LIGHT: Rgb = [255, 250, 236];
const SHADE: Rgb = [0.13, 0.16, 0.19];
const MOST_LIGHT = 0.38;
/** The grain of the paper is so slow that every second sample will do. */
const COARSE = 2;

/** The grain along one row of samples. */
function speckle(grain: Float32Array, j: number): void {
  const y = j / GRAIN - MARGIN;
  for (let i = 0; i < grain.length; i += COARSE) {
    const x = i / GRAIN - MARGIN;
    const here =
      (valueNoise(x * 0.35, y * 0.35, 21) - 0.5) * 9 + (valueNoise(x * 1.3, y * 1.3, 22) - 0.5) * 5;
    grain.fill(here, i, i + COARSE);
  }
}

export class Relief implements Layer {
  private readonly sheet: Sheet;

  constructor(
    private readonly heights: Field,
    private readonly slow: Field,
    private readonly steps: number,
  ) {
    this.sheet = makeSheet(heights.columns, heights.rows);
    const picture = this.sheet.ctx.createImageData(heights.columns, heights.rows);
    const grain = new Float32Array(heights.columns);
    for (let j = 0; j < heights.rows; j++) {
      if (j % COARSE === 0) speckle(grain, j);
      for (let i = 0; i < heights.columns; i++)
        this.tint(picture.data, j * heights.columns + i, grain[i]!);
    }
    this.sheet.ctx.putImageData(picture, 0, 0);
  }

  private tint(data: Uint8ClampedArray, p: number, grain: number): void {
    const top = WASH.length - 1;
    // Maps with few levels still use the whole range from valley to height.
    const h = Math.max(0, Math.min(top - 0.001, this.heights.values[p]! * this.steps));
    const level = Math.floor(h);
    const t = h - level;
    const shade = -this.lit(p);
    for (let q = 0; q < 3; q++) {
      let v = WASH[level]![q]! * (1 - t) + WASH[level + 1]![q]! * t + grain * (q === 2 ? 0.7 : 1);
      if (shade > 0) v *= 1 - SHADE[q]! * shade;
      else v += (LIGHT[q]! - v) * -shade * MOST_LIGHT;
      data[p * 4 + q] = v;
    }
    data[p * 4 + 3] = 255;
  }

  /** From -1, in full shade, to 1: how far the ground rises to the south-east. */
  private lit(p: number): number {
    const { columns, values } = this.slow;
    const last = values.length - 1;
    const gx = ((values[Math.min(last, p + 2)]! - values[Math.max(0, p - 2)]!) * GRAIN) / 4;
    const below = values[Math.min(last, p + 2 * columns)]!;
    const gy = ((below - values[Math.max(0, p - 2 * columns)]!) * GRAIN) / 4;
    return Math.max(-1, Math.min(1, (gx * 0.72 + gy * 0.72) * 1.25));
  }

  paint(ctx: Context, patch: Patch): void {
    ctx.imageSmoothingEnabled = true;
    ctx.imageSmoothingQuality = 'high';
    const x0 = Math.max(0, Math.floor((patch.x0 + MARGIN) * GRAIN) - 2);
    const y0 = Math.max(0, Math.floor((patch.y0 + MARGIN) * GRAIN) - 2);
    const x1 = Math.min(this.heights.columns, Math.ceil((patch.x1 + MARGIN) * GRAIN) + 2);
    const y1 = Math.min(this.heights.rows, Math.ceil((patch.y1 + MARGIN) * GRAIN) + 2);
    if (x1 <= x0 || y1 <= y0) return;
    const w = x1 - x0;
    const h = y1 - y0;
    ctx.drawImage(
      this.sheet.canvas,
      x0,
      y0,
      w,
      h,
      x0 / GRAIN - MARGIN,
      y0 / GRAIN - MARGIN,
      w / GRAIN,
      h / GRAIN,
    );
  }
}
