/** The lines of a battle: which of them count, which were taken back, which are worth telling. */

import type { GameEvent, Line } from '../api/wire';
import { QUIET } from './happenings';

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

/** The answers of a side that this line took back, in the order they were given. */
export function undone(lines: readonly Line[], back: Line, side: string): string[] {
  return counting(lines.filter(({ number }) => number < back.number))
    .filter((line) => line.number > back.back! && line.who === side && line.answer)
    .map((line) => line.answer!);
}

/** How much an event matters to one who was away. */
const WEIGHTS: readonly (readonly [RegExp, number])[] = [
  [/BattleEnded|LeaderKilled|LeaderCaptured/, 9],
  [/Removed|Surrendered|RanOffMap|Trampled|GunsAbandoned/, 8],
  [/Routed|LeaderWounded|MeleeFought|ChargeStruck|Eliminated/, 7],
  [/Disordered|Disrupted|LostIncrements|LostSteps|TookHex|Rallied/, 5],
  [/AssaultDeclared|ChargeBegan|Arrived|ReinforcementsDue|TurnBegan/, 4],
  [/FireResolved|FormationChanged|LeaderMoved/, 2],
];

export function weightOf(event: GameEvent): number {
  if (QUIET.has(event.event)) return 0;
  return WEIGHTS.find(([names]) => names.test(event.event))?.[1] ?? 1;
}

export interface Weighty {
  readonly n: number;
  readonly event: GameEvent;
}

/** The events that matter most, in the order they happened. */
export function weightiest(lines: readonly Line[], most: number): Weighty[] {
  const all = counting(lines).flatMap((line) =>
    (line.events ?? []).map((event) => ({ n: line.number, event, weight: weightOf(event) })),
  );
  const kept = [...all].sort((a, b) => b.weight - a.weight || b.n - a.n).slice(0, most);
  return kept.filter(({ weight }) => weight > 1).sort((a, b) => a.n - b.n);
}

/** Is there anything to be seen in this line? */
export function shows(line: Line): boolean {
  return isBack(line) || (line.events ?? []).some((event) => weightOf(event) > 0);
}
