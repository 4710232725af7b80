/** How the armies stand: losses against limits and points, asked for when something happened. */

import type { Battle } from '../table/battle.svelte';

export interface Spirit {
  readonly losses: number;
  readonly limit: number;
  readonly demoralized: boolean;
}

export interface Muster {
  readonly formations: Readonly<Record<string, Spirit>>;
  readonly armies: Readonly<
    Record<string, { losses: number; level: number; demoralized: boolean; points: number }>
  >;
  readonly scores: readonly {
    readonly side: string;
    readonly points: number;
    readonly why: string;
  }[];
}

export class Standing {
  muster = $state.raw<Muster | null>(null);
  private askedAt = '';

  constructor(private readonly battle: Battle) {}

  async refresh(): Promise<void> {
    const { battle } = this;
    const key = `${battle.n}|${battle.side}`;
    if (key === this.askedAt || battle.status !== 'open') return;
    this.askedAt = key;
    const reply = await battle.look<{ found: Muster }>({ type: 'look', what: 'muster' });
    if (key === this.askedAt && reply) this.muster = reply.found;
  }
}

/** The chits drawn in this turn, in order, as far as the journal here tells. */
export function drawnIn(battle: Battle): string[] {
  const drawn: string[] = [];
  for (const line of battle.lines)
    for (const event of line.events ?? []) {
      if (event.event === 'TurnBegan') drawn.length = 0;
      if (event.event === 'ChitDrawn' || event.event === 'InitialActionTaken')
        drawn.push(String(event.chit));
    }
  return drawn;
}
