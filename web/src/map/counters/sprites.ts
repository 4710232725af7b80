/** Pictures of counters, kept for each (look, state, zoom): drawn once, stamped every frame. */

import { type Context, finished, makeSheet } from '../canvas';
import { Lru, stepAbove, tidy } from '../tiles';
import { badgesOf } from './badges';
import { LEADER_ROOM } from './leader';
import { markKey, type Standing } from './marks';
import type { Counter, LeaderCounter } from './model';
import type { Detail } from './plate';

export interface Sprite {
  readonly picture: CanvasImageSource;
  /** Width and height of the picture. */
  readonly side: number;
  /** The size it was drawn for. */
  readonly size: number;
}

/** What makes two plates look alike, zoom apart. */
export function plateKey(counter: Counter, detail: Detail, tilt: boolean): string {
  const { look, side, strength, order, left } = counter;
  if (counter.covered && detail !== 'block') return `covered|${side.id}|${look.plate}`;
  const badges = badgesOf(counter).join('+');
  if (detail === 'block') {
    const { arm } = counter;
    return `block|${side.id}|${arm}|${markKey(counter)}|${order === 'rout' ? 'rout' : ''}`;
  }
  const lean = tilt ? 'lean' : 'level';
  const common = `${detail}|${side.id}|${look.id}|${strength}|${badges}|${lean}`;
  if (detail === 'short') return common;
  const { name, increments, melee, morale, movement } = counter;
  return `${common}|${name}|${increments}|${left ?? strength}|${melee ?? ''}|${morale ?? ''}|${movement}`;
}

export function groundMarkKey(unit: Standing & { side: { id: string } }): string {
  return `mark|${unit.side.id}|${markKey(unit)}`;
}

export function leaderKey(leader: LeaderCounter): string {
  const { side, look, name, rating, quarters, chip = '' } = leader;
  return `leader|${side.id}|${look.coat}|${name}|${rating ?? ''}|${quarters ? 'hq' : ''}|${chip}`;
}

export { LEADER_ROOM };

/** Sizes a sprite may have: the exact one at rest, steps of a square root of two in motion. */
export function spriteSize(size: number, moving: boolean): number {
  return moving ? stepAbove(size) : tidy(size);
}

export class Sprites {
  private readonly held: Lru<Sprite>;
  /** The sizes at hand for each key, to stand in while the right one is not drawn yet. */
  private readonly sizes = new Map<string, number[]>();
  private budget = 0;
  /** Was something left undrawn in this frame? */
  starved = false;

  constructor(most = 3000) {
    this.held = new Lru<Sprite>(most, ({ picture }) => {
      if (typeof ImageBitmap !== 'undefined' && picture instanceof ImageBitmap) picture.close();
    });
  }

  /** So many milliseconds may go into new sprites before the next frame. */
  begin(milliseconds: number): void {
    this.budget = milliseconds;
    this.starved = false;
  }

  clear(): void {
    this.held.clear();
    this.sizes.clear();
  }

  get size(): number {
    return this.held.size;
  }

  /** A sprite for a key at a size; `room` sizes wide; drawn about the middle of its sheet. */
  get(
    key: string,
    size: number,
    moving: boolean,
    room: number,
    draw: (ctx: Context, middle: number, size: number) => void,
  ): Sprite | null {
    const exact = this.held.get(`${key}@${tidy(size)}`);
    if (exact) return exact;
    const wanted = spriteSize(size, moving);
    const found = this.held.get(`${key}@${wanted}`);
    if (found) return found;
    if (this.budget <= 0) {
      this.starved = true;
      return this.standIn(key, size);
    }
    const before = performance.now();
    const made = drawn(wanted, room, draw);
    this.budget -= performance.now() - before;
    this.keep(key, made);
    return made;
  }

  private keep(key: string, sprite: Sprite): void {
    this.held.set(`${key}@${sprite.size}`, sprite);
    const sizes = this.sizes.get(key);
    if (!sizes) this.sizes.set(key, [sprite.size]);
    else if (!sizes.includes(sprite.size)) {
      sizes.push(sprite.size);
      if (sizes.length > 6) sizes.shift();
    }
  }

  private standIn(key: string, size: number): Sprite | null {
    let best: Sprite | null = null;
    let least = Number.POSITIVE_INFINITY;
    for (const known of this.sizes.get(key) ?? []) {
      const sprite = this.held.peek(`${key}@${known}`);
      const off = Math.abs(Math.log(known / size));
      if (sprite && off < least) {
        best = sprite;
        least = off;
      }
    }
    return best;
  }
}

function drawn(
  size: number,
  room: number,
  draw: (ctx: Context, middle: number, size: number) => void,
): Sprite {
  const side = 2 * Math.ceil((size * room) / 2);
  const sheet = makeSheet(side, side);
  draw(sheet.ctx, side / 2, size);
  return { picture: finished(sheet), side, size };
}

/** Stamps a sprite so that what it was drawn for comes out `size` large, centred at x, y. */
export function stamp(ctx: Context, sprite: Sprite, x: number, y: number, size: number): void {
  if (sprite.size === tidy(size)) {
    const half = sprite.side / 2;
    ctx.drawImage(sprite.picture, Math.round(x - half), Math.round(y - half));
    return;
  }
  const side = (sprite.side * size) / sprite.size;
  ctx.drawImage(sprite.picture, x - side / 2, y - side / 2, side, side);
}
