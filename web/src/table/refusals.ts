/** What a unit may not do now, each with the reason that the server gives. */

import type { Refused } from '../api/documents';
import type { UnitId } from '../api/types';
import { said, t } from '../i18n/index.svelte';
import { placeText } from '../map/places';
import type { Deciding } from './deciding.svelte';

export interface Refusal {
  readonly key: string;
  readonly words: string;
  readonly reason: string;
  readonly clause: string;
}

export async function refusalsOf({ battle }: Deciding, unit: UnitId): Promise<Refusal[]> {
  const reply = await battle.look<{ found: readonly Refused[] }>({
    type: 'look',
    what: 'refused',
    unit,
  });
  return (reply?.found ?? []).map(({ key, at, reason }) => ({
    key,
    words: wordsOf(key, at),
    reason: reason.text,
    clause: reason.clause ?? '',
  }));
}

function wordsOf(key: string, at: number): string {
  if (!key) return t('act.march');
  if (key !== 'fire' && key !== 'assault') return said('formation', key);
  return at ? t(`act.${key}`, { hex: placeText(at) }) : t(`act.${key}Any`);
}
