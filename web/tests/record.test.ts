import { describe, expect, it } from 'vitest';
import type { Telling } from '../src/api/documents';
import { changed } from '../src/api/merge';
import type { Line, MovingView, Setting } from '../src/api/wire';
import { groundMark, markKey } from '../src/map/counters/marks';
import { countersOf } from '../src/map/counters/model';
import { clockText, leftOf } from '../src/table/clock';
import { counting, missing, shows, undone, weightiest } from '../src/table/history';
import { actionOf, letterOf, remapped } from '../src/table/keymap';
import { momentOf } from '../src/table/moments.svelte';
import { ladderOf } from '../src/table/phases';
import { diceOf, placeOfLine, waysOf } from '../src/table/telling';
import { Reminders, warningsAlong } from '../src/table/warnings';
import { isClause } from '../src/ui/clauses';

/** What a system without formations and facings sends. */
const bare = {
  side: 'french',
  turn: 1,
  segment: 'formation-action',
  phasing: 'french',
  counters: {
    B1: {
      id: 'B1',
      name: 'Bachelu',
      side: 'french',
      shape: { places: [1203] },
      pips: 4,
      left: 4,
      state: 'disrupted',
      order: 'disorder',
    },
    B2: { id: 'B2', name: 'B2', side: 'allied', shape: { places: [1203] }, pips: 6, left: 6 },
  },
  cup: { red: 3 },
  orders: { II: { kind: 'attack' } },
} as unknown as MovingView;
const setting = {
  id: 'crossroads',
  title: 'Crossroads',
  sides: ['french', 'allied'],
} as unknown as Setting;

describe('moments', () => {
  const telling = (text: string, more: Partial<Telling> = {}): Telling => ({
    parts: [{ text }, { text: '0912', kind: 'place', of: '912' }],
    clauses: ['P21.4'],
    ...more,
  });
  const line = { number: 7, who: 'dice', dice: [5, 1] } as Line;
  it('stand where the dice fell, with what they cost', () => {
    const tellings = [
      telling('fire on '),
      telling('marches to '),
      telling('loses one in ', { tone: 'loss' }),
    ];
    expect(momentOf({ ...line, tellings }, () => null)).toEqual({
      n: 7,
      at: 912,
      dice: [5, 1],
      words: ['fire on 0912', 'loses one in 0912'],
      clause: 'P21.4',
    });
  });
  it('stand by the unit where no place is named, and nowhere without dice', () => {
    const tellings = [{ parts: [{ text: 'Reille', kind: 'unit' as const, of: 'reille' }] }];
    expect(momentOf({ ...line, tellings }, () => 1115)?.at).toBe(1115);
    expect(momentOf({ ...line, dice: [], tellings }, () => 1115)).toBeNull();
  });

  it('need no dice where a march stops or somebody has to obey', () => {
    const stops = {
      parts: [{ text: 'I/61e stops in ' }, { text: '0705', kind: 'place' as const, of: '705' }],
      tone: 'stop',
      clauses: ['P14.8'],
    };
    const moved = { parts: [{ text: 'I/61e moves' }] };
    expect(momentOf({ ...line, dice: [], tellings: [moved, stops] }, () => null)).toMatchObject({
      at: 705,
      words: ['I/61e stops in 0705'],
      clause: 'P14.8',
    });
    const obeys = { parts: [{ text: 'The division obeys' }], tone: 'command' };
    expect(momentOf({ ...line, dice: [], tellings: [obeys] }, () => null)).toMatchObject({
      at: null,
    });
  });
});

describe('lines that were missed', () => {
  const lines = (...numbers: number[]) => numbers.map((number) => ({ number, who: '' }) as Line);
  it('are found in a hole and at the end', () => {
    expect(missing(lines(3, 4, 7), 7)).toBe(4);
    expect(missing(lines(3, 4), 6)).toBe(4);
    expect(missing(lines(3, 4, 5), 5)).toBeNull();
    expect(missing([], 5)).toBeNull();
  });
});

describe('a system that sends little', () => {
  it('is drawn: steps as strength, no ground mark, no front', () => {
    const [first, second] = countersOf(bare.counters, setting);
    expect(first).toMatchObject({ name: 'Bachelu', strength: 4, melee: null, order: 'disorder' });
    expect(second).toMatchObject({ name: 'B2', strength: 6, increments: 6, order: 'good' });
    expect(groundMark(first!).shapes).toEqual([]);
    expect(markKey(first!)).toBe(markKey(second!));
  });

  it('keeps maps that no list names up to date, entry by entry', () => {
    const next = changed(bare, {
      orders: { II: null, I: { kind: 'hold' } },
      clock: { time: '15:00' },
    });
    expect((next as unknown as Record<string, unknown>).orders).toEqual({ I: { kind: 'hold' } });
    expect(next.clock).toEqual({ time: '15:00' });
    expect((next as unknown as Record<string, unknown>).cup).toEqual({ red: 3 });
  });

  it('has its own ladder, or only the step it is at', () => {
    expect(ladderOf(setting, bare)).toEqual(['formation-action']);
    expect(ladderOf({ ...setting, segments: ['command', 'formation-action'] }, bare)).toHaveLength(
      2,
    );
  });
});

const line = (number: number, who: string, more: Partial<Line> = {}): Line => ({
  number,
  who,
  ...more,
});

describe('lines of a battle', () => {
  const lines = [
    line(1, 'french', { answer: 'march F1 N' }),
    line(2, 'french', { answer: 'march F2 N' }),
    line(3, 'french', { back: 1 }),
    line(4, 'french', { answer: 'march F3 N' }),
    line(5, 'coalition', { back: 4, purpose: 'refused', answer: 'take-back french 1' }),
  ];

  it('leave out what was taken back, and keep what was refused', () => {
    expect(counting(lines).map(({ number }) => number)).toEqual([1, 4, 5]);
  });

  it('give back what can be done again', () => {
    expect(undone(lines, lines[2]!, 'french')).toEqual(['march F2 N']);
    const twice = [...lines.slice(0, 4), line(6, 'french', { back: 0 })];
    expect(undone(twice, twice[4]!, 'french')).toEqual(['march F1 N', 'march F3 N']);
    expect(undone(lines, lines[2]!, 'coalition')).toEqual([]);
  });

  it('are told by weight, in the order they happened', () => {
    const telling = (of: string, weight = 0, tone = ''): Telling => ({
      of,
      weight,
      tone,
      parts: [{ text: of }],
    });
    const told = weightiest(
      [
        line(1, 'french', { tellings: [telling('Moved'), telling('Routed', 3)] }),
        line(2, 'dice', { tellings: [telling('LeaderKilled', 9), telling('Removed', 6)] }),
        line(3, 'dice', { tellings: [telling('FireResolved'), telling('Disordered', 0, 'loss')] }),
        line(4, 'french', { tellings: [telling('Moved')] }),
        line(5, 'french', { tellings: [telling('TurnBegan', 0, 'turn')] }),
      ],
      3,
    );
    const seen = told.map(({ n, telling: { of }, besides }) => [
      n,
      of,
      besides.map((each) => each.of),
    ]);
    expect(seen).toEqual([
      [1, 'Routed', ['Moved']],
      [2, 'LeaderKilled', ['Removed']],
      [3, 'Disordered', ['FireResolved']],
    ]);
    expect(shows(line(4, 'dice', { events: [{ event: 'Marked' }] }))).toBe(false);
    expect(shows(line(5, 'french', { back: 1 }))).toBe(true);
  });

  it('move plates along the way they went', () => {
    const before = bare;
    const went = line(1, 'french', {
      events: [
        { event: 'Moved', unit: 'B1', hexes: [1204] },
        { event: 'Moved', unit: 'B1', hexes: [1205] },
        { event: 'Turned', unit: 'B2', hexes: [1203] },
      ],
    });
    expect([...waysOf([went], before)]).toEqual([['B1', [1203, 1204, 1205]]]);
    expect(placeOfLine(line(2, 'french'))).toBeNull();
  });
});

describe('the movement clock', () => {
  const timer = {
    manner: 'advisory',
    runs: 'french',
    sides: { french: { allowed: 600_000, left: 61_000 }, coalition: { allowed: 1, left: 1000 } },
  };

  it('runs for one side only, and below nothing where it advises', () => {
    expect(clockText(leftOf(timer, 'french', 1000))).toBe('01:00');
    expect(clockText(leftOf(timer, 'french', 71_000))).toBe('−00:10');
    expect(leftOf(timer, 'coalition', 50_000)).toBe(1000);
    expect(leftOf(timer, 'nobody', 5)).toBe(0);
  });
});

describe('letters', () => {
  it('can be given to other actions; whoever had them takes the old one', () => {
    expect(actionOf('n', {})).toBe('next');
    const chosen = remapped('next', 'f', {});
    expect(actionOf('f', chosen)).toBe('next');
    expect(letterOf('fire', chosen)).toBe('n');
    expect(remapped('next', 'n', chosen)).toEqual({});
  });
});

describe('warnings', () => {
  it('name who may answer, hex by hex', () => {
    expect(warningsAlong([101, 102, 103], { '102': ['P1'], '104': ['P2'] })).toEqual([
      { hex: 102, units: ['P1'] },
    ]);
  });

  it('are said once', () => {
    const deciding = {
      battle: { n: 4, side: 'french', moving: { turn: 1 } },
      purpose: 'ride',
      own: [],
      options: [{ id: 'done', kind: 'done', role: 'done', warns: 'it would be routed' }],
    } as never;
    const reminders = new Reminders();
    expect(reminders.before('done', deciding)).toBe('it would be routed');
    expect(reminders.before('done', deciding)).toBe('');
    expect(reminders.before('ride P1 N', deciding)).toBe('');
  });
});

describe('clauses', () => {
  it('of any system are known by their look', () => {
    for (const good of ['P33.4', 'PR-84', 'N2.1.1', 'NR-3']) expect(isClause(good)).toBe(true);
    for (const bad of ['landwehr drill', '33', 'p33.4']) expect(isClause(bad)).toBe(false);
    expect(['N12.2A.1', 'NT.6', 'R-7.3b', 'R-TEC.1', 'P33.4'].every(isClause)).toBe(true);
    expect(['ZOI', 'F1 N', 'attack'].some(isClause)).toBe(false);
  });
});

it('a sentence has the dice that it tells itself, whatever else fell in its line', () => {
  const told = (text: string) => ({
    parts: [{ text: 'a volley: ' }, { kind: 'die' as const, text }],
  });
  expect(diceOf(told('2'))).toEqual([2]);
  expect(diceOf(told('46'))).toEqual([4, 6]);
  expect(diceOf(told('5+3'))).toEqual([5, 3]);
  expect(diceOf({ parts: [{ text: 'nothing' }] })).toEqual([]);
  const line = { number: 4, who: 'dice', dice: [5], tellings: [told('2'), told('5')] };
  expect(momentOf(line as unknown as Line, () => 706)).toBeNull();
  const fired = {
    parts: [{ kind: 'place' as const, of: '706', text: '0706' }, ...told('2').parts],
  };
  const fight = { ...line, tellings: [fired, told('5')] };
  expect(momentOf(fight as unknown as Line, () => null)?.dice).toEqual([2]);
});
