/** Overlays of the design pictures 3 and 4; their numbers are invented, as there. */

import type { Hex } from '../src/api/types';
import type { Counter } from '../src/map/counters/model';
import { distance, neighbours } from '../src/map/hexes';
import type { Overlays } from '../src/map/overlays/overlays';

function within(at: Hex, radius: number): Hex[] {
  let found = new Set<Hex>([at]);
  for (let i = 0; i < radius; i++)
    found = new Set([...found].flatMap((h) => [h, ...neighbours(h)]));
  return [...found];
}

export function ordersOverlays(): Overlays {
  return {
    target: 2624,
    targets: [2624, 2727],
    arrows: [
      { from: 2623, to: 2624, kind: 'advance' },
      { from: 2724, to: 2624, kind: 'advance' },
    ],
    sight: { from: 2821, to: 2528, blocked: 2724 },
    areas: [
      { kind: 'zone', hexes: new Set([2523, 2623, 2423, 2724]) },
      { kind: 'reaction', hexes: new Set(within(2929, 5)), colour: '#1E3F7A' },
    ],
    tags: [
      { hex: 2922, text: 'sight blocked in 2724', tone: 'blocked' },
      { hex: 2927, text: '13e Hussards react here', tone: 'side' },
    ],
  };
}

export function reachOverlays(counters: readonly Counter[]): Overlays {
  const from = 2621;
  const taken = new Set(counters.flatMap((counter) => counter.hexes));
  const costs = new Map<Hex, string>();
  for (const at of within(from, 4))
    if (at !== from && !taken.has(at) && at % 100 < 26 && !(at < 2500 && at % 100 > 23))
      costs.set(at, String(distance(from, at) + (at < 2500 ? 2 : 0)));
  const ghost = counters.find((counter) => counter.id === 'P09');
  return {
    reach: { costs, from },
    path: {
      from,
      steps: [
        { hex: 2722, cost: '1' },
        { hex: 2723, cost: '2' },
        { hex: 2824, cost: '3' },
      ],
      ...(ghost ? { ghost } : {}),
    },
    areas: [{ kind: 'zone', hexes: new Set([2523, 2423, 2724, 2623]) }],
  };
}
