import { beforeAll, describe, expect, it } from 'vitest';
import { along, Glides, LONGEST } from '../src/map/glides';
import { centre, neighbours } from '../src/map/hexes';
import { fontOf, freed, styleOf } from '../src/map/labels';
import { type Front, frontAt } from '../src/map/overlays/fronts';
import { border, outlinePath } from '../src/map/overlays/outline';
import { Pace } from '../src/map/pace';

class Path {
  moves = 0;
  lines = 0;
  closed = 0;
  moveTo() {
    this.moves++;
  }
  lineTo() {
    this.lines++;
  }
  closePath() {
    this.closed++;
  }
}

beforeAll(() => {
  (globalThis as unknown as { Path2D: unknown }).Path2D = Path;
});

describe('arrows about a piece', () => {
  const { x, y } = centre(2020);
  const fronts: Front[] = [0, 60, 180].map((heading) => ({
    id: `${heading}`,
    places: [2020],
    heading,
    chosen: false,
  }));

  it('are pressed at the side of the hex that they point through', () => {
    expect(frontAt(fronts, 40, x, y - 1.04)?.id).toBe('0');
    expect(frontAt(fronts, 40, x, y + 1.04)?.id).toBe('180');
  });

  it('leave the piece, its neighbours and a map seen from afar alone', () => {
    expect(frontAt(fronts, 40, x, y)).toBeNull();
    for (const near of neighbours(2020)) {
      const { x: nx, y: ny } = centre(near);
      expect(frontAt(fronts, 26, nx, ny)).toBeNull();
    }
    expect(frontAt(fronts, 20, x, y - 1.04)).toBeNull();
  });
});

describe('outlines', () => {
  it('have six sides around one hex and eighteen around seven', () => {
    expect(border(new Set([2020])).length).toBe(6);
    expect(border(new Set([2020, ...neighbours(2020)])).length).toBe(18);
  });

  it('run in one chain around a set, and in one more around a hole', () => {
    const ring = new Set(neighbours(2020));
    const path = outlinePath(ring) as unknown as Path;
    expect(path.closed).toBe(2);
    expect(path.moves + path.lines).toBe(border(ring).length);
  });
});

describe('gliding', () => {
  it('goes from the first hex to the last and is then over', async () => {
    const glides = new Glides();
    const arrived = glides.start('F1', [2020, 2021, 2022], 1000);
    glides.tick(1000);
    expect(glides.shifts.get('F1')).toEqual(centre(2020));
    glides.tick(1140);
    expect(glides.shifts.get('F1')!.y).toBeCloseTo(centre(2021).y);
    glides.tick(1000 + LONGEST);
    await arrived;
    expect(glides.active).toBe(false);
    expect(glides.shifts.size).toBe(0);
  });

  it('can be skipped', async () => {
    const glides = new Glides();
    const arrived = glides.start('F1', [2020, 2021], 0);
    glides.skipAll();
    await arrived;
    expect(glides.shifts.size).toBe(0);
  });

  it('starts and ends gently', () => {
    const points = [
      { x: 0, y: 0 },
      { x: 10, y: 0 },
    ];
    expect(along(points, 0.05).x).toBeLessThan(0.2);
    expect(along(points, 0.5).x).toBeCloseTo(5);
  });
});

describe('labels', () => {
  it('moves a name off another, and leaves it out where there is no room', () => {
    const town = { x: 100, y: 100, wide: 80, high: 16 };
    const yard = { x: 110, y: 104, wide: 60, high: 14 };
    const below = freed(yard, [town])!;
    expect(below.y).toBeGreaterThan(100 + (16 + 14) / 2 - 1);
    expect(freed(yard, [{ ...town, high: 200 }])).toBeNull();
    expect(freed(yard, [])).toEqual(yard);
  });

  it('are never below eleven pixels', () => {
    for (const kind of ['town', 'hamlet', 'small', 'way', 'hill', 'wood'] as const)
      for (const scale of [4, 9, 30, 100]) {
        const style = styleOf({ text: 'x', kind, column: 1, row: 1, size: 0.5 }, scale);
        expect(style.size).toBeGreaterThanOrEqual(11);
      }
  });

  it('write the slant before the size', () => {
    const style = styleOf({ text: 'x', kind: 'hamlet', column: 1, row: 1 }, 20);
    expect(fontOf(style, 2)).toMatch(/^italic 400 38px 'IM Fell/);
  });
});

describe('pace', () => {
  it('notices a machine that cannot keep up, and forgives after a rest', () => {
    const pace = new Pace();
    let now = 10000;
    const frames = (count: number, gap: number) => {
      for (let i = 0; i < count; i++) {
        now += gap;
        pace.frame(now, true);
      }
      return pace.isSlow;
    };
    expect(frames(30, 16.7)).toBe(false);
    expect(frames(10, 50)).toBe(true);
    expect(frames(1, 20000)).toBe(false);
  });
});
