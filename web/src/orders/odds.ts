/** Chances in cards: a title, the account it follows from, and each result with its chance. */

import type { Hex } from '../api/types';
import { maybe } from '../i18n/index.svelte';

export interface OddsItem {
  readonly amount: number | string;
  readonly reason: string;
  readonly clause: string;
}

export interface OddsCard {
  readonly title: string;
  readonly total: number | string;
  readonly account: readonly OddsItem[];
  readonly outcomes: readonly { readonly result: string; readonly chance: number }[];
}

export interface CardOdds {
  readonly kind: string;
  readonly target?: Hex;
  readonly estimated?: boolean;
  readonly cards: readonly OddsCard[];
}

export const hasCards = (odds: unknown): odds is CardOdds =>
  typeof odds === 'object' && odds !== null && 'cards' in odds;

const key = (word: string) => word.toLowerCase().replace(/[^a-z0-9]+/g, '-');

export const titleWords = (title: string) => maybe(`card.${key(title)}`) ?? title;

export function resultWords(result: string): string {
  const hits = /^(\d+) hits$/.exec(result)?.[1];
  if (hits) return maybe(hits === '1' ? 'result.hit' : 'result.hits', { n: hits }) ?? result;
  const steps = /^disrupted and (\d+) steps$/.exec(result)?.[1];
  if (steps) return maybe('result.disruptedAnd', { n: steps }) ?? result;
  return maybe(`result.${key(result)}`) ?? result;
}

const GOOD: ReadonlySet<string> = new Set([
  'C',
  'carries',
  'holds',
  'goes on',
  'acts_locally',
  'disrupted',
]);
const BAD: ReadonlySet<string> = new Set(['I', 'beaten off', 'fails', 'gives up', 'bad_move']);
const EVEN: ReadonlySet<string> = new Set(['1T', 'R4', 'R5']);

const RANKS = ['C', 'acts_locally', '1T', 'R4', 'R5', 'I', 'no_effect', 'bad_move'];

/** Results from the best to the worst, where that is known. */
export function ranked<T extends { readonly result: string }>(outcomes: readonly T[]): T[] {
  const rank = ({ result }: T) => RANKS.indexOf(result);
  return [...outcomes].sort((a, b) => rank(a) - rank(b));
}

export type Tone = 'good' | 'even' | 'none' | 'bad';

/** What is good for those whom a card is about is bad for the attacker who reads it. */
const THEIRS = /^(defence|defenders|they)/;

export function toneIn(title: string, result: string): Tone {
  const tone = toneOf(result);
  if (!THEIRS.test(title)) return tone;
  return tone === 'good' ? 'bad' : tone === 'bad' ? 'good' : tone;
}

export function toneOf(result: string): Tone {
  if (GOOD.has(result) || /^[1-9]\d* hits$|^disrupted/.test(result)) return 'good';
  if (BAD.has(result)) return 'bad';
  return EVEN.has(result) ? 'even' : 'none';
}
