/** An order while it is being written, in parts. Pure. */

import type { Hex } from '../api/types';

export interface Link {
  readonly type: string;
  /** What such an order says besides: place, here, forced, via, turn, chief. */
  readonly takes: readonly string[];
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
  takes: [],
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

function isWhole({ type, takes, chief, here, target }: Link): boolean {
  if (!type || (takes.includes('chief') && !chief)) return false;
  return !takes.includes('place') || here || target.length > 0;
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
      places: link.takes.includes('place') ? link.target : [],
      via: link.via,
      marks: [...(link.here ? ['here'] : []), ...(link.forced ? ['forced'] : [])],
      turn: link.notBefore,
      chief: link.takes.includes('chief') ? link.chief : '',
    })),
  };
}
