/** Offers sorted for hands: by place, by unit, by formation and facing. Pure. */

import type { Offer, Way } from '../api/documents';
import type { Hex, UnitId } from '../api/types';

/** Made against a place, after its odds are weighed. */
export const isStrike = ({ role }: Offer) => role === 'strike';

export function ofUnit(offers: readonly Offer[], unit: UnitId): Offer[] {
  return offers.filter(({ who }) => who?.includes(unit));
}

/** So many answers are read at a glance; of more, those of one kind are folded. */
const GLANCE = 9;
/** So few of one kind are not worth folding. */
const FEW = 3;

export interface Sheaf {
  /** The words that its answers begin with; empty where each stands by itself. */
  readonly head: string;
  readonly offers: readonly Offer[];
}

/** Answers as a card lists them: many of one kind under the words that they share. */
export function sheaves(offers: readonly Offer[]): Sheaf[] {
  const kinds = new Map<string, Offer[]>();
  for (const offer of offers) {
    const kind = offer.role === 'done' ? '' : offer.kind;
    kinds.set(kind, [...(kinds.get(kind) ?? []), offer]);
  }
  if (offers.length <= GLANCE || kinds.size < 2) return [{ head: '', offers }];
  return [...kinds.values()].map((held) => ({
    head: held.length > FEW ? shared(held.map(({ text }) => text ?? '')) : '',
    offers: held,
  }));
}

/** The whole words that all texts begin with. */
export function shared(texts: readonly string[]): string {
  const words = texts.map((text) => text.split(' '));
  const [first = []] = words;
  const end = first.findIndex((word, i) => words.some((each) => each[i] !== word));
  return first.slice(0, end < 0 ? first.length : end).join(' ');
}

/** Roles that are found by reach, or taken in hand where the unit stands. */
const NOWHERE: ReadonlySet<string> = new Set(['march', 'turn', 'form', 'done']);

/** Offers by the place that stands for them. */
export function byPlace(offers: readonly Offer[]): Map<Hex, Offer[]> {
  const found = new Map<Hex, Offer[]>();
  for (const offer of offers) {
    if (!offer.at || NOWHERE.has(offer.role ?? '')) continue;
    const here = found.get(offer.at);
    if (here) here.push(offer);
    else found.set(offer.at, [offer]);
  }
  return found;
}

/** Where a way leads. */
export const endOf = ({ shape }: Pick<Way, 'shape'>): Hex =>
  shape.places[Math.min(shape.main ?? 0, shape.places.length - 1)]!;

/** The cheapest way to each facing (and formation) among ways to end in one place. */
export function poses(offers: readonly Offer[]): Offer[] {
  const best = new Map<string, Offer>();
  for (const offer of offers) {
    const { places = [], heading = -1 } = offer.shape ?? {};
    const key = [offer.formation, heading, places.join('+'), (offer.who ?? []).join('+')].join('|');
    const held = best.get(key);
    if (!held || (offer.cost ?? 0) < (held.cost ?? 0)) best.set(key, offer);
  }
  return [...best.values()].sort(
    (a, b) => (a.formation ?? '').localeCompare(b.formation ?? '') || headingOf(a) - headingOf(b),
  );
}

export const headingOf = ({ shape }: Pick<Offer, 'shape'>) => shape?.heading ?? -1;

/** Do two offers leave the same unit in the same place and formation, whatever way it looks? */
export function standsAs(one: Offer, other: Offer): boolean {
  const key = ({ kind, who = [], formation, shape }: Offer) =>
    [kind, who.join('+'), formation, shape ? endOf({ shape }) : ''].join('|');
  return key(one) === key(other);
}

/** Among poses of a unit coming onto the map, the one that looks most towards a heading. */
export function lookingTowards(offers: readonly Offer[], heading: number): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  offers.forEach((offer, i) => {
    const turn = Math.abs(((headingOf(offer) - heading + 540) % 360) - 180);
    const plain = offer.formation === 'column' || offer.formation === 'limbered' ? 0 : 35;
    if (turn + plain < least) {
      least = turn + plain;
      best = i;
    }
  });
  return best;
}

/** Marches that reach leaves out (closing up to an assault), as ways. */
export function otherMarches(offers: readonly Offer[], ways: readonly Way[]): Way[] {
  const known = new Set(ways.map(endOf));
  const found = new Map<Hex, Way>();
  for (const { id, role, path = [], shape, cost = 0, stops = '', warns = '' } of offers) {
    if (role !== 'march' || !path.length || !shape) continue;
    const way = { id, path, shape, cost, stops, warns };
    if (known.has(endOf(way)) || (found.get(endOf(way))?.cost ?? Infinity) <= cost) continue;
    found.set(endOf(way), way);
  }
  return [...found.values()];
}

/** Turns on the spot. */
export const turns = (offers: readonly Offer[]) => offers.filter(({ role }) => role === 'turn');
