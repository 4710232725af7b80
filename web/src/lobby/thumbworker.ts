/** Paints pictures of battlefields for the start page, away from it. */

import type { MapData } from '../api/types';
import { makeSheet } from '../map/canvas';
import { TerrainPainter } from '../map/terrain/painter';

export interface PictureWanted {
  readonly job: number;
  readonly map: MapData;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly scale: number;
}

export interface Picture {
  readonly job: number;
  readonly bitmap: ImageBitmap;
}

const scope = self as unknown as DedicatedWorkerGlobalScope;
const painters = new Map<string, TerrainPainter>();

scope.onmessage = ({ data: wanted }: MessageEvent<PictureWanted>) => {
  const painter = painters.get(wanted.map.id) ?? new TerrainPainter(wanted.map);
  painters.set(wanted.map.id, painter);
  const { x, y, width, height, scale, job } = wanted;
  const sheet = makeSheet(width, height);
  sheet.ctx.fillStyle = '#e8e2c3';
  sheet.ctx.fillRect(0, 0, width, height);
  painter.paint(sheet.ctx, { x, y, width, height, scale });
  const bitmap = (sheet.canvas as OffscreenCanvas).transferToImageBitmap();
  scope.postMessage({ job, bitmap } satisfies Picture, [bitmap]);
};
