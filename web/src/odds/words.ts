/** Chances in words. */

import { maybe, percent, said, t } from '../i18n/index.svelte';
import { placeText } from '../map/places';
import type { Names } from '../table/words';
import { gravity, LEAST, type Share, type Stage, type Tone, toneFor } from './chain';

/** A chance, or the two between which it lies. */
export function chanceWords({ chance, high }: Pick<Share, 'chance' | 'high'>): string {
  if (high - chance < LEAST) return percent(chance);
  return t('odds.between', { low: percent(chance), high: percent(Math.min(1, high)) });
}

export function shareWords(prefix: string, key: string): string {
  if (key === 'not-followed' || key === 'not-reached') return t(`odds.${key}`);
  return maybe(`${prefix}.${key.replace(/ /g, '-')}`) ?? said(prefix, key);
}

export function lossWords(key: string): string {
  if (key === 'not-followed') return t('odds.not-followed');
  return key === '0' ? t('odds.noLoss') : t('odds.lossN', { n: key });
}

/** What a stage of an attack is about. */
export function stageWords(stage: Stage, names: Names, sideName: (side: string) => string): string {
  const who = stage.who.map((id) => nameIn(id, names, sideName)).join(', ');
  if (stage.kind === 'check')
    return t('odds.checkOf', {
      unit: who,
      why: maybe(`check.${stage.occasion}`) ?? t('check.any'),
    });
  return t(`odds.stage.${stage.kind}`, { unit: who, hex: stage.hex ? placeText(stage.hex) : '' });
}

function nameIn(id: string, names: Names, sideName: (side: string) => string): string {
  const name = names.unit(id);
  return name === id ? sideName(id) : name;
}

/** A result of a stage in words. */
export function resultIn(stage: Stage, key: string): string {
  if (key === 'not-reached') return t('odds.not-reached');
  switch (stage.kind) {
    case 'fire':
    case 'hits':
      return stage.kind === 'fire' && !/^\d+$/.test(key) ? key : hitWords(key);
    case 'melee':
      return meleeWords(key);
    default:
      return maybe(`end.${key.replace(/ /g, '-')}`) ?? key;
  }
}

const hitWords = (key: string) =>
  key === '0' ? t('odds.noHit') : t(key === '1' ? 'odds.hit' : 'odds.hits', { n: key });

/** Results of a melee that cost both sides men are told together. */
const meleeWords = (key: string) => (key.includes('/') ? t('melee.losses') : said('melee', key));

const MELEE: Readonly<Record<string, Tone>> = {
  AR: 'worse',
  AD: 'bad',
  '-': 'none',
  DD: 'good',
  DR: 'good',
  DS: 'good',
};
const FLIPPED: Readonly<Record<Tone, Tone>> = {
  good: 'bad',
  even: 'even',
  none: 'none',
  bad: 'good',
  worse: 'good',
};

/** How a result of a stage looks to the side that reads it. */
export function toneIn(stage: Stage, key: string, own: boolean, attacking: boolean): Tone {
  switch (stage.kind) {
    case 'check':
      return toneFor(key === 'fails' ? 2 : 0, own);
    case 'square':
      return toneFor(key === 'carre' ? 0 : gravity(key), own);
    case 'fire':
      return toneFor(key === '0' ? 0 : 2, !attacking);
    case 'hits':
      return toneFor(key === '0' ? 0 : 2, !own);
    case 'melee': {
      const tone = key.includes('/') ? 'even' : (MELEE[key] ?? 'even');
      return attacking ? tone : FLIPPED[tone];
    }
    case 'charge':
      return toneFor(key === 'carries' ? 2 : 0, !attacking);
    default:
      return 'even';
  }
}

/** Losses of both sides in one line of a melee's results. */
export function meleeTogether(stage: Stage): Stage {
  if (stage.kind !== 'melee') return stage;
  const order = ['DS', 'DR', 'DD', '/', '-', 'AD', 'AR'];
  const sums = new Map<string, number>();
  for (const { key, chance } of stage.results) {
    const kind = key.includes('/') ? '0/0' : key;
    sums.set(kind, (sums.get(kind) ?? 0) + chance);
  }
  const rank = (key: string) => order.indexOf(key.includes('/') ? '/' : key);
  return {
    ...stage,
    results: [...sums]
      .map(([key, chance]) => ({ key, chance }))
      .sort((a, b) => rank(a.key) - rank(b.key)),
  };
}
