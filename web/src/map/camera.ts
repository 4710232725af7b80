/** Where the window lies over the map. All drawing on the screen goes through here. */

import type { Box } from './buckets';

export interface Camera {
  /** The point of the map in the upper left corner of the window. */
  readonly x: number;
  readonly y: number;
  /** CSS pixels to a hex side. */
  readonly scale: number;
  /** Size of the window in CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Device pixels to a CSS pixel. */
  readonly ratio: number;
}

export function visible(camera: Camera, margin = 0): Box {
  return {
    x0: camera.x - margin,
    y0: camera.y - margin,
    x1: camera.x + camera.width / camera.scale + margin,
    y1: camera.y + camera.height / camera.scale + margin,
  };
}

/** Device pixels to a hex side. */
export function deviceScale(camera: Camera): number {
  return camera.scale * camera.ratio;
}

/** A point of the map in device pixels. */
export function onDevice(camera: Camera, x: number, y: number): [number, number] {
  const s = deviceScale(camera);
  return [(x - camera.x) * s, (y - camera.y) * s];
}

/** A point of the window, in CSS pixels, on the map. */
export function onMap(camera: Camera, px: number, py: number): [number, number] {
  return [camera.x + px / camera.scale, camera.y + py / camera.scale];
}

/** The camera that shows a box as large as it can, in the middle of the window. */
export function fitted(box: Box, width: number, height: number, padding: number) {
  const w = box.x1 - box.x0;
  const h = box.y1 - box.y0;
  const scale = Math.max(1, Math.min((width - 2 * padding) / w, (height - 2 * padding) / h));
  return {
    scale,
    x: box.x0 - (width / scale - w) / 2,
    y: box.y0 - (height / scale - h) / 2,
  };
}
