/** Lines of the battle told in sentences, and as movements of plates on the map. */

import type { Hex, UnitId } from '../api/types';
import type { Line, MovingView } from '../api/wire';
import { said } from '../i18n/index.svelte';
import type { Battle } from './battle.svelte';
import { gathered, happening } from './happenings';

/** Every event in the words of the catalogue, with the names of units. */
export function told(battle: Battle, lines: readonly Line[]): string[] {
  return lines.flatMap((line) =>
    gathered(line.events ?? []).map((each) => {
      const { event } = each;
      if (event.event === 'SegmentBegan') return said('long', String(event.segment));
      if (event.event === 'SequenceBegan') return battle.sideName(String(event.side));
      return named(
        battle,
        happening(each, (side) => battle.sideName(side)),
      );
    }),
  );
}

/** Ids of units and leaders made into their names. */
export function named(battle: Battle, sentence: string): string {
  return sentence.replace(/[\p{L}][\p{L}\d]*\d/gu, (id) => battle.names.unit(id));
}

/** The way each unit took through these lines, from where it stood before. */
export function waysOf(lines: readonly Line[], before: MovingView): Map<UnitId, Hex[]> {
  const ways = new Map<UnitId, Hex[]>();
  const step = (unit: UnitId, to: Hex) => {
    const from = before.counters[unit]?.shape;
    const start = from?.places[Math.min(from.main ?? 0, from.places.length - 1)];
    const way = ways.get(unit) ?? (start ? [start] : []);
    if (way[way.length - 1] !== to) way.push(to);
    ways.set(unit, way);
  };
  for (const line of lines)
    for (const event of line.events ?? []) {
      const { unit, hexes, to: end } = event;
      const to = Array.isArray(hexes) ? hexes[0] : event.event === 'Moved' ? end : undefined;
      if (typeof to !== 'number') continue;
      const movers = Array.isArray(event.units) ? event.units : [unit];
      for (const each of movers) if (typeof each === 'string') step(each, to);
    }
  for (const [unit, way] of ways) if (way.length < 2) ways.delete(unit);
  return ways;
}

/** The hex where something happened in this line. */
export function placeOfLine(line: Line): Hex | null {
  for (const event of line.events ?? [])
    for (const value of [event.hexes, event.at, event.target, event.to]) {
      const at = Array.isArray(value) ? value[0] : value;
      if (typeof at === 'number' && at > 100) return at;
    }
  return null;
}
