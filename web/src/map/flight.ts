/** A short flight of the window from one view to another, through the middle of both. */

export interface WindowAt {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

const TAKES = 320;

export class Flight {
  private asked = 0;

  get active(): boolean {
    return this.asked !== 0;
  }

  start(
    from: WindowAt,
    to: WindowAt,
    size: { readonly width: number; readonly height: number },
    put: (view: WindowAt) => void,
  ): void {
    this.land();
    const began = performance.now();
    const step = (now: number) => {
      const t = Math.max(0, Math.min(1, (now - began) / TAKES));
      this.asked = t < 1 ? requestAnimationFrame(step) : 0;
      put(between(from, to, size, t * t * (3 - 2 * t)));
    };
    this.asked = requestAnimationFrame(step);
  }

  land(): void {
    if (this.asked) cancelAnimationFrame(this.asked);
    this.asked = 0;
  }
}

/** The view a share `t` of the way along; the zoom changes evenly to the eye. */
export function between(
  from: WindowAt,
  to: WindowAt,
  size: { readonly width: number; readonly height: number },
  t: number,
): WindowAt {
  const scale = from.scale * (to.scale / from.scale) ** t;
  const middle = (start: number, end: number, length: number) => {
    const a = start + length / 2 / from.scale;
    const b = end + length / 2 / to.scale;
    return a + (b - a) * t - length / 2 / scale;
  };
  return {
    x: middle(from.x, to.x, size.width),
    y: middle(from.y, to.y, size.height),
    scale,
  };
}
