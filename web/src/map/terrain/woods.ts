/**
 * Woods: wooded hexes smoothed with noise, cut at one half and filled with trees on a jittered
 * lattice. Trees are drawn once for each variant and zoom, then stamped.
 */

import { Buckets } from '../buckets';
import { type Context, finished, makeSheet, trace } from '../canvas';
import { contours } from '../contours';
import { Field } from '../field';
import type { Ground } from '../ground';
import { hash, valueNoise } from '../noise';
import type { Layer, Patch } from './patch';
import type { Roads } from './roads';

interface Tree {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly variant: number;
}

const WOODED = new Set(['woods', 'forest']);
const WASH = 'rgba(150,164,112,.92)';
const OAKS = ['#8da063', '#84985a', '#98a86c', '#889b5c'] as const;
const PINES = ['#74875a', '#6c8053', '#7c8f60'] as const;
const VARIANTS = 12;
const LATTICE = 0.3;
const CLEAR_OF_ROADS = 0.2;
/** The stamp is this many radii wide on either side, for the shadow. */
const STAMP = 1.7;

/** One where the wood is; the edge runs at one half. */
export function woodsField(ground: Ground): Field {
  const wooded = Field.over(ground, (at) => (WOODED.has(ground.terrain(at)) ? 1 : 0));
  return wooded
    .blurred(0.42)
    .map(
      (value, x, y) =>
        value +
        (valueNoise((x + 3) * 1.7, (y + 3) * 1.7, 3) - 0.5) * 0.3 +
        (valueNoise((x + 3) * 4, (y + 3) * 4, 4) - 0.5) * 0.16,
    );
}

export class Woods implements Layer {
  private readonly edge = new Path2D();
  private readonly trees: Buckets<Tree>;
  private readonly stamps = new Map<number, CanvasImageSource[]>();

  constructor(
    readonly field: Field,
    ground: Ground,
    roads: Roads,
  ) {
    for (const line of contours(fenced(field), 0.48))
      if (line.points.length > 16) trace(this.edge, line.points, true);
    this.trees = new Buckets(this.planted(ground, roads), (tree) => tree, 2);
  }

  has(x: number, y: number): boolean {
    return this.field.at(x, y) > 0.5;
  }

  private *planted(ground: Ground, roads: Roads): Generator<Tree> {
    let row = 0;
    for (let y = -1; y < ground.height + 1; y += LATTICE * 0.86, row++)
      for (let x = -1 + ((row % 2) * LATTICE) / 2; x < ground.width + 1; x += LATTICE) {
        const jx = x + (hash(x * 50, y * 50, 1) - 0.5) * 0.2;
        const jy = y + (hash(x * 50, y * 50, 2) - 0.5) * 0.2;
        if (this.field.at(jx, jy) < 0.52) continue;
        if (roads.isNear(jx, jy, CLEAR_OF_ROADS)) continue;
        const pine =
          valueNoise(jx * 0.16, jy * 0.16, 9) + (hash(jx * 77, jy * 53, 8) - 0.5) * 0.55 > 0.56;
        const variant = Math.floor(hash(jx * 31, jy * 17, 6) * VARIANTS);
        yield {
          x: jx,
          y: jy,
          radius: 0.135 + hash(jx * 91, jy * 73, 5) * 0.055,
          variant: pine ? VARIANTS + variant : variant,
        };
      }
  }

  paintWash(ctx: Context): void {
    ctx.fillStyle = WASH;
    ctx.fill(this.edge, 'evenodd');
  }

  paint(ctx: Context, patch: Patch): void {
    const stamps = this.stampsAt(patch.scale);
    const trees = [...this.trees.within(patch, 0.5)].sort((a, b) => a.y - b.y || a.x - b.x);
    ctx.imageSmoothingQuality = 'medium';
    for (const { x, y, radius, variant } of trees) {
      const half = radius * STAMP;
      ctx.drawImage(stamps[variant]!, x - half, y - half, 2 * half, 2 * half);
    }
  }

  private stampsAt(scale: number): CanvasImageSource[] {
    const size = Math.max(8, Math.ceil(2 * STAMP * 0.19 * scale));
    let made = this.stamps.get(size);
    if (!made) {
      made = Array.from({ length: 2 * VARIANTS }, (_, variant) => stamp(variant, size));
      if (this.stamps.size > 12) this.stamps.clear();
      this.stamps.set(size, made);
    }
    return made;
  }
}

/** The field with nothing on its outermost samples, so that every edge closes. */
function fenced(field: Field): Field {
  const values = field.values.slice();
  const { columns, rows } = field;
  for (let i = 0; i < columns; i++) values[i] = values[(rows - 1) * columns + i] = 0;
  for (let j = 0; j < rows; j++) values[j * columns] = values[j * columns + columns - 1] = 0;
  return new Field(columns, rows, values);
}

function stamp(variant: number, size: number): CanvasImageSource {
  const sheet = makeSheet(size, size);
  const { ctx } = sheet;
  ctx.scale(size / 2 / STAMP, size / 2 / STAMP);
  ctx.translate(STAMP, STAMP);
  const k = (variant % VARIANTS) / VARIANTS + 0.02;
  ctx.fillStyle = 'rgba(46,52,26,.34)';
  ctx.beginPath();
  ctx.ellipse(0.42, 0.42, 1, 0.8, 0.6, 0, 2 * Math.PI);
  ctx.fill();
  if (variant >= VARIANTS) pine(ctx, k);
  else oak(ctx, k);
  return finished(sheet);
}

function pine(ctx: Context, k: number): void {
  ctx.fillStyle = PINES[Math.floor(k * 3)]!;
  ctx.strokeStyle = 'rgba(38,46,22,.85)';
  ctx.lineWidth = 0.16;
  ctx.beginPath();
  const points = 9;
  for (let i = 0; i < points * 2; i++) {
    const a = (i * Math.PI) / points + k * 3;
    const r = i % 2 ? 0.74 : 1;
    if (i) ctx.lineTo(Math.cos(a) * r, Math.sin(a) * r);
    else ctx.moveTo(Math.cos(a) * r, Math.sin(a) * r);
  }
  ctx.closePath();
  ctx.fill();
  ctx.stroke();
  disc(ctx, -0.25, -0.28, 0.28, 'rgba(176,190,130,.55)');
}

function oak(ctx: Context, k: number): void {
  ctx.fillStyle = OAKS[Math.floor(k * 4)]!;
  ctx.strokeStyle = 'rgba(48,54,26,.8)';
  ctx.lineWidth = 0.14;
  ctx.beginPath();
  const lobes = 6;
  for (let i = 0; i < lobes; i++) {
    const a = (i * 2 * Math.PI) / lobes + k * 5;
    const cx = Math.cos(a) * 0.5;
    const cy = Math.sin(a) * 0.5;
    ctx.moveTo(cx + 0.5, cy);
    ctx.arc(cx, cy, 0.5, 0, 2 * Math.PI);
  }
  ctx.stroke();
  ctx.fill();
  disc(ctx, -0.28, -0.3, 0.42, 'rgba(196,204,146,.75)');
  ctx.strokeStyle = 'rgba(60,66,32,.55)';
  ctx.lineWidth = 0.12;
  ctx.beginPath();
  ctx.arc(0.08, 0.05, 0.55, 0.2, 1.7);
  ctx.stroke();
}

function disc(ctx: Context, x: number, y: number, r: number, style: string): void {
  ctx.fillStyle = style;
  ctx.beginPath();
  ctx.arc(x, y, r, 0, 2 * Math.PI);
  ctx.fill();
}
