/** The pencil of a study: two places make an arrow, one place twice a ring. */

import type { Hex } from '../api/types';
import type { Drawn } from '../map/overlays/overlays';
import type { Study } from './study.svelte';

export class Drawing {
  on = $state(false);
  colour = $state<Drawn['colour']>('red');
  dashed = $state(false);
  /** Where the arrow begins that is being drawn. */
  from = $state<Hex | null>(null);

  constructor(private readonly study: Study) {}

  take(): void {
    this.on = !this.on;
    this.from = null;
  }

  /** A place was pressed; true where the pencil took it. */
  press(hex: Hex | null): boolean {
    if (!this.on || hex === null) return this.on;
    if (this.from === null) this.from = hex;
    else {
      this.draw(this.from, hex);
      this.from = null;
    }
    return true;
  }

  draw(at: Hex, to: Hex): void {
    const { colour, dashed } = this;
    const ring = at === to;
    this.study.draw({ kind: ring ? 'ring' : 'arrow', at, to: ring ? 0 : to, colour, dashed });
  }
}
