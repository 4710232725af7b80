/** All pieces on the screen: tails and marks on the ground, then plates, then leaders. */

import type { UnitId } from '../../api/types';
import { type Camera, deviceScale, onDevice, visible } from '../camera';
import type { Context } from '../canvas';
import { baseKey, baseRoom, drawBase, drawTaken, type Grounded, isGrounded } from './bases';
import { drawBlock } from './block';
import type { Layout, PlacedCounter } from './layout';
import { SHOWN } from './layout';
import { drawLeader, drawLeaderPin, LEADER_ROOM, LEADER_SIZE } from './leader';
import { drawMark, drawTail, groundMark, tailOf } from './marks';
import type { Counter } from './model';
import { type Detail, detailAt, drawPlate, ROOM, tracePlate } from './plate';
import { groundMarkKey, leaderKey, plateKey, Sprites, stamp } from './sprites';

export interface CounterSettings {
  /** Counters may be enlarged apart from the map, 1.0 to 1.5. */
  readonly enlarged: number;
  readonly tilt: boolean;
}

/** Milliseconds of a frame that may go into new sprites. */
const BUDGET_MOVING = 3;
const BUDGET_AT_REST = 12;
const SELECT = '#F4B81E';
const INK = '#1B140C';
const PIN_FROM = 10;

/** Where a piece is drawn instead, while it glides. */
export type Shifts = ReadonlyMap<UnitId, { readonly x: number; readonly y: number }>;

export class CounterLayer {
  readonly sprites = new Sprites();
  layout: Layout = { counters: [], leaders: [] };
  settings: CounterSettings = { enlarged: 1, tilt: true };
  selected: ReadonlySet<UnitId> = new Set();
  /** Ghosts: half-toned, not orders. */
  faded: ReadonlySet<UnitId> = new Set();
  shifts: Shifts = new Map();

  /** Returns true when sprites are still to be drawn in a later frame. */
  draw(ctx: Context, camera: Camera, moving: boolean, coarse = false): boolean {
    const detail = detailAt(camera.scale * this.settings.enlarged);
    this.sprites.begin(moving ? BUDGET_MOVING : BUDGET_AT_REST);
    ctx.imageSmoothingEnabled = !(moving && coarse);
    ctx.imageSmoothingQuality = 'low';
    const seen = this.within(camera);
    const plated = seen.filter(({ counter }) => !isGrounded(counter));
    if (detail !== 'block') this.drawMarks(ctx, camera, plated, moving);
    for (const placed of seen) this.drawCounter(ctx, camera, placed, detail, moving);
    this.drawLeaders(ctx, camera, detail, moving);
    ctx.imageSmoothingEnabled = true;
    return this.sprites.starved;
  }

  private within(camera: Camera): PlacedCounter[] {
    const box = visible(camera, 3);
    return this.layout.counters.filter(
      ({ x, y, depth }) => depth < SHOWN && x > box.x0 && x < box.x1 && y > box.y0 && y < box.y1,
    );
  }

  private drawMarks(ctx: Context, camera: Camera, seen: PlacedCounter[], moving: boolean): void {
    const s = deviceScale(camera);
    const done = new Set<string>();
    for (const { counter, markX, markY } of seen) {
      this.drawTails(ctx, camera, counter);
      const key = groundMarkKey(counter);
      const shift = this.shifts.get(counter.id);
      // Units of a stack that stand alike share one mark.
      const once = `${key}@${markX},${markY}`;
      if (done.has(once) && !shift) continue;
      done.add(once);
      const mark = groundMark(counter);
      const sprite = this.sprites.get(key, s, moving, 2 * mark.reach + 0.2, (c, middle, size) => {
        c.translate(middle, middle);
        c.scale(size, size);
        drawMark(c, mark, counter.side.header);
      });
      if (!sprite) continue;
      const [x, y] = onDevice(camera, shift?.x ?? markX, shift?.y ?? markY);
      stamp(ctx, sprite, x, y, s);
    }
  }

  private drawTails(ctx: Context, camera: Camera, counter: Counter): void {
    const tail = tailOf(counter);
    if (!tail.length || this.shifts.has(counter.id)) return;
    const s = deviceScale(camera);
    ctx.save();
    ctx.scale(s, s);
    ctx.translate(-camera.x, -camera.y);
    drawTail(ctx, tail, counter.side.header);
    ctx.restore();
  }

  private drawCounter(
    ctx: Context,
    camera: Camera,
    placed: PlacedCounter,
    detail: Detail,
    moving: boolean,
  ): void {
    const { counter } = placed;
    const shift = this.shifts.get(counter.id);
    const [x, y] = onDevice(camera, shift?.x ?? placed.x, shift?.y ?? placed.y);
    const ghost = this.faded.has(counter.id);
    if (ghost) ctx.globalAlpha = 0.6;
    if (isGrounded(counter)) {
      this.drawBaseAt(ctx, camera, counter, x, y, moving);
      ctx.globalAlpha = 1;
      return;
    }
    if (detail === 'block') this.drawTroopBlock(ctx, camera, counter, x, y, moving);
    else this.drawPlateAt(ctx, camera, placed, detail, x, y, moving);
    ctx.globalAlpha = 1;
    if (this.selected.has(counter.id)) this.drawSelection(ctx, camera, placed, detail, x, y);
  }

  private drawBaseAt(
    ctx: Context,
    camera: Camera,
    counter: Grounded,
    x: number,
    y: number,
    moving: boolean,
  ): void {
    const s = deviceScale(camera) * this.settings.enlarged;
    if (this.selected.has(counter.id)) drawTaken(ctx, x, y, s, counter);
    const key = baseKey(counter, this.settings.enlarged);
    const sprite = this.sprites.get(key, s, moving, baseRoom(counter), (c, middle, size) =>
      drawBase(c, middle, middle, size, counter),
    );
    if (sprite) stamp(ctx, sprite, x, y, s);
    else drawBase(ctx, x, y, s, counter, false);
  }

  private drawTroopBlock(
    ctx: Context,
    camera: Camera,
    counter: Counter,
    x: number,
    y: number,
    moving: boolean,
  ): void {
    const s = deviceScale(camera) * this.settings.enlarged;
    const room = 2 * Math.max(1.1, counter.hexes.length > 1 ? 0.5 + counter.hexes.length : 0);
    const key = plateKey(counter, 'block', false);
    const sprite = this.sprites.get(key, s, moving, room, (c, middle, size) =>
      drawBlock(c, middle, middle, size, counter),
    );
    if (sprite) stamp(ctx, sprite, x, y, s);
  }

  private drawPlateAt(
    ctx: Context,
    camera: Camera,
    placed: PlacedCounter,
    detail: 'short' | 'full',
    x: number,
    y: number,
    moving: boolean,
  ): void {
    const { counter } = placed;
    const size = placed.size * deviceScale(camera) * this.settings.enlarged;
    const tilt = this.settings.tilt;
    const sprite = this.sprites.get(
      plateKey(counter, detail, tilt),
      size,
      moving,
      ROOM,
      (c, middle, side) => drawPlate(c, middle, middle, counter, { size: side, detail, tilt }),
    );
    if (sprite) stamp(ctx, sprite, x, y, size);
    else {
      ctx.fillStyle = counter.look.plate;
      ctx.fillRect(x - size / 2, y - size / 2, size, size);
      ctx.fillStyle = counter.side.header;
      ctx.fillRect(x - size / 2, y - size / 2, size, size * 0.18);
    }
    if (placed.depth === 0 && placed.count > SHOWN) drawCount(ctx, x, y, size, placed.count);
  }

  private drawSelection(
    ctx: Context,
    camera: Camera,
    placed: PlacedCounter,
    detail: Detail,
    x: number,
    y: number,
  ): void {
    const s = deviceScale(camera) * this.settings.enlarged;
    const k = (detail === 'block' ? 1.5 * s : placed.size * s) / 100;
    ctx.save();
    ctx.translate(x, y);
    ctx.scale(k, k);
    tracePlate(ctx, placed.counter.side, -55, -55, 110);
    ctx.strokeStyle = INK;
    ctx.lineWidth = Math.max(8, 5.5 / k);
    ctx.stroke();
    ctx.strokeStyle = SELECT;
    ctx.lineWidth = Math.max(5, 3 / k);
    ctx.stroke();
    ctx.restore();
  }

  private drawLeaders(ctx: Context, camera: Camera, detail: Detail, moving: boolean): void {
    const box = visible(camera, 1);
    const s = deviceScale(camera) * this.settings.enlarged;
    for (const placed of this.layout.leaders) {
      const { leader } = placed;
      if (placed.x < box.x0 || placed.x > box.x1 || placed.y < box.y0 || placed.y > box.y1)
        continue;
      const shift = this.shifts.get(leader.id);
      const [x, y] = onDevice(camera, shift?.x ?? placed.x, shift?.y ?? placed.y);
      if (detail === 'block') {
        if (camera.scale >= PIN_FROM) drawLeaderPin(ctx, x, y, s * 0.24, leader);
      } else {
        const size = LEADER_SIZE * s;
        const sprite = this.sprites.get(
          leaderKey(leader),
          size,
          moving,
          LEADER_ROOM,
          (c, m, side) => drawLeader(c, m, m, side, leader),
        );
        if (sprite) stamp(ctx, sprite, x, y, size);
      }
      if (!this.selected.has(leader.id)) continue;
      ctx.beginPath();
      ctx.arc(x, y, 0.42 * s, 0, 2 * Math.PI);
      ctx.strokeStyle = INK;
      ctx.lineWidth = 5.5 * camera.ratio;
      ctx.stroke();
      ctx.strokeStyle = SELECT;
      ctx.lineWidth = 3.2 * camera.ratio;
      ctx.stroke();
    }
  }
}

/** How many lie there, on a small disc at the lower left of the top plate. */
function drawCount(ctx: Context, x: number, y: number, size: number, count: number): void {
  const r = size * 0.17;
  ctx.beginPath();
  ctx.arc(x - size * 0.46, y + size * 0.46, r, 0, 2 * Math.PI);
  ctx.fillStyle = '#F7F0DE';
  ctx.fill();
  ctx.strokeStyle = INK;
  ctx.lineWidth = r * 0.16;
  ctx.stroke();
  ctx.fillStyle = INK;
  ctx.font = `700 ${r * 1.3}px Cabin, sans-serif`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillText(String(count), x - size * 0.46, y + size * 0.47);
}
