/** Attacks that are weighed before they are made: who takes part, at what odds, or why not. */

import type { Hex } from '../api/types';
import type { Odds, Option, Reason } from '../api/wire';
import type { CardOdds } from '../nlc/odds';
import type { ChainOdds, WithChain } from '../odds/types';
import { type Attacker, attackers, attackText, isAlone, isAttack, unitsOf } from './choices';
import type { Deciding } from './deciding.svelte';

export type AttackKind = 'fire' | 'assault' | 'bombard' | 'charge' | 'react' | 'support';

export type Weighed = (Odds | CardOdds | ChainOdds) & WithChain;

export interface Attack {
  readonly kind: AttackKind;
  /** The hex attacked; 0 for a charge that is only named. */
  readonly target: Hex;
  /** All that may take part, and those that do. */
  readonly able: readonly Attacker[];
  readonly chosen: ReadonlySet<string>;
  readonly text: string;
  readonly reasons: readonly Reason[];
  readonly odds: Weighed | null;
  readonly working: boolean;
}

export class Attacking {
  now = $state.raw<Attack | null>(null);

  constructor(private readonly deciding: Deciding) {}

  open(kind: AttackKind, target: Hex): void {
    const { deciding } = this;
    const here = (deciding.places.get(target) ?? []).filter((option) => option.kind === kind);
    const all = deciding.options.filter((o) => o.kind === kind && o.target === target);
    const able = new Map<string, Attacker>();
    for (const option of [...all, ...here])
      for (const one of attackers(option)) able.set(`${one.unit}@${one.at ?? ''}`, one);
    const offered = [...all, ...here].sort((a, b) => attackers(b).length - attackers(a).length);
    const mine = (option: Option) =>
      !deciding.selected || attackers(option).some(({ unit }) => unit === deciding.selected);
    const first = offered.find(mine) ?? offered[0];
    if (!first) return;
    const chosen = new Set(attackers(first).map(({ unit, at }) => `${unit}@${at ?? ''}`));
    this.now = {
      kind,
      target,
      able: [...able.values()],
      chosen,
      text: first.text,
      reasons: [],
      odds: null,
      working: true,
    };
    void this.weigh();
  }

  /** Before a charge is named its odds are laid open; said again, it is named. */
  weighsFirst(text: string): boolean {
    if (!text.startsWith('charge ') || this.now?.text === text) return false;
    const option = [...this.deciding.own, ...this.deciding.options].find((o) => o.text === text);
    if (!option || option.target) return false;
    this.name(option);
    return true;
  }

  /** A charge that is named without a target: ridden at whom it can strike first. */
  private name(option: Option): void {
    const able = unitsOf(option).map((unit) => ({ unit, at: null }));
    this.now = {
      kind: 'charge',
      target: 0,
      able,
      chosen: new Set(able.map(({ unit }) => `${unit}@`)),
      text: option.text,
      reasons: [],
      odds: null,
      working: true,
    };
    void this.weigh();
  }

  /** The rule that the account begins with. */
  get clause(): string {
    const odds = this.now?.odds;
    if (!odds) return '';
    const items = [
      ...('defence' in odds ? [...odds.defence, ...odds.modifiers] : []),
      ...('checks' in odds ? odds.checks.flatMap((check) => check.account) : []),
      ...('cards' in odds ? odds.cards.flatMap((card) => card.account) : []),
    ];
    return items.find(({ clause }) => clause)?.clause ?? '';
  }

  toggle(key: string): void {
    if (!this.now?.target) return;
    const chosen = new Set(isAlone(this.now.kind) ? [] : this.now.chosen);
    if (chosen.has(key)) chosen.delete(key);
    else chosen.add(key);
    const firers = this.now.able.filter(({ unit, at }) => chosen.has(`${unit}@${at ?? ''}`));
    const text = attackText(this.now.kind, this.now.target, firers, this.now.text);
    const working = firers.length > 0;
    this.now = { ...this.now, chosen, text, odds: null, reasons: [], working };
    if (working) void this.weigh();
  }

  private async weigh(): Promise<void> {
    const { text } = this.now!;
    const { battle } = this.deciding;
    const [reasons, odds] = await Promise.all([
      this.deciding.why(text),
      battle.look<{ found: Weighed }>({ type: 'look', what: 'odds', text }),
    ]);
    if (this.now?.text !== text) return;
    this.now = { ...this.now, reasons, odds: odds?.found ?? null, working: false };
  }

  /** The next target of this kind of attack, or the reason why there is none. */
  aim(kind: AttackKind, step = 1): void {
    const { deciding } = this;
    const list = deciding.targets.filter((at) =>
      deciding.places.get(at)!.some((o) => o.kind === kind && isAttack(o)),
    );
    if (!list.length) {
      const refusal = deciding.refusals.find(({ key }) => key === kind);
      if (refusal) deciding.complain(refusal.reason, refusal.clause);
      return;
    }
    const now = this.now?.kind === kind ? list.indexOf(this.now.target) : -1;
    this.open(kind, list[(now + step + list.length) % list.length]!);
    deciding.cursor = this.now?.target ?? deciding.cursor;
  }

  async commit(): Promise<void> {
    if (this.now && !this.now.reasons.length) await this.deciding.answer(this.now.text);
  }
}
