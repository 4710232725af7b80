/** Plans: something about to be done that can still be turned or left. */

import type { Hex, UnitId } from '../api/types';
import type { Option, ReachHex } from '../api/wire';
import { centre } from '../map/hexes';
import { lookingTowards, poses, turns } from './choices';
import type { Deciding } from './deciding.svelte';
import { formText, sideOf } from './refusals';
import { facingName } from './words';

export interface Plan {
  readonly kind: 'march' | 'enter' | 'lead' | 'form' | 'other';
  readonly unit: UnitId;
  readonly hex: Hex;
  readonly poses: readonly Option[];
  readonly index: number;
  /** Hexes that the path was bent through, where it was; else it is the cheapest. */
  readonly via?: readonly Hex[];
  /** The end was chosen: what is named further lies on the way. */
  readonly fixed?: boolean;
}

const KINDS: ReadonlySet<string> = new Set(['enter', 'lead', 'form']);

export class Planning {
  now = $state.raw<Plan | null>(null);

  constructor(private readonly deciding: Deciding) {}

  get option(): Option | null {
    return this.now?.poses[this.now.index] ?? null;
  }

  async march(way: ReachHex): Promise<void> {
    const { deciding } = this;
    const unit = deciding.selected!;
    const first: Option = { ...way, kind: 'march', unit };
    this.now = { kind: 'march', unit, hex: way.hex, poses: [first], index: 0 };
    const plan = this.now;
    const found = poses(await this.waysTo(unit, way.hex));
    if (this.now !== plan) return;
    const same = found.findIndex(({ text }) => text === way.text);
    const alike = found.findIndex(({ facing }) => facing === way.facing);
    const index = same < 0 ? alike : same;
    if (index >= 0) this.now = { ...plan, poses: found, index };
  }

  /** The ways to stand in a hex: with all they bring upon the unit, where the system tells it. */
  private async waysTo(unit: UnitId, hex: Hex): Promise<readonly Option[]> {
    const ways = await this.deciding.bending.ways([hex]);
    if (ways?.options.length) return ways.options;
    const reply = await this.deciding.battle.look<{ options: Option[] }>({
      type: 'options',
      unit,
      hex,
    });
    return (reply?.options ?? []).filter((option) => option.kind === 'march');
  }

  /** A place was chosen for what is offered there; `confirm` waits for a second word. */
  place(hex: Hex, here: readonly Option[], confirm: boolean): void {
    const { deciding } = this;
    const kind = here[0]!.kind;
    if (kind === 'march') {
      const way = deciding.reachBy.get(hex);
      if (way) this.go(way, confirm);
      else
        this.now = { kind: 'march', unit: deciding.selected!, hex, poses: poses(here), index: 0 };
      return;
    }
    if (this.now?.hex === hex) {
      void this.commit();
      return;
    }
    const ways = KINDS.has(kind) ? poses(here.filter((option) => option.kind === kind)) : here;
    this.now = {
      kind: KINDS.has(kind) ? (kind as Plan['kind']) : 'other',
      unit: deciding.selected!,
      hex,
      poses: ways,
      index: kind === 'enter' ? lookingTowards(ways, this.inwards(hex)) : 0,
    };
    if (!confirm && ways.length === 1 && kind !== 'enter') void this.commit();
  }

  /** From the edge towards the middle of the map. */
  private inwards(hex: Hex): number {
    const map = this.deciding.battle.map!;
    const from = centre(hex);
    return Math.atan2(0.86 * map.rows - from.y, 0.75 * map.columns - from.x);
  }

  /** Marches there, or shows first what it costs. */
  go(way: ReachHex, confirm: boolean): void {
    const again = this.now?.hex === way.hex && this.now.kind === 'march';
    if (again) void this.commit();
    else if (confirm || this.isHeeded(way)) void this.march(way);
    else void this.deciding.answer(way.text);
  }

  /** Does the enemy reach into the way, or stand over where it begins? */
  private isHeeded(way: ReachHex): boolean {
    const { battle, selected } = this.deciding;
    const from = battle.at(selected!);
    return this.deciding.warningsOf(from === null ? way.path : [from, ...way.path]).length > 0;
  }

  pose(index: number): void {
    if (this.now) this.now = { ...this.now, index };
  }

  async commit(): Promise<void> {
    const { option } = this;
    if (option) await this.deciding.answer(option.text);
  }

  /** Turns the plan, or the unit where it stands. */
  turnBy(steps: number): void {
    if (this.now) {
      const { poses: ways, index } = this.now;
      this.pose((index + steps + ways.length) % ways.length);
      return;
    }
    const { deciding } = this;
    const piece = deciding.piece();
    if (!piece?.formation) return;
    const facing = (sideOf(piece) + steps + 6) % 6;
    const found = turns(deciding.own).find((option) => option.facing === facing);
    if (found) void deciding.answer(found.text);
    else void deciding.explain(`march ${piece.id} face:${facingName(piece.formation, facing)}`);
  }

  /** Changes formation, or opens the choice of where and how, or says why not. */
  form(formation: string): void {
    const { deciding } = this;
    const piece = deciding.piece();
    if (!piece?.formation || !deciding.isOwn(piece.id)) return;
    const found = poses(deciding.own.filter((o) => o.kind === 'form' && o.formation === formation));
    if (found.length === 1) {
      void deciding.answer(found[0]!.text);
      return;
    }
    if (found.length) {
      const same = found.findIndex(({ facing }) => facing === sideOf(piece));
      const at = found[Math.max(0, same)]!.ends?.[0] ?? piece.shape!.places[0]!;
      this.now = { kind: 'form', unit: piece.id, hex: at, poses: found, index: Math.max(0, same) };
      return;
    }
    const refusal = deciding.refusals.find(({ key }) => key === formation);
    if (refusal) deciding.complain(refusal.reason, refusal.clause);
    else void deciding.explain(formText(piece, formation));
  }
}
