/**
 * The other side's part, told as it happens: each step for its time, however fast it was played.
 * The table is already where the last line left it; only what is shown comes later.
 */

import type { Hex } from '../api/types';
import type { Line, MovingView } from '../api/wire';
import { prefs } from '../ui/prefs.svelte';
import type { Battle } from './battle.svelte';
import { shows } from './history';
import { placeOfLine, told, waysOf } from './telling';

export interface Step {
  readonly lines: readonly Line[];
  readonly before: MovingView;
  readonly view: MovingView;
}

/** Milliseconds at plain speed: a hex of a march, the longest march, dice, anything else. */
const HEX = 140;
const MARCH = 900;
const DICE = 1600;
const OTHER = 500;
/** What waits to be told is never further behind than this. */
const BEHIND = 20_000;
/** So many lines of the other side are worth a summary. */
export const WORTH = 4;
export const SPEEDS = [1, 2, 4] as const;

/** How long a step is shown at plain speed; what shows nothing takes no time. */
export function lasts({ lines, before }: Step): number {
  if (!lines.some(shows)) return 0;
  if (lines.some(({ dice }) => dice?.length)) return DICE;
  const hexes = Math.max(0, ...[...waysOf(lines, before).values()].map((way) => way.length - 1));
  return hexes ? Math.min(MARCH, hexes * HEX) : OTHER;
}

export class Following {
  step = $state.raw<Step | null>(null);
  paused = $state(false);
  /** Does the map go where something happens? */
  follow = $state(true);
  /** The line after which the other side has played; -1 where it has not. */
  from = $state(-1);
  waiting = $state(0);
  private queue: Step[] = [];
  private timer = 0;
  /** Set by the table: a step is shown. */
  shown: (step: Step, at: Hex | null) => void = () => {};

  constructor(private readonly battle: Battle) {}

  get active(): boolean {
    return this.step !== null;
  }
  get words(): string {
    return this.step ? (told(this.step.lines).at(-1) ?? '') : '';
  }
  get speed(): number {
    return prefs.kept.pace;
  }

  /** Lines came. Gives whether they are told here; else they are shown at once, as one's own are. */
  hear(lines: readonly Line[], before: MovingView): boolean {
    const { battle } = this;
    const own = battle.isComputer(battle.side) ? '' : battle.side;
    if (own && lines.some(({ who }) => who === own)) {
      this.from = -1;
      this.skip();
      return false;
    }
    if (this.from < 0 && lines.length) this.from = lines[0]!.number - 1;
    if (prefs.still || battle.cover || !battle.moving) return false;
    this.queue.push({ lines, before, view: battle.moving });
    this.waiting = this.queue.length;
    if (!this.timer && !this.paused) this.next();
    return true;
  }

  private readonly next = (): void => {
    this.timer = 0;
    const step = this.queue.shift();
    this.waiting = this.queue.length;
    this.step = step ?? null;
    if (!step) return;
    const place = step.lines.map(placeOfLine).find((at) => at !== null) ?? null;
    this.shown(step, place);
    const behind = this.queue.reduce((sum, each) => sum + lasts(each), 0) / this.speed;
    const time = lasts(step) / this.speed / Math.max(1, behind / BEHIND);
    this.timer = window.setTimeout(this.next, time);
  };

  pause(): void {
    this.paused = !this.paused;
    clearTimeout(this.timer);
    this.timer = 0;
    if (!this.paused) this.next();
  }

  /** On to what is now. */
  skip(): void {
    clearTimeout(this.timer);
    this.timer = 0;
    this.queue = [];
    this.waiting = 0;
    this.paused = false;
    this.step = null;
  }
}
