/** The computer's players in words: a level, and a temperament where it is not the usual one. */

import type { Opponent } from '../api/wire';
import { maybe, said } from '../i18n/index.svelte';
import { prefs } from '../ui/prefs.svelte';

/** "captain:cautious" as "Captain, cautious". */
export function botName(kind: string): string {
  const [level = '', temper] = kind.split(':');
  const name = said('bot', level);
  return temper ? `${name}, ${said('temper', temper).toLowerCase()}` : name;
}

/** The description that came with the rules, or its translation. */
export function aboutOf({ name, text }: Opponent, kind: 'bot' | 'temper'): string {
  return prefs.language === 'en' ? text : (maybe(`${kind}.${name}.text`) ?? text);
}

export function seatFor(level: string, temper: string, usual: string): string {
  return temper && temper !== usual ? `${level}:${temper}` : level;
}
