/** The figures of a counter, in boxes: each is shown where the counter has it. */

import type { GeneralSide, Printed } from '../api/types';
import { known, said, t } from '../i18n/index.svelte';
import { type Counter, isBattalion, rung } from '../map/counters/model';

export interface Value {
  readonly id: string;
  readonly word: string;
  readonly text: string;
}

/** Fields that are told elsewhere, or in no figure. */
const UNSEEN: ReadonlySet<string> = new Set(['increments', 'movement', 'strength', 'steps']);

export function valuesOf(
  printed: GeneralSide | Printed,
  counter: Counter | undefined,
  move: string,
): Value[] {
  if (!isBattalion(printed)) return [...plainValues(printed), ...moveOf(move)];
  const values: Value[] = [
    {
      id: 'fire',
      word: t('unit.fire'),
      text: printed.battery ? printed.battery.short : printed.fire,
    },
    { id: 'melee', word: t('unit.melee'), text: String(counter?.melee ?? printed.melee) },
    { id: 'morale', word: t('unit.morale'), text: String(rung(printed.morale)) },
    ...moveOf(move),
  ];
  if (printed.fire_check)
    values.push({ id: 'check', word: t('unit.check'), text: printed.fire_check });
  return values;
}

function moveOf(move: string): Value[] {
  return move && move !== '0' ? [{ id: 'move', word: t('unit.move'), text: move }] : [];
}

/** Whatever figures a counter carries, under the names it gives them. */
function plainValues(printed: GeneralSide & { morale?: number }): Value[] {
  return Object.entries(printed)
    .filter(([id, value]) => typeof value === 'number' && value !== 0 && !UNSEEN.has(id))
    .filter(([id, value]) => id !== 'morale_defending' || value !== printed.morale)
    .slice(0, 6)
    .map(([id, value]) => ({
      id,
      word: known(`unit.${id}`) ? t(`unit.${id}` as 'unit.fire') : said('value', id).toLowerCase(),
      text: String(value),
    }));
}
