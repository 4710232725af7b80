/**
 * The ground on the screen. Tiles of the zoom in hand are drawn where they are ready; until then
 * the nearest other zoom stands in, and below all a small picture of the whole map, which is a mere
 * sketch before its tiles have come.
 */

import type { MapData } from '../api/types';
import { type Camera, deviceScale, onDevice, visible } from './camera';
import type { Context } from './canvas';
import { Ground } from './ground';
import type { Point } from './hexes';
import { sketch } from './sketch';
import { LocalTiles, type TileMaker, WorkerTiles } from './tilemakers';
import {
  Lru,
  overlaps,
  stepAbove,
  TILE,
  type TileId,
  tidy,
  tileBox,
  tileKey,
  tilesFor,
} from './tiles';

interface Tile {
  readonly id: TileId;
  readonly picture: ImageBitmap | HTMLCanvasElement;
}

const MOST_TILES = 160;
const IN_HAND = 2;
/** In motion, tiles may be drawn this much smaller or larger than they are. */
const LEAST = 0.8;
const MOST = 2.2;

/** How unlike two zooms are; making tiles larger counts double. */
function offBy(scale: number, wanted: number): number {
  const off = Math.log(scale / wanted);
  return off < 0 ? -2 * off : off;
}

export class TileLayer {
  private readonly ground: Ground;
  private readonly tiles = new Lru<Tile>(MOST_TILES, ({ picture }) => {
    if ('close' in picture) picture.close();
  });
  private readonly maker: TileMaker;
  private readonly pending = new Map<string, TileId>();
  private wanted: TileId[] = [];
  /** The coarse picture of the whole map; its tiles are never dropped, only painted over. */
  private readonly base = new Map<string, Tile>();
  private readonly sketch: HTMLCanvasElement;
  private readonly painted = new Set<string>();
  private readonly baseScale: number;
  private readonly baseTiles: number;
  private generation = 0;
  contrast = false;

  constructor(
    map: MapData,
    private readonly changed: () => void,
    worker = true,
  ) {
    this.ground = new Ground(map);
    this.sketch = sketch(this.ground);
    this.baseScale = tidy(
      Math.min(8, (2 * TILE) / Math.max(this.ground.width, this.ground.height)),
    );
    this.maker = worker && WorkerTiles.works() ? new WorkerTiles(map) : new LocalTiles(map);
    const whole = { x0: 0, y0: 0, x1: this.ground.width, y1: this.ground.height };
    this.wanted = this.cover(whole, this.baseScale);
    this.baseTiles = this.wanted.length;
    this.next();
  }

  /** Everything painted anew: the theme or the fonts have changed. The old picture stands in. */
  repaint(): void {
    this.generation++;
    this.tiles.clear();
    this.painted.clear();
    const whole = { x0: 0, y0: 0, x1: this.ground.width, y1: this.ground.height };
    this.wanted = this.cover(whole, this.baseScale);
    this.next();
    this.changed();
  }

  /** The whole map, as well as it is known. */
  drawWhole(ctx: Context, width: number, height: number): void {
    ctx.drawImage(this.sketch, 0, 0, width, height);
    const scale = width / this.ground.width;
    for (const { id, picture } of this.base.values()) {
      const { x0, y0, x1, y1 } = tileBox(id);
      ctx.drawImage(picture, x0 * scale, y0 * scale, (x1 - x0) * scale, (y1 - y0) * scale);
    }
  }

  /** Paints what lies about a point of the map, as far as it is in one tile. */
  async swatch(canvas: HTMLCanvasElement, at: Point, scale: number): Promise<void> {
    const column = Math.floor((at.x * scale) / TILE);
    const row = Math.floor((at.y * scale) / TILE);
    const picture = await this.maker.paint({ scale, column, row }, this.contrast);
    const { width, height } = canvas;
    const from = (middle: number, size: number) =>
      Math.max(0, Math.min(TILE - size, middle - size / 2));
    const x = from(at.x * scale - column * TILE, width);
    const y = from(at.y * scale - row * TILE, height);
    canvas.getContext('2d')?.drawImage(picture, x, y, width, height, 0, 0, width, height);
    if ('close' in picture) picture.close();
  }

  /** Are all tiles of this window painted at its own zoom? */
  isSharp(camera: Camera): boolean {
    const scale = tidy(deviceScale(camera));
    return this.cover(visible(camera), scale).every((id) => this.tiles.peek(tileKey(id)));
  }

  /** `coarse` spares the smoothing of tiles in motion, where the machine cannot keep up. */
  draw(ctx: Context, camera: Camera, moving: boolean, coarse = false): void {
    const scale = this.shownScale(camera, moving);
    const shown = this.cover(visible(camera), scale);
    ctx.imageSmoothingEnabled = !(moving && coarse);
    ctx.imageSmoothingQuality = 'low';
    if (this.base.size < this.baseTiles) this.drawSketch(ctx, camera);
    for (const id of shown) {
      const tile = this.tiles.get(tileKey(id));
      if (tile) blit(ctx, camera, tile);
      else this.drawStandIns(ctx, camera, id);
    }
    ctx.imageSmoothingEnabled = true;
    this.want(shown, camera, moving);
  }

  private drawSketch(ctx: Context, camera: Camera): void {
    const [x, y] = onDevice(camera, 0, 0);
    const scale = deviceScale(camera);
    ctx.drawImage(this.sketch, x, y, this.ground.width * scale, this.ground.height * scale);
  }

  /** At rest the exact zoom; in motion whatever covers the window and is near enough. */
  private shownScale(camera: Camera, moving: boolean): number {
    const exact = tidy(deviceScale(camera));
    if (!moving) return exact;
    const box = visible(camera);
    const fits = (scale: number) =>
      this.cover(box, scale).every((id) => this.tiles.peek(tileKey(id)) !== undefined);
    const near = this.scales()
      .filter((scale) => scale >= exact * LEAST && scale <= exact * MOST)
      .sort((a, b) => offBy(a, exact) - offBy(b, exact));
    return near.find(fits) ?? stepAbove(exact);
  }

  private scales(): number[] {
    return [...new Set([...this.tiles.values()].map((tile) => tile.id.scale))];
  }

  private cover(box: ReturnType<typeof visible>, scale: number): TileId[] {
    return tilesFor(box, scale, this.ground.width, this.ground.height);
  }

  /** Fills the place of a missing tile from the best other zoom that covers it. */
  private drawStandIns(ctx: Context, camera: Camera, missing: TileId): void {
    const box = tileBox(missing);
    const near = this.scales().sort((a, b) => offBy(a, missing.scale) - offBy(b, missing.scale));
    let parts: Tile[] = [];
    for (const scale of near) {
      const needed = this.cover(box, scale).map((id) => this.tiles.peek(tileKey(id)));
      const held = needed.filter((tile) => tile !== undefined);
      if (held.length === needed.length) {
        parts = held;
        break;
      }
      if (parts.length < 2) parts = [...held, ...parts];
    }
    const whole = parts.length > 0 && parts.every((tile) => tile.id.scale === parts[0]!.id.scale);
    const base = whole
      ? []
      : [...this.base.values()].filter(({ id }) => overlaps(tileBox(id), box));
    const [left, top] = onDevice(camera, box.x0, box.y0);
    const [right, bottom] = onDevice(camera, box.x1, box.y1);
    ctx.save();
    ctx.beginPath();
    ctx.rect(Math.round(left), Math.round(top), Math.round(right - left), Math.round(bottom - top));
    ctx.clip();
    for (const tile of [...base, ...parts]) blit(ctx, camera, tile);
    ctx.restore();
  }

  /** Ask for what is missing and, at rest, for a ring around it. */
  private want(shown: TileId[], camera: Camera, moving: boolean): void {
    const base = this.wanted.filter((id) => id.scale === this.baseScale);
    const ring = moving
      ? []
      : this.cover(visible(camera, TILE / 2 / deviceScale(camera)), tidy(deviceScale(camera)));
    this.wanted = [...base, ...shown, ...ring].filter((id) => !this.isKnown(id));
    this.next();
  }

  private isKnown(id: TileId): boolean {
    const key = tileKey(id);
    if (this.pending.has(key)) return true;
    if (id.scale === this.baseScale) return this.painted.has(key);
    return this.tiles.peek(key) !== undefined;
  }

  private next(): void {
    while (this.pending.size < IN_HAND) {
      const id = this.wanted.shift();
      if (!id) return;
      const key = tileKey(id);
      const generation = this.generation;
      this.pending.set(key, id);
      void this.maker.paint(id, this.contrast).then((picture) => {
        this.pending.delete(key);
        if (generation === this.generation) this.keep({ id, picture });
        else if ('close' in picture) picture.close();
        this.changed();
        this.next();
      });
    }
  }

  private keep(tile: Tile): void {
    const key = tileKey(tile.id);
    if (tile.id.scale !== this.baseScale) this.tiles.set(key, tile);
    else {
      this.base.set(key, tile);
      this.painted.add(key);
    }
  }

  destroy(): void {
    this.generation++;
    this.wanted = [];
    this.maker.stop();
    this.tiles.clear();
  }
}

/** Edges fall on whole device pixels, so that no seam shows between tiles. */
function blit(ctx: Context, camera: Camera, { id, picture }: Tile): void {
  const box = tileBox(id);
  const [left, top] = onDevice(camera, box.x0, box.y0);
  const [right, bottom] = onDevice(camera, box.x1, box.y1);
  const x = Math.round(left);
  const y = Math.round(top);
  ctx.drawImage(picture, x, y, Math.round(right) - x, Math.round(bottom) - y);
}
