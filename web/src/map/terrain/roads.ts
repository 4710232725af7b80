/** Roads and tracks as smooth bands from hex centre to hex centre. */

import type { MapData, Road } from '../../api/types';
import { Buckets } from '../buckets';
import { type Context, trace } from '../canvas';
import type { Ground } from '../ground';
import { centre } from '../places';
import type { Layer, Patch } from './patch';

export type RoadKind = 'highroad' | 'road' | 'track';

export interface Band {
  readonly kind: RoadKind;
  readonly points: readonly number[];
}

/** A point on a road and the way it runs there. */
export interface Station {
  readonly x: number;
  readonly y: number;
  readonly angle: number;
}

/** Lines of a measured table that nobody walks along. */
export const OBSTACLES: ReadonlySet<string> = new Set([
  'stream',
  'river',
  'hedge',
  'wall',
  'fence',
]);

/** A road that ends this near the border leaves the map: half a hex and a little. */
const EDGE = 1.8;
/** Stations of a measured road lie no farther apart. */
const PACE = 0.2;

export function kindOf(road: Road): RoadKind {
  if (road.kind === 'track' || road.kind === 'trail') return 'track';
  return road.kind === 'highroad' || /high ?road/i.test(road.name) ? 'highroad' : 'road';
}

export class Roads implements Layer {
  readonly bands: readonly Band[];
  private readonly stations: Buckets<Station>;
  private readonly paths: ReadonlyMap<RoadKind, Path2D>;

  constructor(ground: Ground) {
    this.bands = ground.data.roads
      .filter(({ kind, hexes }) => hexes.length > 1 && !OBSTACLES.has(kind))
      .map((road) => ({ kind: kindOf(road), points: smoothed(road, ground) }));
    this.stations = new Buckets(this.bands.flatMap(stationsOf), (station) => station, 1);
    const paths = new Map<RoadKind, Path2D>();
    for (const kind of ['highroad', 'road', 'track'] as const) {
      const path = new Path2D();
      for (const band of this.bands) if (band.kind === kind) trace(path, band.points);
      paths.set(kind, path);
    }
    this.paths = paths;
  }

  /** Stations within `reach` of a point. */
  near(x: number, y: number, reach: number): Station[] {
    const box = { x0: x - reach, y0: y - reach, x1: x + reach, y1: y + reach };
    return [...this.stations.within(box)].filter((s) => Math.hypot(s.x - x, s.y - y) < reach);
  }

  isNear(x: number, y: number, reach: number): boolean {
    return this.stations.hasNear(x, y, reach);
  }

  /** How far the nearest road is, `most` at most. */
  distance(x: number, y: number, most = 1): number {
    return this.near(x, y, most).reduce((m, s) => Math.min(m, Math.hypot(s.x - x, s.y - y)), most);
  }

  paint(ctx: Context, _patch: Patch): void {
    const draw = (kinds: RoadKind[], width: number, style: string, dash: number[] = []) => {
      ctx.strokeStyle = style;
      ctx.lineWidth = width;
      ctx.setLineDash(dash);
      ctx.lineJoin = 'round';
      ctx.lineCap = dash.length ? 'butt' : 'round';
      for (const kind of kinds) ctx.stroke(this.paths.get(kind)!);
      ctx.setLineDash([]);
    };
    draw(['track'], 0.2, 'rgba(240,230,203,.75)');
    draw(['track'], 0.15, '#6b5030');
    draw(['track'], 0.09, '#f0e6cb');
    draw(['track'], 0.17, '#efe5ca', [0.1, 0.16]);
    draw(['track'], 0.085, '#f0e6cb');
    draw(['road', 'highroad'], 0.32, 'rgba(240,230,203,.55)');
    draw(['road'], 0.24, '#5b4326');
    draw(['highroad'], 0.31, '#4f3a20');
    draw(['road'], 0.165, '#f7efd9');
    draw(['highroad'], 0.225, '#f6e7c0');
    draw(['highroad'], 0.03, 'rgba(120,86,40,.55)', [0.12, 0.12]);
  }
}

/** Does a road of the map cross from one hex to the other? Then a wall is open there. */
export function roadCrosses(data: MapData, one: number, other: number): boolean {
  return data.roads.some(({ hexes }) =>
    hexes.some((at, i) => at === one && (hexes[i + 1] === other || hexes[i - 1] === other)),
  );
}

function stationsOf(band: Band): Station[] {
  const found: Station[] = [];
  const p = band.points;
  for (let i = 2; i < p.length; i += 2)
    found.push({
      x: p[i]!,
      y: p[i + 1]!,
      angle: Math.atan2(p[i + 1]! - p[i - 1]!, p[i]! - p[i - 2]!),
    });
  return found;
}

/** Two averaging passes, an extension over the border, three corner cuttings. */
export function smoothed(road: Road, ground: Ground): number[] {
  let p = road.hexes.map((at): [number, number] => {
    const { x, y } = centre(at);
    return [x, y];
  });
  if (ground.measured) return divided(p, PACE).flat();
  for (let pass = 0; pass < 2; pass++)
    p = p.map((here, i): [number, number] => {
      const before = p[i - 1];
      const after = p[i + 1];
      if (!before || !after) return here;
      return [
        here[0] * 0.5 + (before[0] + after[0]) * 0.25,
        here[1] * 0.5 + (before[1] + after[1]) * 0.25,
      ];
    });
  const first = beyond(p[0]!, p[1]!, ground);
  const last = beyond(p[p.length - 1]!, p[p.length - 2]!, ground);
  if (first) p.unshift(first);
  if (last) p.push(last);
  for (let pass = 0; pass < 3; pass++) p = cut(p);
  return p.flat();
}

/** A line over a measured table in pieces no longer than `most`. */
export function divided(points: readonly [number, number][], most: number): [number, number][] {
  const [first, ...rest] = points;
  const made: [number, number][] = first ? [first] : [];
  for (const to of rest) {
    const from = made[made.length - 1]!;
    const n = Math.max(1, Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1]) / most));
    for (let i = 1; i <= n; i++)
      made.push([from[0] + ((to[0] - from[0]) * i) / n, from[1] + ((to[1] - from[1]) * i) / n]);
  }
  return made;
}

function beyond(
  end: [number, number],
  inner: [number, number],
  ground: Ground,
): [number, number] | null {
  const [x, y] = end;
  const inside = x > EDGE && x < ground.width - EDGE && y > EDGE && y < ground.height - EDGE;
  return inside ? null : [x + (x - inner[0]) * 1.2, y + (y - inner[1]) * 1.2];
}

function cut(p: [number, number][]): [number, number][] {
  const made: [number, number][] = [p[0]!];
  for (let i = 0; i + 1 < p.length; i++) {
    const a = p[i]!;
    const b = p[i + 1]!;
    made.push(
      [a[0] * 0.75 + b[0] * 0.25, a[1] * 0.75 + b[1] * 0.25],
      [a[0] * 0.25 + b[0] * 0.75, a[1] * 0.25 + b[1] * 0.75],
    );
  }
  made.push(p[p.length - 1]!);
  return made;
}
