/** Paper around the map, the neat line and the figures of columns and rows along it. */

import { type Camera, deviceScale, onDevice } from './camera';
import type { Context } from './canvas';
import type { Ground } from './ground';
import { centreX, centreY, hexOf } from './hexes';

/** CSS pixels from the map to the outermost line. */
export const FRAME = 34;
const PAPER = '#EFE5CA';
const INK = '#2A1D0F';
const EVERY = 5;

/** Paper around the map. */
export function drawPaper(ctx: Context, camera: Camera, ground: Ground): void {
  const wide = camera.width * camera.ratio;
  const high = camera.height * camera.ratio;
  const [x0, y0] = onDevice(camera, 0, 0);
  const [x1, y1] = onDevice(camera, ground.width, ground.height);
  ctx.fillStyle = PAPER;
  if (y0 > 0) ctx.fillRect(0, 0, wide, Math.ceil(y0));
  if (y1 < high) ctx.fillRect(0, Math.floor(y1), wide, high - Math.floor(y1));
  if (x0 > 0) ctx.fillRect(0, 0, Math.ceil(x0), high);
  if (x1 < wide) ctx.fillRect(Math.floor(x1), 0, wide - Math.floor(x1), high);
}

export function drawFrame(ctx: Context, camera: Camera, ground: Ground): void {
  const r = camera.ratio;
  const [x0, y0] = onDevice(camera, 0, 0);
  const [x1, y1] = onDevice(camera, ground.width, ground.height);
  const inside = x0 < 0 && y0 < 0 && x1 > camera.width * r && y1 > camera.height * r;
  if (inside) return;
  const box = (out: number, width: number) => {
    ctx.lineWidth = width * r;
    ctx.strokeRect(
      Math.round(x0 - out * r) + 0.5,
      Math.round(y0 - out * r) + 0.5,
      Math.round(x1 - x0 + 2 * out * r),
      Math.round(y1 - y0 + 2 * out * r),
    );
  };
  ctx.strokeStyle = INK;
  ctx.lineJoin = 'miter';
  box(0, 1);
  box(21, 1);
  box(25.5, 3.6);
  box(31, 1);
  drawFigures(ctx, camera, ground, x0, y0, x1, y1);
}

function drawFigures(
  ctx: Context,
  camera: Camera,
  ground: Ground,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
): void {
  const r = camera.ratio;
  const s = deviceScale(camera);
  const every = s * 1.5 * EVERY > 34 * r ? EVERY : 2 * EVERY;
  ctx.fillStyle = INK;
  ctx.font = `500 ${11 * r}px Cabin, sans-serif`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.lineWidth = r;
  ctx.beginPath();
  const { measured } = ground;
  const columns = measured ? Math.floor(ground.width) : ground.columns;
  const rows = measured ? Math.floor(ground.height) : ground.rows;
  const figure = (n: number) => (measured ? String(n) : String(n).padStart(2, '0'));
  for (let column = 1; column <= columns; column++) {
    const across = measured ? column : centreX(hexOf(column, 1));
    const x = Math.round((across - camera.x) * s) + 0.5;
    const named = column % every === 0;
    const long = (named ? 5 : 2.5) * r;
    ctx.moveTo(x, y0);
    ctx.lineTo(x, y0 - long);
    ctx.moveTo(x, y1);
    ctx.lineTo(x, y1 + long);
    if (!named) continue;
    ctx.fillText(figure(column), x + 10 * r, y0 - 11 * r);
    ctx.fillText(figure(column), x + 10 * r, y1 + 12 * r);
  }
  for (let row = 1; row <= rows; row++) {
    const down = measured ? row : centreY(hexOf(1, row));
    const y = Math.round((down - camera.y) * s) + 0.5;
    const named = row % every === 0;
    const long = (named ? 5 : 2.5) * r;
    ctx.moveTo(x0, y);
    ctx.lineTo(x0 - long, y);
    ctx.moveTo(x1, y);
    ctx.lineTo(x1 + long, y);
    if (!named) continue;
    ctx.fillText(figure(row), x0 - 12 * r, y + r);
    ctx.fillText(figure(row), x1 + 13 * r, y + r);
  }
  ctx.stroke();
}
