/** The piece of map that is being painted: the context is already scaled to hex sides. */

import type { Box } from '../buckets';
import type { Context } from '../canvas';

export interface Patch extends Box {
  /** Pixels to a hex side. */
  readonly scale: number;
  /** Quiet ground and a strong grid, for people who ask for contrast. */
  readonly contrast: boolean;
}

export interface Layer {
  paint(ctx: Context, patch: Patch): void;
}

export function touches(patch: Patch, x: number, y: number, reach: number): boolean {
  return (
    x > patch.x0 - reach && x < patch.x1 + reach && y > patch.y0 - reach && y < patch.y1 + reach
  );
}
