import { describe, expect, it } from 'vitest';
import { en } from '../src/i18n/en';
import {
  chanceLost,
  chanceOfHarm,
  ends,
  leaderLines,
  lossesOf,
  readLabel,
  type Share,
  stageShares,
  stages,
  toneFor,
  unitLines,
  worstFor,
} from '../src/odds/chain';
import { kindsOf, shades, threatened, whoOf } from '../src/odds/threats';
import type { ChainFound, ThreatHex } from '../src/odds/types';
import {
  chanceWords,
  meleeTogether,
  resultIn,
  shareWords,
  stageWords,
  toneIn,
} from '../src/odds/words';

const CHAIN: ChainFound = {
  target: 1209,
  exact: false,
  estimated: true,
  unresolved: 0,
  units: {
    F2: {
      side: 'french',
      mean: 0.23,
      losses: { 0: 0.81, 1: 0.15, 2: 0.04 },
      states: { disorder: 0.48, good: 0.5, rout: 0.02 },
    },
    P2: {
      side: 'prussian',
      mean: 0.9,
      losses: { 0: 0.6, 4: 0.4 },
      states: { good: 0.6, surrendered: 0.4 },
    },
    P3: { side: 'prussian', mean: 0, losses: { 0: 1 }, states: { good: 1 } },
  },
  leaders: { LP: { killed: 0.1, unhurt: 0.9 } },
  losses: { french: { 0: 0.81, 1: 0.15, 2: 0.04 }, prussian: { 0: 0.6, 4: 0.4 } },
  holder: { '': 0.13, french: 0.27, prussian: 0.6 },
  counted: {
    'F2 premelee-attacker fails': 0.39,
    'F2 premelee-attacker passes': 0.4,
    'P2 premelee-defender fails': 0.21,
    'P2 premelee-defender passes': 0.79,
    'melee 1209 DD': 0.1,
    'melee 1209 1/2': 0.1,
    'melee 1209 2*/1': 0.05,
    'melee 1209 -': 0.15,
    'F2 melee-check fails': 0.0001,
  },
  policy: {},
  steps: 96,
};
const CUT: ChainFound = {
  ...CHAIN,
  unresolved: 0.1,
  holder: { '': 0.13, french: 0.27, prussian: 0.5 },
};
const sum = (shares: readonly Share[]) => shares.reduce((all, { chance }) => all + chance, 0);
const names = { unit: (id: string) => ({ F2: 'I/9', P2: 'II/6' })[id] ?? id };

describe('the end of a chain', () => {
  it('is ours, theirs or nobody’s, and everything together', () => {
    const found = ends(CHAIN, 'french');
    expect(found.map(({ key }) => key)).toEqual(['us', 'nobody', 'them']);
    expect(sum(found)).toBeCloseTo(1);
    expect(ends(CHAIN, 'prussian').find(({ key }) => key === 'us')?.chance).toBe(0.6);
  });
  it('shows what was not followed, and every chance between two bounds', () => {
    const found = ends(CUT, 'french');
    expect(sum(found)).toBeCloseTo(1);
    expect(found[found.length - 1]).toMatchObject({ key: 'not-followed', chance: 0.1 });
    expect(found[0]).toMatchObject({ key: 'us', chance: 0.27 });
    expect(found[0]!.high).toBeCloseTo(0.37);
    expect(chanceWords(found[0]!)).toBe('27.0 % to 37.0 %');
    expect(chanceWords({ chance: 0.27, high: 0.27 })).toBe('27.0 %');
  });
  it('costs each side its men', () => {
    expect(lossesOf(CHAIN, 'prussian', 'french').map(({ key, tone }) => [key, tone])).toEqual([
      ['0', 'none'],
      ['4', 'good'],
    ]);
    expect(sum(lossesOf(CHAIN, 'nobody', 'french'))).toBe(1);
  });
});

describe('units and leaders', () => {
  it('leaves out those to whom nothing happens, the enemy first', () => {
    const lines = unitLines(CHAIN, 'french');
    expect(lines.map(({ unit }) => unit)).toEqual(['P2', 'F2']);
    expect(lines[1]!.states.map(({ key }) => key)).toEqual(['good', 'disorder', 'rout']);
  });
  it('keeps one who is sure to break', () => {
    const sure = { side: 'french', mean: 0, losses: { 0: 1 }, states: { rout: 1 } };
    expect(unitLines({ ...CHAIN, units: { F1: sure } }, 'french')).toHaveLength(1);
  });
  it('tells what may become of a leader', () => {
    const [line] = leaderLines(CHAIN, () => true);
    expect(line?.fates.map(({ key, tone }) => [key, tone])).toEqual([
      ['unhurt', 'none'],
      ['killed', 'worse'],
    ]);
  });
  it('knows the worst for a side', () => {
    expect(worstFor(CHAIN, 'french')).toEqual({ unit: 'F2', lost: 2, state: 'rout', chance: 0.02 });
    expect(worstFor(CHAIN, 'prussian')?.state).toBe('surrendered');
    expect(worstFor({ ...CHAIN, units: { P3: CHAIN.units.P3! } }, 'prussian')).toBeNull();
    expect(chanceOfHarm(CHAIN, 'french')).toBeCloseTo(0.19);
    expect(chanceOfHarm(CHAIN, 'saxon')).toBe(0);
    expect(chanceLost(CHAIN, 'prussian')).toBeCloseTo(0.4);
  });
});

describe('the way there', () => {
  it('reads what is counted', () => {
    expect(readLabel('melee 1209 2*/1')).toEqual({
      kind: 'melee',
      who: [],
      hex: 1209,
      result: '2*/1',
    });
    expect(readLabel('bombardment 0206 hits 1')).toMatchObject({ kind: 'fire', result: '1' });
    expect(readLabel('alencon+bayonne hits 2')).toMatchObject({
      kind: 'hits',
      who: ['alencon', 'bayonne'],
      result: '2',
    });
    expect(readLabel('charge 0106 beaten off')).toMatchObject({ result: 'beaten off' });
    expect(readLabel('alencon is held')).toMatchObject({ kind: 'pursuit', result: 'is held' });
    expect(readLabel('P1 square carre')).toMatchObject({ kind: 'square', result: 'carre' });
    expect(readLabel('F1 recall obeyed')).toMatchObject({ kind: 'recall', result: 'obeyed' });
    expect(readLabel('something else')).toBeNull();
  });
  it('goes in the order of an attack and leaves out what hardly ever happens', () => {
    const found = stages(CHAIN);
    expect(found.map(({ kind, who }) => [kind, ...who])).toEqual([
      ['check', 'P2'],
      ['check', 'F2'],
      ['melee'],
    ]);
    expect(found[2]!.reached).toBeCloseTo(0.4);
  });
  it('fills up to everything with what does not come about', () => {
    const [, closes, melee] = stages(CHAIN);
    const shares = stageShares(closes!, () => 'none');
    expect(sum(shares)).toBeCloseTo(1);
    expect(shares[shares.length - 1]!.key).toBe('not-reached');
    const together = meleeTogether(melee!);
    expect(together.results.map(({ key }) => key)).toEqual(['DD', '0/0', '-']);
    expect(together.results[1]!.chance).toBeCloseTo(0.15);
  });
  it('shares out what happens more than once', () => {
    const twice = { ...CHAIN, counted: { 'red hits 0': 1.2, 'red hits 1': 0.4 } };
    const shares = stageShares(stages(twice)[0]!, () => 'none');
    expect(sum(shares)).toBeCloseTo(1);
    expect(shares[0]!.chance).toBeCloseTo(0.75);
  });
  it('is told in words, with tones for the one who reads', () => {
    const [stands, closes, melee] = stages(CHAIN);
    expect(stageWords(stands!, names, (side) => side)).toBe('II/6 checks: to stand');
    expect(resultIn(closes!, 'fails')).toBe('fails');
    expect(resultIn(melee!, '1/2')).toBe('losses, both stay');
    expect(toneIn(stands!, 'fails', false, true)).toBe('good');
    expect(toneIn(closes!, 'fails', true, true)).toBe('bad');
    expect(toneIn(melee!, 'DD', false, true)).toBe('good');
    expect(toneIn(melee!, 'DD', false, false)).toBe('bad');
    expect(toneFor(3, true)).toBe('worse');
    expect(shareWords('end', 'off the map')).toBe('off the map');
  });
  it('has a word for every state and check it ranks', () => {
    for (const key of ['disorder', 'rout', 'surrendered', 'eliminated', 'wounded', 'killed'])
      expect(en).toHaveProperty([`end.${key}`]);
  });
});

const at = (hex: number, more: Partial<ThreatHex>): ThreatHex => ({
  hex,
  fire: 0,
  chance: 0,
  firers: [],
  assault: [],
  charge: [],
  near: [],
  ...more,
});

describe('threats', () => {
  const safe = at(101, { near: ['P1'], firers: ['P9'] });
  const shot = at(102, { firers: ['P1'], chance: 0.4 });
  const stormed = at(103, { firers: ['P1'], chance: 0.2, assault: ['P2'] });
  const ridden = at(104, { charge: ['P3'] });
  it('are what can be done, not who is near, nor fire that cannot tell', () => {
    expect(kindsOf(safe)).toEqual([]);
    expect(kindsOf(stormed)).toEqual(['fire', 'assault']);
    expect(whoOf(ridden, 'charge')).toEqual(['P3']);
    expect(whoOf(shot, 'fire')).toEqual(['P1']);
  });
  it('are listed with the gravest first', () => {
    expect(threatened([safe, shot, ridden, stormed]).map(({ hex }) => hex)).toEqual([
      103, 104, 102,
    ]);
  });
  it('shade a hex once', () => {
    const { fire, close } = shades([safe, shot, ridden, stormed]);
    expect([...fire]).toEqual([102]);
    expect([...close].sort()).toEqual([103, 104]);
  });
});
