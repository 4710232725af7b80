import { expect, test } from 'vitest';
import type { Line, MovingView, Steps } from '../src/api/wire';
import { CHUNK, Frames } from '../src/table/frames';

const way = (after: number): Steps => ({
  n: 2 * CHUNK,
  after,
  side: '',
  view: { turn: after } as unknown as MovingView,
  steps: Array.from({ length: CHUNK }, (_, i) => ({
    n: after + i + 1,
    line: { number: after + i + 1, who: 'french' } as Line,
    change: { turn: after + i + 1 },
  })),
  more: false,
});

test('every line but the opening comes with what was said in it, where chunks meet as well', async () => {
  const asked: number[] = [];
  const frames = new Frames(async (after) => {
    asked.push(after);
    return way(after);
  });
  expect((await frames.at(CHUNK))?.line?.number).toBe(CHUNK);
  expect((await frames.at(CHUNK + 1))?.view.turn).toBe(CHUNK + 1);
  expect((await frames.at(CHUNK))?.line?.number).toBe(CHUNK);
  expect((await frames.at(0))?.line).toBeNull();
  expect(asked).toEqual([0, CHUNK]);
});

test('where nothing was given there is no frame', async () => {
  expect(await new Frames(async () => null).at(7)).toBeNull();
});
