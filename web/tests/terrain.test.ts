import { describe, expect, it } from 'vitest';
import hagelberg from '../fixtures/hagelberg-map.json';
import village from '../fixtures/village-map.json';
import type { MapData } from '../src/api/types';
import { Buckets } from '../src/map/buckets';
import { contours } from '../src/map/contours';
import { Field } from '../src/map/field';
import { Ground } from '../src/map/ground';
import { centre } from '../src/map/hexes';
import { mapLook, plainLook } from '../src/map/maplook';
import { hash, stream, valueNoise } from '../src/map/noise';
import { gridAt } from '../src/map/terrain/grid';
import { kindOf, roadCrosses, smoothed } from '../src/map/terrain/roads';

const map = hagelberg as unknown as MapData;
const ground = new Ground(map);

describe('noise', () => {
  it('is the same everywhere and always', () => {
    const random = stream(1813);
    expect([random(), random(), random()].map((v) => v.toFixed(6))).toMatchInlineSnapshot(`
      [
        "0.031705",
        "0.822521",
        "0.277028",
      ]
    `);
    expect(hash(3, 5, 7)).toBe(hash(3, 5, 7));
    expect(hash(3.9, 5.2, 7)).toBe(hash(3, 5, 7));
  });

  it('stays between nought and one and is smooth', () => {
    for (let i = 0; i < 500; i++) {
      const v = valueNoise(i * 0.37, i * 0.11, 3);
      expect(v).toBeGreaterThanOrEqual(0);
      expect(v).toBeLessThan(1);
      expect(Math.abs(v - valueNoise(i * 0.37 + 0.001, i * 0.11, 3))).toBeLessThan(0.01);
    }
  });
});

describe('height field', () => {
  const levels = Field.over(ground, (at) => ground.level(at));
  const heights = levels.blurred(0.62);

  it('is flat in the middle of a plateau and halfway on a slope hexside', () => {
    const { x, y } = centre(2127);
    expect(heights.at(x, y)).toBeCloseTo(4, 1);
    const a = centre(2427);
    const b = centre(2327);
    expect(ground.level(2427) - ground.level(2327)).toBe(-1);
    expect(heights.at((a.x + b.x) / 2, (a.y + b.y) / 2)).toBeCloseTo(3.5, 0);
  });

  it('keeps its sum through a broad blur', () => {
    const mean = (field: Field) => field.values.reduce((a, b) => a + b, 0) / field.values.length;
    expect(mean(levels.softened(1.5))).toBeCloseTo(mean(levels), 1);
    expect(levels.softened(1.5).at(30, 40)).toBeCloseTo(levels.blurred(1.5).at(30, 40), 1);
  });

  it('has contours whose points lie at their height', () => {
    const lines = contours(heights, 2.5);
    expect(lines.length).toBeGreaterThan(0);
    for (const { points } of lines)
      for (let i = 0; i < points.length; i += 40)
        expect(heights.at(points[i]!, points[i + 1]!)).toBeCloseTo(2.5, 2);
  });

  it('closes the contour of a hill', () => {
    const summit = contours(heights, 3.5).filter((line) => line.closed);
    expect(summit.length).toBe(1);
    const p = summit[0]!.points;
    const gap = Math.hypot(p[0]! - p[p.length - 2]!, p[1]! - p[p.length - 1]!);
    expect(gap).toBeLessThan(0.3);
  });
});

describe('roads', () => {
  it('know their kind', () => {
    expect(map.roads.map(kindOf).slice(0, 3)).toEqual(['highroad', 'road', 'road']);
    expect(map.roads.map(kindOf).includes('track')).toBe(true);
  });

  it('pass through every hex they name and leave the map where they reach its border', () => {
    const road = map.roads[0]!;
    const points = smoothed(road, ground);
    for (const at of road.hexes.slice(1, -1)) {
      const { x, y } = centre(at);
      let least = 9;
      for (let i = 0; i < points.length; i += 2)
        least = Math.min(least, Math.hypot(points[i]! - x, points[i + 1]! - y));
      expect(least).toBeLessThan(Math.sqrt(3) / 2);
    }
    expect(points[0]!).toBeGreaterThan(ground.width);
  });

  it('leave the map in even columns too', () => {
    const other = new Ground(village as unknown as MapData);
    const road = other.data.roads.find(({ hexes }) => hexes.includes(1001))!;
    expect(Math.min(...smoothed(road, other).filter((_, i) => i % 2))).toBeLessThan(0);
  });

  it('open a wall that they cross', () => {
    expect(roadCrosses(map, 2426, 2526)).toBe(true);
    expect(roadCrosses(map, 2527, 2526)).toBe(false);
  });
});

describe('grid', () => {
  it('shows more the nearer one looks', () => {
    expect([9, 11, 17, 22, 46].map(gridAt)).toEqual(['none', 'ticks', 'ticks', 'lines', 'lines']);
  });
});

describe('looks of maps', () => {
  it('are found by the scenario', () => {
    expect(mapLook(map).labels.some(({ text }) => text === 'Lübnitz')).toBe(true);
  });

  it('fall back on the names of places', () => {
    const { labels, landmarks } = plainLook({ ...map, id: 'unknown' });
    const kinds = Object.fromEntries(labels.map(({ text, kind }) => [text, kind]));
    expect(kinds).toMatchObject({ Hagelberg: 'town', Steindorf: 'hamlet', Windmill: 'small' });
    expect(kinds.Gardens).toBeUndefined();
    expect(landmarks).toEqual({ Windmill: 'windmill', Summit: 'summit' });
  });
});

describe('buckets', () => {
  it('give exactly what lies in a box', () => {
    const points = Array.from({ length: 400 }, (_, i) => ({
      x: hash(i, 1) * 40,
      y: hash(i, 2) * 40,
    }));
    const box = { x0: 3, y0: 7, x1: 19, y1: 12 };
    const found = new Set(new Buckets(points, (p) => p).within(box));
    for (const p of points)
      expect(found.has(p)).toBe(p.x >= 3 && p.x <= 19 && p.y >= 7 && p.y <= 12);
  });

  it('know what is near', () => {
    const near = new Buckets([{ x: 5, y: 5 }], (p) => p, 1);
    expect(near.hasNear(5.1, 5.1, 0.2)).toBe(true);
    expect(near.hasNear(5.2, 5.2, 0.2)).toBe(false);
  });
});
