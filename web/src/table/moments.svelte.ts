/**
 * Moments, beside where they happened, for a breath: dice, what they say and what it costs; a march
 * that stopped, and why; whether somebody obeys.
 */

import type { Hex } from '../api/types';
import type { Line } from '../api/wire';
import { happened } from './history';
import { diceOf, placeOf, wordsOf } from './telling';

/** So long a moment is shown, in milliseconds. */
export const LONG = 1500;
/** So many may wait; of more the earliest are only in the journal. */
const MOST = 3;
/** What is a moment without dice, too. */
const SPEAKS: ReadonlySet<string> = new Set(['stop', 'command']);

export interface Moment {
  readonly n: number;
  /** Nothing where it happened nowhere in particular. */
  readonly at: Hex | null;
  readonly dice: readonly number[];
  /** What the dice decided, and what came of it. */
  readonly words: readonly string[];
  readonly clause: string;
}

/** A line in which dice fell that one may see, a march stopped or somebody had to obey. */
export function momentOf(line: Line, where: (unit: string) => Hex | null): Moment | null {
  const all = happened(line);
  const from = line.dice?.length ? 0 : all.findIndex(({ tone }) => SPEAKS.has(tone ?? ''));
  const told = from < 0 ? [] : all.slice(from);
  const [first] = told;
  if (!first) return null;
  const unit = first.parts.find(({ kind }) => kind === 'unit')?.of;
  const at = placeOf(first) ?? (unit ? where(unit) : null);
  if (!at && first.tone !== 'command') return null;
  const costs = told.slice(1).filter(({ tone, weight }) => tone === 'loss' || weight);
  return {
    n: line.number,
    at,
    dice: diceOf(first).length ? diceOf(first) : (line.dice ?? []),
    words: [first, ...costs.slice(0, 2)].map(({ parts }) => wordsOf(parts)),
    clause: first.clauses?.[0] ?? '',
  };
}

export class Moments {
  now = $state.raw<Moment | null>(null);
  private waiting: Moment[] = [];
  private timer = 0;

  show(lines: readonly Line[], where: (unit: string) => Hex | null, pace = 1): void {
    const found = lines.flatMap((line) => momentOf(line, where) ?? []);
    if (!found.length) return;
    this.waiting = [...this.waiting, ...found].slice(-MOST);
    if (!this.timer) this.next(pace);
  }

  private next(pace: number): void {
    this.now = this.waiting.shift() ?? null;
    this.timer = this.now ? window.setTimeout(() => this.next(pace), LONG / pace) : 0;
  }

  clear(): void {
    clearTimeout(this.timer);
    this.timer = 0;
    this.waiting = [];
    this.now = null;
  }
}
