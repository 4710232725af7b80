/**
 * A measured move in hand: legs that a drag, a corner, keys or words make. They are sent to the
 * server, which prices them and says what is against them; what it lets pass waits for a second word.
 */

import type { Leg, Motion, Offer, Reason } from '../api/documents';
import type { Counter, Hex, UnitId } from '../api/types';
import type { Point } from '../map/hexes';
import { bare, bearing, ends, pushed, sent, solve, wheelTo } from '../map/legs';
import type { Hold } from '../map/MapView';
import { type Base, baseOf, centre, covers } from '../map/places';
import type { Deciding } from './deciding.svelte';
import { legWords, spent } from './words';

/** While something is drawn over the map the server is asked so often, in milliseconds. */
const EVERY = 60;
/** What is heard of a draft waits until the hand rests so long. */
const REST = 400;
/** What a key adds: mils ahead and aside, degrees. */
const AHEAD = 500;
const ASIDE = 250;
const TURN = 5;
/** Units so near are worth a parallel. */
const NEAR = 6;

export class Drafting {
  /** The legs as they are wanted; what of them may be is in the plan. */
  legs = $state.raw<readonly Leg[]>([]);
  refused = $state.raw<Reason | null>(null);
  /** Where the hand has the base while the server is asked. */
  hand = $state.raw<Base | null>(null);
  /** The handle in hand. */
  held = $state('');
  /** What became of the draft, for those who hear the table: after a rest, a stop at once. */
  spoken = $state('');
  /** Fingers are at work: handles are large. */
  touched = $state(false);
  /** Is everything answered that was asked? */
  isSettled = $state(true);
  /** Somebody said to go before the answer was there. */
  private due = false;
  private turn = 0;
  private asked = 0;
  private timer = 0;
  private telling = 0;

  constructor(private readonly deciding: Deciding) {}

  private get kind(): string {
    const { battle, selected, reach, card } = this.deciding;
    const own = battle.mine && !card && !!selected && this.deciding.isOwn(selected);
    return own && reach?.unit.split('+').includes(selected) ? (reach.drafts ?? '') : '';
  }

  /** May what is selected be led by hand? */
  get isPossible(): boolean {
    return this.kind !== '';
  }

  get motions(): readonly Motion[] {
    return this.deciding.reach?.motions ?? [];
  }

  readonly can = (kind: string): boolean => this.motions.some((motion) => motion.kind === kind);

  get counter(): Counter | null {
    return this.deciding.piece();
  }

  /** Where the base stands. */
  get start(): Base | null {
    return baseOf(this.counter?.shape);
  }

  /** What the server made of the legs, where it let something pass. */
  get offer(): Offer | null {
    const { plans } = this.deciding;
    return plans.now?.kind === 'march' && plans.option?.legs ? plans.option : null;
  }

  /** Where the draft ends. */
  get end(): Base | null {
    return baseOf(this.offer?.shape) ?? this.start;
  }

  /** May this unit be drawn over the map? */
  takes(unit: UnitId): boolean {
    return unit === this.deciding.selected && this.isPossible && !this.deciding.busy;
  }

  // --- by hand

  /** A press on the map; true when it was for us. With Shift the way goes on from where it ends. */
  press(hex: Hex, unit: UnitId | null, shift: boolean): boolean {
    if (!this.isPossible || !this.start) return false;
    const shape = this.offer?.shape;
    if (shape && !shift && covers(shape, hex)) {
      void this.deciding.plans.commit();
      return true;
    }
    if (unit) return false;
    this.towards(centre(hex), shift ? this.kept : [], true);
    return true;
  }

  drag({ handle, to, event }: Hold): void {
    this.touched = event.pointerType === 'touch';
    this.held = handle;
    this.follow(handle, to, event, false);
  }

  drop({ handle, to, event }: Hold): void {
    this.held = '';
    this.follow(handle, to, event, true);
  }

  /** Legs of the part that may be. */
  private get kept(): readonly Leg[] {
    return (this.offer?.legs ?? []).map(bare);
  }

  private fixed: readonly Leg[] = [];
  private from: Base | null = null;

  private follow(handle: Hold['handle'], to: Point, event: PointerEvent, last: boolean): void {
    if (!this.from) {
      this.fixed = handle === 'piece' ? [] : this.kept;
      this.from = handle === 'piece' ? this.start : this.end;
    }
    const { from } = this;
    if (!from) return;
    const near = event.shiftKey ? [] : this.headings(from);
    if (handle === 'left' || handle === 'right')
      this.set([...this.fixed, ...wheelTo(from, handle, to, near)], last);
    else this.towards(to, this.fixed, last, from, event);
    if (last) this.from = null;
  }

  private towards(
    to: Point,
    kept: readonly Leg[],
    last: boolean,
    from = kept.length ? this.end : this.start,
    keys: { altKey?: boolean; shiftKey?: boolean } = {},
  ): void {
    const { altKey: travel = false, shiftKey: fine = false } = keys;
    const how = { travel, fine, slides: !kept.length };
    if (from) this.set([...kept, ...solve(from, to, this.motions, how)], last);
  }

  /** Headings that are worth a snap: of those near by, and straight at the nearest enemy. */
  private headings(from: Base): number[] {
    const { battle, selected } = this.deciding;
    const found: number[] = [0];
    let least = Number.POSITIVE_INFINITY;
    let straight: number[] = [];
    for (const { id, shape, side } of Object.values(battle.moving?.counters ?? {})) {
      const base = id === selected ? null : baseOf(shape);
      const far = base ? Math.hypot(base.x - from.x, base.y - from.y) : least;
      if (!base) continue;
      if (side !== battle.side && far < least) {
        least = far;
        straight = [bearing(from, base)];
      } else if (far <= NEAR && (shape?.heading ?? -1) >= 0) found.push(shape!.heading!);
    }
    return [...found, ...straight];
  }

  // --- by keys

  /** Ahead, back or aside by a step; `stride` makes it longer or shorter. */
  step([dx, dy]: readonly [number, number], stride: number): void {
    const far = Math.round((dx ? ASIDE : AHEAD) * stride);
    if (dy) this.push({ kind: dy < 0 ? 'ahead' : 'back', by: far });
    else this.push({ kind: this.sideways, by: far, side: dx < 0 ? 'left' : 'right' });
  }

  private get sideways(): string {
    const [first] = this.legs;
    const last = this.legs[this.legs.length - 1];
    if (last && (last.kind === 'slide' || last.kind === 'aside')) return last.kind;
    return this.can('aside') || first ? 'aside' : 'slide';
  }

  wheel(turns: number, stride = 1): void {
    const by = Math.round(Math.abs(turns) * TURN * stride);
    this.push({ kind: 'wheel', by, side: turns < 0 ? 'left' : 'right' });
  }

  about(): void {
    this.push({ kind: 'about' });
  }

  /** Into a formation; true when that is part of a move. */
  form(form: string): boolean {
    if (!this.isPossible || !this.deciding.reach?.forms?.includes(form)) return false;
    this.push({ kind: 'form', form });
    return true;
  }

  push(leg: Leg): void {
    if (this.isPossible) this.set(pushed(this.legs, leg, this.can), true);
  }

  /** One leg less; true when there was one. */
  back(): boolean {
    if (!this.legs.length) return false;
    this.set(this.legs.slice(0, -1), true);
    return true;
  }

  // --- asking

  /** Takes legs in hand and asks what they cost, at once or soon. */
  set(legs: readonly Leg[], last: boolean): void {
    const { start } = this;
    if (!start) return;
    this.legs = sent(legs, this.motions);
    this.hand = ends(start, this.legs).pop() ?? null;
    clearTimeout(this.timer);
    this.due = false;
    this.isSettled = !this.legs.length;
    if (!this.legs.length) {
      this.turn++;
      this.refused = null;
      this.deciding.plans.now = null;
      return;
    }
    const wait = last ? 0 : this.asked + EVERY - Date.now();
    if (wait <= 0) void this.ask(last);
    else this.timer = window.setTimeout(() => void this.ask(false), wait);
  }

  /** Forgets what was asked: something else is in hand. */
  leave(): void {
    this.turn++;
    clearTimeout(this.timer);
    this.isSettled = true;
    this.due = false;
    this.legs = [];
    this.refused = null;
    this.hand = null;
    this.from = null;
  }

  private async ask(last: boolean): Promise<void> {
    const { deciding, kind, legs } = this;
    const unit = deciding.selected;
    if (!unit || !kind) return;
    const turn = ++this.turn;
    this.asked = Date.now();
    const by = [unit, ...deciding.along].map((each) => ({ unit: each }));
    const reply = await deciding.draft({ kind, by, legs });
    if (turn !== this.turn) return;
    this.isSettled = true;
    const { due } = this;
    this.due = false;
    if (deciding.selected !== unit || !reply) return;
    const [reason = null] = reply.reasons;
    const { offer } = reply;
    this.refused = reason;
    this.tell(reason?.text || offer.stops || '', offer);
    if (reason) {
      deciding.plans.now = null;
      this.hand = baseOf(offer.shape) ?? this.hand;
      return;
    }
    this.hand = null;
    const hex = offer.shape?.places[0] ?? deciding.battle.at(unit)!;
    deciding.plans.now = { kind: 'march', unit, hex, fixed: true, poses: [offer], index: 0 };
    if (last && offer.beyond) this.legs = (offer.legs ?? []).map(bare);
    if (due && !offer.beyond) void deciding.plans.commit();
  }

  /** Waits for the answer to what was asked, and goes then; a stop is looked at first. */
  defers(): boolean {
    if (this.isSettled) return false;
    this.due = true;
    return true;
  }

  private tell(stop: string, offer: Offer): void {
    clearTimeout(this.telling);
    const unit = this.deciding.battle.map?.unit ?? '';
    const words = [...(offer.legs ?? []).map((leg) => legWords(leg, unit)), spent(offer, unit)];
    if (stop) this.spoken = stop;
    else this.telling = window.setTimeout(() => (this.spoken = words.join('; ')), REST);
  }
}
