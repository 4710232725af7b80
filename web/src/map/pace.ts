/** Can the machine keep up? Watches the time between frames while the window moves. */

const TOO_LONG = 20;
/** A pause longer than this says nothing about speed. */
const PAUSE = 250;
/** After so long at rest the machine is given another chance. */
const FORGET = 8000;
const WEIGHT = 0.25;
const USUAL = 16;

export class Pace {
  private last = 0;
  private moved = 0;
  private between = USUAL;
  private slow = false;

  /** True where smoothing in motion costs too much; at rest everything is smooth anyway. */
  get isSlow(): boolean {
    return this.slow;
  }

  frame(now: number, moving: boolean): void {
    const gap = now - this.last;
    this.last = now;
    if (!moving) return;
    if (now - this.moved > FORGET) {
      this.slow = false;
      this.between = USUAL;
    }
    this.moved = now;
    if (gap > PAUSE) return;
    this.between += (gap - this.between) * WEIGHT;
    if (this.between > TOO_LONG) this.slow = true;
  }
}
