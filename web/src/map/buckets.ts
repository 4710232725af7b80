/** Things kept by the cell of the map they lie in, so that a tile asks only for its own. */

export interface Box {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

export class Buckets<T> {
  private readonly cells = new Map<number, T[]>();

  constructor(
    things: Iterable<T>,
    private readonly where: (thing: T) => { x: number; y: number },
    private readonly size = 4,
  ) {
    for (const thing of things) {
      const { x, y } = where(thing);
      const key = this.key(Math.floor(x / size), Math.floor(y / size));
      const cell = this.cells.get(key);
      if (cell) cell.push(thing);
      else this.cells.set(key, [thing]);
    }
  }

  private key(i: number, j: number): number {
    return (i + 500) * 10000 + j + 500;
  }

  /** Does a thing lie nearer than `reach` to the point? */
  hasNear(x: number, y: number, reach: number): boolean {
    const s = this.size;
    for (let j = Math.floor((y - reach) / s); j <= Math.floor((y + reach) / s); j++)
      for (let i = Math.floor((x - reach) / s); i <= Math.floor((x + reach) / s); i++) {
        const cell = this.cells.get(this.key(i, j));
        if (!cell) continue;
        for (let n = 0; n < cell.length; n++) {
          const at = this.where(cell[n]!);
          if ((at.x - x) ** 2 + (at.y - y) ** 2 < reach * reach) return true;
        }
      }
    return false;
  }

  /** All things in the box, cell by cell from north to south. */
  *within(box: Box, margin = 0): Generator<T> {
    const x0 = box.x0 - margin;
    const y0 = box.y0 - margin;
    const x1 = box.x1 + margin;
    const y1 = box.y1 + margin;
    const s = this.size;
    for (let j = Math.floor(y0 / s); j <= Math.floor(y1 / s); j++)
      for (let i = Math.floor(x0 / s); i <= Math.floor(x1 / s); i++)
        for (const thing of this.cells.get(this.key(i, j)) ?? []) {
          const { x, y } = this.where(thing);
          if (x >= x0 && x <= x1 && y >= y0 && y <= y1) yield thing;
        }
  }
}
