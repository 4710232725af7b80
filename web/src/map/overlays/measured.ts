/** Overlays of a measured table: bands and corridors, measures, a move in its legs, handles for hands. */

import { type Camera, deviceScale, onDevice } from '../camera';
import type { Context } from '../canvas';
import { drawBase, drawTaken, isGrounded } from '../counters/bases';
import type { Point } from '../hexes';
import { cornerOf, degrees, frontOf, other, type Side } from '../legs';
import { type Base, centre, traceBase } from '../places';
import type { DraftMark, Gauge, Handles, Outline, Pose } from './overlays';
import { cased, drawHalo, drawHatch, drawTag, PALETTE } from './strokes';

const GOLD = '#8A5A00';
const FAN = 'rgba(244,184,30,.34)';

interface Style {
  readonly colour: string;
  readonly dash?: readonly [number, number];
  readonly fill?: string;
  readonly hatched?: boolean;
}

const OUTLINES: Readonly<Record<string, Style>> = {
  near: { colour: '#1E3F7A', hatched: true },
  far: { colour: '#1E3F7A', dash: [2, 4] },
  threat: { colour: PALETTE.blocked, dash: [3, 3] },
  command: { colour: GOLD, dash: [10, 6] },
  group: { colour: PALETTE.act, dash: [10, 5] },
  corridor: { colour: PALETTE.act, fill: 'rgba(216,69,46,.2)' },
};
const GAUGES: Readonly<Record<string, Style>> = {
  support: { colour: PALETTE.clear, dash: [3, 3] },
  threat: { colour: PALETTE.blocked, dash: [3, 3] },
  blocked: { colour: PALETTE.blocked, dash: [7, 5] },
  command: { colour: GOLD, dash: [10, 6] },
  pause: { colour: PALETTE.edge },
};
const PLAIN: Style = { colour: PALETTE.ink };

/** Draws in units of the map; `px` is one CSS pixel. */
function onGround(ctx: Context, camera: Camera, draw: (px: number) => void): void {
  const s = deviceScale(camera);
  ctx.save();
  ctx.scale(s, s);
  ctx.translate(-camera.x, -camera.y);
  draw(camera.ratio / s);
  ctx.restore();
}

const dashed = ({ dash }: Style, px: number) => (dash ?? []).map((each) => each * px);

export function drawOutline(ctx: Context, camera: Camera, outline: Outline): void {
  const style = OUTLINES[outline.tone] ?? PLAIN;
  const colour = outline.colour ?? style.colour;
  const points = outline.corners.map(centre);
  const path = new Path2D();
  for (const [i, { x, y }] of points.entries()) path[i ? 'lineTo' : 'moveTo'](x, y);
  path.closePath();
  onGround(ctx, camera, (px) => {
    if (style.fill) {
      ctx.fillStyle = style.fill;
      ctx.fill(path);
    }
    if (style.hatched) drawHatch(ctx, path, outline.corners, `${colour}55`, px, 9);
    cased(ctx, path, colour, 1.6 * px, px, dashed(style, px));
  });
  if (!outline.text) return;
  const top = points.reduce((best, each) => (each.y < best.y ? each : best));
  const [x, y] = onDevice(camera, top.x, top.y);
  drawHalo(ctx, x, y - 9 * camera.ratio, outline.text, 13 * camera.ratio, colour);
}

export function drawGauge(ctx: Context, camera: Camera, gauge: Gauge): void {
  const style = GAUGES[gauge.tone] ?? PLAIN;
  const [a, b] = [centre(gauge.from), centre(gauge.to)];
  onGround(ctx, camera, (px) =>
    cased(ctx, straight(a, b), style.colour, 2.2 * px, px, dashed(style, px)),
  );
  if (!gauge.text) return;
  const [x, y] = onDevice(camera, (a.x + b.x) / 2, (a.y + b.y) / 2);
  drawTag(ctx, x, y, gauge.text, style.colour, 12 * camera.ratio);
}

export function drawPose(ctx: Context, camera: Camera, { base, tone }: Pose): void {
  onGround(ctx, camera, (px) => {
    const path = new Path2D();
    traceBase(path, base);
    const refused = tone === 'beyond';
    ctx.fillStyle = refused ? 'rgba(155,28,28,.10)' : 'rgba(255,248,230,.35)';
    ctx.fill(path);
    const spot = [base.x, base.y, Math.hypot(base.width, base.depth)] as const;
    if (refused) hatched(ctx, path, spot, px);
    cased(ctx, path, refused ? PALETTE.blocked : PALETTE.act, 1.8 * px, px, [6 * px, 4 * px]);
  });
}

function hatched(
  ctx: Context,
  path: Path2D,
  [x, y, r]: readonly [number, number, number],
  px: number,
): void {
  ctx.save();
  ctx.clip(path);
  ctx.strokeStyle = 'rgba(155,28,28,.7)';
  ctx.lineWidth = 1.3 * px;
  ctx.beginPath();
  for (let at = -2 * r; at < 2 * r; at += 6 * px) {
    ctx.moveTo(x + at, y - r);
    ctx.lineTo(x + at + 2 * r, y + r);
  }
  ctx.stroke();
  ctx.restore();
}

function straight(a: Point, b: Point): Path2D {
  const path = new Path2D();
  path.moveTo(a.x, a.y);
  path.lineTo(b.x, b.y);
  return path;
}

// --- a move in its legs

export function drawDraft(ctx: Context, camera: Camera, draft: DraftMark): void {
  let here = draft.start;
  let gone = 0;
  onGround(ctx, camera, (px) => {
    for (const leg of draft.legs) {
      if (leg.kind === 'wheel') drawFan(ctx, here, leg.end, leg.side as Side, px);
      else gone += drawRuler(ctx, frontOf(here), frontOf(leg.end), gone, px);
      here = leg.end;
    }
  });
  labels(ctx, camera, draft);
}

/** Where a move ends, above all else: as it stands, as the hand has it, and what stops it. */
export function drawDraftEnd(ctx: Context, camera: Camera, draft: DraftMark): void {
  const { ghost } = draft;
  if (ghost && isGrounded(ghost)) {
    const s = deviceScale(camera);
    const [x, y] = onDevice(camera, ghost.base.x, ghost.base.y);
    ctx.save();
    ctx.globalAlpha = 0.85;
    drawBase(ctx, x, y, s, ghost, false);
    ctx.restore();
    drawTaken(ctx, x, y, s, ghost);
  }
  if (draft.hand) drawPose(ctx, camera, { base: draft.hand, tone: 'hand' });
  if (draft.beyond) drawPose(ctx, camera, { base: draft.beyond, tone: 'beyond' });
}

/** The ground of a wheel: a gold fan, its pivot, and the way of the outer corner. */
function drawFan(ctx: Context, from: Base, to: Base, side: Side, px: number): void {
  const pivot = cornerOf(from, side);
  const turn = ((degrees(to) - degrees(from) + 540) % 360) - 180;
  const outer = degrees(from) + (side === 'right' ? -90 : 90);
  const fan = new Path2D();
  const arc = new Path2D();
  fan.moveTo(pivot.x, pivot.y);
  for (let i = 0; i <= 20; i++) {
    const a = ((outer + (turn * i) / 20) * Math.PI) / 180;
    const [x, y] = [pivot.x + from.width * Math.sin(a), pivot.y - from.width * Math.cos(a)];
    fan.lineTo(x, y);
    arc[i ? 'lineTo' : 'moveTo'](x, y);
  }
  fan.closePath();
  ctx.fillStyle = FAN;
  ctx.fill(fan);
  cased(ctx, arc, PALETTE.act, 2.2 * px, px);
  ctx.beginPath();
  ctx.arc(pivot.x, pivot.y, 4 * px, 0, 2 * Math.PI);
  ctx.fillStyle = PALETTE.cream;
  ctx.fill();
  ctx.strokeStyle = PALETTE.edge;
  ctx.lineWidth = 1.6 * px;
  ctx.stroke();
}

/** A straight leg, a tick every half unit and a long one every unit, counted from the start of the move. */
function drawRuler(ctx: Context, a: Point, b: Point, gone: number, px: number): number {
  const long = Math.hypot(b.x - a.x, b.y - a.y);
  if (!long) return 0;
  const [ux, uy] = [(b.x - a.x) / long, (b.y - a.y) / long];
  cased(ctx, straight(a, b), PALETTE.act, 3 * px, px);
  for (let mark = Math.ceil(gone * 2 + 0.01) / 2; mark <= gone + long + 0.001; mark += 0.5) {
    const [x, y] = [a.x + ux * (mark - gone), a.y + uy * (mark - gone)];
    const half = (Number.isInteger(mark) ? 8 : 4.5) * px;
    const tick = straight(
      { x: x - uy * half, y: y + ux * half },
      { x: x + uy * half, y: y - ux * half },
    );
    cased(ctx, tick, PALETTE.act, 1.8 * px, px);
  }
  return long;
}

function labels(ctx: Context, camera: Camera, draft: DraftMark): void {
  let here = draft.start;
  for (const { kind, side, end, text } of draft.legs) {
    const wheel = kind === 'wheel';
    const [p, q] = wheel
      ? [cornerOf(here, other(side as Side)), cornerOf(end, other(side as Side))]
      : [frontOf(here), frontOf(end)];
    here = end;
    if (!text || camera.scale < 20) continue;
    const [x, y] = onDevice(camera, (p.x + q.x) / 2, (p.y + q.y) / 2);
    drawHalo(ctx, x + 22 * camera.ratio, y, text, 13 * camera.ratio, PALETTE.commit);
  }
}

/** What a move costs, what the hand does, and why it goes no farther. */
export function drawPills(ctx: Context, camera: Camera, draft: DraftMark): void {
  const at = draft.ghost?.base ?? draft.beyond ?? draft.hand ?? draft.start;
  const reach = Math.hypot(at.width, at.depth) / 2;
  const [x, y] = onDevice(camera, at.x - reach, at.y);
  const size = 13 * camera.ratio;
  draft.pills.forEach((text, i) => {
    ctx.font = `600 ${size}px Cabin, sans-serif`;
    const wide = ctx.measureText(text).width;
    drawTag(
      ctx,
      x - wide / 2 - size * 2,
      y + i * size * 2,
      text,
      i ? PALETTE.edge : PALETTE.commit,
      size,
    );
  });
  if (!draft.refused) return;
  const spot = draft.beyond ?? draft.hand ?? at;
  const [rx, ry] = onDevice(camera, spot.x, spot.y + Math.hypot(spot.width, spot.depth) / 2);
  drawTag(ctx, rx, ry + size * 2.6, draft.refused, PALETTE.blocked, 12 * camera.ratio);
}

// --- handles

export type Handle = 'move' | Side;

/** Radius of a handle and how near is on it, in CSS pixels. */
const radius = ({ large }: Handles) => (large ? 20 : 12);
const NEAR = { large: 24, small: 15 };
const AHEAD = 0.42;

/** Where the handles of a base lie, on the map. */
export function handlesOf(handles: Handles, scale: number): [Handle, Point][] {
  const { base, wheels } = handles;
  const out = (radius(handles) + 4) / scale;
  const grown = { ...base, width: base.width + 2 * out };
  const front = frontOf(base);
  const on = Math.max(AHEAD, 2.6 * out);
  const [sin, cos] = [Math.sin(base.angle), Math.cos(base.angle)];
  const move: [Handle, Point] = ['move', { x: front.x + sin * on, y: front.y - cos * on }];
  const corners = (['left', 'right'] as const).map((side): [Handle, Point] => [
    side,
    cornerOf(grown, side),
  ]);
  return wheels ? [move, ...corners] : [move];
}

export function handleAt(handles: Handles, scale: number, x: number, y: number): Handle | null {
  const near = handles.large ? NEAR.large : NEAR.small;
  const found = handlesOf(handles, scale).find(
    ([, p]) => Math.hypot(p.x - x, p.y - y) * scale <= near,
  );
  return found?.[0] ?? null;
}

export function drawHandles(ctx: Context, camera: Camera, handles: Handles): void {
  const r = radius(handles) * camera.ratio;
  for (const [kind, p] of handlesOf(handles, camera.scale)) {
    const [x, y] = onDevice(camera, p.x, p.y);
    ctx.save();
    ctx.translate(x, y);
    ctx.shadowColor = 'rgba(20,12,4,.5)';
    ctx.shadowBlur = 6;
    ctx.shadowOffsetY = 2;
    ctx.fillStyle = handles.held === kind ? PALETTE.select : PALETTE.cream;
    ctx.strokeStyle = PALETTE.edge;
    ctx.lineWidth = 2 * camera.ratio;
    ctx.beginPath();
    ctx.arc(0, 0, r, 0, 2 * Math.PI);
    ctx.fill();
    ctx.shadowColor = 'transparent';
    ctx.stroke();
    ctx.lineWidth = r * 0.15;
    ctx.lineCap = 'round';
    if (kind === 'move') crossed(ctx, r * 0.58);
    else bent(ctx, r * 0.58, kind, handles.base.angle);
    ctx.restore();
  }
}

/** Four arrows. */
function crossed(ctx: Context, q: number): void {
  ctx.beginPath();
  for (let i = 0; i < 4; i++) {
    ctx.save();
    ctx.rotate((i * Math.PI) / 2);
    ctx.moveTo(0, 0);
    ctx.lineTo(0, -q);
    ctx.moveTo(-q * 0.4, -q * 0.6);
    ctx.lineTo(0, -q);
    ctx.lineTo(q * 0.4, -q * 0.6);
    ctx.restore();
  }
  ctx.stroke();
}

/** An arrow that bends the way the corner is drawn. */
function bent(ctx: Context, q: number, corner: Side, angle: number): void {
  ctx.rotate(angle);
  ctx.scale(corner === 'left' ? 1 : -1, 1);
  ctx.beginPath();
  ctx.arc(0, 0, q, Math.PI * 0.85, Math.PI * 2.15);
  ctx.stroke();
  ctx.rotate(Math.PI * 0.15);
  ctx.beginPath();
  ctx.moveTo(q * 0.5, -q * 0.15);
  ctx.lineTo(q, q * 0.4);
  ctx.lineTo(q * 1.4, -q * 0.2);
  ctx.stroke();
}
