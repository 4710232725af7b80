import { describe, expect, it } from 'vitest';
import type { Card } from '../src/api/documents';
import { drawn, sightOf, way } from '../src/cards/laid';

const CARD: Card = {
  over: [
    { kind: 'area', places: [102], tone: 'feared' },
    { kind: 'area', places: [103, 104], tone: 'danger' },
    { kind: 'tag', places: [103], tone: 'low', text: '20 % A' },
    { kind: 'arrow', places: [105, 103], tone: 'advance' },
    { kind: 'sight', places: [101, 104, 103] },
  ],
};

describe('what cards lay over the map', () => {
  it('is drawn by its tone', () => {
    const { areas, arrows, tags } = drawn([CARD, null]);
    expect(areas.map(({ kind, hexes }) => [kind, ...hexes])).toEqual([
      ['zone', 102],
      ['danger', 103, 104],
    ]);
    expect(arrows).toEqual([{ from: 105, to: 103, kind: 'advance' }]);
    expect(tags).toEqual([{ hex: 103, text: '20 % A', tone: 'ink', low: true }]);
  });
  it('goes from stop to stop and nowhere twice', () => {
    expect(way([1, 1, 2, 3], 'fire').map(({ from, to }) => [from, to])).toEqual([
      [1, 2],
      [2, 3],
    ]);
  });
  it('is a line of sight with what stops it', () => {
    expect(sightOf(CARD)).toEqual({ from: 101, to: 104, blocked: 103 });
    expect(sightOf({ over: [{ kind: 'sight', places: [101, 104] }] })).toEqual({
      from: 101,
      to: 104,
    });
    expect(sightOf(null)).toBeNull();
  });
});
