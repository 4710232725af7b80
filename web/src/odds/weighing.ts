/** Which questions are weighed answer by answer before one is given. Pure. */

import type { Option } from '../api/wire';

/** Questions in the course of an attack: every answer has its chain. */
const WEIGHED: ReadonlySet<string> = new Set([
  'retreat-before-melee',
  'form-square',
  'reaction-charge',
  'opportunity-charge',
  'evade',
  'evade-charge',
  'declare-target',
  'spare-horses',
  'join-contact',
  'leader-slips-away',
  'recovery-order',
  'compulsory-assault',
  'follow-up-assault',
  'stand-or-retreat',
  'withdraw',
  'react',
  'support',
  'pursue',
  'resolve-assault',
  'enfiladed-square',
]);

/** So many answers are weighed at once. */
export const MOST_WEIGHED = 8;

/** The options of a question whose odds are asked for. */
export function toWeigh(purpose: string, options: readonly Option[]): Option[] {
  const all = WEIGHED.has(purpose);
  return options.filter(({ kind }) => all || kind === 'fire').slice(0, MOST_WEIGHED);
}
