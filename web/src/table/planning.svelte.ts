/** Plans: something about to be done that can still be turned or left. */

import type { Offer, Way } from '../api/documents';
import type { Hex, UnitId } from '../api/types';
import type { Front } from '../map/overlays/fronts';
import { headingTo } from '../map/places';
import { endOf, headingOf, lookingTowards, poses, standsAs, turns } from './choices';
import type { Deciding } from './deciding.svelte';

export interface Plan {
  readonly kind: 'march' | 'enter' | 'lead' | 'form' | 'other';
  readonly unit: UnitId;
  readonly hex: Hex;
  readonly poses: readonly Offer[];
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

  get option(): Offer | null {
    return this.now?.poses[this.now.index] ?? null;
  }

  async march(way: Way): Promise<void> {
    const { deciding } = this;
    const unit = deciding.selected!;
    const hex = endOf(way);
    const first: Offer = { ...way, kind: 'march', role: 'march', who: [unit], at: hex };
    this.now = { kind: 'march', unit, hex, poses: [first], index: 0 };
    const plan = this.now;
    const found = poses((await deciding.bending.ways([hex]))?.offers ?? []);
    if (this.now !== plan) return;
    const same = found.findIndex(({ id }) => id === way.id);
    const alike = found.findIndex((offer) => headingOf(offer) === headingOf(way));
    const index = same < 0 ? alike : same;
    if (index >= 0) this.now = { ...plan, poses: found, index };
  }

  /** A place was chosen for what is offered there; `confirm` waits for a second word. */
  place(hex: Hex, here: readonly Offer[], confirm: boolean): void {
    const { deciding } = this;
    const kind = here[0]!.role ?? '';
    if (this.now?.hex === hex) {
      void this.commit();
      return;
    }
    const ways = KINDS.has(kind) ? poses(here.filter(({ role }) => role === kind)) : here;
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
    return headingTo(this.deciding.battle.map!, hex);
  }

  /** Marches there, or shows first what it costs. */
  go(way: Way, confirm: boolean): void {
    const again = this.now?.hex === endOf(way) && this.now.kind === 'march';
    if (again) void this.commit();
    else if (confirm || this.isHeeded(way)) void this.march(way);
    else void this.deciding.answer(way.id);
  }

  /** Does the enemy reach into the way, or stand over where it begins? */
  private isHeeded(way: Way): boolean {
    const { battle, selected } = this.deciding;
    if (battle.question?.reaches) return false;
    const from = battle.at(selected!);
    return this.deciding.warningsOf(from === null ? way.path : [from, ...way.path]).length > 0;
  }

  pose(index: number): void {
    if (this.now) this.now = { ...this.now, index };
  }

  async commit(): Promise<void> {
    const { option } = this;
    if (this.deciding.drafting.defers()) return;
    if (option) await this.deciding.answer(option.id);
  }

  /** What may be turned now: the plan in hand, the answer of a card, or the unit where it stands. */
  private get facings(): readonly Offer[] {
    const { deciding } = this;
    if (!deciding.battle.mine || deciding.drafting.isPossible) return [];
    if (this.now) return this.now.poses;
    if (!deciding.card) return poses(turns(deciding.own));
    const chosen = deciding.options.find(({ id }) => id === deciding.chosen);
    return chosen ? poses(deciding.options.filter((offer) => standsAs(offer, chosen))) : [];
  }

  get fronts(): readonly Front[] {
    const found = this.facings.filter((offer) => offer.shape && headingOf(offer) >= 0);
    const chosen = this.option?.id ?? this.deciding.chosen;
    if (found.length < 2 && (this.now || this.deciding.card)) return [];
    return found.map((offer) => {
      const { places } = offer.shape!;
      return { id: offer.id, places, heading: headingOf(offer), chosen: offer.id === chosen };
    });
  }

  /** An arrow about the piece was pressed: a turn on the spot is an order, all else is chosen first. */
  face(id: string): void {
    const { deciding, now } = this;
    const at = now?.poses.findIndex((offer) => offer.id === id) ?? -1;
    if (now && at !== now.index) this.pose(at);
    else if (!now && deciding.card && deciding.chosen !== id) deciding.chosen = id;
    else void deciding.answer(id);
  }

  /** Turns the plan, or the unit where it stands. */
  turnBy(steps: number, stride = 1): void {
    if (this.deciding.drafting.isPossible) {
      this.deciding.drafting.wheel(steps, stride);
      return;
    }
    if (this.now) {
      const { poses: ways, index } = this.now;
      this.pose((index + steps + ways.length) % ways.length);
      return;
    }
    const { deciding } = this;
    const heading = deciding.piece()?.shape?.heading ?? -1;
    if (heading < 0) return;
    const wanted = (heading + 60 * steps + 360) % 360;
    const found = turns(deciding.own).find((offer) => headingOf(offer) === wanted);
    if (found) void deciding.answer(found.id);
    else this.refuse('');
  }

  /** Changes formation, or opens the choice of where and how, or says why not. */
  form(formation: string): void {
    const { deciding } = this;
    const piece = deciding.piece();
    if (!piece?.formation || !deciding.isOwn(piece.id)) return;
    if (deciding.drafting.form(formation)) return;
    const forms = deciding.own.filter((o) => o.role === 'form' && o.formation === formation);
    const found = poses(forms);
    if (found.length === 1) {
      void deciding.answer(found[0]!.id);
      return;
    }
    if (!found.length) {
      this.refuse(formation);
      return;
    }
    const index = Math.max(
      0,
      found.findIndex((offer) => headingOf(offer) === headingOf(piece)),
    );
    const hex = found[index]!.shape?.places[0] ?? deciding.battle.at(piece.id)!;
    this.now = { kind: 'form', unit: piece.id, hex, poses: found, index };
  }

  private refuse(wanted: string): void {
    const refusal = this.deciding.refusals.find(({ key }) => key === wanted);
    if (refusal) this.deciding.complain(refusal.reason.text, refusal.reason.clause ?? '');
  }
}
