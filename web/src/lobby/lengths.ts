/** How long a battle takes, in words: by how many units move how often. */

import type { Scenario } from '../api/wire';
import { t } from '../i18n/index.svelte';

const MINUTES = 0.3;

export function lengthOf({ turns, units }: Scenario): string {
  const minutes = Math.round((turns * units * MINUTES) / 5) * 5;
  if (minutes > 150) return t('lobby.evening');
  return minutes > 75
    ? t('lobby.hours', { n: Math.round(minutes / 60) })
    : t('lobby.minutes', { n: Math.max(10, minutes) });
}
