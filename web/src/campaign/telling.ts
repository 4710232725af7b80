/** Days, signed numbers and sentences of the campaign pages. */

import { counted, t } from '../i18n/index.svelte';
import { prefs } from '../ui/prefs.svelte';
import type { Campaign, Carried } from './wire';

/** +3, −3, 0 with a true minus. */
export const signed = (n: number) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0');

export function dayWords(date: string, month: 'long' | 'short' = 'long'): string {
  const at = new Date(`${date}T00:00Z`);
  if (Number.isNaN(at.getTime())) return date;
  const language = prefs.language === 'fr' ? 'fr' : 'en-GB';
  return new Intl.DateTimeFormat(language, { day: 'numeric', month, timeZone: 'UTC' }).format(at);
}

export function monthWords(date: string): string {
  const language = prefs.language === 'fr' ? 'fr' : 'en-GB';
  return new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00Z`),
  );
}

/** A line of what is carried over. */
export function carriedWords(one: Carried): string {
  const names = one.names.join(', ');
  if (one.kind === 'join') return t('campaign.carried.join', { text: one.about, n: one.count });
  if (one.kind === 'guns')
    return t('campaign.carried.guns', {
      n: counted('batteries', one.count),
      names,
      battle: one.battle,
    });
  if (one.kind === 'leaders') return t('campaign.carried.leaders', { names, battle: one.battle });
  if (one.kind === 'losses')
    return t('campaign.carried.losses', { n: one.count, battle: one.battle });
  return t('campaign.carried.away', { name: one.about });
}

/** Which turning points can still be reached, in a sentence. */
export function reachWords({ score }: Campaign): string {
  if (score.is_over) return '';
  return score.ends
    .map((end) =>
      t(end.in_reach ? 'campaign.inReach' : 'campaign.outOfReach', {
        points: signed(end.points),
        text: end.text.replace(/\.$/, ''),
      }),
    )
    .join(' ');
}
