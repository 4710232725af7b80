/** Attacks that are weighed before they are made: who takes part, at what odds, or why not. */

import type { Card, Offer, Party, Reason } from '../api/documents';
import type { Hex } from '../api/types';
import { isStrike } from './choices';
import type { Deciding } from './deciding.svelte';

export interface Attack {
  readonly kind: string;
  /** How it is drawn: fire, advance, gallop. */
  readonly means: string;
  /** What it is called, without those who make it. */
  readonly title: string;
  /** The place attacked; 0 for a charge that is named without one. */
  readonly target: Hex;
  /** It is only named now, and made later. */
  readonly named: boolean;
  /** All that may take part, and those that do. */
  readonly able: readonly Party[];
  readonly chosen: ReadonlySet<string>;
  /** The offer as it stands; nothing while it is being put together. */
  readonly offer: Offer | null;
  readonly alone: boolean;
  /** Other ways in which the same make it: with support, in another formation. */
  readonly ways: readonly Offer[];
  readonly reasons: readonly Reason[];
  readonly odds: Card | null;
  readonly working: boolean;
}

export const keyOf = ({ unit, at }: Party) => `${unit}@${at ?? ''}`;

export class Attacking {
  now = $state.raw<Attack | null>(null);
  private turn = 0;

  constructor(private readonly deciding: Deciding) {}

  open(kind: string, target: Hex, by = this.deciding.selected): void {
    const { deciding } = this;
    const all = [...deciding.options, ...(deciding.places.get(target) ?? [])].filter(
      (offer) => offer.kind === kind && offer.at === target,
    );
    const offered = [...new Map(all.map((offer) => [offer.id, offer])).values()];
    const able = new Map<string, Party>();
    for (const each of offered) for (const party of each.by ?? []) able.set(keyOf(party), party);
    offered.sort((a, b) => (b.by?.length ?? 0) - (a.by?.length ?? 0));
    const mine = (offer: Offer) => !by || offer.by?.some(({ unit }) => unit === by);
    const first = offered.find(mine) ?? offered[0];
    if (first) this.take(first, target, [...able.values()], first.by ?? [], offered);
  }

  /** Before it is named a charge lays its odds open; said again, it is named. */
  weighsFirst(id: string): boolean {
    if (this.now?.offer?.id === id) return false;
    const offer = [...this.deciding.own, ...this.deciding.options].find((each) => each.id === id);
    if (offer?.role !== 'name') return false;
    this.name(offer, this.deciding.aims.list[0]?.at ?? 0);
    return true;
  }

  /** The odds of an attack that is to be named, at a place that it could be led to. */
  name(offer: Offer, target: Hex): void {
    const able = (offer.who ?? []).map((unit) => ({ unit }));
    this.take(offer, target, able, able);
  }

  private take(
    offer: Offer,
    target: Hex,
    able: readonly Party[],
    by: readonly Party[],
    offered: readonly Offer[] = [],
  ): void {
    const chosen = new Set(by.map(keyOf));
    const same = (each: Offer) => each.alone && each.by?.every((party) => chosen.has(keyOf(party)));
    const ways = offered.filter(same);
    const { kind, alone = false, means = '', title = '' } = offer;
    const weighed = { reasons: [], odds: null, working: true };
    const named = offer.role === 'name';
    this.now = { kind, means, title, target, named, able, chosen, offer, alone, ways, ...weighed };
    void this.weigh(offer);
  }

  /** In another of its ways. */
  vary(offer: Offer): void {
    const { now } = this;
    if (now) this.take(offer, now.target, now.able, offer.by ?? [], now.ways);
  }

  /** With or without somebody: the server completes what they would make together. */
  toggle(key: string): void {
    const { now } = this;
    if (!now?.target || now.named) return;
    const chosen = new Set(now.alone ? [] : now.chosen);
    if (now.chosen.has(key)) chosen.delete(key);
    else chosen.add(key);
    const by = now.able.filter((party) => chosen.has(keyOf(party)));
    const working = by.length > 0;
    this.now = { ...now, ways: [], chosen, offer: null, odds: null, reasons: [], working };
    if (working && now.alone) this.open(now.kind, now.target, by[0]?.unit);
    else if (working) void this.draft({ kind: now.kind, at: now.target, by });
    else this.turn++;
  }

  private async draft(parts: Readonly<Record<string, unknown>>): Promise<void> {
    const turn = ++this.turn;
    const drafted = await this.deciding.draft(parts);
    if (turn !== this.turn || !this.now) return;
    const { offer = null, reasons = [] } = drafted ?? {};
    this.now = { ...this.now, offer, reasons, working: offer !== null };
    if (offer) await this.weigh(offer, reasons);
  }

  private async weigh(offer: Offer, against?: readonly Reason[]): Promise<void> {
    const turn = ++this.turn;
    const target = this.now?.named ? this.now.target : 0;
    const [reasons, odds] = await Promise.all([
      against ?? this.deciding.why(offer.id),
      this.deciding.battle.look<{ found: Card }>({
        type: 'look',
        what: 'odds',
        text: offer.id,
        target,
      }),
    ]);
    if (turn !== this.turn || !this.now) return;
    this.now = { ...this.now, reasons, odds: odds?.found ?? null, working: false };
  }

  /** The next target that is attacked by these means, or the reason why there is none. */
  aim(means: string, step = 1): void {
    const { deciding } = this;
    const offered = (at: Hex) =>
      deciding.places.get(at)!.find((offer) => offer.means === means && isStrike(offer));
    const list = deciding.targets.filter(offered);
    if (!list.length) {
      const refusal = deciding.refusals.find(({ key }) => key === means);
      if (refusal) deciding.complain(refusal.reason.text, refusal.reason.clause ?? '');
      return;
    }
    const now = this.now?.means === means ? list.indexOf(this.now.target) : -1;
    const next = list[(now + step + list.length) % list.length]!;
    this.open(offered(next)!.kind, next);
    deciding.cursor = this.now?.target ?? deciding.cursor;
  }

  async commit(): Promise<void> {
    const { now } = this;
    if (now?.offer && !now.reasons.length) await this.deciding.answer(now.offer.id);
  }
}
