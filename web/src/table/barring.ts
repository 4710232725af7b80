/** Why nothing comes of pointing at a place, said in a line that goes with the question. */

import type { Reason } from '../api/documents';
import type { Hex, UnitId } from '../api/types';
import type { Deciding } from './deciding.svelte';

export class Barring {
  private told = 0;
  private turn = 0;

  constructor(private readonly deciding: Deciding) {}

  /** Asks about a place, or whoever stands there, for the unit that is selected. */
  async tell(hex: Hex, whom: UnitId | null): Promise<void> {
    const { battle, selected: unit, inSegment } = this.deciding;
    if (!inSegment || !unit || !this.deciding.isOwn(unit)) return;
    const { turn } = this;
    const reply = await battle.look<{ found: { reason?: Reason } }>({
      type: 'look',
      what: 'barred',
      unit,
      target: hex,
      of: whom ?? '',
    });
    const reason = reply?.found.reason;
    if (!reason || turn !== this.turn) return;
    const { text, clause = '' } = reason;
    this.told = battle.toasts.add({ tone: 'plain', about: 'reach', text, clause });
  }

  /** The question is gone, and the line with it. */
  leave(): void {
    this.turn++;
    this.deciding.battle.toasts.remove(this.told);
  }
}
