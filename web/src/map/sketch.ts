/** The ground in plain washes, drawn at once: it lies below every tile that is not painted yet. */

import { trace } from './canvas';
import type { Ground } from './ground';
import { centre, tracePlace } from './places';

/** Pixels to a hex side, and the longest side of the picture. */
const SCALE = 6;
const MOST = 1024;
const LEVELS = ['#DDDCB6', '#E8E2C3', '#EFE6CC', '#F4EBD6', '#F9F3E5'];
const ROAD = '#B79F70';
const WASHES: Readonly<Record<string, string>> = {
  woods: '#8DA063',
  village: '#B98A6C',
  hamlet: '#B98A6C',
  town: '#B98A6C',
  chateau: '#B98A6C',
  house: '#B98A6C',
  garden: '#C5CF9A',
  marsh: '#9DB0A0',
  water: '#A9C4D2',
  pond: '#A9C4D2',
};

export function sketch(ground: Ground): HTMLCanvasElement {
  const { width, height } = ground;
  const scale = Math.min(SCALE, MOST / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(width * scale);
  canvas.height = Math.ceil(height * scale);
  const ctx = canvas.getContext('2d', { alpha: false })!;
  ctx.scale(scale, scale);
  ctx.fillStyle = LEVELS[0]!;
  ctx.fillRect(0, 0, width, height);
  for (const [wash, path] of patches(ground)) {
    ctx.fillStyle = wash;
    ctx.fill(path);
  }
  ctx.strokeStyle = ROAD;
  ctx.lineWidth = 0.3;
  for (const { hexes } of ground.data.roads) {
    ctx.beginPath();
    trace(
      ctx,
      hexes.map(centre).flatMap(({ x, y }) => [x, y]),
      false,
    );
    ctx.stroke();
  }
  return canvas;
}

/** What is filled with each wash: stretches of a measured table, or hexes. */
function patches(ground: Ground): Map<string, Path2D> {
  const found = new Map<string, Path2D>();
  const of = (terrain: string, level: number) => {
    const wash = WASHES[terrain] ?? LEVELS[Math.min(level, LEVELS.length - 1)]!;
    const path = found.get(wash) ?? new Path2D();
    found.set(wash, path);
    return path;
  };
  if (ground.measured)
    for (const { terrain, level = 0, corners } of ground.data.areas)
      trace(
        of(terrain, level),
        corners.map(centre).flatMap(({ x, y }) => [x, y]),
        true,
      );
  else for (const at of ground.hexes()) tracePlace(of(ground.terrain(at), ground.level(at)), at);
  return found;
}
