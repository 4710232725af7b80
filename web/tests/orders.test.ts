import { describe, expect, it } from 'vitest';
import type { MovingView, Setting } from '../src/api/wire';
import { countersOf, leadersOf } from '../src/map/counters/model';
import {
  type Draft,
  partsOf as draftParts,
  isComplete,
  NEW_LINK,
  newDraft,
} from '../src/orders/draft';
import { byPlace, poses } from '../src/table/choices';
import { ladderOf, stepOf } from '../src/table/phases';

const FORMATION = {
  id: 'fr_ii',
  name: 'II Corps',
  side: 'french',
  leader: 'reille',
  limit: 18,
  units: ['husson'],
  strength: 54,
  wing: '',
  commander: 'ney',
  divisions: { 5: ['husson'] },
};

const SETTING = {
  id: 'field',
  title: '',
  date: '',
  sides: ['french', 'allied'],
  side_names: { french: 'French', allied: 'Allied' },
  leaders: {
    ney: { id: 'ney', name: 'Ney', side: 'french', nation: 'french', command: '', rating: 3 },
    reille: {
      id: 'reille',
      name: 'Reille',
      side: 'french',
      nation: 'french',
      command: 'fr_ii',
      rating: 2,
    },
  },
  formations: { fr_ii: FORMATION },
  headquarters: { hq_ney: { id: 'hq_ney', side: 'french', commander: 'ney' } },
  phases: ['command', 'formations'],
  segments: ['bombardment', 'assault'],
} as unknown as Setting;

const SENT = {
  side: 'french',
  turn: 1,
  phase: 'command',
  segment: '',
  counters: {
    husson: {
      id: 'husson',
      name: 'Husson',
      side: 'french',
      arm: 'cavalry',
      shape: { places: [1316, 1416] },
      pips: 2,
      left: 1,
      order: 'disorder',
      figures: [
        { label: 'strength', text: '3' },
        { label: 'morale', text: '4' },
      ],
    },
    'unseen:1316:0': {
      id: 'unseen:1316:0',
      name: '?',
      side: 'french',
      shape: { places: [1316] },
      marks: ['covered'],
    },
    ney: {
      id: 'ney',
      name: 'Ney',
      side: 'french',
      arm: 'leader',
      shape: { places: [1118] },
      figures: [{ label: 'rating', text: '4' }],
    },
    reille: { id: 'reille', name: 'Reille', side: 'french', arm: 'leader' },
    hq_ney: {
      id: 'hq_ney',
      name: 'HQ Ney',
      side: 'french',
      arm: 'headquarters',
      shape: { places: [1118] },
    },
  },
  stacks: { 1316: ['husson'] },
} as unknown as MovingView;

describe('documents of a system with orders', () => {
  it('draws pieces with their hexes, states and steps', () => {
    const [counter, ...covered] = countersOf(SENT.counters, SETTING);
    expect(counter).toMatchObject({
      hexes: [1316, 1416],
      order: 'disorder',
      strength: 3,
      left: 1,
      increments: 2,
      arm: 'cavalry',
      morale: 4,
    });
    expect(covered.map(({ covered: back, hexes }) => [back, hexes])).toEqual([[true, [1316]]]);
  });

  it('puts leaders and headquarters where they are', () => {
    expect(
      leadersOf(SENT.counters, SETTING).map(({ id, rating, quarters }) => [id, rating, quarters]),
    ).toEqual([
      ['ney', 4, undefined],
      ['hq_ney', undefined, true],
    ]);
  });

  it('shows phases, and the segments of the one that has them', () => {
    expect(ladderOf(SETTING, SENT)).toEqual(['command', 'formations']);
    const acting = { ...SENT, phase: 'formations', segment: 'assault' } as MovingView;
    expect(ladderOf(SETTING, acting)).toEqual(['formations', 'bombardment', 'assault']);
    expect([stepOf(SENT), stepOf(acting)]).toEqual(['command', 'assault']);
  });
});

describe('an order that is being written', () => {
  const draft: Draft = {
    ...newDraft('send'),
    to: 'fr_ii',
    links: [
      {
        ...NEW_LINK,
        type: 'march',
        takes: ['place', 'via'],
        target: [1119],
        via: [1126],
        forced: true,
      },
      { ...NEW_LINK, type: 'attack', takes: ['place', 'turn'], target: [905], notBefore: 4 },
    ],
    awaits: true,
  };

  it('is sent in parts, and the server puts it together', () => {
    expect(draftParts(draft)).toMatchObject({
      kind: 'send',
      to: 'fr_ii',
      waits: true,
      links: [
        { kind: 'march', places: [1119], via: [1126], marks: ['forced'] },
        { kind: 'attack', places: [905], turn: 4 },
      ],
    });
  });

  it('is asked about only when nothing is missing', () => {
    const link = (over: object) => isComplete({ ...draft, links: [{ ...NEW_LINK, ...over }] });
    expect(isComplete(draft)).toBe(true);
    expect(isComplete({ ...draft, to: '' })).toBe(false);
    expect(link({ type: 'attack', takes: ['place'] })).toBe(false);
    expect(link({ type: 'defend', takes: ['place', 'here'], here: true })).toBe(true);
    expect(link({ type: 'reserve' })).toBe(true);
    expect(link({ type: 'assign', takes: ['chief'] })).toBe(false);
  });
});

describe('offers', () => {
  const charge = {
    id: 'charge huber 1414 1413',
    kind: 'charge',
    role: 'strike',
    who: ['huber'],
    at: 1413,
    path: [1414, 1413],
    by: [{ unit: 'huber', at: 1414 }],
  };

  it('keep groups of units apart and find moves by reach alone', () => {
    const enter = (...who: string[]) => ({
      id: who.join('+'),
      kind: 'enter',
      role: 'enter',
      who,
      at: 1101,
      shape: { places: [1101] },
    });
    expect(poses([enter('a'), enter('a', 'b')])).toHaveLength(2);
    expect(byPlace([charge]).get(1413)).toEqual([charge]);
    const move = { id: 'move a 1101', kind: 'move', role: 'march', at: 1101 };
    expect(byPlace([move]).size).toBe(0);
  });
});
