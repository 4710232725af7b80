/** Which letter does what. People may choose others; what they chose is kept in this browser. */

import { prefs } from '../ui/prefs.svelte';

/** Every action that has a letter, with the letter it has at first. */
export const LETTERS = {
  next: 'n',
  previous: 'b',
  left: ',',
  right: '.',
  column: 'c',
  line: 'l',
  square: 'q',
  skirmish: 'k',
  road: 'r',
  limbered: 'u',
  fire: 'f',
  advance: 'a',
  gallop: 'x',
  hold: 'h',
  list: 'm',
  reach: 'g',
  zones: 'z',
  sight: 's',
  threat: 't',
  heights: 'e',
  range: 'd',
  orders: 'o',
  measure: 'j',
  about: 'v',
  pencil: 'p',
  read: 'i',
  aims: 'y',
  fan: ';',
  legend: "'",
  ends: ':',
  group: '*',
  why: 'w',
  find: '/',
  help: '?',
} as const satisfies Record<string, string>;

export type Letter = keyof typeof LETTERS;

/** Formations that have a letter; guns change to and fro by one. */
export const FORMATIONS: ReadonlySet<string> = new Set([
  'column',
  'line',
  'square',
  'skirmish',
  'road',
  'limbered',
]);

export const ACTIONS = Object.keys(LETTERS) as Letter[];

export function letterOf(action: Letter, chosen: Readonly<Record<string, string>>): string {
  return chosen[action] ?? LETTERS[action];
}

/** The action of a key. A letter that people gave to something else no longer does the old. */
export function actionOf(key: string, chosen: Readonly<Record<string, string>>): Letter | null {
  return ACTIONS.find((action) => letterOf(action, chosen) === key) ?? null;
}

/** What happens when an action gets a letter: whoever had it takes the one given up. */
export function remapped(
  action: Letter,
  key: string,
  chosen: Readonly<Record<string, string>>,
): Record<string, string> {
  const old = letterOf(action, chosen);
  const other = actionOf(key, chosen);
  const next = { ...chosen, [action]: key };
  if (other && other !== action) next[other] = old;
  for (const each of ACTIONS) if (next[each] === LETTERS[each]) delete next[each];
  return next;
}

/** The key to show on a button. */
export function shownKey(action: Letter): string {
  return letterOf(action, prefs.kept.keys).toUpperCase();
}
