/** Terrain tiles: which are needed for a window of the map, and which are kept. */

import type { Box } from './buckets';

export const TILE = 512;

/** While the zoom is moving, tiles are drawn from steps of the square root of two. */
const STEP = Math.SQRT2;
const FIRST = 4;

/** The step at or above a scale, so that tiles are only ever made smaller. */
export function stepAbove(scale: number): number {
  const k = Math.ceil(Math.log(scale / FIRST) / Math.log(STEP) - 1e-6);
  return tidy(FIRST * STEP ** k);
}

/** Scales are kept to a thousandth of a pixel, so that equal zooms share their tiles. */
export function tidy(scale: number): number {
  return Math.round(scale * 1000) / 1000;
}

export interface TileId {
  readonly scale: number;
  readonly column: number;
  readonly row: number;
}

export function tileKey({ scale, column, row }: TileId): string {
  return `${scale}/${column}/${row}`;
}

/** The piece of the map that a tile shows. */
export function tileBox({ scale, column, row }: TileId): Box {
  const side = TILE / scale;
  return {
    x0: column * side,
    y0: row * side,
    x1: (column + 1) * side,
    y1: (row + 1) * side,
  };
}

/** The tiles that cover a box of a map of this size, those in the middle first. */
export function tilesFor(box: Box, scale: number, width: number, height: number): TileId[] {
  const side = TILE / scale;
  const c0 = Math.max(0, Math.floor(box.x0 / side));
  const r0 = Math.max(0, Math.floor(box.y0 / side));
  const c1 = Math.min(Math.ceil(width / side), Math.ceil(box.x1 / side)) - 1;
  const r1 = Math.min(Math.ceil(height / side), Math.ceil(box.y1 / side)) - 1;
  const found: TileId[] = [];
  for (let row = r0; row <= r1; row++)
    for (let column = c0; column <= c1; column++) found.push({ scale, column, row });
  const mx = (box.x0 + box.x1) / 2 / side - 0.5;
  const my = (box.y0 + box.y1) / 2 / side - 0.5;
  const far = (tile: TileId) => Math.hypot(tile.column - mx, tile.row - my);
  return found.sort((a, b) => far(a) - far(b) || a.row - b.row || a.column - b.column);
}

export function overlaps(a: Box, b: Box): boolean {
  return a.x0 < b.x1 && a.x1 > b.x0 && a.y0 < b.y1 && a.y1 > b.y0;
}

/** A store that forgets what was used longest ago. */
export class Lru<T> {
  private readonly held = new Map<string, T>();

  constructor(
    private readonly most: number,
    private readonly dropped: (value: T) => void = () => {},
  ) {}

  get size(): number {
    return this.held.size;
  }

  get(key: string): T | undefined {
    const value = this.held.get(key);
    if (value !== undefined) {
      this.held.delete(key);
      this.held.set(key, value);
    }
    return value;
  }

  /** Looks without counting it as a use. */
  peek(key: string): T | undefined {
    return this.held.get(key);
  }

  set(key: string, value: T): void {
    const before = this.held.get(key);
    if (before !== undefined) {
      this.held.delete(key);
      if (before !== value) this.dropped(before);
    }
    this.held.set(key, value);
    while (this.held.size > this.most) {
      const [oldest, old] = this.held.entries().next().value as [string, T];
      this.held.delete(oldest);
      this.dropped(old);
    }
  }

  *values(): Generator<T> {
    yield* this.held.values();
  }

  clear(): void {
    for (const value of this.held.values()) this.dropped(value);
    this.held.clear();
  }
}
