/** A counter or a leader on a canvas of its own, for panels: inspector, stack fan, order of battle. */

import { drawLeader } from './leader';
import type { Counter, LeaderCounter } from './model';
import { detailAt, drawPlate, ROOM } from './plate';

export interface PreviewOptions {
  /** Length of the plate in CSS pixels; the canvas is larger, for shadow and badges. */
  readonly size: number;
  readonly back?: boolean;
  readonly tilt?: boolean;
}

/** Sizes the canvas and draws the plate in its middle. */
export function previewCounter(
  canvas: HTMLCanvasElement,
  unit: Counter,
  options: PreviewOptions,
): void {
  const ctx = sized(canvas, options.size * ROOM);
  const ratio = canvas.width / (options.size * ROOM);
  const detail = detailAt(options.size / 1.1) === 'full' ? 'full' : 'short';
  const back = options.back ?? false;
  const tilt = options.tilt ?? true;
  const middle = canvas.width / 2;
  drawPlate(ctx, middle, middle, unit, { size: options.size * ratio, detail, back, tilt });
}

export function previewLeader(
  canvas: HTMLCanvasElement,
  leader: LeaderCounter,
  size: number,
): void {
  const ctx = sized(canvas, size * 1.3);
  const ratio = canvas.width / (size * 1.3);
  drawLeader(ctx, canvas.width / 2, canvas.width / 2, size * ratio, leader);
}

function sized(canvas: HTMLCanvasElement, side: number): CanvasRenderingContext2D {
  const ratio = Math.min(3, window.devicePixelRatio || 1);
  canvas.width = Math.round(side * ratio);
  canvas.height = canvas.width;
  canvas.style.width = `${side}px`;
  canvas.style.height = `${side}px`;
  return canvas.getContext('2d')!;
}
