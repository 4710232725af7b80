/** Places of a measured table on the drawing plane, beside those of hexes. */

import { describe, expect, it } from 'vitest';
import type { MapData, Shape } from '../src/api/types';
import { hit, layOut } from '../src/map/counters/layout';
import { counterOf } from '../src/map/counters/model';
import { Ground } from '../src/map/ground';
import {
  amid,
  around,
  baseOf,
  centre,
  covers,
  extent,
  headingTo,
  isWithin,
  middleOf,
  placeAt,
  placeText,
  placeWritten,
  pointAt,
  stepFrom,
} from '../src/map/places';

const TABLE: MapData = {
  id: 'meadow',
  title: 'The meadow',
  columns: 0,
  rows: 0,
  width: 24_000,
  height: 16_000,
  legend: {},
  terrain: [],
  level: [],
  hexsides: [],
  areas: [
    { terrain: 'woods', corners: [pointAt(2, 2), pointAt(6, 2), pointAt(6, 6), pointAt(2, 6)] },
    { terrain: '', level: 2, corners: [pointAt(10, 0), pointAt(20, 0), pointAt(15, 9)] },
  ],
  roads: [],
  places: {},
  zones: {},
  exits: {},
  unit: '',
  metres: 0,
};
const GRID: MapData = { ...TABLE, width: 0, height: 0, columns: 12, rows: 9, areas: [] };

describe('points of a measured table', () => {
  it('are packed as the server packs them', () => {
    expect(pointAt(0.012, 0.34)).toBe(13_000_340);
    expect(centre(pointAt(19.2, 26.4))).toEqual({ x: 19.2, y: 26.4 });
  });

  it('are told and read by how far east and south they lie', () => {
    expect(placeText(pointAt(19.2, 6.405))).toBe('19.20, 6.41');
    expect(placeWritten(TABLE, '19.2, 6.4')).toBe(pointAt(19.2, 6.4));
    expect(placeText(931)).toBe('0931');
    expect(placeWritten(GRID, '0931')).toBe(931);
  });

  it('are found under the pointer, and hexes on a grid', () => {
    expect(placeAt(TABLE, 3.1234, 5)).toBe(pointAt(3.123, 5));
    expect(placeAt(GRID, 1, 0.9)).toBe(101);
  });

  it('are stepped over by half a unit and kept on the table', () => {
    expect(stepFrom(TABLE, pointAt(3, 3), 1, 0)).toBe(pointAt(3.5, 3));
    expect(stepFrom(TABLE, pointAt(0.2, 15.9), -1, 1)).toBe(pointAt(0, 16));
    expect(stepFrom(GRID, 101, -1, 1)).toBe(102);
  });

  it('lie about one another in rows for those who do not see the map', () => {
    expect(around(TABLE, pointAt(3, 3)).map(({ cells }) => cells.length)).toEqual([5, 5, 5]);
    expect(around(TABLE, pointAt(0, 0)).map(({ cells }) => cells.length)).toEqual([3, 3]);
    expect(around(GRID, 101)).toEqual([
      { number: 1, cells: [101, 201, 301].map((at, i) => ({ at, number: i + 1 })) },
      { number: 2, cells: [102, 202, 302].map((at, i) => ({ at, number: i + 1 })) },
    ]);
  });

  it('have a middle, and a way to the middle of the table', () => {
    expect(extent(TABLE)).toEqual({ width: 24, height: 16 });
    expect(middleOf(TABLE)).toBe(pointAt(12, 8));
    expect(amid(TABLE, [pointAt(1, 9), pointAt(5, 2), pointAt(9, 4)])).toBe(pointAt(5, 4));
    expect(headingTo(TABLE, pointAt(12, 15))).toBeCloseTo(0);
  });
});

describe('the ground of a measured table', () => {
  const ground = new Ground(TABLE);

  it('has the terrain and the height of the areas over a point', () => {
    expect(ground.terrain(pointAt(3, 3))).toBe('woods');
    expect(ground.terrain(pointAt(15, 3))).toBe('clear');
    expect(ground.level(pointAt(15, 3))).toBe(2);
    expect(ground.highestLevel).toBe(2);
    expect(ground.has(pointAt(24, 16))).toBe(true);
    expect(ground.has(pointAt(24.1, 16))).toBe(false);
  });
});

describe('bases', () => {
  /** A line that looks east: its front is two units from north to south. */
  const shape: Shape = { places: [pointAt(8, 5)], heading: 90, width: 2000, depth: 500 };
  const counter = counterOf(
    { id: 'R1', name: 'Red 1', side: 'red', shape, pips: 4, left: 3 },
    { id: 'meadow', sides: ['red', 'blue'] },
  );

  it('are hit to scale, as they are turned', () => {
    const layout = layOut([counter], [], {});
    expect(hit(layout, 8.2, 5.95)).toBe('R1');
    expect(hit(layout, 8.95, 5)).toBeNull();
  });

  it('cover the points they stand on', () => {
    expect(covers(shape, pointAt(7.8, 4.1))).toBe(true);
    expect(covers(shape, pointAt(7.7, 4.1))).toBe(false);
    expect(isWithin(baseOf(shape)!, 8.3, 5, 0.1)).toBe(true);
  });
});
