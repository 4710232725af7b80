import { expect, test } from 'vitest';
import type { Counter } from '../src/api/types';
import type { MovingView } from '../src/api/wire';
import { lossesOf } from '../src/table/losses';

const unit = (id: string, side: string, rest: Partial<Counter>) =>
  ({ id, side, name: id, pips: 6, left: 6, ...rest }) as Counter;

test('losses are increments that are gone, and units; what was replaced is not counted', () => {
  const counters = {
    a: unit('a', 'french', { left: 4 }),
    b: unit('b', 'french', { away: 'lost', left: 2 }),
    c: unit('c', 'french', { away: 'replaced' }),
    d: unit('d', 'prussian', {}),
  };
  const view = { counters } as unknown as MovingView;
  expect(lossesOf(view, ['french', 'prussian'])).toEqual([
    { side: 'french', increments: 8, units: 1 },
    { side: 'prussian', increments: 0, units: 0 },
  ]);
});
