/** Ends of a move by the names that a player would give them: looked up, and taken in hand as a draft. */

import type { Offer, Way } from '../api/documents';
import type { UnitId } from '../api/types';
import { bare } from '../map/legs';
import type { Deciding } from './deciding.svelte';

export class Naming {
  /** Whose ends are listed; nobody while the list is closed. */
  of = $state<UnitId | ''>('');
  ends = $state.raw<readonly Way[]>([]);

  constructor(private readonly deciding: Deciding) {}

  /** Is there a list for what is selected? */
  get isOpen(): boolean {
    return this.of !== '' && this.of === this.group;
  }

  private get group(): string {
    const { selected, along } = this.deciding;
    return selected ? [selected, ...along].join('+') : '';
  }

  async toggle(): Promise<void> {
    const { group, deciding } = this;
    if (this.isOpen || !deciding.drafting.isPossible) {
      this.of = '';
      return;
    }
    const reply = await deciding.battle.look<{ found: { ends: Way[] } }>({
      type: 'look',
      what: 'ends',
      unit: group,
    });
    if (!reply || group !== this.group) return;
    this.ends = reply.found.ends;
    this.of = group;
  }

  /** An end is taken in hand: its legs become the draft. */
  async choose(way: Way): Promise<void> {
    const { battle, drafting } = this.deciding;
    const reply = await battle.look<{ found: Offer }>({
      type: 'look',
      what: 'offer',
      text: way.id,
    });
    if (reply && this.isOpen) drafting.set((reply.found.legs ?? []).map(bare), true);
  }
}
