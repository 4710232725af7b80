/** Villages and hamlets: block plans along the street, seeded by the hex. */

import type { Hex, Place } from '../../api/types';
import { Buckets } from '../buckets';
import type { Context } from '../canvas';
import type { Ground } from '../ground';
import { hexAt, type Point } from '../hexes';
import type { BuildingLook, MapLook } from '../maplook';
import { stream } from '../noise';
import { centre } from '../places';
import type { Layer, Patch } from './patch';
import type { Roads } from './roads';

type Kind = 'house' | 'barn' | 'church' | 'manor';

interface Building {
  readonly x: number;
  readonly y: number;
  readonly angle: number;
  readonly width: number;
  readonly depth: number;
  readonly kind: Kind;
  readonly yard: boolean;
}

/** Shaded and lit half of the roof. */
const ROOFS: Readonly<Record<Kind, readonly [string, string]>> = {
  house: ['#a5452f', '#c06a4c'],
  barn: ['#8b6b43', '#a5855a'],
  church: ['#6d5a63', '#8a7680'],
  manor: ['#8c3c2c', '#a8543e'],
};
const WANTED: Readonly<Record<string, number>> = {
  village: 10,
  hamlet: 8,
  town: 13,
  loopholed: 6,
  chateau: 3,
};
const TRIES = 400;

export class Buildings implements Layer {
  private readonly buildings: Buckets<Building>;

  constructor(ground: Ground, roads: Roads, look: MapLook) {
    const site = new Site(roads);
    for (const known of look.buildings) site.add(standing(known));
    const isBuilt = (x: number, y: number) => !ground.measured || ground.terrainAt(x, y) in WANTED;
    for (const at of ground.hexesOf(...Object.keys(WANTED)))
      settle(site, at, WANTED[ground.terrain(at)] ?? 8, isBuilt);
    for (const { terrain, corners } of ground.data.areas)
      if (terrain === 'building') site.add(measuredHouse(corners));
    this.buildings = new Buckets(site.buildings, (building) => building);
  }

  paint(ctx: Context, patch: Patch): void {
    const found = [...this.buildings.within(patch, 1)];
    for (const building of found) if (building.yard) paintYard(ctx, building);
    for (const building of found) paintBuilding(ctx, building);
  }
}

/** What stands already, so that houses keep off one another and off the street. */
class Site {
  readonly buildings: Building[] = [];

  constructor(readonly roads: Roads) {}

  add(building: Building): void {
    this.buildings.push(building);
  }

  isFree(x: number, y: number, reach: number): boolean {
    return this.buildings.every(
      (other) => Math.hypot(other.x - x, other.y - y) > other.width * 0.6 + reach,
    );
  }
}

function standing(known: BuildingLook): Building {
  const { x, y } = centre(known.hex);
  return {
    x: x + known.dx,
    y: y + known.dy,
    angle: known.angle,
    width: known.width,
    depth: known.depth,
    kind: known.kind,
    yard: false,
  };
}

/** A house of a measured table, from corner to corner. */
function measuredHouse(corners: readonly Place[]): Building {
  const [a, b, c] = corners.map(centre) as [Point, Point, Point];
  return {
    x: (a.x + c.x) / 2,
    y: (a.y + c.y) / 2,
    angle: Math.atan2(b.y - a.y, b.x - a.x),
    width: Math.hypot(b.x - a.x, b.y - a.y),
    depth: Math.hypot(c.x - b.x, c.y - b.y),
    kind: 'manor',
    yard: false,
  };
}

function settle(
  site: Site,
  at: Hex,
  wanted: number,
  isBuilt: (x: number, y: number) => boolean,
): void {
  const random = stream(at);
  const { x, y } = centre(at);
  const street = site.roads.near(x, y, 1);
  let built = 0;
  for (let attempt = 0; attempt < TRIES && built < wanted; attempt++) {
    let bx: number;
    let by: number;
    let angle: number;
    if (street.length && random() < 0.78) {
      const q = street[Math.floor(random() * street.length)]!;
      const off = (random() < 0.5 ? 1 : -1) * (0.2 + random() * 0.16);
      bx = q.x - Math.sin(q.angle) * off;
      by = q.y + Math.cos(q.angle) * off;
      angle = q.angle + (random() - 0.5) * 0.18 + (random() < 0.28 ? Math.PI / 2 : 0);
    } else {
      bx = x + (random() - 0.5) * 1.5;
      by = y + (random() - 0.5) * 1.4;
      angle = (street[0]?.angle ?? 0) + (random() - 0.5) * 0.4;
      if (random() < 0.5) angle += Math.PI / 2;
    }
    if (hexAt(bx, by) !== at || !isBuilt(bx, by)) continue;
    const width = 0.2 + random() * 0.14;
    const depth = 0.1 + random() * 0.05;
    if (!site.isFree(bx, by, width * 0.55)) continue;
    if (site.roads.distance(bx, by) < depth * 0.5 + 0.1) continue;
    const kind = random() < 0.16 ? 'barn' : 'house';
    site.add({ x: bx, y: by, angle, width, depth, kind, yard: random() < 0.6 });
    built++;
  }
}

function paintYard(ctx: Context, { x, y, angle, width }: Building): void {
  ctx.save();
  ctx.translate(x, y);
  ctx.rotate(angle);
  ctx.fillStyle = 'rgba(214,196,150,.55)';
  ctx.strokeStyle = 'rgba(96,72,40,.55)';
  ctx.lineWidth = 0.018;
  ctx.beginPath();
  ctx.rect(-(width + 0.18) / 2, -0.17, width + 0.18, 0.34);
  ctx.fill();
  ctx.stroke();
  ctx.restore();
}

function paintBuilding(ctx: Context, { x, y, angle, width: w, depth: h, kind }: Building): void {
  const [shaded, lit] = ROOFS[kind];
  ctx.save();
  ctx.translate(x + 0.045, y + 0.055);
  ctx.rotate(angle);
  ctx.fillStyle = 'rgba(40,24,12,.38)';
  ctx.fillRect(-w / 2, -h / 2, w, h);
  ctx.restore();
  ctx.save();
  ctx.translate(x, y);
  ctx.rotate(angle);
  ctx.fillStyle = shaded;
  ctx.fillRect(-w / 2, -h / 2, w, h);
  ctx.fillStyle = lit;
  ctx.fillRect(-w / 2, -h / 2, w, h / 2);
  ctx.strokeStyle = '#3a1f14';
  ctx.lineWidth = 0.022;
  ctx.strokeRect(-w / 2, -h / 2, w, h);
  ctx.lineWidth = 0.014;
  ctx.beginPath();
  ctx.moveTo(-w / 2, 0);
  ctx.lineTo(w / 2, 0);
  ctx.stroke();
  if (kind === 'church') paintTower(ctx, -w / 2);
  ctx.restore();
}

function paintTower(ctx: Context, x: number): void {
  ctx.fillStyle = '#4d3e46';
  ctx.lineWidth = 0.022;
  ctx.fillRect(x - 0.1, -0.1, 0.2, 0.2);
  ctx.strokeRect(x - 0.1, -0.1, 0.2, 0.2);
  ctx.strokeStyle = '#fff4d8';
  ctx.lineWidth = 0.03;
  ctx.beginPath();
  ctx.moveTo(x, -0.07);
  ctx.lineTo(x, 0.07);
  ctx.moveTo(x - 0.055, -0.02);
  ctx.lineTo(x + 0.055, -0.02);
  ctx.stroke();
}
