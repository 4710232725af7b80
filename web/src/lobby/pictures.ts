/** Pictures of battlefields, painted once and kept. */

import type { Hex, MapData } from '../api/types';
import { centre, extent } from '../map/places';
import type { Picture, PictureWanted } from './thumbworker';

let worker: Worker | null = null;
let jobs = 0;
const waiting = new Map<number, (bitmap: ImageBitmap) => void>();
const kept = new Map<string, Promise<ImageBitmap>>();

function painter(): Worker {
  if (worker) return worker;
  worker = new Worker(new URL('./thumbworker.ts', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }: MessageEvent<Picture>) => {
    waiting.get(data.job)?.(data.bitmap);
    waiting.delete(data.job);
  };
  return worker;
}

/** The point of the map a picture should show: the place the battle is named after, else a village. */
export function heart(map: MapData): { x: number; y: number } {
  const named = map.places[map.id] ?? Object.values(map.places)[0] ?? villages(map);
  if (!named.length) {
    const { width, height } = extent(map);
    return { x: width / 2, y: height / 2 };
  }
  const points = named.map(centre);
  const mean = (pick: (p: { x: number; y: number }) => number) =>
    points.reduce((sum, p) => sum + pick(p), 0) / points.length;
  return { x: mean(({ x }) => x), y: mean(({ y }) => y) };
}

function villages(map: MapData): Hex[] {
  const found: Hex[] = [];
  map.terrain.forEach((row, r) => {
    [...row].forEach((sign, c) => {
      if (/village|hamlet|town/.test(map.legend[sign] ?? '')) found.push(100 * (c + 1) + r + 1);
    });
  });
  return found;
}

/** A picture of the ground around its heart, `scale` pixels to a hex side. */
export function picture(
  map: MapData,
  width: number,
  height: number,
  scale: number,
): Promise<ImageBitmap> {
  const key = `${map.id}|${width}|${height}|${scale}`;
  const held = kept.get(key);
  if (held) return held;
  const middle = heart(map);
  const size = extent(map);
  const fit = Math.max(scale, width / size.width, height / size.height);
  const clamp = (at: number, room: number, all: number) =>
    Math.max(0, Math.min(all - room, at - room / 2));
  const wanted: PictureWanted = {
    job: ++jobs,
    map,
    x: clamp(middle.x, width / fit, size.width),
    y: clamp(middle.y, height / fit, size.height),
    width,
    height,
    scale: fit,
  };
  const made = new Promise<ImageBitmap>((resolve) => {
    waiting.set(wanted.job, resolve);
    painter().postMessage(wanted);
  });
  kept.set(key, made);
  return made;
}
