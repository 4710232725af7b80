/**
 * Bending a path: hexes that a march shall go through. The server answers with the cheapest legal
 * way through them, or says why there is none; only what it answers can be sent.
 */

import type { Hex } from '../api/types';
import type { WayFound } from '../api/wire';
import { poses } from './choices';
import type { Deciding } from './deciding.svelte';

/** One more hex to go through: before an end that is fixed, else behind all others. */
export function bentThrough(named: readonly Hex[], hex: Hex, fixed: boolean): Hex[] {
  if (named.includes(hex)) return named.filter((each) => each !== hex);
  return fixed ? [...named.slice(0, -1), hex, ...named.slice(-1)] : [...named, hex];
}

/** One step on from where the path ends; a step back takes the last one away. */
export function stepped(named: readonly Hex[], hex: Hex, start: Hex | null): Hex[] {
  const before = named.length > 1 ? named[named.length - 2] : start;
  return named.length && hex === before ? named.slice(0, -1) : [...named, hex];
}

export class Bending {
  /** The next press on the map names a hex to go through. */
  waits = $state(false);
  /** The hexes that were asked for and not answered yet. */
  private wanted: readonly Hex[] | null = null;
  private turn = 0;

  constructor(private readonly deciding: Deciding) {}

  /** Is everything answered that was asked? */
  get isSettled(): boolean {
    return this.wanted === null;
  }

  /** Can the path of what is selected be bent now? Where any point may be drafted there is no need. */
  get possible(): boolean {
    const { battle, selected, card, reach } = this.deciding;
    const own = !!selected && this.deciding.isOwn(selected);
    return battle.mine && !card && own && !!reach?.ways?.length && !reach.drafts;
  }

  /** The hexes of the plan in their order, the last one is where it ends. */
  get named(): readonly Hex[] {
    if (this.wanted) return this.wanted;
    const plan = this.deciding.plans.now;
    return plan?.kind === 'march' ? [...(plan.via ?? []), plan.hex] : [];
  }

  /** Does a path already go through hexes of the player's choice? */
  private get isBent(): boolean {
    return this.wanted !== null || this.deciding.plans.now?.via !== undefined;
  }

  private get isFixed(): boolean {
    const plan = this.deciding.plans.now;
    return (
      !this.wanted && plan?.kind === 'march' && (plan.via === undefined || plan.fixed === true)
    );
  }

  /** Goes through this hex, or no longer. */
  through(hex: Hex): boolean {
    this.waits = false;
    if (!this.possible) return false;
    void this.ask(bentThrough(this.named, hex, this.isFixed), this.isFixed);
    return true;
  }

  /** A step with the arrows. */
  step(hex: Hex): void {
    if (!this.possible) return;
    const start = this.deciding.battle.at(this.deciding.selected!);
    void this.ask(stepped(this.named, hex, start), false);
  }

  /** A press on the map while a path is being bent; true when it was for us. */
  press(hex: Hex): boolean {
    if (this.waits) return this.through(hex);
    const { deciding } = this;
    if (!this.isBent || !this.possible) return false;
    if (deciding.plans.now?.hex === hex) void deciding.plans.commit();
    else {
      const before = this.isFixed ? this.named.slice(0, -1) : this.named;
      void this.ask([...before.filter((each) => each !== hex), hex], true);
    }
    return true;
  }

  /** Forgets what was asked: the plan is gone. */
  leave(): void {
    this.turn++;
    this.wanted = null;
    this.waits = false;
  }

  /** The ways through these hexes; null where a system knows no such look. */
  async ways(named: readonly Hex[]): Promise<WayFound | null> {
    const { battle, selected, along } = this.deciding;
    const reply = await battle.look<{ found: WayFound }>({
      type: 'look',
      what: 'way',
      unit: [selected!, ...along].sort().join('+'),
      through: named,
    });
    return reply?.found ?? null;
  }

  private async ask(named: readonly Hex[], fixed: boolean): Promise<void> {
    const { deciding } = this;
    const turn = ++this.turn;
    const unit = deciding.selected!;
    if (!named.length) {
      deciding.plans.now = null;
      this.wanted = null;
      return;
    }
    this.wanted = named;
    const found = await this.ways(named);
    if (turn !== this.turn) return;
    this.wanted = null;
    if (deciding.selected !== unit) return;
    const hex = named[named.length - 1]!;
    if (!found) {
      // A system that knows no such look: at least the plain way there.
      const plain = named.length === 1 && deciding.reachBy.get(hex);
      if (plain) void deciding.plans.march(plain);
      return;
    }
    const { offers, reason } = found;
    if (!offers.length) {
      if (reason) deciding.complain(reason.text, reason.clause ?? '');
      deciding.cursor = deciding.plans.now?.hex ?? deciding.battle.at(unit);
      return;
    }
    const ways = poses(offers);
    const via = named.slice(0, -1);
    const index = ways.indexOf(offers[0]!);
    deciding.plans.now = { kind: 'march', unit, hex, via, fixed, poses: ways, index };
  }
}
