/** A number for every point of the map, sampled on a square lattice: heights, woods. */

import type { Place } from '../api/types';
import type { Ground } from './ground';
import { HALF_HEIGHT, R3 } from './hexes';
import { pointAt } from './places';

/** Samples to a hex side. */
export const GRAIN = 7;
/** How far a field goes on beyond the map, in hex sides. */
export const MARGIN = 3;

export class Field {
  constructor(
    readonly columns: number,
    readonly rows: number,
    readonly values: Float32Array,
  ) {}

  /** A field over the ground; on hexes `value` is asked once for each that is met. */
  static over(ground: Ground, value: (at: Place) => number): Field {
    const columns = Math.ceil((ground.width + 2 * MARGIN) * GRAIN);
    const rows = Math.ceil((ground.height + 2 * MARGIN) * GRAIN);
    const values = new Float32Array(columns * rows);
    if (ground.measured) {
      const clamp = (at: number, most: number) => Math.max(0, Math.min(most, at / GRAIN - MARGIN));
      for (let j = 0; j < rows; j++)
        for (let i = 0; i < columns; i++)
          values[j * columns + i] = value(pointAt(clamp(i, ground.width), clamp(j, ground.height)));
      return new Field(columns, rows, values);
    }
    const known = new Map<number, number>();
    for (let j = 0; j < rows; j++)
      for (let i = 0; i < columns; i++) {
        const at = nearest(i / GRAIN - MARGIN, j / GRAIN - MARGIN);
        let here = known.get(at);
        if (here === undefined) {
          here = value(100 * Math.max(1, Math.floor(at / 1000) - 50) + rowIn(at));
          known.set(at, here);
        }
        values[j * columns + i] = here;
      }
    return new Field(columns, rows, values);
  }

  /** The field after a Gaussian of `sigma` hex sides. */
  blurred(sigma: number): Field {
    const kernel = gaussian(sigma * GRAIN);
    const across = convolve(this.values, this.columns, this.rows, kernel, 1, this.columns);
    return new Field(
      this.columns,
      this.rows,
      convolve(across, this.rows, this.columns, kernel, this.columns, 1),
    );
  }

  /** Like `blurred`, for broad blurs: three running means, which cost the same at any width. */
  softened(sigma: number): Field {
    // Three boxes of this width have together the variance of the Gaussian.
    const reach = Math.max(
      1,
      Math.round((Math.sqrt(4 * sigma * sigma * GRAIN * GRAIN + 1) - 1) / 2),
    );
    let values = this.values;
    for (let pass = 0; pass < 3; pass++) {
      values = runningMean(values, this.columns, this.rows, reach, 1, this.columns);
      values = runningMean(values, this.rows, this.columns, reach, this.columns, 1);
    }
    return new Field(this.columns, this.rows, values);
  }

  map(change: (value: number, x: number, y: number) => number): Field {
    const values = new Float32Array(this.values.length);
    for (let j = 0; j < this.rows; j++)
      for (let i = 0; i < this.columns; i++) {
        const k = j * this.columns + i;
        values[k] = change(this.values[k]!, i / GRAIN - MARGIN, j / GRAIN - MARGIN);
      }
    return new Field(this.columns, this.rows, values);
  }

  /** The value at a point of the map, between the four samples around it. */
  at(x: number, y: number): number {
    const fx = Math.max(0, Math.min(this.columns - 2, (x + MARGIN) * GRAIN));
    const fy = Math.max(0, Math.min(this.rows - 2, (y + MARGIN) * GRAIN));
    const i = Math.floor(fx);
    const j = Math.floor(fy);
    const u = fx - i;
    const v = fy - j;
    const k = j * this.columns + i;
    const f = this.values;
    const top = f[k]! * (1 - u) + f[k + 1]! * u;
    const bottom = f[k + this.columns]! * (1 - u) + f[k + this.columns + 1]! * u;
    return top * (1 - v) + bottom * v;
  }

  slopeX(x: number, y: number): number {
    return (this.at(x + REACH, y) - this.at(x - REACH, y)) / (2 * REACH);
  }

  slopeY(x: number, y: number): number {
    return (this.at(x, y + REACH) - this.at(x, y - REACH)) / (2 * REACH);
  }
}

const REACH = 0.12;

// The margin reaches columns and rows below 1, so hexes are packed with an offset of 50 here.
function nearest(x: number, y: number): number {
  const about = Math.round((x - 1) / 1.5) + 1;
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let column = about - 1; column <= about + 1; column++) {
    const shift = column & 1 ? HALF_HEIGHT : R3;
    const row = Math.round((y - shift) / R3) + 1;
    const dx = 1.5 * (column - 1) + 1 - x;
    const dy = R3 * (row - 1) + shift - y;
    const far = dx * dx + dy * dy;
    if (far < least) {
      least = far;
      best = 1000 * (column + 50) + row + 50;
    }
  }
  return best;
}

function rowIn(packed: number): number {
  return Math.max(1, Math.min(99, (packed % 1000) - 50));
}

function gaussian(sigma: number): Float32Array {
  const reach = Math.ceil(sigma * 3);
  const kernel = new Float32Array(2 * reach + 1);
  let total = 0;
  for (let i = -reach; i <= reach; i++) {
    const weight = Math.exp((-i * i) / (2 * sigma * sigma));
    kernel[i + reach] = weight;
    total += weight;
  }
  return kernel.map((weight) => weight / total);
}

/** Along lines of `length` samples `step` apart; the `lines` lie `stride` apart. */
function convolve(
  from: Float32Array,
  length: number,
  lines: number,
  kernel: Float32Array,
  step: number,
  stride: number,
): Float32Array {
  const to = new Float32Array(from.length);
  const reach = (kernel.length - 1) / 2;
  // Each line is copied out with its ends drawn on, so that the inner loop asks nothing.
  const line = new Float32Array(length + 2 * reach);
  for (let l = 0; l < lines; l++) {
    const base = l * stride;
    for (let i = 0; i < line.length; i++) {
      const j = Math.max(0, Math.min(length - 1, i - reach));
      line[i] = from[base + j * step]!;
    }
    for (let i = 0; i < length; i++) {
      let sum = 0;
      for (let k = 0; k < kernel.length; k++) sum += kernel[k]! * line[i + k]!;
      to[base + i * step] = sum;
    }
  }
  return to;
}

function runningMean(
  from: Float32Array,
  length: number,
  lines: number,
  reach: number,
  step: number,
  stride: number,
): Float32Array {
  const to = new Float32Array(from.length);
  const width = 2 * reach + 1;
  const last = length - 1;
  for (let l = 0; l < lines; l++) {
    const base = l * stride;
    let sum = 0;
    for (let k = -reach; k <= reach; k++)
      sum += from[base + Math.max(0, Math.min(last, k)) * step]!;
    for (let i = 0; i < length; i++) {
      to[base + i * step] = sum / width;
      sum += from[base + Math.min(last, i + reach + 1) * step]!;
      sum -= from[base + Math.max(0, i - reach) * step]!;
    }
  }
  return to;
}
