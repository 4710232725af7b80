/** Paints terrain tiles away from the page, so that panning never waits for a brush. */

import type { MapData } from '../api/types';
import { makeSheet } from './canvas';
import { TerrainPainter } from './terrain/painter';
import { TILE, type TileId, tileBox } from './tiles';

export type ToWorker =
  | { readonly kind: 'map'; readonly map: MapData; readonly font: { family: string; url: string } }
  | {
      readonly kind: 'paint';
      readonly tile: TileId;
      readonly contrast: boolean;
      readonly job: number;
    };

export interface FromWorker {
  readonly job: number;
  readonly bitmap: ImageBitmap;
}

const scope = self as unknown as DedicatedWorkerGlobalScope;
let painter: Promise<TerrainPainter> | undefined;

scope.onmessage = async ({ data: message }: MessageEvent<ToWorker>) => {
  if (message.kind === 'map') {
    painter = prepared(message.map, message.font);
    return;
  }
  const brush = await painter;
  if (!brush) return;
  const { tile, contrast, job } = message;
  const { x0, y0 } = tileBox(tile);
  const sheet = makeSheet(TILE, TILE);
  brush.paint(sheet.ctx, { x: x0, y: y0, width: TILE, height: TILE, scale: tile.scale, contrast });
  const bitmap = (sheet.canvas as OffscreenCanvas).transferToImageBitmap();
  const answer: FromWorker = { job, bitmap };
  scope.postMessage(answer, [bitmap]);
};

async function prepared(
  map: MapData,
  font: { family: string; url: string },
): Promise<TerrainPainter> {
  try {
    const face = new FontFace(font.family, `url(${font.url})`, { weight: '500' });
    (scope as unknown as { fonts: FontFaceSet }).fonts.add(await face.load());
  } catch {
    // Without the face the numbers stand in the plain sans serif.
  }
  return new TerrainPainter(map, `${font.family}, sans-serif`);
}
