/** How people ended a battle by their word. */

import type { Line } from '../api/wire';
import { t } from '../i18n/index.svelte';

export function endWords(
  { answer = '' }: Line,
  names: { sideName: (side: string) => string },
): string {
  const [how, side = ''] = answer.split(' ');
  if (how === 'overdue') return t('end.overdue', { side: names.sideName(side) });
  return how === 'resigned' ? t('end.resigned', { side: names.sideName(side) }) : t('end.drawn');
}
