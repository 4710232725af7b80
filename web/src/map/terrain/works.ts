/** Field works that fill a hex: a comb of ink along its inner edge. */

import type { Hex } from '../../api/types';
import type { Context } from '../canvas';
import type { Ground } from '../ground';
import { centre, traceHex } from '../hexes';
import { type Layer, type Patch, touches } from './patch';

export class Works implements Layer {
  private readonly hexes: readonly Hex[];

  constructor(ground: Ground) {
    this.hexes = ground.hexesOf('earthwork', 'entrenchment');
  }

  paint(ctx: Context, patch: Patch): void {
    for (const at of this.hexes) {
      const { x, y } = centre(at);
      if (!touches(patch, x, y, 1)) continue;
      ctx.strokeStyle = '#3a2a18';
      ctx.lineCap = 'butt';
      ctx.lineWidth = 0.05;
      ctx.beginPath();
      traceHex(ctx, x, y, 0.72);
      ctx.stroke();
      ctx.lineWidth = 0.16;
      ctx.setLineDash([0.03, 0.08]);
      ctx.beginPath();
      traceHex(ctx, x, y, 0.8);
      ctx.stroke();
      ctx.setLineDash([]);
    }
  }
}
