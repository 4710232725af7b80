/** The parts of a turn, as steps of a ladder. A system may send its own; else a known one fits. */

import type { MovingView, Setting } from '../api/wire';

const LADDERS: readonly (readonly string[])[] = [
  ['charge', 'movement', 'defensive-fire', 'offensive-fire', 'melee', 'recovery'],
];

export function ladderOf(setting: Setting | undefined, view: MovingView | null): readonly string[] {
  const segment = view?.segment ?? '';
  if (setting?.segments?.length) return setting.segments;
  return LADDERS.find((steps) => steps.includes(segment)) ?? (segment ? [segment] : []);
}
