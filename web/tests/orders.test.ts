import { describe, expect, it } from 'vitest';
import type { MovingView, Setting } from '../src/api/wire';
import { countersOf, leadersOf } from '../src/map/counters/model';
import { type Draft, isComplete, NEW_LINK, newDraft, textOf, viaIn } from '../src/nlc/draft';
import { bodyName } from '../src/nlc/fields';
import { ranked, resultWords, titleWords, toneIn } from '../src/nlc/odds';
import { ownWords } from '../src/nlc/words';
import { attackers, attackText, byPlace, isAttack, poses, unitsOf } from '../src/table/choices';
import { ladderOf, stepOf } from '../src/table/phases';
import { namesOf } from '../src/table/words';

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

const NOWHERE = { at: () => null };

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

  it('names formations, divisions, chits and headquarters', () => {
    expect(bodyName(SETTING, 'fr_ii/5')).toBe('II Corps, 5 division');
    expect(namesOf(SENT.counters, SETTING).unit('hq_ney')).toBe('HQ Ney');
    expect(bodyName(SETTING, 'coordinated:allied')).toBe('Coordinated action (Allied)');
    expect(bodyName(SETTING, 'nobody')).toBeNull();
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
      { ...NEW_LINK, type: 'march', target: [1119], via: [1126], forced: true },
      { ...NEW_LINK, type: 'attack', target: [905], notBefore: 4 },
    ],
    awaits: true,
  };

  it('is said in the words of the rules', () => {
    expect(textOf(draft)).toBe(
      'send fr_ii march forced 1119 via 1126 then attack 0905 from-turn 4 then await',
    );
    expect(
      textOf({
        ...draft,
        by: 'orange',
        links: [{ ...NEW_LINK, type: 'defend', here: true }],
        awaits: false,
      }),
    ).toBe('send fr_ii by orange defend here');
    expect(
      textOf({
        ...draft,
        verb: 'record',
        to: 'reille',
        links: [{ ...NEW_LINK, type: 'assign', chief: 'fr_ii' }],
        awaits: false,
      }),
    ).toBe('record reille assign fr_ii');
    expect(viaIn('send x march 1119 via 1126 1119 then reserve')).toEqual([1126, 1119]);
    expect(viaIn('send x march 1119')).toEqual([]);
  });

  it('is asked about only when nothing is missing', () => {
    const link = (over: object) => isComplete({ ...draft, links: [{ ...NEW_LINK, ...over }] });
    expect(isComplete(draft)).toBe(true);
    expect(isComplete({ ...draft, to: '' })).toBe(false);
    expect(link({ type: 'attack' })).toBe(false);
    expect(link({ type: 'defend', here: true })).toBe(true);
    expect(link({ type: 'reserve' })).toBe(true);
    expect(link({ type: 'assign' })).toBe(false);
  });
});

describe('options that name units before the hex', () => {
  const assault = {
    text: 'assault campi+husson 1213',
    kind: 'assault',
    target: 1213,
    units: ['campi', 'husson'],
  };
  const charge = {
    text: 'charge huber 1414 1413',
    kind: 'charge',
    unit: 'huber',
    target: 1413,
    path: [1414, 1413],
  };

  it('are attacks with attackers, and can be said again with others', () => {
    expect([assault, charge].every(isAttack)).toBe(true);
    expect(isAttack({ text: 'charge F1 F2', kind: 'charge' })).toBe(false);
    expect(attackers(assault).map(({ unit }) => unit)).toEqual(['campi', 'husson']);
    expect(attackers(charge)).toEqual([{ unit: 'huber', at: 1414 }]);
    expect(attackText('assault', 1213, [{ unit: 'husson', at: null }], assault.text)).toBe(
      'assault husson 1213',
    );
    expect(attackText('charge', 1413, attackers(charge), charge.text)).toBe(charge.text);
    expect(byPlace([assault, charge], NOWHERE).get(1413)).toEqual([charge]);
  });

  it('keep groups of units apart and find moves by reach alone', () => {
    const enter = (units: string) => ({
      text: `enter ${units} 1101`,
      kind: 'enter',
      units: units.split('+'),
      ends: [1101],
    });
    expect(poses([enter('a'), enter('a+b')])).toHaveLength(2);
    expect(unitsOf({ text: 'move a+b 1101', kind: 'move' })).toEqual(['a', 'b']);
    expect(byPlace([{ text: 'move a 1101', kind: 'move', ends: [1101] }], NOWHERE).size).toBe(0);
  });

  it('are told in words', () => {
    const names = { unit: (id: string) => id.toUpperCase() };
    expect(ownWords(charge, names, '')).toBe('HUBER charges 1413 by 1414');
    expect(ownWords({ text: 'pick husson@0605', kind: 'pick' }, names, 'make-room')).toBe(
      'HUSSON to 0605',
    );
    expect(ownWords({ text: 'pick stand', kind: 'pick' }, names, 'stand-or-retreat')).toBe('Stand');
    expect(ownWords({ text: 'march F01 NE', kind: 'march' }, names, '')).toBeNull();
  });
});

describe('chances in cards', () => {
  it('are worded, ranked and toned', () => {
    expect(titleWords('the charge carries, against a square')).toBe(
      'The charge carries, against a square',
    );
    expect([resultWords('1 hits'), resultWords('3 hits'), resultWords('R4')]).toEqual([
      '1 hit',
      '3 hits',
      'hesitates, 4 or more',
    ]);
    expect(
      ranked([{ result: 'I' }, { result: 'C' }, { result: '1T' }]).map(({ result }) => result),
    ).toEqual(['C', '1T', 'I']);
    expect([
      toneIn('attack', '2 hits'),
      toneIn('defence', '2 hits'),
      toneIn('attack', '0 hits'),
    ]).toEqual(['good', 'bad', 'none']);
  });
});
