/** Lines of a battle with the view after each, fetched a hundred at a time. */

import { changed } from '../api/merge';
import type { Line, MovingView, Steps } from '../api/wire';

export interface Frame {
  readonly n: number;
  readonly view: MovingView;
  readonly line: Line | null;
}

export const CHUNK = 100;

export class Frames {
  private readonly held = new Map<number, Frame>();

  /** `fetch` gives the way from a line on, or nothing. */
  constructor(private readonly fetch: (after: number) => Promise<Steps | null>) {}

  async at(n: number): Promise<Frame | null> {
    if (!this.held.has(n)) {
      const found = await this.fetch(Math.floor(Math.max(0, n - 1) / CHUNK) * CHUNK);
      if (found) this.keep(found);
    }
    return this.held.get(n) ?? null;
  }

  private keep({ after, view, steps }: Steps): void {
    let now = view;
    if (!after) this.held.set(0, { n: 0, view: now, line: null });
    for (const { n, line, change } of steps) {
      now = changed(now, change);
      this.held.set(n, { n, view: now, line });
    }
  }
}
