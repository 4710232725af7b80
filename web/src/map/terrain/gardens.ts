/** Gardens, orchards and vineyards: beds and plots turned towards their village. */

import { Buckets } from '../buckets';
import type { Context } from '../canvas';
import type { Ground } from '../ground';
import { centre, traceHex } from '../hexes';
import { stream } from '../noise';
import type { Layer, Patch } from './patch';

interface Garden {
  readonly x: number;
  readonly y: number;
  readonly angle: number;
  readonly seed: number;
  /** Below this share a plot has beds, above it trees. */
  readonly beds: number;
}

const GREENS = ['#c5cf9a', '#b7c48a', '#d3d6a6'] as const;
const BEDS: Readonly<Record<string, number>> = { garden: 0.55, orchard: 0, vineyard: 1 };
export const PLANTED = Object.keys(BEDS);
const PLOT = { across: 0.6, down: 0.54, width: 0.56, height: 0.5 };

export class Gardens implements Layer {
  private readonly gardens: Buckets<Garden>;

  constructor(ground: Ground) {
    const houses = ground.hexesOf('village', 'hamlet', 'town').map(centre);
    const found = ground.hexesOf(...PLANTED).map((at): Garden => {
      const { x, y } = centre(at);
      let nearest = { x: x + 1, y };
      let least = Number.POSITIVE_INFINITY;
      for (const house of houses) {
        const far = Math.hypot(house.x - x, house.y - y);
        if (far < least) {
          least = far;
          nearest = house;
        }
      }
      const turn = (stream(at)() - 0.5) * 0.2;
      const angle = Math.atan2(nearest.y - y, nearest.x - x) + turn;
      return { x, y, angle, seed: at * 3, beds: BEDS[ground.terrain(at)] ?? 0.55 };
    });
    this.gardens = new Buckets(found, (garden) => garden);
  }

  paint(ctx: Context, patch: Patch): void {
    for (const garden of this.gardens.within(patch, 1)) {
      ctx.save();
      ctx.beginPath();
      traceHex(ctx, garden.x, garden.y, 0.93);
      ctx.clip();
      ctx.translate(garden.x, garden.y);
      ctx.rotate(garden.angle);
      const random = stream(garden.seed);
      for (let i = -1; i <= 1; i++)
        for (let j = -1; j <= 1; j++) {
          const x = i * PLOT.across - PLOT.width / 2;
          const y = j * PLOT.down - PLOT.height / 2;
          paintPlot(ctx, x, y, GREENS[Math.floor(random() * 3)]!, random() < garden.beds);
        }
      ctx.restore();
    }
  }
}

function paintPlot(ctx: Context, x: number, y: number, green: string, beds: boolean): void {
  const { width, height } = PLOT;
  ctx.fillStyle = green;
  ctx.fillRect(x, y, width, height);
  ctx.strokeStyle = 'rgba(70,86,40,.75)';
  ctx.lineWidth = 0.03;
  ctx.strokeRect(x, y, width, height);
  if (beds) {
    ctx.strokeStyle = 'rgba(84,104,48,.8)';
    ctx.beginPath();
    for (let k = 1; k < 6; k++) {
      ctx.moveTo(x + 0.04, y + (k * height) / 6);
      ctx.lineTo(x + width - 0.04, y + (k * height) / 6);
    }
    ctx.stroke();
    return;
  }
  ctx.fillStyle = '#6d8248';
  ctx.strokeStyle = 'rgba(40,48,20,.7)';
  ctx.lineWidth = 0.018;
  for (let a = 0; a < 3; a++)
    for (let b = 0; b < 2; b++) {
      ctx.beginPath();
      ctx.arc(x + 0.11 + a * 0.17, y + 0.14 + b * 0.22, 0.065, 0, 2 * Math.PI);
      ctx.fill();
      ctx.stroke();
    }
}
