/** Writing an order: who, what, where, by which way; the server says at once what it makes of it. */

import type { Card, Choice, Desk, Offer, OrderKind, Reason } from '../api/documents';
import type { Hex } from '../api/types';
import { type Drawn, way } from '../cards/laid';
import type { Deciding } from '../table/deciding.svelte';
import { type Draft, isComplete, type Link, NEW_LINK, newDraft, partsOf } from './draft';

export class Writing {
  draft = $state.raw<Draft>(newDraft(''));
  /** The link that is being written, and what a press on the map adds to it. */
  index = $state(0);
  aim = $state<'target' | 'via'>('target');
  /** The sheet is folded away while a hex is chosen on a small screen. */
  folded = $state(false);
  desk = $state.raw<Desk | null>(null);
  reasons = $state.raw<readonly Reason[]>([]);
  odds = $state.raw<Card | null>(null);
  working = $state(false);
  private deskAt = '';

  constructor(private readonly deciding: Deciding) {}

  /** What is written: an order that is sent, or what somebody would do; nothing is asked for else. */
  readonly verb = $derived.by(() =>
    this.deciding.battle.mine ? (this.deciding.battle.question?.writes ?? '') : '',
  );
  get active(): boolean {
    return this.verb !== '';
  }
  readonly link = $derived(this.draft.links[this.index] ?? NEW_LINK);
  /** The order as the server completed it. */
  offer = $state.raw<Offer | null>(null);
  readonly complete = $derived(isComplete(this.draft));
  /** What else may be done now. */
  readonly others = $derived.by(() =>
    this.deciding.options.filter(({ kind, role }) => kind !== this.verb && role !== 'done'),
  );
  /** All to whom something can be written. */
  readonly recipients = $derived.by(() =>
    (this.desk?.writers ?? []).flatMap(({ choices }): readonly Choice[] => choices),
  );

  /** The question changed: a new sheet, and the desk as it is now. */
  async refresh(): Promise<void> {
    const { verb } = this;
    if (!verb) return;
    const { battle } = this.deciding;
    const key = `${battle.n}|${battle.side}`;
    if (key === this.deskAt) return;
    this.deskAt = key;
    this.clear();
    const reply = await battle.look<{ found: Desk }>({ type: 'look', what: 'desk' });
    if (key !== this.deskAt) return;
    this.desk = reply?.found ?? null;
    if (this.recipients.length === 1) this.recipient(this.recipients[0]!.id);
  }

  clear(): void {
    this.draft = newDraft(this.verb);
    this.index = 0;
    this.aim = 'target';
    this.reasons = [];
    this.odds = null;
    this.offer = null;
    this.working = false;
    this.folded = false;
  }

  private change(draft: Partial<Draft>): void {
    this.draft = { ...this.draft, ...draft };
    void this.weigh();
  }

  private changeLink(link: Partial<Link>): void {
    const links = this.draft.links.map((held, i) =>
      i === this.index ? { ...held, ...link } : held,
    );
    this.change({ links });
  }

  recipient(to: string, by = ''): void {
    this.change({ to, by });
    const { at = 0 } = this.recipients.find(({ id }) => id === to) ?? {};
    if (at) this.deciding.seek(at);
  }

  type({ id, takes = [] }: OrderKind): void {
    this.aim = 'target';
    this.changeLink({ type: id, takes, via: [], here: false, forced: false, notBefore: 0 });
  }

  place(hexes: readonly Hex[]): void {
    this.changeLink({ target: hexes, here: false, via: [] });
  }

  here(here: boolean): void {
    this.changeLink({ here, ...(here ? { target: [] } : {}) });
  }
  forced(forced: boolean): void {
    this.changeLink({ forced });
  }
  notBefore(notBefore: number): void {
    this.changeLink({ notBefore });
  }
  chief(chief: string): void {
    this.changeLink({ chief });
  }
  via(via: readonly Hex[]): void {
    this.changeLink({ via });
  }
  awaits(awaits: boolean): void {
    this.change({ awaits });
  }

  /** Another link: what to do when this is done. */
  addLink(): void {
    this.index = this.draft.links.length;
    this.aim = 'target';
    this.change({ links: [...this.draft.links, NEW_LINK] });
  }

  drop(index: number): void {
    if (this.draft.links.length < 2) return;
    this.index = Math.min(this.index, this.draft.links.length - 2);
    this.change({ links: this.draft.links.filter((_, i) => i !== index) });
  }

  /** A hex was pressed on the map: the target, or one more waypoint. */
  press(hex: Hex): boolean {
    if (!this.active || !this.link.type || !this.draft.to) return false;
    this.folded = this.folded && this.aim === 'via';
    if (this.aim === 'via') this.via([...this.link.via, hex]);
    else {
      const places = Object.values(this.deciding.battle.map?.places ?? {});
      const whole = places.find((held) => held.includes(hex) && held.length > 1);
      this.place(this.link.takes.includes('here') && whole ? whole : [hex]);
    }
    return true;
  }

  /** The server completes the order: it knows the usual way of a march, and what is against it. */
  private async weigh(): Promise<void> {
    const { draft, complete } = this;
    this.reasons = [];
    this.odds = null;
    this.offer = null;
    this.working = complete;
    if (!complete) return;
    const { battle } = this.deciding;
    const drafted = await this.deciding.draft(partsOf(draft));
    if (this.draft !== draft) return;
    const text = drafted?.offer.id ?? '';
    const odds =
      drafted && !drafted.reasons.length
        ? await battle.look<{ found: Card }>({ type: 'look', what: 'odds', text })
        : null;
    if (this.draft !== draft) return;
    this.offer = drafted?.offer ?? null;
    this.reasons = drafted?.reasons ?? [];
    this.odds = odds?.found ?? null;
    this.working = false;
    if (!this.draft.links[0]!.via.length && drafted?.offer.path?.length) {
      const [first, ...rest] = this.draft.links;
      this.draft = { ...this.draft, links: [{ ...first!, via: drafted.offer.path }, ...rest] };
    }
  }

  /** What is being written, over the map: from where they are, from place to place. */
  get drawn(): Drawn {
    const { to, links } = this.draft;
    let from = this.recipients.find(({ id }) => id === to)?.at || this.deciding.battle.at(to) || 0;
    const aimed = this.active && to ? links.filter(({ target }) => target.length) : [];
    const arrows = aimed.flatMap(({ via, target }) => {
      const stops = [...(from ? [from] : []), ...via, target[0]!];
      from = target[0]!;
      return way(stops, 'gallop');
    });
    const areas = aimed.map(({ target }) => ({ hexes: new Set(target), kind: 'danger' as const }));
    return { areas, arrows, tags: [] };
  }

  async send(): Promise<void> {
    if (this.offer && !this.reasons.length && !this.working)
      await this.deciding.answer(this.offer.id);
  }
}
