/** A map as the painter and the hit test read it. Static: made once for each map. */

import type { Area, Hex, MapData, Place } from '../api/types';
import { trace } from './canvas';
import { columnOf, hexOf, R3, rowOf } from './hexes';
import { centre, centreX, centreY, extent, isMeasured } from './places';

/** A stretch of a measured table, its corners on the plane. */
interface Stretch {
  readonly of: Area;
  readonly corners: readonly number[];
}

/** Points of a hexagon that say whether a stretch reaches into it. */
const FEELERS = [0, 1, 2, 3, 4, 5].map((i) => (i * Math.PI) / 3);

export class Ground {
  readonly columns: number;
  readonly rows: number;
  readonly measured: boolean;
  /** Size on the drawing plane, in hex sides. */
  readonly width: number;
  readonly height: number;
  private readonly stretches: readonly Stretch[];

  constructor(readonly data: MapData) {
    this.columns = data.columns;
    this.rows = data.rows;
    this.measured = isMeasured(data);
    const { width, height } = extent(data);
    this.width = width;
    this.height = height;
    this.stretches = data.areas.map((of) => ({
      of,
      corners: of.corners.flatMap((at) => [centreX(at), centreY(at)]),
    }));
  }

  has(at: Place): boolean {
    if (this.measured) {
      const { x, y } = centre(at);
      return x >= 0 && y >= 0 && x <= this.width && y <= this.height;
    }
    const column = columnOf(at);
    const row = rowOf(at);
    return column >= 1 && column <= this.columns && row >= 1 && row <= this.rows;
  }

  /** The hex itself, or the one on the border that it looks out from. */
  private clamped(at: Hex): [column: number, row: number] {
    return [
      Math.max(1, Math.min(this.columns, columnOf(at))),
      Math.max(1, Math.min(this.rows, rowOf(at))),
    ];
  }

  /** The name of the terrain; off the map it goes on as at the border. */
  terrain(at: Place): string {
    if (this.measured) return this.terrainAt(centreX(at), centreY(at));
    const [column, row] = this.clamped(at);
    const sign = this.data.terrain[row - 1]?.[column - 1] ?? '.';
    return this.data.legend[sign] ?? 'clear';
  }

  level(at: Place): number {
    if (this.measured) return this.levelAt(centreX(at), centreY(at));
    const [column, row] = this.clamped(at);
    return Number(this.data.level[row - 1]?.[column - 1] ?? 0);
  }

  /** Of a measured table: what lies at a point, the last written over the others. */
  terrainAt(x: number, y: number): string {
    const here = this.stretches.filter(({ of, corners }) => of.terrain && inside(corners, x, y));
    return here[here.length - 1]?.of.terrain ?? 'clear';
  }

  levelAt(x: number, y: number): number {
    return this.stretches.reduce(
      (most, { of, corners }) =>
        (of.level ?? 0) > most && inside(corners, x, y) ? of.level! : most,
      0,
    );
  }

  *hexes(): Generator<Hex> {
    for (let column = 1; column <= this.columns; column++)
      for (let row = 1; row <= this.rows; row++) yield hexOf(column, row);
  }

  /** The hexes of these terrains; of a measured table those of a lattice that they reach into. */
  hexesOf(...terrains: string[]): Hex[] {
    if (!this.measured)
      return [...this.hexes()].filter((at) => terrains.includes(this.terrain(at)));
    const corners = this.stretches
      .filter(({ of }) => terrains.includes(of.terrain))
      .map((stretch) => stretch.corners);
    const found: Hex[] = [];
    for (let column = 1; column <= Math.ceil(this.width / 1.5) + 1; column++)
      for (let row = 1; row <= Math.ceil(this.height / R3) + 1; row++) {
        const { x, y } = centre(hexOf(column, row));
        const feels = (a: number) =>
          corners.some((c) => inside(c, x + 0.9 * Math.cos(a), y + 0.9 * Math.sin(a)));
        if (corners.some((c) => inside(c, x, y)) || FEELERS.some(feels))
          found.push(hexOf(column, row));
      }
    return found;
  }

  /** The edge of these terrains, where it is drawn as it was measured. */
  edge(...terrains: string[]): Path2D | null {
    if (!this.measured) return null;
    const path = new Path2D();
    for (const { of, corners } of this.stretches)
      if (terrains.includes(of.terrain)) trace(path, corners, true);
    return path;
  }

  get highestLevel(): number {
    const digits = this.data.level.flatMap((row) => [...row].map(Number));
    return Math.max(0, ...digits, ...this.data.areas.map(({ level = 0 }) => level));
  }
}

/** Is a point within corners x0, y0, x1, y1 ...? */
export function inside(corners: readonly number[], x: number, y: number): boolean {
  let found = false;
  for (let i = 0, j = corners.length - 2; i < corners.length; j = i, i += 2) {
    const [ax = 0, ay = 0, bx = 0, by = 0] = [
      corners[i],
      corners[i + 1],
      corners[j],
      corners[j + 1],
    ];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) found = !found;
  }
  return found;
}
