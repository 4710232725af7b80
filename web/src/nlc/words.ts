/** Options of a system with written orders and stacks, in words. */

import type { Option } from '../api/wire';
import { maybe, t } from '../i18n/index.svelte';
import { hexName } from '../map/hexes';
import type { Names } from '../table/words';

const listed = (words: readonly string[]) => words.join(', ');

/** The words of an option, where these rules know better than the common ones. */
export function ownWords(option: Option, names: Names, purpose: string): string | null {
  const words = option.text.split(' ');
  const first = words[1] ?? '';
  const units = listed(first.split('+').map(names.unit));
  const last = option.path?.[option.path.length - 1] ?? option.target ?? option.ends?.[0];
  const hex = last ? hexName(last) : (words[words.length - 1] ?? '');
  switch (option.kind) {
    case 'move':
    case 'exit':
    case 'contract':
    case 'bombard':
    case 'support':
    case 'occupy':
      return t(`act.${option.kind}`, { units, hex });
    case 'enter':
      return option.units?.length ? t('act.enterWith', { units, hex }) : null;
    case 'charge':
    case 'react':
      return option.target ? chargeWords(option, units, hex) : null;
    case 'fire':
      return words.length === 2 ? t('act.fireUnit', { units }) : null;
    case 'extend':
      return t('act.extend', { units, hex: words.slice(2).join(', ') });
    case 'hide':
    case 'reveal':
    case 'stand-down':
    case 'rejoin':
    case 'hand-back':
    case 'accept':
      return t(`act.${option.kind}`, { who: names.unit(first), hex });
    case 'take-over':
    case 'pair':
      return t(`act.${option.kind}`, { who: names.unit(first), other: names.unit(words[2] ?? '') });
    case 'direct':
      return t('act.direct', {
        who: names.unit(first),
        units: listed((words[2] ?? '').split('+').map(names.unit)),
        other: names.unit(words[3] ?? ''),
      });
    case 'pick':
      return pickWords(first, names, purpose);
    default:
      return null;
  }
}

function chargeWords(option: Option, units: string, hex: string): string {
  const by = (option.path?.length ?? 0) > 1 ? hexName(option.path![0]!) : '';
  return by ? t('act.chargeBy', { units, hex, by }) : t('act.chargeAt', { units, hex });
}

/** "unit@0605", or a word that means something else in each question. */
function pickWords(choice: string, names: Names, purpose: string): string | null {
  const [unit = '', at] = choice.split('@');
  if (at) return t('pick.unitTo', { unit: names.unit(unit), hex: at });
  return maybe(`pick.${purpose}.${choice}`);
}
