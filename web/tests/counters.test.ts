import { describe, expect, it } from 'vitest';
import close from '../fixtures/hagelberg-close.json';
import setting from '../fixtures/hagelberg-setting.json';
import opening from '../fixtures/hagelberg-view.json';
import type { Formation, SettingInfo } from '../src/api/types';
import type { MovingView } from '../src/api/wire';
import allies from '../src/looks/allies.json';
import kinds from '../src/looks/kinds.json';
import troops from '../src/looks/troops.json';
import { badgesOf } from '../src/map/counters/badges';
import { blockSize } from '../src/map/counters/block';
import { hit, layOut, PLATE_SIZE, SHOWN, STACKED_SIZE } from '../src/map/counters/layout';
import { named, shortName, sideLook, troopLook } from '../src/map/counters/looks';
import { groundMark, halfWidth, markKey, tailOf } from '../src/map/counters/marks';
import { type Counter, countersOf, leadersOf } from '../src/map/counters/model';
import { detailAt, tiltOf } from '../src/map/counters/plate';
import { groundMarkKey, plateKey, spriteSize } from '../src/map/counters/sprites';
import { centre } from '../src/map/hexes';

const info = setting as unknown as SettingInfo;
const view = close as unknown as MovingView;
const counters = countersOf(view.counters, info);
const leaders = leadersOf(view.counters, info);
const unit = (id: string): Counter => counters.find((counter) => counter.id === id)!;

describe('counters made of a view', () => {
  it('show what is left and what it is worth', () => {
    expect(unit('F10')).toMatchObject({ name: 'III/56e', strength: 5, increments: 7, morale: 32 });
    expect(unit('F10').melee).toBe(11);
    expect(unit('F10').fired).toBe(true);
  });

  it('hide the specific side of the enemy', () => {
    const { counters: seen } = opening as unknown as MovingView;
    const theirs = { ...seen.P01!, shape: { places: [2021] } };
    expect(countersOf({ P01: theirs }, info)[0]).toMatchObject({
      melee: null,
      morale: null,
      back: [],
    });
  });

  it('carry badges for every state, the gravest first', () => {
    expect(badgesOf({ order: 'rout', readiness: 'tired', fired: true })).toEqual([
      'routed',
      'tired',
      'fired',
    ]);
    expect(badgesOf({ order: 'good', readiness: 'fresh', fired: false })).toEqual([]);
    expect([tiltOf({ order: 'rout' }), tiltOf({ order: 'good' })]).toEqual([8, 0]);
  });
});

describe('looks', () => {
  it('exist for every kind and nation that is named', () => {
    const used = [
      ...Object.values(kinds.kinds),
      ...Object.values(kinds.nations).flatMap((arms) => Object.values(arms)),
    ];
    for (const id of used) expect(Object.keys({ ...troops, ...allies })).toContain(id);
  });

  it('fall back on the nation, then on the tone of the side', () => {
    const foot = { kind: 'new_kind', nation: 'Russian', arm: 'infantry' } as const;
    expect(troopLook(foot, 'dark').id).toBe('russian_line');
    expect(troopLook({ ...foot, nation: 'Baden' }, 'light').id).toBe('light_foot');
    expect(troopLook({ ...foot, nation: 'Baden', arm: 'artillery' }, 'dark').id).toBe('dark_guns');
    expect(named('no such look').plate).toMatch(/^#/);
  });

  it('keep two unknown sides apart by tone and corner', () => {
    const [one, other] = ['reds', 'blues'].map((side) => sideLook(side, ['reds', 'blues']));
    expect([one!.tone, other!.tone]).toEqual(['light', 'dark']);
    expect([one!.corner, other!.corner]).toEqual(['round', 'cut']);
  });

  it('shorten names that no file shortens', () => {
    expect(shortName('duel', { id: 'F3', name: '3/5e Artillerie à pied' })).toBe('3/5e Art.');
    expect(shortName('duel', { id: 'F1', name: 'I/40e Ligne' })).toBe('I/40e');
    expect(shortName('x', { id: 'x', name: 'A very long name indeed' }).length).toBeLessThan(14);
  });
});

describe('detail and sprites', () => {
  it('follow the zoom', () => {
    expect([9, 19.9, 20, 39.9, 40, 70].map(detailAt)).toEqual([
      'block',
      'block',
      'short',
      'short',
      'full',
      'full',
    ]);
  });

  it('are shared by what looks alike', () => {
    const twin = { ...unit('P10'), id: 'other', name: 'Another' };
    expect(plateKey(twin, 'short', true)).toBe(plateKey(unit('P10'), 'short', true));
    expect(plateKey(twin, 'full', true)).not.toBe(plateKey(unit('P10'), 'full', true));
    expect(plateKey({ ...twin, facing: 2 }, 'full', true)).toBe(plateKey(twin, 'full', true));
  });

  it.each([
    ['strength', { strength: 1 }],
    ['disorder', { order: 'disorder' }],
    ['fatigue', { readiness: 'tired' }],
    ['smoke', { fired: true }],
  ] as const)('are drawn anew for %s', (_, change) => {
    const before = unit('P09');
    for (const detail of ['short', 'full'] as const)
      expect(plateKey({ ...before, ...change }, detail, true)).not.toBe(
        plateKey(before, detail, true),
      );
  });

  it('of blocks turn with the unit, of squares do not', () => {
    const column = unit('P09');
    expect(plateKey({ ...column, facing: 1 }, 'block', true)).not.toBe(
      plateKey({ ...column, facing: 2 }, 'block', true),
    );
    const square = { ...column, formation: 'square' as Formation };
    expect(groundMarkKey({ ...square, facing: 1 })).toBe(groundMarkKey({ ...square, facing: 2 }));
  });

  it('are exact at rest and stepped in motion', () => {
    expect(spriteSize(47.3, false)).toBe(47.3);
    expect(spriteSize(47.3, true)).toBe(spriteSize(51, true));
  });
});

describe('stacks', () => {
  const { counters: placed, leaders: riders } = layOut(counters, leaders, view.stacks ?? {});
  const at = (id: string) => placed.find(({ counter }) => counter.id === id)!;

  it('put a lone unit in the middle of its hex', () => {
    const { x, y } = centre(2621);
    expect(at('P09')).toMatchObject({ x, y, size: PLATE_SIZE, depth: 0, count: 1 });
  });

  it('fan out, the top of the view on top of the drawing', () => {
    expect(view.stacks?.['2522']).toEqual(['P10', 'P11', 'P12']);
    const order = placed.map(({ counter }) => counter.id);
    expect(order.indexOf('P10')).toBeGreaterThan(order.indexOf('P11'));
    expect(order.indexOf('P11')).toBeGreaterThan(order.indexOf('P12'));
    expect(at('P10').x - at('P11').x).toBeCloseTo(0.25);
    expect(at('P10').y).toBeLessThan(at('P11').y);
    expect(at('P10').size).toBe(STACKED_SIZE);
  });

  it('show three plates and count the rest', () => {
    const five = Array.from({ length: 5 }, (_, i) => ({ ...unit('P10'), id: `x${i}` }));
    const { counters: fanned } = layOut(five, [], { 2522: five.map(({ id }) => id) });
    expect(fanned.filter(({ depth }) => depth < SHOWN).length).toBe(3);
    expect(fanned.every(({ count }) => count === 5)).toBe(true);
  });

  it('lay the plate of a line on the side its hexes share', () => {
    const a = centre(2524);
    const b = centre(2624);
    expect(at('F10').x).toBeCloseTo((a.x + b.x) / 2);
    expect(at('F10').y).toBeCloseTo((a.y + b.y) / 2);
  });

  it('keep a marching column in its head hex', () => {
    expect(at('R03').x).toBeCloseTo(centre(3228).x);
  });

  it('step aside for a leader, who stands alone in the middle', () => {
    expect(at('P13').x).toBeCloseTo(centre(2623).x + 0.28);
    const marwitz = riders.find(({ leader }) => leader.id === 'LP4')!;
    expect(marwitz.x).toBeLessThan(centre(2623).x);
    const girard = riders.find(({ leader }) => leader.id === 'LF1')!;
    expect(girard).toMatchObject(centre(2528));
  });

  it('are hit from the top', () => {
    const layout = { counters: placed, leaders: riders };
    expect(hit(layout, at('P10').x, at('P10').y)).toBe('P10');
    expect(hit(layout, at('P12').x - 0.45, at('P12').y + 0.45)).toBe('P12');
    const { x, y } = centre(2528);
    expect(hit(layout, x, y)).toBe('LF1');
    expect(hit(layout, 1, 1)).toBeNull();
  });
});

describe('ground marks', () => {
  const stand = (formation: Formation, hexes: number[] = [2020], facing = 0) => ({
    formation,
    facing,
    hexes,
  });
  const FORMATIONS: Formation[] = [
    'column',
    'line',
    'square',
    'general',
    'skirmish',
    'road',
    'limbered',
    'unlimbered',
  ];

  it.each(FORMATIONS)('of %s lie outside the plate and within their reach', (formation) => {
    for (const hexes of [[2020], [2020, 2121], [2020, 2121, 2221]]) {
      const mark = groundMark(stand(formation, hexes));
      expect(mark.shapes.length).toBeGreaterThan(0);
      for (const shape of mark.shapes) {
        const [x, y] =
          'points' in shape ? [shape.points[0]!, shape.points[1]!] : [shape.x, shape.y];
        expect(Math.hypot(x, y)).toBeLessThanOrEqual(mark.reach);
        expect(Math.max(Math.abs(x), Math.abs(y))).toBeGreaterThan(PLATE_SIZE / 2);
      }
    }
  });

  it('look like no other formation', () => {
    const drawn = FORMATIONS.map((formation) =>
      JSON.stringify(groundMark(stand(formation)).shapes),
    );
    expect(new Set(drawn).size).toBe(FORMATIONS.length);
    expect(new Set(FORMATIONS.map((formation) => markKey(stand(formation)))).size).toBe(8);
  });

  it('grow with the hexes of a line', () => {
    expect([1, 2, 3].map(halfWidth).map((v) => Math.round(v * 200) / 100)).toEqual([1.2, 3, 4.73]);
    const box = groundMark(stand('line', [2020, 2121])).shapes[0]!;
    expect(box).toMatchObject({ kind: 'box', w: 0.11, h: 3 });
  });

  it('have nine skirmishers over two hexes', () => {
    const dots = groundMark(stand('skirmish', [2020, 2121])).shapes.filter((s) => s.kind === 'dot');
    expect(dots.length).toBe(9);
  });

  it('of general order leave the rear open', () => {
    const boxes = groundMark(stand('general', [2020], 2)).shapes;
    expect(boxes.length).toBe(15);
    expect(new Set(boxes.map((s) => ('turn' in s ? s.turn : 0))).size).toBe(5);
  });

  it('face a vertex in line and a side in column', () => {
    expect(groundMark(stand('line', [2020], 1)).angle).toBeCloseTo(0);
    expect(groundMark(stand('column', [2020], 3)).angle).toBeCloseTo(Math.PI / 2);
    expect(groundMark(stand('square', [2020], 3)).angle).toBe(0);
  });

  it('of a road march end in the hex or trail behind it', () => {
    expect(tailOf(stand('road'))).toEqual([]);
    expect(tailOf(stand('road', [2020, 2021]))).toEqual([centre(2020), centre(2021)]);
    expect(markKey(stand('road'))).not.toBe(markKey(stand('road', [2020, 2021])));
  });

  it('become wide blocks for lines on the overview', () => {
    expect(blockSize(stand('line', [1, 2]))[0]).toBeGreaterThan(blockSize(stand('line'))[0]);
    expect(blockSize(stand('column'))).toEqual([1.25, 0.62]);
  });
});
