/** The few things both the page and the tile worker need of a canvas. */

export type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

export interface Sheet {
  readonly canvas: OffscreenCanvas | HTMLCanvasElement;
  readonly ctx: Context;
}

export function makeSheet(width: number, height: number): Sheet {
  const w = Math.max(1, Math.ceil(width));
  const h = Math.max(1, Math.ceil(height));
  if (typeof OffscreenCanvas !== 'undefined') {
    const canvas = new OffscreenCanvas(w, h);
    return { canvas, ctx: canvas.getContext('2d')! };
  }
  const canvas = document.createElement('canvas');
  canvas.width = w;
  canvas.height = h;
  return { canvas, ctx: canvas.getContext('2d')! };
}

/** A finished picture, cheap to draw from; falls back to the canvas itself. */
export function finished(sheet: Sheet): CanvasImageSource {
  const { canvas } = sheet;
  return 'transferToImageBitmap' in canvas ? canvas.transferToImageBitmap() : canvas;
}

/** x0, y0, x1, y1 ... as a path. */
export function trace(path: CanvasPath, points: ArrayLike<number>, closed = false): void {
  for (let i = 0; i + 1 < points.length; i += 2) {
    if (i) path.lineTo(points[i]!, points[i + 1]!);
    else path.moveTo(points[i]!, points[i + 1]!);
  }
  if (closed) path.closePath();
}
