/**
 * The battle as it went: any line of it, one after the other or by a slider. The server gives the
 * views, a hundred lines at a time, as this side saw them.
 */

import type { MovingView, Steps } from '../api/wire';
import type { Battle } from './battle.svelte';
import { CHUNK, type Frame, Frames } from './frames';
import { shows } from './history';

/** Milliseconds between two lines at plain speed. */
const PACE = 900;

export class Playback {
  /** The line that is shown; -1 when the table shows what is now. */
  at = $state(-1);
  playing = $state(false);
  speed = $state(1);
  loading = $state(false);
  /** Whose eyes: the own side, or any once the battle is over. */
  side = $state('');
  frame = $state.raw<Frame | null>(null);
  private frames = this.seenBy('');
  private timer = 0;
  /** Set by the table: a line is shown, coming from an older view. */
  shown: (frame: Frame, before: MovingView | null) => void = () => {};

  constructor(private readonly battle: Battle) {}

  get active(): boolean {
    return this.at >= 0;
  }

  /** Shows a line; begins a visit to the past if there is none. */
  async goTo(n: number): Promise<void> {
    if (!this.active) this.look(this.battle.side);
    const to = Math.max(0, Math.min(this.battle.n, n));
    this.at = to;
    const frame = await this.load(to);
    if (!frame || this.at !== to) return;
    const before = this.frame?.n === to - 1 ? this.frame.view : null;
    this.frame = frame;
    this.shown(frame, before);
  }

  /** On or back to the next line in which something can be seen. */
  async step(by: 1 | -1): Promise<void> {
    let n = this.at;
    for (let i = 0; i < 2 * CHUNK; i++) {
      n += by;
      if (n < 0 || n > this.battle.n) break;
      const frame = await this.load(n);
      if (!frame) break;
      if (frame.line && shows(frame.line)) break;
    }
    if (n >= this.battle.n && by > 0) this.playing = false;
    await this.goTo(n);
  }

  async lookAs(side: string): Promise<void> {
    this.frame = null;
    this.look(side);
    await this.goTo(this.at);
  }

  play(from = this.at): void {
    this.playing = true;
    void this.goTo(Math.max(0, from)).then(() => this.next());
  }

  private next(): void {
    clearTimeout(this.timer);
    if (!this.playing || !this.active) return;
    this.timer = window.setTimeout(() => {
      if (!this.playing) return;
      void this.step(1).then(() => this.next());
    }, PACE / this.speed);
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  /** Back to what is now. */
  leave(): void {
    this.pause();
    this.at = -1;
    this.frame = null;
  }

  private look(side: string): void {
    this.side = side;
    this.frames = this.seenBy(side);
  }

  private seenBy(side: string): Frames {
    return new Frames(async (after) => {
      const found = await this.battle.look<Steps>({
        type: 'steps',
        after: Math.min(after, this.battle.n),
        most: CHUNK,
        ...(side === this.battle.side ? {} : { side }),
      });
      return found as unknown as Steps | null;
    });
  }

  private async load(n: number): Promise<Frame | null> {
    const { frames } = this;
    this.loading = true;
    const found = await frames.at(n);
    this.loading = false;
    return frames === this.frames ? found : null;
  }
}
