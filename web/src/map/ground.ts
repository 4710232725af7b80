/** A map as the painter and the hit test read it. Static: made once for each map. */

import type { Hex, MapData } from '../api/types';
import { columnOf, extent, hexOf, rowOf } from './hexes';

export class Ground {
  readonly columns: number;
  readonly rows: number;
  /** Size on the drawing plane, in hex sides. */
  readonly width: number;
  readonly height: number;

  constructor(readonly data: MapData) {
    this.columns = data.columns;
    this.rows = data.rows;
    const { width, height } = extent(data.columns, data.rows);
    this.width = width;
    this.height = height;
  }

  has(at: Hex): boolean {
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
  terrain(at: Hex): string {
    const [column, row] = this.clamped(at);
    const sign = this.data.terrain[row - 1]?.[column - 1] ?? '.';
    return this.data.legend[sign] ?? 'clear';
  }

  level(at: Hex): number {
    const [column, row] = this.clamped(at);
    return Number(this.data.level[row - 1]?.[column - 1] ?? 0);
  }

  *hexes(): Generator<Hex> {
    for (let column = 1; column <= this.columns; column++)
      for (let row = 1; row <= this.rows; row++) yield hexOf(column, row);
  }

  hexesOf(...terrains: string[]): Hex[] {
    return [...this.hexes()].filter((at) => terrains.includes(this.terrain(at)));
  }

  get highestLevel(): number {
    return this.data.level.reduce((most, row) => Math.max(most, ...[...row].map(Number)), 0);
  }
}
