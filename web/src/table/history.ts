/** The lines of a battle: which of them count, which were taken back, which are worth telling. */

import type { Telling } from '../api/documents';
import type { Line } from '../api/wire';

const isBack = (line: Line) =>
  line.back !== undefined && line.back !== null && line.purpose !== 'refused';

/** The lines that count at the end: what was taken back is left out. */
export function counting(lines: readonly Line[]): Line[] {
  const held: Line[] = [];
  for (const line of lines) {
    if (isBack(line)) while (held.length && held[held.length - 1]!.number > line.back!) held.pop();
    else held.push(line);
  }
  return held;
}

/** The number of the line after which one is missing up to the last; nothing where all are there. */
export function missing(lines: readonly Line[], last: number): number | null {
  const found = lines.find(
    ({ number }, i) => number !== last && lines[i + 1]?.number !== number + 1,
  );
  return found?.number ?? null;
}

/** The answers of a side that this line took back, in the order they were given. */
export function undone(lines: readonly Line[], back: Line, side: string): string[] {
  return counting(lines.filter(({ number }) => number < back.number))
    .filter((line) => line.number > back.back! && line.who === side && line.answer)
    .map((line) => line.answer!);
}

export interface Weighty {
  readonly n: number;
  readonly telling: Telling;
  /** What else came of the same answer or throw. */
  readonly besides: readonly Telling[];
}

const HEADS: ReadonlySet<string> = new Set(['turn', 'segment']);

/** What a line tells that happened to somebody: no headings. */
export const happened = (line: Line) =>
  (line.tellings ?? []).filter(({ tone }) => !HEADS.has(tone ?? ''));

export const weightOf = ({ weight, tone }: Telling) => weight || (tone === 'loss' ? 1 : 0);

/** What matters most of what was told: of every line one thing, the latest before the earliest, in
 * the order it happened. */
export function weightiest(lines: readonly Line[], most: number): Weighty[] {
  const all = counting(lines).flatMap((line): Weighty[] => {
    const told = happened(line);
    const [telling] = [...told].sort((a, b) => weightOf(b) - weightOf(a));
    if (!telling) return [];
    return [{ n: line.number, telling, besides: told.filter((each) => each !== telling) }];
  });
  const kept = all.sort((a, b) => weightOf(b.telling) - weightOf(a.telling) || b.n - a.n);
  return kept.slice(0, most).sort((a, b) => a.n - b.n);
}

/** Is there anything to be seen in this line? */
export function shows(line: Line): boolean {
  return isBack(line) || (line.tellings ?? []).length > 0;
}
