/**
 * The papers beside the map. A panel is there when what it shows is in the view or the setting:
 * no panel asks which system is played. A system adds its own by a line in this list.
 */

import type { Component } from 'svelte';
import type { Hex, UnitId } from '../api/types';
import OrderDesk from '../orders/OrderDesk.svelte';
import Staff from '../orders/Staff.svelte';
import Arrivals from './Arrivals.svelte';
import type { Battle } from './battle.svelte';
import type { Deciding } from './deciding.svelte';
import OrderOfBattle from './OrderOfBattle.svelte';

export interface PanelProps {
  readonly battle: Battle;
  readonly deciding: Deciding;
  readonly choose: (unit: UnitId) => void;
  readonly goTo: (hex: Hex) => void;
}

export interface Panel {
  readonly id: string;
  readonly place: 'left' | 'right';
  /** Is there anything to show? Looks at fields of view and setting, never at a name. */
  readonly shows: (battle: Battle) => boolean;
  readonly panel: Component<PanelProps>;
}

export const PANELS: readonly Panel[] = [
  { id: 'order-of-battle', place: 'left', shows: () => true, panel: OrderOfBattle },
  {
    id: 'arrivals',
    place: 'left',
    shows: ({ hello, moving }) =>
      (hello?.setting.arrivals ?? []).some((arrival) => arrival.turn >= (moving?.turn ?? 0)),
    panel: Arrivals,
  },
  {
    id: 'staff',
    place: 'right',
    shows: ({ hello }) => hello?.setting.papers === true,
    panel: Staff,
  },
];

export interface CardProps {
  readonly battle: Battle;
  readonly deciding: Deciding;
  readonly goTo: (hex: Hex) => void;
}

/** Questions that have a card of their own; all others are a list of options. */
const CARDS: readonly {
  readonly shows: (deciding: Deciding) => boolean;
  readonly card: Component<CardProps>;
}[] = [{ shows: ({ writing }) => writing.active, card: OrderDesk }];

export function cardFor(deciding: Deciding): Component<CardProps> | null {
  return CARDS.find(({ shows }) => shows(deciding))?.card ?? null;
}

export function panelsAt(place: Panel['place'], battle: Battle): readonly Panel[] {
  return PANELS.filter((panel) => panel.place === place && panel.shows(battle));
}
