/** A large battle for measuring: 6,000 hexes and 1,200 counters, made of Hagelberg's. */

import type { MapData } from '../src/api/types';
import type { Counter } from '../src/map/counters/model';
import type { MapPieces } from '../src/map/MapView';
import { hash } from '../src/map/noise';

const COLUMNS = 100;
const ROWS = 60;
export const COUNTERS = 1200;

export function grandMap(map: MapData): MapData {
  const wide = (rows: readonly string[]) =>
    Array.from({ length: ROWS }, (_, r) => {
      const row = rows[r < rows.length ? r : 2 * rows.length - r - 2]!;
      const turned = [...row].reverse().join('');
      return (row + turned).slice(0, COLUMNS);
    });
  return {
    ...map,
    id: 'grand',
    title: 'Measuring ground',
    columns: COLUMNS,
    rows: ROWS,
    terrain: wide(map.terrain),
    level: wide(map.level),
  };
}

export function grandPieces(map: MapData, models: readonly Counter[]): MapPieces {
  const counters: Counter[] = [];
  const stacks: Record<string, string[]> = {};
  const single = models.filter((counter) => counter.hexes.length === 1);
  for (let n = 0; counters.length < COUNTERS; n++) {
    const column = 1 + Math.floor(hash(n, 1, 77) * map.columns);
    const row = 1 + Math.floor(hash(n, 2, 77) * map.rows);
    const at = 100 * column + row;
    const model = single[Math.floor(hash(n, 3, 77) * single.length)]!;
    const id = `${model.id}-${n}`;
    const strength = 1 + Math.floor(hash(n, 5, 77) * model.increments);
    const facing = Math.floor(hash(n, 4, 77) * 6);
    counters.push({ ...model, id, hexes: [at], facing, strength, name: `${n}/${model.name}` });
    const stack = stacks[at] ?? [];
    stack.push(id);
    stacks[at] = stack;
  }
  return { counters, leaders: [], stacks };
}
