/** Those who go together: taken by a box about them, by a key, or one by one. */

import type { UnitId } from '../api/types';
import type { Point } from '../map/hexes';
import type { Hold } from '../map/MapView';
import { centre } from '../map/places';
import type { Deciding } from './deciding.svelte';

export class Gathering {
  /** The box in hand: two corners of it. */
  box = $state.raw<readonly [Point, Point] | null>(null);
  /** Who was in the box and waits to be told whether he may go along. */
  private waiting: readonly UnitId[] = [];

  constructor(private readonly deciding: Deciding) {}

  drag({ handle, from, to }: Hold): boolean {
    if (handle !== 'box') return false;
    this.box = [from, to];
    return true;
  }

  drop(hold: Hold): boolean {
    if (!this.drag(hold)) return false;
    this.take(this.within(hold.from, hold.to));
    this.box = null;
    return true;
  }

  /** One's own units who may act and whose middle lies in a box, the nearest to its first corner first. */
  private within(one: Point, two: Point): UnitId[] {
    const { battle, able } = this.deciding;
    const between = (a: number, b: number, c: number) => (a - b) * (c - b) <= 0;
    const places = able.flatMap((unit) => {
      const at = battle.at(unit);
      return at === null ? [] : [{ unit, ...centre(at) }];
    });
    const far = ({ x, y }: Point) => Math.hypot(x - one.x, y - one.y);
    return places
      .filter(({ x, y }) => between(one.x, x, two.x) && between(one.y, y, two.y))
      .sort((a, b) => far(a) - far(b))
      .map(({ unit }) => unit);
  }

  /** The first is selected; of the others those go along who may. */
  private take([first, ...rest]: readonly UnitId[]): void {
    if (!first) return;
    this.deciding.select(null);
    this.waiting = rest;
    this.deciding.select(first);
  }

  /** Of those who could go along, whom the box held. */
  heard(companions: readonly UnitId[]): readonly UnitId[] {
    const found = this.waiting.filter((unit) => companions.includes(unit));
    this.waiting = [];
    return found;
  }

  /** Takes all who may go along, or leaves them all behind. */
  all(): void {
    const { along, companions } = this.deciding;
    if (companions.length) this.deciding.take(along.length === companions.length ? [] : companions);
  }
}
