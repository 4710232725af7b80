/** An order while it is being written, in parts. Pure. */

import type { Hex } from '../api/types';

export interface Link {
  readonly type: string;
  readonly target: readonly Hex[];
  readonly via: readonly Hex[];
  readonly here: boolean;
  readonly forced: boolean;
  readonly notBefore: number;
  readonly chief: string;
}

export interface Draft {
  /** What is written: sent by a chief, noted by a leader, or foisted on an enemy. */
  readonly verb: string;
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

export const newDraft = (verb: string): Draft => ({
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

/** The parts of the order as the server completes it. */
export function partsOf({ verb, to, by, links, awaits }: Draft): Readonly<Record<string, unknown>> {
  return {
    kind: verb,
    to,
    sender: by,
    waits: awaits,
    links: links.map((link) => ({
      kind: link.type,
      places: needsPlace(link.type) ? link.target : [],
      via: link.via,
      marks: [...(link.here ? ['here'] : []), ...(link.forced ? ['forced'] : [])],
      turn: link.notBefore,
      chief: link.type === 'assign' ? link.chief : '',
    })),
  };
}
