/** What lies on hexsides: walls with their gates, hedges, streams, bridges, earthworks. */

import type { Hexside, Road } from '../../api/types';
import type { Context } from '../canvas';
import type { Ground } from '../ground';
import { hexsideEnds, neighbour, type Point } from '../hexes';
import { centre, centreX, centreY } from '../places';
import { type Layer, type Patch, touches } from './patch';
import { divided, OBSTACLES, roadCrosses } from './roads';

interface Part {
  readonly feature: string;
  readonly from: Point;
  readonly to: Point;
  /** The middle of the hex it was written for: the upper one, for crests. */
  readonly inside?: Point;
}

/** A gate leaves this much of a wall standing on either side. */
const POST = 0.38;

export class Hexsides implements Layer {
  private readonly parts: readonly Part[];

  constructor(ground: Ground) {
    this.parts = [
      ...ground.data.hexsides.flatMap((held) => partsOf(held, ground)),
      ...ground.data.roads.filter(({ kind }) => OBSTACLES.has(kind)).flatMap(piecesOf),
    ];
  }

  paint(ctx: Context, patch: Patch): void {
    for (const part of this.parts)
      if (touches(patch, part.from.x, part.from.y, 1.5))
        (PAINTERS[part.feature] ?? wall)(ctx, part);
  }
}

function partsOf({ hex, side, feature }: Hexside, ground: Ground): Part[] {
  const [from, to] = hexsideEnds(hex, side);
  const open = feature === 'wall' && roadCrosses(ground.data, hex, neighbour(hex, side));
  if (!open) return [{ feature, from, to, inside: centre(hex) }];
  return [
    { feature, from, to: along(from, to, POST) },
    { feature, from: along(from, to, 1 - POST), to },
  ];
}

/** An obstacle of a measured table, piece by piece. */
function piecesOf({ kind, hexes }: Road): Part[] {
  const points = divided(
    hexes.map((at) => [centreX(at), centreY(at)]),
    1,
  ).map(([x, y]) => ({ x, y }));
  return points.slice(1).map((to, i) => ({ feature: kind, from: points[i]!, to }));
}

function along(a: Point, b: Point, t: number): Point {
  return { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t };
}

function line(ctx: Context, { from, to }: Part, style: string, width: number, dash: number[] = []) {
  ctx.strokeStyle = style;
  ctx.lineWidth = width;
  ctx.setLineDash(dash);
  ctx.beginPath();
  ctx.moveTo(from.x, from.y);
  ctx.lineTo(to.x, to.y);
  ctx.stroke();
  ctx.setLineDash([]);
}

function wall(ctx: Context, part: Part): void {
  ctx.lineCap = 'butt';
  line(ctx, part, '#3d2c1c', 0.15);
  line(ctx, part, '#cdbb98', 0.09);
  line(ctx, part, '#6c5539', 0.09, [0.02, 0.1]);
}

function stream(ctx: Context, part: Part): void {
  ctx.lineCap = 'round';
  line(ctx, part, '#3f627e', 0.15);
  line(ctx, part, '#5e86a6', 0.1);
}

function hedge(ctx: Context, part: Part): void {
  ctx.lineCap = 'round';
  line(ctx, part, 'rgba(38,46,22,.85)', 0.17, [0.001, 0.13]);
  line(ctx, part, '#84985a', 0.12, [0.001, 0.13]);
}

function bridge(ctx: Context, part: Part): void {
  stream(ctx, part);
  ctx.lineCap = 'butt';
  const { from, to } = part;
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const nx = (-(to.y - from.y) / length) * 0.2;
  const ny = ((to.x - from.x) / length) * 0.2;
  for (const t of [0.38, 0.62]) {
    const { x, y } = along(from, to, t);
    const bar = { feature: '', from: { x: x - nx, y: y - ny }, to: { x: x + nx, y: y + ny } };
    line(ctx, bar, '#3a2a18', 0.05);
  }
}

/** The deck of a bridge, wider than its road, with what its stuff adds on both sides of it. */
function deck(ctx: Context, part: Part, rails: string, planks: readonly string[]): void {
  stream(ctx, part);
  ctx.lineCap = 'butt';
  const { from, to } = part;
  const middle = along(from, to, 0.5);
  const [ux, uy] = [to.x - from.x, to.y - from.y];
  const [nx, ny] = [-uy * 0.3, ux * 0.3];
  const across = (t: number): Part => {
    const { x, y } = { x: middle.x + ux * t, y: middle.y + uy * t };
    return { feature: '', from: { x: x - nx, y: y - ny }, to: { x: x + nx, y: y + ny } };
  };
  const [bed, joint] = planks;
  line(ctx, across(0), rails, 0.34);
  line(ctx, across(0), bed!, 0.25);
  if (joint) line(ctx, across(0), joint, 0.25, [0.02, 0.07]);
  for (const t of [-0.15, 0.15]) line(ctx, across(t), rails, 0.05);
}

function woodenBridge(ctx: Context, part: Part): void {
  deck(ctx, part, '#3a2a18', ['#b98d57', '#6c4a2a']);
}

function stoneBridge(ctx: Context, part: Part): void {
  deck(ctx, part, '#4a463e', ['#d8d2c2']);
}

function earthwork(ctx: Context, part: Part): void {
  ctx.lineCap = 'butt';
  line(ctx, part, '#3a2a18', 0.06);
  line(ctx, part, '#3a2a18', 0.2, [0.03, 0.09]);
}

/** The edge of a height: a ridge line, and strokes down the slope that grow finer. */
function crest(ctx: Context, part: Part): void {
  const { from, to, inside } = part;
  ctx.lineCap = 'round';
  line(ctx, part, 'rgba(78,50,28,.8)', 0.07);
  if (!inside) return;
  const middle = along(from, to, 0.5);
  const far = Math.hypot(middle.x - inside.x, middle.y - inside.y);
  const [dx, dy] = [(middle.x - inside.x) / far, (middle.y - inside.y) / far];
  for (let i = 0; i < 9; i++) {
    const start = along(from, to, (i + 0.5) / 9);
    const length = i % 2 ? 0.16 : 0.26;
    const end = { x: start.x + dx * length, y: start.y + dy * length };
    line(ctx, { feature: '', from: start, to: end }, 'rgba(78,50,28,.7)', 0.035);
  }
}

/** No way across: a dark bank with cross strokes. */
function impassable(ctx: Context, part: Part): void {
  ctx.lineCap = 'butt';
  line(ctx, part, '#2f4a5e', 0.24);
  line(ctx, part, '#5e86a6', 0.16);
  line(ctx, part, '#22303f', 0.2, [0.04, 0.14]);
}

const PAINTERS: Readonly<Record<string, (ctx: Context, part: Part) => void>> = {
  wall,
  stream,
  river: stream,
  hedge,
  bridge,
  wooden_bridge: woodenBridge,
  stone_bridge: stoneBridge,
  earthwork,
  crest,
  impassable,
};
