/** Views, kept up to date by changes. */

import type { MovingView } from './wire';

/** Documents that are sent whole; all other objects are sent entry by entry. */
const WHOLE: ReadonlySet<string> = new Set(['clock', 'question']);

type Entries = Readonly<Record<string, unknown>>;

/** The view after a change: new entries replace old ones, `null` takes one away. */
export function changed(view: MovingView, change: Entries): MovingView {
  const next: Record<string, unknown> = { ...view };
  for (const [name, value] of Object.entries(change))
    next[name] =
      isEntries(value) && !WHOLE.has(name) ? merged(next[name] as Entries, value) : value;
  return next as unknown as MovingView;
}

function isEntries(value: unknown): value is Entries {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function merged(held: Entries | undefined, change: Entries): Entries {
  const next: Record<string, unknown> = { ...held };
  for (const [key, value] of Object.entries(change)) {
    if (value === null) delete next[key];
    else next[key] = value;
  }
  return next;
}
