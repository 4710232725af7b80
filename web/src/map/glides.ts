/** Pieces on their way: the result is applied first, the movement only tells it afterwards. */

import type { Hex, UnitId } from '../api/types';
import type { Point } from './hexes';
import { centre } from './places';

/** Milliseconds to a hex, and for a whole way. */
export const PER_HEX = 140;
export const LONGEST = 900;

interface Glide {
  readonly points: readonly Point[];
  readonly began: number;
  readonly takes: number;
  readonly done: () => void;
}

export class Glides {
  private readonly running = new Map<UnitId, Glide>();
  readonly shifts = new Map<UnitId, Point>();

  /** Resolves when the piece has arrived, or was told to skip. */
  start(unit: UnitId, path: readonly Hex[], now: number, speed = 1): Promise<void> {
    this.skip(unit);
    if (path.length < 2) return Promise.resolve();
    const takes = Math.min(LONGEST, PER_HEX * (path.length - 1)) / speed;
    return new Promise((done) => {
      this.running.set(unit, { points: path.map(centre), began: now, takes, done });
      this.shifts.set(unit, centre(path[0]!));
    });
  }

  get active(): boolean {
    return this.running.size > 0;
  }

  /** Moves everything to where it is at this moment. */
  tick(now: number): void {
    for (const [unit, glide] of this.running) {
      const t = (now - glide.began) / glide.takes;
      if (t >= 1) this.skip(unit);
      else this.shifts.set(unit, along(glide.points, Math.max(0, t)));
    }
  }

  skip(unit: UnitId): void {
    const glide = this.running.get(unit);
    this.running.delete(unit);
    this.shifts.delete(unit);
    glide?.done();
  }

  skipAll(): void {
    for (const unit of [...this.running.keys()]) this.skip(unit);
  }
}

export function along(points: readonly Point[], t: number): Point {
  const eased = t * t * (3 - 2 * t);
  const at = eased * (points.length - 1);
  const i = Math.min(points.length - 2, Math.floor(at));
  const a = points[i]!;
  const b = points[i + 1]!;
  const u = at - i;
  return { x: a.x + (b.x - a.x) * u, y: a.y + (b.y - a.y) * u };
}
