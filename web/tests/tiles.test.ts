import { describe, expect, it } from 'vitest';
import { fitted } from '../src/map/camera';
import { Lru, overlaps, stepAbove, TILE, tidy, tileBox, tileKey, tilesFor } from '../src/map/tiles';

describe('tiles', () => {
  it('cover a window without gap or overlap', () => {
    const box = { x0: 10.2, y0: 7.7, x1: 33.8, y1: 22.1 };
    const tiles = tilesFor(box, 64, 84, 91);
    const boxes = tiles.map(tileBox);
    for (let x = box.x0; x < box.x1; x += 0.5)
      for (let y = box.y0; y < box.y1; y += 0.5)
        expect(boxes.filter((b) => x >= b.x0 && x < b.x1 && y >= b.y0 && y < b.y1).length).toBe(1);
    expect(new Set(tiles.map(tileKey)).size).toBe(tiles.length);
  });

  it('never lie wholly off the map', () => {
    const map = { x0: 0, y0: 0, x1: 84.5, y1: 90.9 };
    const tiles = tilesFor({ x0: -50, y0: -50, x1: 200, y1: 200 }, 20, map.x1, map.y1);
    expect(tiles.every((id) => overlaps(tileBox(id), map))).toBe(true);
    expect(tilesFor({ x0: -50, y0: -50, x1: -10, y1: -10 }, 20, map.x1, map.y1)).toEqual([]);
  });

  it('come from the middle outwards', () => {
    const tiles = tilesFor({ x0: 0, y0: 0, x1: 60, y1: 60 }, 40, 84, 91);
    const [first] = tiles;
    expect(tileBox(first!).x0).toBeLessThanOrEqual(30);
    expect(tileBox(first!).x1).toBeGreaterThanOrEqual(30);
  });

  it('are 512 pixels wide at their zoom', () => {
    const { x0, x1 } = tileBox({ scale: 37, column: 3, row: 0 });
    expect((x1 - x0) * 37).toBeCloseTo(TILE);
  });

  it('are only made smaller while the zoom moves', () => {
    for (let scale = 4; scale < 200; scale *= 1.07) {
      const step = stepAbove(scale);
      expect(step).toBeGreaterThanOrEqual(scale * 0.999);
      expect(step / scale).toBeLessThan(Math.SQRT2 * 1.001);
    }
    expect(stepAbove(stepAbove(31))).toBe(stepAbove(31));
    expect(tidy(15.00049)).toBe(15);
  });
});

describe('the store of tiles', () => {
  it('forgets what was used longest ago', () => {
    const gone: string[] = [];
    const store = new Lru<string>(2, (value) => gone.push(value));
    store.set('a', 'A');
    store.set('b', 'B');
    store.get('a');
    store.set('c', 'C');
    expect(gone).toEqual(['B']);
    expect(store.peek('a')).toBe('A');
    store.clear();
    expect(gone.sort()).toEqual(['A', 'B', 'C']);
  });
});

describe('the camera', () => {
  it('fits a map into a window', () => {
    const { scale, x, y } = fitted({ x0: 0, y0: 0, x1: 84, y1: 91 }, 1440, 900, 40);
    expect(scale).toBeCloseTo(820 / 91);
    expect((0 - y) * scale).toBeCloseTo(40);
    expect((84 / 2 - x) * scale).toBeCloseTo(720);
  });
});
