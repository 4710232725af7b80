/** The whole ground, painted for any window of the map at any zoom. Same map, same picture. */

import type { MapData } from '../../api/types';
import type { Context } from '../canvas';
import { Field } from '../field';
import { Ground } from '../ground';
import { mapLook } from '../maplook';
import { Buildings } from './buildings';
import { Gardens, PLANTED } from './gardens';
import { Grid } from './grid';
import { Hachures } from './hachures';
import { Hexsides } from './hexsides';
import { Landmarks } from './landmarks';
import { Parcels } from './parcels';
import type { Patch } from './patch';
import { Relief } from './relief';
import { Roads } from './roads';
import { WET, Wetland } from './wetland';
import { Woods, woodsField } from './woods';
import { Works } from './works';

const PLATEAU = 0.62;
const LIGHT = 1.5;
/** The washes run over four steps; a map with fewer levels spreads its own over two at least. */
const STEPS = 4;
const LEAST_STEPS = 2;

export interface Window {
  /** The point of the map in the upper left corner. */
  readonly x: number;
  readonly y: number;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  /** Pixels to a hex side. */
  readonly scale: number;
  readonly contrast?: boolean;
}

export class TerrainPainter {
  readonly ground: Ground;
  private readonly relief: Relief;
  private readonly parcels: Parcels;
  private readonly woods: Woods;
  private readonly wetland: Wetland;
  private readonly hachures: Hachures;
  private readonly gardens: Gardens;
  private readonly roads: Roads;
  private readonly buildings: Buildings;
  private readonly landmarks: Landmarks;
  private readonly hexsides: Hexsides;
  private readonly works: Works;
  private readonly grid: Grid;

  constructor(
    data: MapData,
    private readonly numberFont = 'Cabin, sans-serif',
  ) {
    const ground = new Ground(data);
    const look = mapLook(data);
    this.ground = ground;
    const levels = Field.over(ground, (at) => ground.level(at));
    const heights = levels.blurred(PLATEAU);
    const highest = ground.highestLevel;
    const stretch = highest ? Math.max(1, Math.min(LEAST_STEPS, STEPS / highest)) : 1;
    this.relief = new Relief(heights, levels.softened(LIGHT), stretch);
    this.roads = new Roads(ground);
    this.woods = new Woods(woodsField(ground), ground, this.roads);
    this.wetland = new Wetland(ground);
    this.parcels = new Parcels(ground, this.woods);
    this.hachures = new Hachures(heights, highest);
    this.gardens = new Gardens(ground);
    this.buildings = new Buildings(ground, this.roads, look);
    this.landmarks = new Landmarks(ground, look);
    this.hexsides = new Hexsides(ground);
    this.works = new Works(ground);
    this.grid = new Grid(ground);
  }

  /** On a measured table a terrain is painted up to its edge and no further. */
  private within(ctx: Context, terrains: readonly string[], paint: () => void): void {
    const edge = this.ground.edge(...terrains);
    ctx.save();
    if (edge) ctx.clip(edge);
    paint();
    ctx.restore();
  }

  paint(ctx: Context, window: Window): void {
    const { x, y, width, height, scale } = window;
    const patch: Patch = {
      x0: x,
      y0: y,
      x1: x + width / scale,
      y1: y + height / scale,
      scale,
      contrast: window.contrast ?? false,
    };
    ctx.save();
    ctx.beginPath();
    ctx.rect(-x * scale, -y * scale, this.ground.width * scale, this.ground.height * scale);
    ctx.clip();
    ctx.save();
    ctx.scale(scale, scale);
    ctx.translate(-x, -y);
    this.relief.paint(ctx, patch);
    this.parcels.paint(ctx, patch);
    this.within(ctx, WET, () => this.wetland.paint(ctx, patch));
    this.woods.paintWash(ctx);
    this.hachures.paint(ctx, patch);
    this.woods.paint(ctx, patch);
    this.within(ctx, PLANTED, () => this.gardens.paint(ctx, patch));
    this.roads.paint(ctx, patch);
    this.buildings.paint(ctx, patch);
    this.landmarks.paint(ctx, patch);
    this.works.paint(ctx, patch);
    this.hexsides.paint(ctx, patch);
    this.grid.paint(ctx, patch);
    ctx.restore();
    this.grid.paintNumbers(ctx, patch, this.numberFont);
    ctx.restore();
  }
}
