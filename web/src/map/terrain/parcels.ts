/** Strip fields and meadows on open ground: a quiet pattern that no rule reads. */

import { Buckets } from '../buckets';
import type { Context } from '../canvas';
import type { Ground } from '../ground';
import { hash } from '../noise';
import type { Layer, Patch } from './patch';
import type { Woods } from './woods';

type Xy = readonly [number, number];

interface Parcel {
  readonly x: number;
  readonly y: number;
  readonly corners: readonly [Xy, Xy, Xy, Xy];
  readonly i: number;
  readonly j: number;
  readonly meadow: boolean;
  readonly turned: boolean;
  readonly strips: number;
}

const WIDTH = 3.1;
const DEPTH = 2.5;
const REACH = 4;
const TINTS = [
  'rgba(222,196,120,.20)',
  'rgba(188,196,130,.22)',
  'rgba(205,172,120,.16)',
  'rgba(236,220,160,.22)',
  'rgba(172,186,122,.18)',
] as const;
const FURROWS_FROM = 20;

export class Parcels implements Layer {
  private readonly parcels: Buckets<Parcel>;

  constructor(
    ground: Ground,
    private readonly woods: Woods,
  ) {
    const found: Parcel[] = [];
    for (let j = 0; j < Math.ceil(ground.height / DEPTH) + 2; j++)
      for (let i = 0; i < Math.ceil(ground.width / WIDTH) + 2; i++) {
        const parcel = parcelAt(i, j);
        if (woods.field.at(parcel.x, parcel.y) <= 0.9) found.push(parcel);
      }
    this.parcels = new Buckets(found, (parcel) => parcel);
  }

  paint(ctx: Context, patch: Patch): void {
    if (patch.contrast) return;
    const found = [...this.parcels.within(patch, REACH)].sort((a, b) => a.j - b.j || a.i - b.i);
    for (const parcel of found) {
      if (parcel.meadow) this.paintMeadow(ctx, parcel);
      else paintStrips(ctx, parcel, patch.scale);
    }
  }

  private paintMeadow(ctx: Context, { corners: q, i, j }: Parcel): void {
    ctx.strokeStyle = 'rgba(92,98,48,.30)';
    ctx.lineWidth = 0.022;
    ctx.beginPath();
    for (let t = 0; t < 16; t++) {
      const u = hash(i * 7 + t, j, 51);
      const v = hash(i, j * 7 + t, 52);
      const [x, y] = between(between(q[0], q[1], u), between(q[3], q[2], u), v);
      if (this.woods.has(x, y)) continue;
      for (const d of [-0.05, 0, 0.05]) {
        ctx.moveTo(x + d, y);
        ctx.lineTo(x + d * 1.9, y - 0.11 + Math.abs(d) * 0.6);
      }
    }
    ctx.stroke();
  }
}

function parcelAt(i: number, j: number): Parcel {
  const corners = [cornerAt(i, j), cornerAt(i + 1, j), cornerAt(i + 1, j + 1), cornerAt(i, j + 1)];
  const [a, , c] = corners as [Xy, Xy, Xy, Xy];
  return {
    x: (a[0] + c[0]) / 2,
    y: (a[1] + c[1]) / 2,
    corners: corners as [Xy, Xy, Xy, Xy],
    i,
    j,
    meadow: hash(i, j, 13) < 0.34,
    turned: hash(i, j, 14) < 0.5,
    strips: 3 + Math.floor(hash(i, j, 15) * 4),
  };
}

function cornerAt(i: number, j: number): Xy {
  return [
    (i - 0.5) * WIDTH + (hash(i, j, 11) - 0.5) * 1.5 + (j % 2) * 1.2,
    (j - 0.5) * DEPTH + (hash(i, j, 12) - 0.5) * 1.2,
  ];
}

function between(a: Xy, b: Xy, t: number): Xy {
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
}

function paintStrips(ctx: Context, parcel: Parcel, scale: number): void {
  const [a, b, c, d] = parcel.corners;
  const [near0, near1, far0, far1] = parcel.turned ? [a, d, b, c] : [a, b, d, c];
  for (let i = 0; i < parcel.strips; i++) {
    const t0 = i / parcel.strips;
    const t1 = (i + 1) / parcel.strips;
    const p0 = between(near0, near1, t0);
    const p1 = between(near0, near1, t1);
    const p2 = between(far0, far1, t1);
    const p3 = between(far0, far1, t0);
    ctx.beginPath();
    ctx.moveTo(...p0);
    ctx.lineTo(...p1);
    ctx.lineTo(...p2);
    ctx.lineTo(...p3);
    ctx.closePath();
    ctx.fillStyle = TINTS[Math.floor(hash(parcel.i * 13 + i, parcel.j, 16) * TINTS.length)]!;
    ctx.fill();
    ctx.strokeStyle = scale < 22 ? 'rgba(120,96,50,.13)' : 'rgba(120,96,50,.20)';
    ctx.lineWidth = 0.022;
    ctx.stroke();
    if (scale >= FURROWS_FROM) paintFurrows(ctx, p0, p1, p2, p3);
  }
}

function paintFurrows(ctx: Context, p0: Xy, p1: Xy, p2: Xy, p3: Xy): void {
  ctx.strokeStyle = 'rgba(120,96,50,.13)';
  ctx.lineWidth = 0.018;
  ctx.beginPath();
  for (const u of [0.25, 0.5, 0.75]) {
    const near = between(p0, p1, u);
    const far = between(p3, p2, u);
    ctx.moveTo(...between(near, far, 0.03));
    ctx.lineTo(...between(near, far, 0.97));
  }
  ctx.stroke();
}
