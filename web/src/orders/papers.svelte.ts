/** The papers of a staff, where the system has any: asked for whenever something happened. */

import type { Card, Row } from '../api/documents';
import type { UnitId } from '../api/types';
import type { Battle } from '../table/battle.svelte';

export class Papers {
  card = $state.raw<Card | null>(null);
  private askedAt = '';

  constructor(private readonly battle: Battle) {}

  async refresh(): Promise<void> {
    const { battle } = this;
    const key = `${battle.n}|${battle.side}`;
    if (!battle.setting.papers || key === this.askedAt || battle.status !== 'open') return;
    this.askedAt = key;
    const reply = await battle.look<{ found: Card }>({ type: 'look', what: 'papers' });
    if (key === this.askedAt && reply) this.card = reply.found;
  }

  /** The line that speaks of a unit: what binds it. */
  about(unit: UnitId): Row | undefined {
    const rows = (card: Card): readonly Row[] => [
      ...(card.rows ?? []),
      ...(card.cards ?? []).flatMap(rows),
    ];
    return this.card ? rows(this.card).find(({ units }) => units?.includes(unit)) : undefined;
  }
}
