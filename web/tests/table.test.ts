import { describe, expect, it } from 'vitest';
import type { Offer } from '../src/api/documents';
import { changed } from '../src/api/merge';
import type { MovingView } from '../src/api/wire';
import { en } from '../src/i18n/en';
import { fr } from '../src/i18n/fr';
import { filled } from '../src/i18n/index.svelte';
import {
  byPlace,
  endOf,
  lookingTowards,
  ofUnit,
  otherMarches,
  poses,
  sheaves,
  standsAs,
  turns,
} from '../src/table/choices';
import { endOfTelling, placeOfLine, told } from '../src/table/telling';
import { costText, headingWords } from '../src/table/words';
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

describe('offers', () => {
  it('lead to places on the map, but marches and turns are found by reach', () => {
    const offers: Offer[] = [
      { id: 'a', kind: 'lead', role: 'lead', who: ['LF1'], at: 2427 },
      { id: 'b', kind: 'ride', role: 'step', at: 302 },
      { id: 'c', kind: 'march', role: 'turn', at: 303 },
      { id: 'd', kind: 'fire', role: 'strike', at: 305 },
      { id: 'e', kind: 'done', role: 'done' },
    ];
    expect([...byPlace(offers).keys()].sort()).toEqual([2427, 302, 305]);
    expect(ofUnit(offers, 'LF1').map(({ id }) => id)).toEqual(['a']);
  });

  it('keep the cheapest way to each pose', () => {
    const march = (id: string, heading: number, cost: number): Offer => ({
      id,
      kind: 'march',
      role: 'march',
      who: ['F1'],
      cost,
      shape: { places: [303], heading },
      path: [303],
    });
    const kept = poses([march('a', 60, 4), march('b', 60, 3), march('c', 0, 5)]);
    expect(kept.map(({ id }) => id)).toEqual(['c', 'b']);
  });

  it('stand alike whatever way they look', () => {
    const facing = (heading: number, place = 303): Offer => ({
      id: `${heading}`,
      kind: 'face',
      who: ['F1'],
      shape: { places: [place], heading },
    });
    expect(standsAs(facing(0), facing(60))).toBe(true);
    expect(standsAs(facing(0), facing(60, 304))).toBe(false);
  });

  it('tell turns from marches, and find marches that reach does not list', () => {
    const shape = { places: [302] };
    const offers: Offer[] = [
      { id: 'turn', kind: 'march', role: 'turn', shape },
      { id: 'close up', kind: 'march', role: 'march', shape, path: [302], cost: 1 },
    ];
    expect(turns(offers).map(({ id }) => id)).toEqual(['turn']);
    expect(otherMarches(offers, []).map(endOf)).toEqual([302]);
    expect(otherMarches(offers, [{ id: '', path: [302], shape }])).toEqual([]);
  });

  it('enter the map looking at its middle', () => {
    const offers: Offer[] = [0, 180].map((heading) => ({
      id: '',
      kind: 'enter',
      formation: 'column',
      shape: { places: [101], heading },
    }));
    expect(lookingTowards(offers, 170)).toBe(1);
  });
});

describe('words', () => {
  it('write costs and facings as the map does', () => {
    expect([0.5, 1, 2.5].map(costText)).toEqual(['½', '1', '2½']);
    expect(headingWords({ places: [], heading: 30 })).toBe('north-north-east');
    expect(headingWords({ places: [] })).toBe('');
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

  it('that are about nobody point nowhere, whatever came with them', () => {
    const counted = { parts: [{ text: 'Morale levels are counted' }] };
    const goes = { parts: [{ text: '3319', kind: 'place', of: '3319' }] } as const;
    const falls = { parts: [{ text: 'I/9', kind: 'unit', of: 'F1' }] } as const;
    expect(endOfTelling(counted, [goes])).toBe(null);
    expect(endOfTelling(falls, [goes])).toBe(3319);
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

describe('answers in a card', () => {
  const answer = (kind: string, text: string): Offer => ({ id: text, kind, text });
  const rides = ['A', 'B', 'C', 'D'].map((to) => answer('ride', `Kleist rides to ${to}`));
  const orders = ['hold', 'engage', 'retreat', 'attack'].flatMap((order) =>
    [0, 1].map((n) => answer('order', `Order the brigade to ${order}, ${n}`)),
  );

  it('of one kind stand under the words that they share, where there are many', () => {
    const found = sheaves([answer('activate', 'Activate the brigade'), ...orders, ...rides]);
    expect(found.map(({ head, offers }) => [head, offers.length])).toEqual([
      ['', 1],
      ['Order the brigade to', 8],
      ['Kleist rides to', 4],
    ]);
  });

  it('stand by themselves where they are few, or all of one kind', () => {
    expect(sheaves(rides)).toEqual([{ head: '', offers: rides }]);
    const all = [...orders, ...orders];
    expect(sheaves(all)).toEqual([{ head: '', offers: all }]);
  });
});
