/** An order while it is being written, and the words that say it. Pure. */

import type { Hex } from '../api/types';
import { hexName } from '../map/hexes';

export interface Link {
  readonly type: string;
  readonly target: readonly Hex[];
  readonly via: readonly Hex[];
  readonly here: boolean;
  readonly forced: boolean;
  readonly notBefore: number;
  readonly chief: string;
}

/** `send`: a chief writes. `record`: a leader thinks for himself. `badmove`: the enemy misleads. */
export type Verb = 'send' | 'record' | 'badmove';

export interface Draft {
  readonly verb: Verb;
  /** A body, or for what leaders do by themselves the leader. */
  readonly to: string;
  readonly by: string;
  readonly links: readonly Link[];
  readonly awaits: boolean;
}

export const NEW_LINK: Link = {
  type: '',
  target: [],
  via: [],
  here: false,
  forced: false,
  notBefore: 0,
  chief: '',
};

export const newDraft = (verb: Verb): Draft => ({
  verb,
  to: '',
  by: '',
  links: [NEW_LINK],
  awaits: false,
});

/** Types of order that name no place. */
const PLACELESS: ReadonlySet<string> = new Set(['reserve', 'assign']);

export const needsPlace = (type: string) => type !== '' && !PLACELESS.has(type);

function isWhole(link: Link): boolean {
  if (!link.type) return false;
  if (link.type === 'assign') return link.chief !== '';
  return !needsPlace(link.type) || link.here || link.target.length > 0;
}

/** Is there enough of it to be asked about? */
export function isComplete(draft: Draft): boolean {
  return draft.to !== '' && draft.links.every(isWhole);
}

function linkText(link: Link): string {
  const words = [link.type];
  if (link.type === 'assign') words.push(link.chief);
  if (link.forced) words.push('forced');
  if (link.here) words.push('here');
  else if (needsPlace(link.type)) words.push(...link.target.map(hexName));
  if (link.via.length) words.push('via', ...link.via.map(hexName));
  if (link.notBefore) words.push('from-turn', String(link.notBefore));
  return words.join(' ');
}

/** "send fr_ii attack 1213 then await". */
export function textOf(draft: Draft): string {
  const by = draft.by ? ` by ${draft.by}` : '';
  const links = draft.links.map(linkText).join(' then ');
  return `${draft.verb} ${draft.to}${by} ${links}${draft.awaits ? ' then await' : ''}`;
}

/** The waypoints in the words of an order to a place, if there are any. */
export function viaIn(text: string): Hex[] {
  const via = / via ((?:\d{4} ?)+)/.exec(text)?.[1];
  return via ? via.trim().split(' ').map(Number) : [];
}
