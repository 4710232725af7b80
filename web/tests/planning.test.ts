import { describe, expect, it } from 'vitest';
import type { Line, MovingView } from '../src/api/wire';
import { bentThrough, stepped } from '../src/table/bending.svelte';
import { comesToLight } from '../src/table/ghosts.svelte';

describe('a bent path', () => {
  it('goes through hexes in the order in which they were named', () => {
    expect(bentThrough([], 2624, false)).toEqual([2624]);
    expect(bentThrough([2624], 2725, false)).toEqual([2624, 2725]);
  });

  it('keeps an end that was chosen', () => {
    expect(bentThrough([2830], 2624, true)).toEqual([2624, 2830]);
    expect(bentThrough([2624, 2830], 2725, true)).toEqual([2624, 2725, 2830]);
  });

  it('goes no longer through a hex that is named again', () => {
    expect(bentThrough([2624, 2725, 2830], 2725, true)).toEqual([2624, 2830]);
    expect(bentThrough([2624], 2624, false)).toEqual([]);
  });

  it('grows by steps, and a step back takes the last one away', () => {
    expect(stepped([], 2625, 2624)).toEqual([2625]);
    expect(stepped([2625], 2626, 2624)).toEqual([2625, 2626]);
    expect(stepped([2625, 2626], 2625, 2624)).toEqual([2625]);
    expect(stepped([2625], 2624, 2624)).toEqual([]);
    // Coming round to where one began is a step like any other.
    expect(stepped([2625, 2726, 2725], 2624, 2624)).toEqual([2625, 2726, 2725, 2624]);
  });
});

describe('ghosts fade', () => {
  const view = (...units: string[]) =>
    ({
      counters: Object.fromEntries(
        units.map((unit) => [unit, { id: unit, shape: { places: [101] } }]),
      ),
    }) as unknown as MovingView;
  const line = (more: Partial<Line>): Line => ({ number: 1, who: 'french', ...more });
  const isOwn = (unit: string) => unit.startsWith('F');
  const fades = (more: Partial<Line>, before = view('F1'), after = before) =>
    comesToLight([line(more)], before, after, isOwn);

  it('at a die and at a chit', () => {
    expect(fades({ dice: [3, 4] })).toBe(true);
    expect(fades({ who: 'dice' })).toBe(true);
    expect(fades({ who: 'draw' })).toBe(true);
  });

  it('at a piece of the enemy that was not there', () => {
    expect(fades({}, view('F1'), view('F1', 'P1'))).toBe(true);
  });

  it('but not at an order, nor when one’s own come onto the map', () => {
    expect(fades({ answer: 'march F1 N' })).toBe(false);
    expect(fades({ dice: [] }, view('F1'), view('F1', 'F2'))).toBe(false);
    expect(fades({}, view('F1', 'P1'), view('F1'))).toBe(false);
  });
});
