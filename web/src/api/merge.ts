/** Views, kept up to date by changes. */

import type { MovingView } from './wire';

/** Fields that are sent entry by entry; all others are sent whole. */
const MAPS = new Set([
  'pieces',
  'stacks',
  'leaders',
  'attached',
  'control',
  'removed',
  'levels',
  'fired_at',
  'fire_losses',
]);

type Entries = Readonly<Record<string, unknown>>;

/** The view after a change: new entries replace old ones, `null` takes one away. */
export function changed(view: MovingView, change: Entries): MovingView {
  const next: Record<string, unknown> = { ...view };
  for (const [name, value] of Object.entries(change))
    next[name] = MAPS.has(name) ? merged(next[name] as Entries, value as Entries) : value;
  return next as unknown as MovingView;
}

function merged(held: Entries | undefined, change: Entries): Entries {
  const next: Record<string, unknown> = { ...held };
  for (const [key, value] of Object.entries(change)) {
    if (value === null) delete next[key];
    else next[key] = value;
  }
  return next;
}
