/** Lines of the battle as they were told, and as movements of plates on the map. */

import type { Part, Telling } from '../api/documents';
import type { Hex, UnitId } from '../api/types';
import type { Line, MovingView } from '../api/wire';

/** Parts of a sentence as plain words. */
export const wordsOf = (parts: readonly Part[]) => parts.map(({ text }) => text).join('');

/** The dice that a sentence itself tells. */
export function diceOf({ parts }: Telling): number[] {
  const said = parts.filter(({ kind }) => kind === 'die').map(({ text }) => text);
  return said.flatMap((text) => (text.match(/\d/g) ?? []).map(Number));
}

/** Everything that was told, a sentence each. */
export function told(lines: readonly Line[]): string[] {
  return tellingsOf(lines).map(({ parts }) => wordsOf(parts));
}

export function tellingsOf(lines: readonly Line[]): Telling[] {
  return lines.flatMap(({ tellings }) => tellings ?? []);
}

/** The place that a sentence speaks of first. */
export function placeOf(telling: Telling): Hex | null {
  const part = telling.parts.find(({ kind }) => kind === 'place');
  return part ? Number(part.of) : null;
}

/** The place that a sentence ends at: where a march led, not where it began. */
export function lastPlaceOf(telling: Telling): Hex | null {
  const part = telling.parts.findLast(({ kind }) => kind === 'place');
  return part ? Number(part.of) : null;
}

/** The same, or where what else came of it ended; nothing for what is about nobody and nowhere. */
export function endOfTelling(telling: Telling, besides: readonly Telling[]): Hex | null {
  if (!telling.parts.some(({ kind }) => kind === 'place' || kind === 'unit')) return null;
  return [telling, ...besides].map(lastPlaceOf).find((at) => at !== null) ?? null;
}

/** The place where something happened in this line. */
export function placeOfLine(line: Line): Hex | null {
  for (const telling of line.tellings ?? []) {
    const at = placeOf(telling);
    if (at) return at;
  }
  return null;
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
