/** Whom the chosen horse could strike: ringed on the map, listed with points and chances, ridden at by one press. */

import type { Aim, Card, Result } from '../api/documents';
import type { Hex } from '../api/types';
import type { Deciding } from './deciding.svelte';

/** So many are weighed by themselves, the nearest first. */
const WEIGHED = 4;

export class Aiming {
  /** What becomes of it, by the place aimed at. */
  odds = $state.raw<ReadonlyMap<Hex, Card>>(new Map());
  /** The one that a first touch has chosen. */
  chosen = $state<Hex | null>(null);
  private turn = 0;

  constructor(private readonly deciding: Deciding) {}

  readonly list = $derived.by((): readonly Aim[] => {
    const { battle, reach } = this.deciding;
    return battle.mine && battle.question?.reaches ? (reach?.aims ?? []) : [];
  });
  readonly byPlace = $derived(new Map([...this.list].reverse().map((aim) => [aim.at, aim])));
  /** Horse was chosen that could strike nobody. */
  readonly nobody = $derived.by(() => {
    const { battle, reach } = this.deciding;
    return battle.mine && battle.question?.reaches && reach && !this.list.length
      ? (reach.reason ?? null)
      : null;
  });

  clear(): void {
    this.turn++;
    this.odds = new Map();
    this.chosen = null;
  }

  /** The order by which an aim is weighed: the ride there, or the charge that is named. */
  private orderOf(aim: Aim): string {
    return aim.id || (this.naming()?.id ?? '');
  }

  private naming() {
    const { own, selected } = this.deciding;
    const offers = own.filter(({ role, who }) => role === 'name' && who?.includes(selected ?? ''));
    return offers.find(({ who }) => who?.length === 1) ?? offers[0];
  }

  /** One after the other, as long as nothing else is chosen. */
  async weigh(): Promise<void> {
    this.clear();
    const turn = this.turn;
    for (const aim of this.list.slice(0, WEIGHED)) {
      const text = this.orderOf(aim);
      if (!text) return;
      const reply = await this.deciding.battle.look<{ found: Card }>({
        type: 'look',
        what: 'odds',
        text,
        target: aim.at,
      });
      if (turn !== this.turn) return;
      if (reply) this.odds = new Map([...this.odds, [aim.at, reply.found]]);
    }
  }

  /** Rides at it, or lays the odds of naming the charge open; `confirm` waits for a second press. */
  take(aim: Aim, confirm = false): void {
    if (aim.id && confirm && this.chosen !== aim.at) {
      this.chosen = aim.at;
      return;
    }
    if (aim.id) void this.deciding.answer(aim.id);
    else {
      const offer = this.naming();
      if (offer) this.deciding.attacks.name(offer, aim.at);
    }
  }
}

/** The first of the results by which a card is read: "the hex is ours". */
export function headline(card: Card | undefined): Result | null {
  for (const part of [card, ...(card?.cards ?? [])])
    for (const row of part?.rows ?? []) if (row.apart && row.shares?.length) return row.shares[0]!;
  return null;
}
