/** Draws overlays: what belongs to the ground below the counters, what points at them above. */

import type { Hex } from '../../api/types';
import { type Camera, deviceScale, onDevice, visible } from '../camera';
import { type Context, trace } from '../canvas';
import { drawBase, isGrounded } from '../counters/bases';
import { drawMark, groundMark } from '../counters/marks';
import type { Counter } from '../counters/model';
import { drawPlate } from '../counters/plate';
import { Sprites, stamp } from '../counters/sprites';
import type { Ground } from '../ground';
import { centre, centreX, centreY } from '../places';
import { drawFronts } from './fronts';
import {
  drawDraft,
  drawDraftEnd,
  drawGauge,
  drawHandles,
  drawOutline,
  drawPills,
  drawPose,
} from './measured';
import { type Bases, fillPath, outlinePath } from './outline';
import type { Area, Arrow, Drawn, GhostMark, Overlays, Path, Reach, Sight, Tag } from './overlays';
import { cased, drawArrow, drawDisc, drawHatch, drawSquareEnd, drawTag, PALETTE } from './strokes';

interface Shown<T> {
  readonly of: T;
  readonly fill: Path2D;
  readonly outline: Path2D;
}

const ARROW_COLOURS: Readonly<Record<Arrow['kind'], string>> = {
  advance: PALETTE.act,
  gallop: PALETTE.act,
  fire: PALETTE.commit,
  retreat: PALETTE.night,
  wish: '#5B6470',
};

const DRAWN_COLOURS: Readonly<Record<Drawn['colour'], string>> = {
  red: PALETTE.act,
  blue: '#1E3F7A',
  green: PALETTE.clear,
  brown: '#6B4A1F',
};

export class OverlayLayer {
  private held: Overlays = {};
  private reach: Shown<Reach> | null = null;
  private areas: readonly Shown<Area>[] = [];
  private readonly discs = new Sprites(400);
  /** The bases of a measured table by the places in their middles. */
  bases: Bases = new Map();

  constructor(private readonly ground: Ground) {}

  get overlays(): Overlays {
    return this.held;
  }

  clearSprites(): void {
    this.discs.clear();
  }

  /** Changes the overlays named in `change`; null or an empty list takes one away. */
  set(change: Overlays): void {
    this.held = { ...this.held, ...change };
    if ('reach' in change) this.reach = change.reach ? this.shownReach(change.reach) : null;
    if ('areas' in change)
      this.areas = (change.areas ?? []).map((area) => ({
        of: area,
        fill: this.filled(area.hexes, area.kind === 'zone' ? 0.97 : 1),
        outline: this.outlined(area.hexes),
      }));
  }

  private filled(places: Iterable<Hex>, inset = 1): Path2D {
    return fillPath(places, inset, this.bases);
  }

  private outlined(places: ReadonlySet<Hex>): Path2D {
    return this.ground.measured ? this.filled(places) : outlinePath(places);
  }

  private shownReach(reach: Reach): Shown<Reach> {
    if (reach.outline?.length) return this.shownOutline(reach, reach.outline);
    const hexes = new Set(reach.costs.keys());
    if (reach.from !== undefined) hexes.add(reach.from);
    const outside = new Path2D();
    outside.rect(0, 0, this.ground.width, this.ground.height);
    outside.addPath(this.filled(hexes));
    return { of: reach, fill: outside, outline: this.outlined(hexes) };
  }

  private shownOutline(reach: Reach, corners: readonly Hex[]): Shown<Reach> {
    const outline = new Path2D();
    trace(
      outline,
      corners.flatMap((at) => [centreX(at), centreY(at)]),
      true,
    );
    const outside = new Path2D();
    outside.rect(0, 0, this.ground.width, this.ground.height);
    outside.addPath(outline);
    return { of: reach, fill: outside, outline };
  }

  // --- below the counters

  drawBelow(ctx: Context, camera: Camera): void {
    const s = deviceScale(camera);
    const px = camera.ratio / s;
    ctx.save();
    ctx.scale(s, s);
    ctx.translate(-camera.x, -camera.y);
    for (const { of: area, fill, outline } of this.areas)
      this.drawArea(ctx, area, fill, outline, px);
    if (this.reach) {
      ctx.fillStyle = 'rgba(40,26,10,.24)';
      ctx.fill(this.reach.fill, 'evenodd');
      cased(ctx, this.reach.outline, '#8A5A00', 3 * px, px);
    }
    for (const at of this.held.targets ?? []) {
      const ring = this.filled([at], 0.9);
      ctx.fillStyle = 'rgba(216,69,46,.10)';
      ctx.fill(ring);
      cased(ctx, ring, PALETTE.act, 2.4 * px, px);
    }
    for (const at of this.held.crooked ?? [])
      cased(ctx, this.filled([at], 0.9), PALETTE.act, 2.4 * px, px, [7 * px, 5 * px]);
    ctx.restore();
    for (const outline of this.held.outlines ?? []) drawOutline(ctx, camera, outline);
    if (this.reach) this.drawCosts(ctx, camera, this.reach.of);
    if (this.held.draft) drawDraft(ctx, camera, this.held.draft);
    if (this.held.path) this.drawPathLine(ctx, camera, this.held.path);
  }

  private drawArea(ctx: Context, area: Area, fill: Path2D, outline: Path2D, px: number): void {
    const colour = area.colour ?? AREA_COLOURS[area.kind];
    if (area.kind === 'reaction' || area.kind === 'arrival') {
      cased(ctx, outline, colour, 2.6 * px, px, [7 * px, 5 * px]);
      return;
    }
    if (area.kind === 'control') {
      ctx.globalAlpha = 0.14;
      ctx.fillStyle = colour;
      ctx.fill(fill);
      ctx.globalAlpha = 1;
      return;
    }
    drawHatch(ctx, fill, area.hexes, colour, px, area.kind === 'zone' ? 7 : 5);
  }

  private drawCosts(ctx: Context, camera: Camera, reach: Reach): void {
    if (camera.scale < 13 || reach.outline?.length) return;
    const s = deviceScale(camera);
    const size = Math.min(0.62 * s, 30 * camera.ratio);
    const box = visible(camera, 1);
    this.discs.begin(30);
    for (const [at, cost] of reach.costs) {
      const p = centre(at);
      if (p.x < box.x0 || p.x > box.x1 || p.y < box.y0 || p.y > box.y1) continue;
      const sprite = this.discs.get(`cost|${cost}`, size, false, 1.2, (c, middle, side) =>
        drawDisc(c, middle, middle, side / 2, cost, 'rgba(255,250,235,.93)', PALETTE.ink, null),
      );
      const [x, y] = onDevice(camera, p.x, p.y);
      if (sprite) stamp(ctx, sprite, x, y, size);
    }
  }

  // --- above the counters

  drawAbove(ctx: Context, camera: Camera): void {
    const { target, chosen, cursor, hover, path, sight } = this.held;
    for (const ghost of this.held.ghosts ?? []) this.drawGhost(ctx, camera, ghost);
    if (path) this.drawPathSteps(ctx, camera, path);
    if (sight) this.drawSight(ctx, camera, sight);
    if (hover) this.ring(ctx, camera, hover, 'rgba(42,29,15,.55)', 1.5);
    if (chosen) this.ring(ctx, camera, chosen, PALETTE.select, 3.2, true);
    if (cursor) this.ring(ctx, camera, cursor, PALETTE.select, 3, true);
    if (target) this.ring(ctx, camera, target, PALETTE.act, 3.4);
    for (const pose of this.held.poses ?? []) drawPose(ctx, camera, pose);
    for (const arrow of this.held.arrows ?? []) this.drawArrow(ctx, camera, arrow);
    for (const gauge of this.held.gauges ?? []) drawGauge(ctx, camera, gauge);
    for (const drawn of this.held.drawn ?? []) this.drawDrawn(ctx, camera, drawn);
    if (this.held.draft) drawDraftEnd(ctx, camera, this.held.draft);
    if (this.held.handles) drawHandles(ctx, camera, this.held.handles);
    if (this.held.draft) drawPills(ctx, camera, this.held.draft);
    drawFronts(ctx, camera, this.held.fronts ?? []);
    for (const tag of this.held.tags ?? []) this.drawTag(ctx, camera, tag);
  }

  private at(camera: Camera, hex: Hex): [number, number] {
    const { x, y } = centre(hex);
    return onDevice(camera, x, y);
  }

  private ring(
    ctx: Context,
    camera: Camera,
    hex: Hex,
    colour: string,
    width: number,
    inked = false,
  ): void {
    const s = deviceScale(camera);
    const px = camera.ratio / s;
    ctx.save();
    ctx.scale(s, s);
    ctx.translate(-camera.x, -camera.y);
    const path = this.filled([hex], 0.96);
    ctx.lineJoin = 'miter';
    ctx.strokeStyle = inked ? PALETTE.edge : PALETTE.cream;
    ctx.lineWidth = (width + 2.6) * px;
    ctx.stroke(path);
    ctx.strokeStyle = colour;
    ctx.lineWidth = width * px;
    ctx.stroke(path);
    ctx.restore();
  }

  private drawPathLine(ctx: Context, camera: Camera, path: Path): void {
    const s = deviceScale(camera);
    const points = [path.from, ...path.steps.map((step) => step.hex)].map((at) =>
      this.at(camera, at),
    );
    ctx.lineJoin = 'round';
    ctx.lineCap = 'round';
    for (const [style, width, least] of [
      [PALETTE.cream, 0.2, 7],
      [PALETTE.act, 0.13, 4],
    ] as const) {
      ctx.strokeStyle = style;
      ctx.lineWidth = Math.max(width * s, least * camera.ratio);
      ctx.beginPath();
      for (const [i, [x, y]] of points.entries()) ctx[i ? 'lineTo' : 'moveTo'](x, y);
      ctx.stroke();
    }
  }

  /** The ghost at the end and the running costs. */
  private drawPathSteps(ctx: Context, camera: Camera, path: Path): void {
    const s = deviceScale(camera);
    const last = path.steps[path.steps.length - 1];
    if (path.ghost && last && camera.scale >= 20) {
      ctx.save();
      ctx.globalAlpha = 0.62;
      this.drawPale(ctx, camera, path.ghost, last.hex);
      ctx.restore();
    }
    const r = Math.max(0.22 * s, 9 * camera.ratio);
    for (const { hex, cost } of path.steps) {
      const [x, y] = this.at(camera, hex);
      // Between two of the arrows about the piece, so that none covers it.
      const [aside, up] = path.ghost && hex === last?.hex ? [0.43 * s, 0.76 * s] : [0, 0];
      if (path.via?.has(hex))
        drawDisc(ctx, x, y, r * 1.15, cost, PALETTE.select, PALETTE.edge, PALETTE.edge);
      else drawDisc(ctx, x + aside, y - up, r, cost, PALETTE.commit, PALETTE.cream, PALETTE.cream);
    }
  }

  /** A counter with its ground mark, as pale as the context. */
  private drawPale(ctx: Context, camera: Camera, counter: Counter, hex: Hex): void {
    const s = deviceScale(camera);
    if (isGrounded(counter)) {
      const { base } = counter;
      drawBase(ctx, ...onDevice(camera, base.x, base.y), s, counter, false);
      return;
    }
    const [x, y] = this.at(camera, hex);
    ctx.save();
    ctx.translate(x, y);
    ctx.scale(s, s);
    drawMark(ctx, groundMark(counter), counter.side.header);
    ctx.restore();
    const detail = camera.scale >= 40 ? 'full' : 'short';
    drawPlate(ctx, x, y, counter, { size: 1.1 * s, detail });
  }

  /** A pencilled wish: dashes round the hex, the counter pale, an arrow from where it stands. */
  private drawGhost(ctx: Context, camera: Camera, ghost: GhostMark): void {
    const s = deviceScale(camera);
    const px = camera.ratio / s;
    ctx.save();
    ctx.globalAlpha = 0.85 * ghost.strength;
    ctx.save();
    ctx.scale(s, s);
    ctx.translate(-camera.x, -camera.y);
    const { base } = ghost.counter;
    const bases = base ? new Map([[ghost.hex, base]]) : this.bases;
    const outline = fillPath([ghost.hex], 0.9, bases);
    cased(ctx, outline, PALETTE.night, 2 * px, px, [6 * px, 4 * px]);
    ctx.restore();
    if (ghost.from !== null)
      this.drawArrow(ctx, camera, { from: ghost.from, to: ghost.hex, kind: 'wish' });
    ctx.globalAlpha = 0.5 * ghost.strength;
    this.drawPale(ctx, camera, ghost.counter, ghost.hex);
    ctx.restore();
  }

  private drawSight(ctx: Context, camera: Camera, sight: Sight): void {
    const a = this.at(camera, sight.from);
    const b = this.at(camera, sight.to);
    const stop = sight.blocked === undefined ? b : nearestOn(a, b, this.at(camera, sight.blocked));
    const w = 3 * camera.ratio;
    const draw = (
      from: readonly number[],
      to: readonly number[],
      style: string,
      dash: number[],
    ) => {
      for (const [colour, width] of [
        [PALETTE.cream, w + 3 * camera.ratio],
        [style, w],
      ] as const) {
        ctx.strokeStyle = colour;
        ctx.lineWidth = width;
        ctx.lineCap = 'butt';
        ctx.setLineDash(colour === style ? dash : []);
        ctx.beginPath();
        ctx.moveTo(from[0]!, from[1]!);
        ctx.lineTo(to[0]!, to[1]!);
        ctx.stroke();
      }
      ctx.setLineDash([]);
    };
    if (sight.blocked !== undefined)
      draw(stop, b, PALETTE.blocked, [7 * camera.ratio, 5 * camera.ratio]);
    draw(a, stop, PALETTE.clear, []);
    if (sight.blocked !== undefined) drawSquareEnd(ctx, stop[0], stop[1], 6 * camera.ratio);
  }

  /** What somebody drew: an arrow, or a ring around a place. */
  private drawDrawn(ctx: Context, camera: Camera, { kind, at, to, colour, dashed }: Drawn): void {
    const style = DRAWN_COLOURS[colour];
    const px = camera.ratio;
    if (kind === 'arrow') {
      this.drawArrow(ctx, camera, { from: at, to, kind: 'wish' }, style, dashed);
      return;
    }
    const ring = new Path2D();
    ring.arc(...this.at(camera, at), Math.max(0.94 * deviceScale(camera), 14 * px), 0, 2 * Math.PI);
    cased(ctx, ring, style, 3.4 * px, px, dashed ? [9 * px, 6 * px] : []);
  }

  private drawArrow(
    ctx: Context,
    camera: Camera,
    arrow: Arrow,
    colour = ARROW_COLOURS[arrow.kind],
    dashed = false,
  ): void {
    const a = this.at(camera, arrow.from);
    const b = this.at(camera, arrow.to);
    const s = deviceScale(camera);
    const long = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
    const along = (t: number): [number, number] => [
      a[0] + ((b[0] - a[0]) * t) / long,
      a[1] + ((b[1] - a[1]) * t) / long,
    ];
    const width = Math.max(0.12 * s, 5 * camera.ratio);
    const head = Math.max(0.34 * s, 13 * camera.ratio);
    let from = along(0.5 * s);
    const to = along(long - 0.36 * s);
    if (dashed) {
      const line = new Path2D();
      line.moveTo(...from);
      from = along(Math.max(0.5 * s, long - 0.36 * s - 1.2 * head));
      line.lineTo(...from);
      cased(ctx, line, colour, width, camera.ratio, [2.4 * width, 1.6 * width]);
    }
    drawArrow(ctx, from, to, colour, width, head);
  }

  private drawTag(ctx: Context, camera: Camera, tag: Tag): void {
    const [x, y] = this.at(camera, tag.hex);
    const ground = tag.colour ?? TAG_COLOURS[tag.tone];
    const down = (tag.under ? 1.08 : tag.low ? 0.66 : -0.2) * deviceScale(camera);
    const small = tag.low || tag.under;
    drawTag(ctx, x, y + down, tag.text, ground, (small ? 12 : 13) * camera.ratio);
  }
}

const AREA_COLOURS: Readonly<Record<Area['kind'], string>> = {
  zone: 'rgba(30,63,122,.5)',
  reaction: '#1E3F7A',
  danger: 'rgba(155,28,28,.55)',
  control: '#8A6A1E',
  arrival: '#2C6B3F',
};
const TAG_COLOURS: Readonly<Record<Tag['tone'], string>> = {
  ink: PALETTE.ink,
  blocked: PALETTE.blocked,
  clear: PALETTE.clear,
  side: '#1E3F7A',
};

/** The foot of a point on the line from a to b. */
function nearestOn(
  a: readonly [number, number],
  b: readonly [number, number],
  p: readonly [number, number],
): [number, number] {
  const dx = b[0] - a[0];
  const dy = b[1] - a[1];
  const t = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy || 1);
  const k = Math.max(0, Math.min(1, t));
  return [a[0] + dx * k, a[1] + dy * k];
}
