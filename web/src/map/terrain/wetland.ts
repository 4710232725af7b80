/** Marsh with reed dashes, ponds and rivers that fill their hexes. */

import type { Hex } from '../../api/types';
import type { Context } from '../canvas';
import type { Ground } from '../ground';
import { centre, traceHex } from '../hexes';
import { stream } from '../noise';
import { type Layer, type Patch, touches } from './patch';

const WATER = ['water', 'pond', 'lake', 'river'];
const MARSH = ['marsh', 'swamp'];
export const WET = [...WATER, ...MARSH];

export class Wetland implements Layer {
  private readonly marsh: readonly Hex[];
  private readonly water: readonly Hex[];

  constructor(ground: Ground) {
    this.marsh = ground.hexesOf(...MARSH);
    this.water = ground.hexesOf(...WATER);
  }

  paint(ctx: Context, patch: Patch): void {
    this.fill(ctx, patch, this.water, '#8fb0c6');
    this.fill(ctx, patch, this.marsh, 'rgba(157,176,160,.75)');
    ctx.strokeStyle = 'rgba(70,100,110,.7)';
    ctx.lineWidth = 0.03;
    ctx.lineCap = 'round';
    ctx.beginPath();
    for (const at of this.marsh) {
      const { x, y } = centre(at);
      if (touches(patch, x, y, 1)) reeds(ctx, x, y, stream(at));
    }
    ctx.stroke();
  }

  private fill(ctx: Context, patch: Patch, hexes: readonly Hex[], style: string): void {
    ctx.fillStyle = style;
    ctx.beginPath();
    for (const at of hexes) {
      const { x, y } = centre(at);
      if (touches(patch, x, y, 1.1)) traceHex(ctx, x, y, 1.02);
    }
    ctx.fill();
  }
}

function reeds(ctx: Context, x: number, y: number, random: () => number): void {
  for (let row = -3; row <= 3; row++)
    for (let dash = 0; dash < 3; dash++) {
      const dx = (random() - 0.5) * 1.5;
      const dy = row * 0.22;
      if (Math.abs(dx) + Math.abs(dy) * 0.58 > 0.85) continue;
      ctx.moveTo(x + dx - 0.12, y + dy);
      ctx.lineTo(x + dx + 0.12, y + dy);
    }
}
