import { describe, expect, it } from 'vitest';
import { changed } from '../src/api/merge';
import type { MovingView, Option } from '../src/api/wire';
import { en } from '../src/i18n/en';
import { fr } from '../src/i18n/fr';
import { filled } from '../src/i18n/index.svelte';
import {
  attackers,
  attackText,
  byPlace,
  lookingTowards,
  otherMarches,
  poses,
  turns,
  unitsOf,
} from '../src/table/choices';
import { placeOfLine, told } from '../src/table/telling';
import { costText, facingName, optionWords, targetOf } from '../src/table/words';
import { pageAt, rulesAt } from '../src/ui/pages';

const piece = (id: string, at: number) => ({ id, name: id, side: '', shape: { places: [at] } });

describe('views', () => {
  const view = {
    turn: 1,
    segment: 'charge',
    counters: { F1: piece('F1', 101), F2: piece('F2', 102) },
    stacks: { '101': ['F1'] },
  } as unknown as MovingView;

  it('take new entries, drop those that are gone, and keep the rest as it was', () => {
    const next = changed(view, {
      segment: 'movement',
      counters: { F1: piece('F1', 203), F2: null },
      stacks: { '101': null, '203': ['F1'] },
    });
    expect(next.segment).toBe('movement');
    expect(next.turn).toBe(1);
    expect(Object.keys(next.counters)).toEqual(['F1']);
    expect(next.counters.F1!.shape!.places).toEqual([203]);
    expect(next.stacks).toEqual({ '203': ['F1'] });
    expect(view.counters.F2).toBeDefined();
  });
});

describe('options', () => {
  const names = { unit: (id: string) => `<${id}>` };

  it('name their units, whatever they are', () => {
    expect(unitsOf({ text: 'charge F1 F2', kind: 'charge' })).toEqual(['F1', 'F2']);
    expect(unitsOf({ text: 'lead LF1 2427', kind: 'lead' })).toEqual(['LF1']);
    expect(unitsOf({ text: 'fire 2427 F1@2426', kind: 'fire', unit: 'F1', units: ['F1'] })).toEqual(
      ['F1'],
    );
    expect(unitsOf({ text: 'done', kind: 'done' })).toEqual([]);
  });

  it('lead to places on the map', () => {
    const options: Option[] = [
      { text: 'lead LF1 2427', kind: 'lead' },
      { text: 'ride F1 N', kind: 'ride' },
      { text: 'ride F1 face:S', kind: 'ride' },
      { text: 'fire 0305 F1@0303', kind: 'fire', target: 305 },
      { text: 'done', kind: 'done' },
    ];
    const places = byPlace(options, { at: (unit) => (unit === 'F1' ? 303 : null) });
    expect([...places.keys()].sort()).toEqual([2427, 302, 305]);
  });

  it('keep the cheapest way to each pose', () => {
    const march = (text: string, facing: number, cost: number): Option => ({
      text,
      kind: 'march',
      unit: 'F1',
      facing,
      cost,
      ends: [303],
      path: [303],
    });
    const kept = poses([march('a', 1, 4), march('b', 1, 3), march('c', 0, 5)]);
    expect(kept.map(({ text }) => text)).toEqual(['c', 'b']);
  });

  it('tell turns from marches, and find marches that reach does not list', () => {
    const options: Option[] = [
      { text: 'march F1 face:S', kind: 'march', facing: 3, ends: [303] },
      { text: 'march F1 N', kind: 'march', facing: 0, ends: [302], path: [302], cost: 1 },
    ];
    expect(turns(options).map(({ text }) => text)).toEqual(['march F1 face:S']);
    expect(otherMarches(options, []).map(({ hex }) => hex)).toEqual([302]);
  });

  it('are sent as they were offered; attacks may be put together', () => {
    expect(attackers({ text: 'fire 2427 F1@0303 F2@0304', kind: 'fire' })).toEqual([
      { unit: 'F1', at: 303 },
      { unit: 'F2', at: 304 },
    ]);
    expect(attackText('fire', 927, [{ unit: 'F1', at: 303 }])).toBe('fire 0927 F1@0303');
    expect(
      attackText('assault', 2427, [
        { unit: 'P2', at: null },
        { unit: 'P1', at: null },
      ]),
    ).toBe('assault 2427 P1 P2');
  });

  it('have words, and unknown ones are shown as they are', () => {
    expect(optionWords({ text: 'done', kind: 'done' }, names, 'opportunity-fire')).toBe(
      'Hold fire',
    );
    expect(optionWords({ text: 'pick SW', kind: 'pick' }, names)).toBe('south-west');
    expect(optionWords({ text: 'square F3', kind: 'square' }, names)).toBe('<F3> forms square');
    expect(optionWords({ text: 'juggle F3', kind: 'juggle' }, names)).toBe('juggle F3');
    expect(targetOf({ text: 'evade F3 0412', kind: 'evade' })).toBe(412);
  });

  it('enter the map looking at its middle', () => {
    const options: Option[] = [0, 3].map((facing) => ({
      text: '',
      kind: 'enter',
      facing,
      formation: 'column',
    }));
    expect(lookingTowards(options, Math.PI / 2)).toBe(1);
  });
});

describe('words', () => {
  it('write costs and facings as the map does', () => {
    expect([0.5, 1, 2.5].map(costText)).toEqual(['½', '1', '2½']);
    expect(facingName('line', 0)).toBe('NNE');
    expect(facingName('column', 0)).toBe('N');
  });

  it('tell a line by the parts that were sent', () => {
    const telling = {
      parts: [
        { text: 'I/9', kind: 'unit', of: 'F05' },
        { text: ' goes to ' },
        { text: '3319', kind: 'place', of: '3319' },
      ],
    } as const;
    const line = { number: 1, who: 'french', tellings: [telling] };
    expect(told([line])).toEqual(['I/9 goes to 3319']);
    expect(placeOfLine(line)).toBe(3319);
  });

  it('are there in both languages, with the same blanks', () => {
    expect(Object.keys(fr).sort()).toEqual(Object.keys(en).sort());
    const blanks = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
    for (const [word, text] of Object.entries(en))
      expect(blanks(fr[word as keyof typeof en]), word).toEqual(blanks(text));
    expect(filled('{a} and {b}', { a: 1 })).toBe('1 and {b}');
  });
});

describe('addresses', () => {
  it('name the pages', () => {
    expect(pageAt('/')).toEqual({ kind: 'lobby' });
    expect(pageAt('/table/abc', '?seat=x')).toEqual({
      kind: 'table',
      game: 'abc',
      seat: 'x',
      watch: false,
      text: false,
    });
    expect(pageAt('/table/abc', '?text')).toMatchObject({ game: 'abc', text: true });
    expect(pageAt('/rules/premier', '?clause=P33.4')).toEqual(pageAt(rulesAt('P33.4', 'premier')));
    expect(pageAt('/rules/premier/P33.4')).toEqual({
      kind: 'rules',
      system: 'premier',
      clause: 'P33.4',
    });
  });
});
