/** Who paints the tiles: a worker where there are workers, else the page between frames. */

import cabin from '@fontsource/cabin/files/cabin-latin-500-normal.woff2?url';
import type { MapData } from '../api/types';
import { TerrainPainter } from './terrain/painter';
import { TILE, type TileId, tileBox } from './tiles';
import type { FromWorker, ToWorker } from './tileworker';

export interface TileMaker {
  paint(tile: TileId, contrast: boolean): Promise<ImageBitmap | HTMLCanvasElement>;
  stop(): void;
}

export class WorkerTiles implements TileMaker {
  private readonly worker: Worker;
  private readonly jobs = new Map<number, (bitmap: ImageBitmap) => void>();
  private job = 0;

  static works(): boolean {
    return typeof Worker !== 'undefined' && typeof OffscreenCanvas !== 'undefined';
  }

  constructor(map: MapData) {
    this.worker = new Worker(new URL('./tileworker.ts', import.meta.url), { type: 'module' });
    this.worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      const done = this.jobs.get(data.job);
      this.jobs.delete(data.job);
      if (done) done(data.bitmap);
      else data.bitmap.close();
    };
    const url = new URL(cabin, document.baseURI).href;
    this.send({ kind: 'map', map, font: { family: 'Cabin', url } });
  }

  private send(message: ToWorker): void {
    this.worker.postMessage(message);
  }

  paint(tile: TileId, contrast: boolean): Promise<ImageBitmap> {
    const job = ++this.job;
    return new Promise((done) => {
      this.jobs.set(job, done);
      this.send({ kind: 'paint', tile, contrast, job });
    });
  }

  stop(): void {
    this.worker.terminate();
    this.jobs.clear();
  }
}

export class LocalTiles implements TileMaker {
  private painter: TerrainPainter | undefined;
  private stopped = false;

  constructor(private readonly map: MapData) {}

  async paint(tile: TileId, contrast: boolean): Promise<HTMLCanvasElement> {
    await new Promise((later) => setTimeout(later, 0));
    const canvas = document.createElement('canvas');
    canvas.width = TILE;
    canvas.height = TILE;
    if (this.stopped) return canvas;
    this.painter ??= new TerrainPainter(this.map);
    const { x0, y0 } = tileBox(tile);
    const window = { x: x0, y: y0, width: TILE, height: TILE, scale: tile.scale, contrast };
    this.painter.paint(canvas.getContext('2d')!, window);
    return canvas;
  }

  stop(): void {
    this.stopped = true;
  }
}
