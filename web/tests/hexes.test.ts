import { describe, expect, it } from 'vitest';
import hagelberg from '../fixtures/hagelberg-map.json';
import type { MapData } from '../src/api/types';
import { Ground } from '../src/map/ground';
import {
  centre,
  centreX,
  centreY,
  distance,
  extent,
  hexAt,
  hexName,
  hexsideEnds,
  neighbour,
  neighbours,
  sideAngle,
  vertexAngle,
} from '../src/map/hexes';

const ground = new Ground(hagelberg as unknown as MapData);

describe('hexes', () => {
  it('print as on the map', () => {
    expect(hexName(101)).toBe('0101');
    expect(hexName(4107)).toBe('4107');
  });

  it('have the neighbours that the engine gives them', () => {
    expect(hexName(neighbour(2020, 2))).toBe('2121');
    expect(hexName(neighbour(2021, 1))).toBe('2121');
    expect(neighbours(2020)).toEqual([2019, 2120, 2121, 2021, 1921, 1920]);
    expect(neighbours(2120)).toEqual([2119, 2219, 2220, 2121, 2020, 2019]);
  });

  it('are as far apart as the engine says', () => {
    expect(distance(1010, 1210)).toBe(2);
    expect(distance(4107, 4107)).toBe(0);
    expect(distance(101, 5652)).toBe(79);
  });

  it('lie lower in even columns', () => {
    expect(centreY(201) - centreY(101)).toBeCloseTo(Math.sqrt(3) / 2);
    expect(centreX(201) - centreX(101)).toBe(1.5);
  });

  it('lie one width from each neighbour, in the way of its side', () => {
    for (const at of [101, 2020, 2121, 5652])
      for (let side = 0; side < 6; side++) {
        const a = centre(at);
        const b = centre(neighbour(at, side));
        expect(Math.hypot(b.x - a.x, b.y - a.y)).toBeCloseTo(Math.sqrt(3));
        expect(Math.atan2(b.y - a.y, b.x - a.x)).toBeCloseTo(wrapped(sideAngle(side)));
      }
  });

  it('share the ends of a hexside with the hex across it', () => {
    const [a, b] = hexsideEnds(2020, 1);
    const [c, d] = hexsideEnds(neighbour(2020, 1), 4);
    expect([a.x, a.y, b.x, b.y].map(tidy)).toEqual([d.x, d.y, c.x, c.y].map(tidy));
  });

  it('have vertex v between the sides v and v + 1', () => {
    for (let v = 0; v < 6; v++)
      expect(vertexAngle(v)).toBeCloseTo((sideAngle(v) + sideAngle(v + 1)) / 2);
  });

  it('are found again from any point inside them', () => {
    for (const at of ground.hexes()) {
      const { x, y } = centre(at);
      for (const [dx, dy] of [
        [0, 0],
        [0.6, 0.3],
        [-0.85, 0],
        [0.3, -0.8],
        [-0.4, 0.7],
      ] as const)
        expect(hexAt(x + dx, y + dy)).toBe(at);
    }
  });
});

describe('ground', () => {
  it('reads terrain and levels by hex', () => {
    expect(ground.terrain(2426)).toBe('village');
    expect(ground.terrain(2830)).toBe('clear');
    expect(ground.terrain(101)).toBe('woods');
    expect(ground.level(2127)).toBe(4);
    expect(ground.highestLevel).toBe(4);
  });

  it('goes on beyond its border as at the border', () => {
    expect(ground.terrain(1)).toBe('woods');
    expect(ground.has(1)).toBe(false);
    expect(ground.has(5652)).toBe(true);
    expect(ground.has(5653)).toBe(false);
  });

  it('is as large as its hexes need', () => {
    expect(extent(56, 52)).toEqual({ width: ground.width, height: ground.height });
    const last = centre(5652);
    expect(last.x + 1).toBeCloseTo(ground.width);
    expect(last.y + Math.sqrt(3) / 2).toBeCloseTo(ground.height);
  });
});

function tidy(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

function wrapped(angle: number): number {
  return Math.atan2(Math.sin(angle), Math.cos(angle));
}
