import { describe, expect, test } from 'vitest';
import type { Line } from '../src/api/wire';
import { leaving, rowsOf } from '../src/study/tree';
import { addressOf, type Branch, type Mark, placeIn } from '../src/study/wire';

const line = (number: number, weight = 0, tone = ''): Line => ({
  number,
  who: 'french',
  tellings: [{ parts: [{ text: `line ${number}` }], weight, tone }],
});
const branch = (number: number, of = 0, at = 0): Branch => ({
  branch: number,
  of,
  at,
  name: '',
  lines: 99,
  game: '',
});
const mark = (on: number, at: number): Mark => ({
  branch: on,
  line: at,
  glyph: '!',
  note: '',
  drawn: [],
});
const NONE: ReadonlySet<number> = new Set();
const LONG = Array.from({ length: 60 }, (_, n) => line(n, n === 30 ? 9 : 0));

describe('the tree of a study', () => {
  test('a short battle is shown line by line', () => {
    const rows = rowsOf(branch(0), LONG.slice(0, 5), [], [branch(0)], 0, NONE);
    expect(rows.map((row) => row.line)).toEqual([0, 1, 2, 3, 4]);
  });

  test('of a long one only what weighs, what is marked, what is left and where one is', () => {
    const branches = [branch(0), branch(1, 0, 20)];
    const rows = rowsOf(branch(0), LONG, [mark(0, 10), mark(1, 40)], branches, 50, NONE);
    const moves = rows.filter(({ kind }) => kind === 'move').map((row) => row.line);
    expect(moves).toEqual([10, 20, 30, 50]);
    const folded = rows.flatMap((row) => (row.kind === 'fold' ? [row.count] : []));
    expect(folded).toEqual([10, 9, 9, 19, 9]);
  });

  test('a fold that was opened shows its lines', () => {
    const rows = rowsOf(branch(0), LONG, [], [branch(0)], -1, new Set([31]));
    expect(rows.filter(({ kind }) => kind === 'move')).toHaveLength(30);
  });

  test('a variation has only the lines after the one it leaves', () => {
    const rows = rowsOf(branch(1, 0, 57), LONG, [], [branch(0), branch(1, 0, 57)], -1, NONE);
    expect(rows.map((row) => row.line)).toEqual([58, 59]);
  });

  test('turns head the lines that come after them', () => {
    const rows = rowsOf(branch(0), [line(1, 0, 'turn'), line(2)], [], [branch(0)], -1, NONE);
    expect(rows.map(({ kind }) => kind)).toEqual(['turn', 'move']);
  });

  test('variations stand in the order in which they leave', () => {
    const all = [branch(0), branch(1, 0, 40), branch(2, 0, 7), branch(3, 1, 50)];
    expect(leaving(all, 0).map((each) => each.branch)).toEqual([2, 1]);
  });
});

describe('the address of a move', () => {
  test.each([
    [0, 1204, '/study/ab#1204'],
    [3, 7, '/study/ab#3.7'],
  ])('branch %i, line %i', (on, at, address) => {
    expect(addressOf('ab', on, at)).toBe(address);
    expect(placeIn(address.slice(address.indexOf('#')))).toEqual({ branch: on, line: at });
  });

  test.each(['', '#', '#x', '#1.2.3', '#-4', '#9999999999'])('%s names the opening', (hash) => {
    expect(placeIn(hash)).toEqual({ branch: 0, line: 0 });
  });
});
