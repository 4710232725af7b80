/** What each side has lost in a view: increments, and units that are gone. */

import type { MovingView } from '../api/wire';
import { isLeader } from '../map/counters/model';

export interface Losses {
  readonly side: string;
  readonly increments: number;
  readonly units: number;
}

/** What stands for others, or has become others, is not counted twice. */
const STANDINS: ReadonlySet<string> = new Set(['replaced', 'part']);

export function lossesOf(view: MovingView, sides: readonly string[]): Losses[] {
  const units = Object.values(view.counters).filter(
    (each) => !isLeader(each) && !each.marks?.includes('covered') && !STANDINS.has(each.away ?? ''),
  );
  return sides.map((side) => {
    const own = units.filter((each) => each.side === side);
    const left = (each: (typeof own)[number]) => (each.away ? 0 : (each.left ?? 0));
    return {
      side,
      increments: own.reduce((sum, each) => sum + Math.max(0, (each.pips ?? 0) - left(each)), 0),
      units: own.filter(({ away }) => away).length,
    };
  });
}
