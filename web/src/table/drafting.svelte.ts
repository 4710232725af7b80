/**
 * Going to any point of a measured table: the parts of the order are sent, and the server completes
 * it or says what is against it. What it completed waits for a second word.
 */

import type { Hex, UnitId } from '../api/types';
import { covers } from '../map/places';
import type { Deciding } from './deciding.svelte';

/** While a piece is drawn over the map the server is asked so often, in milliseconds. */
const EVERY = 60;

export class Drafting {
  /** The last point that was refused, and why. */
  refused = $state.raw<{ readonly hex: Hex; readonly text: string } | null>(null);
  /** Is everything answered that was asked? */
  isSettled = $state(true);
  private turn = 0;
  private asked = 0;
  private timer = 0;

  constructor(private readonly deciding: Deciding) {}

  private get kind(): string {
    const { battle, selected, reach, card } = this.deciding;
    const own = battle.mine && !card && !!selected && this.deciding.isOwn(selected);
    return own && reach?.unit === selected ? (reach.drafts ?? '') : '';
  }

  /** May what is selected be sent to any point? */
  get isPossible(): boolean {
    return this.kind !== '';
  }

  /** May this unit be drawn over the map? */
  takes(unit: UnitId): boolean {
    return unit === this.deciding.selected && this.isPossible && !this.deciding.busy;
  }

  /** Is this where the selected piece stands: nowhere else to go to? */
  stays(hex: Hex | null): boolean {
    const shape = this.deciding.piece()?.shape;
    return this.isPossible && !!hex && !!shape && covers(shape, hex);
  }

  /** A press on the map; true when it was for us. */
  press(hex: Hex, unit: UnitId | null): boolean {
    const { plans, reachBy } = this.deciding;
    if (!this.isPossible) return false;
    const shape = plans.now?.kind === 'march' ? plans.option?.shape : null;
    if (shape && (plans.now!.hex === hex || covers(shape, hex))) {
      void plans.commit();
      return true;
    }
    if (unit || reachBy.has(hex)) return false;
    void this.ask(hex, true);
    return true;
  }

  drag(hex: Hex): void {
    clearTimeout(this.timer);
    const wait = this.asked + EVERY - Date.now();
    if (wait <= 0) void this.ask(hex, false);
    else this.timer = window.setTimeout(() => void this.ask(hex, false), wait);
  }

  drop(hex: Hex): void {
    clearTimeout(this.timer);
    void this.ask(hex, true);
  }

  /** Forgets what was asked: something else is in hand. */
  leave(): void {
    this.turn++;
    clearTimeout(this.timer);
    this.refused = null;
    this.isSettled = true;
  }

  private async ask(hex: Hex, aloud: boolean): Promise<void> {
    const { deciding, kind } = this;
    const unit = deciding.selected;
    if (!unit || !kind) return;
    const turn = ++this.turn;
    this.asked = Date.now();
    this.isSettled = false;
    const reply = await deciding.draft({ kind, by: [{ unit }], through: [hex] });
    if (turn !== this.turn) return;
    this.isSettled = true;
    if (deciding.selected !== unit || !reply) return;
    const [reason] = reply.reasons;
    this.refused = reason ? { hex, text: reason.text } : null;
    if (reason) {
      deciding.plans.now = null;
      if (aloud) deciding.complain(reason.text, reason.clause ?? '');
    } else
      deciding.plans.now = {
        kind: 'march',
        unit,
        hex,
        fixed: true,
        poses: [reply.offer],
        index: 0,
      };
  }
}
