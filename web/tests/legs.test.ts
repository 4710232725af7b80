/** Legs of a measured move: what hands make of a drag, a corner, keys and words. */

import { describe, expect, it } from 'vitest';
import {
  cornersOf,
  degrees,
  ends,
  led,
  legsWritten,
  nearest,
  pushed,
  sent,
  snapped,
  solve,
  wheelTo,
} from '../src/map/legs';

const MOTIONS = [
  { kind: 'ahead' },
  { kind: 'back' },
  { kind: 'aside' },
  { kind: 'slide', most: 1000, least: 1000 },
  { kind: 'wheel', most: 180 },
];
/** A column of one unit that looks north, its front in the middle of 10, 10. */
const COLUMN = { x: 10, y: 10.5, width: 1, depth: 1, angle: 0 };

describe('a base after a leg', () => {
  it('goes where it looks, and wheels about the corner of its side', () => {
    expect(led(COLUMN, { kind: 'ahead', by: 1500 })).toMatchObject({ x: 10, y: 9 });
    expect(led(COLUMN, { kind: 'aside', by: 250, side: 'left' })).toMatchObject({ x: 9.75 });
    const right = led(COLUMN, { kind: 'wheel', by: 90, side: 'right' });
    expect(degrees(right)).toBe(90);
    expect(right.x).toBeCloseTo(10, 6);
    expect(right.y).toBeCloseTo(9.5, 6);
    expect(degrees(led(COLUMN, { kind: 'about' }))).toBe(180);
  });
});

describe('a drag', () => {
  it('is ahead, a slide, back or aside where that is enough', () => {
    expect(solve(COLUMN, { x: 10.05, y: 8.5 }, MOTIONS)).toEqual([{ kind: 'ahead', by: 2000 }]);
    expect(solve(COLUMN, { x: 10.5, y: 8.5 }, MOTIONS)).toEqual([
      { kind: 'slide', by: 500, side: 'right' },
      { kind: 'ahead', by: 2000 },
    ]);
    expect(solve(COLUMN, { x: 10, y: 11.5 }, MOTIONS)).toEqual([{ kind: 'back', by: 1000 }]);
    expect(solve(COLUMN, { x: 9, y: 10.4 }, MOTIONS)).toEqual([
      { kind: 'aside', by: 1000, side: 'left' },
    ]);
  });

  it('wheels, goes on and wheels back, and ends where the hand is', () => {
    const to = { x: 12.4, y: 8.1 };
    const legs = solve(COLUMN, to, MOTIONS);
    expect(legs.map(({ kind, side }) => `${kind} ${side ?? ''}`.trim())).toEqual([
      'wheel right',
      'ahead',
      'wheel left',
    ]);
    const end = ends(COLUMN, legs)[2]!;
    expect(degrees(end)).toBe(0);
    expect(Math.hypot(end.x - to.x, end.y - to.y)).toBeLessThan(0.1);
    const travel = solve(COLUMN, to, MOTIONS, { travel: true });
    expect(travel.map(({ kind }) => kind)).toEqual(['wheel', 'ahead']);
  });
});

describe('a corner', () => {
  it('is drawn forward about the other, to what lies near or to a whole degree', () => {
    const to = led(COLUMN, { kind: 'wheel', by: 38, side: 'right' });
    const corner = cornersOf(to)[0]!;
    expect(wheelTo(COLUMN, 'left', corner)).toEqual([{ kind: 'wheel', by: 38, side: 'right' }]);
    expect(wheelTo(COLUMN, 'left', corner, [40])).toEqual([
      { kind: 'wheel', by: 40, side: 'right' },
    ]);
    expect(wheelTo(COLUMN, 'right', { x: 10.4, y: 10.8 })).toEqual([]);
    expect(snapped(46.4, [90])).toBe(45);
    expect(snapped(46.4, [])).toBe(46);
    expect(snapped(358.9, [0])).toBe(0);
  });
});

describe('keys', () => {
  const can = () => true;
  it('add to the last leg, or take from it', () => {
    const one = pushed([], { kind: 'ahead', by: 500 }, can);
    expect(pushed(one, { kind: 'ahead', by: 500 }, can)).toEqual([{ kind: 'ahead', by: 1000 }]);
    expect(pushed(one, { kind: 'back', by: 500 }, can)).toEqual([]);
    expect(pushed(one, { kind: 'back', by: 750 }, can)).toEqual([{ kind: 'back', by: 250 }]);
    expect(pushed(one, { kind: 'back', by: 750 }, (kind) => kind !== 'back')).toEqual([]);
  });

  it('make a step aside a slide when one then goes ahead', () => {
    const aside = { kind: 'aside', by: 250, side: 'left' };
    expect(sent([aside], MOTIONS)).toEqual([aside]);
    expect(sent([aside, { kind: 'ahead', by: 1000 }], MOTIONS)[0]!.kind).toBe('slide');
    expect(sent([aside, { kind: 'ahead', by: 500 }], MOTIONS)[0]!.kind).toBe('aside');
  });

  it('and words say the same', () => {
    const legs = [
      { kind: 'wheel', by: 39, side: 'left' },
      { kind: 'ahead', by: 1900 },
      { kind: 'form', form: 'column' },
    ];
    expect(legsWritten('W L 39, F 1.9, X column')).toEqual(legs);
    expect(legsWritten('wheel left 39, ahead 1.9, form column')).toEqual(legs);
    expect(legsWritten('fly 3')).toBeNull();
  });
});

describe('the measuring stick', () => {
  it('measures the gap between bases', () => {
    const [a, b] = nearest(cornersOf(COLUMN), cornersOf({ ...COLUMN, x: 13 }));
    expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeCloseTo(2, 6);
    const [, foot] = nearest([{ x: 10.2, y: 8 }], cornersOf(COLUMN));
    expect(foot.x).toBeCloseTo(10.2, 6);
  });
});
