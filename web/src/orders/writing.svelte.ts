/** Writing an order: who, what, where, by which way; the server says at once what it makes of it. */

import type { Card, Offer, Reason } from '../api/documents';
import type { Hex } from '../api/types';
import type { Deciding } from '../table/deciding.svelte';
import { type Draft, isComplete, type Link, NEW_LINK, newDraft, partsOf } from './draft';

export interface Recipient {
  readonly to: string;
  /** In turns; nothing where no way leads there. */
  readonly delay: number | null;
  readonly face_to_face: boolean;
  readonly at: Hex;
}

export interface Commander {
  readonly leader: string;
  readonly capacity: number;
  readonly sent: number;
  readonly reason: string;
  readonly clause: string;
  readonly recipients: readonly Recipient[];
}

export interface Desk {
  readonly commanders: readonly Commander[];
  readonly deciders: readonly string[];
  readonly types: readonly string[];
}

export class Writing {
  draft = $state.raw<Draft>(newDraft('send'));
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
  /** Leaders for whom something may be noted, where the desk does not say it. */
  readonly leaders = $derived.by(() => [
    ...new Set(
      this.deciding.options
        .filter(({ kind }) => kind === this.verb)
        .map(({ who }) => who?.[0] ?? ''),
    ),
  ]);

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
    if (!this.desk?.deciders.length && this.leaders.length === 1) this.recipient(this.leaders[0]!);
  }

  clear(): void {
    this.draft = newDraft(this.verb || 'send');
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
    const at = this.desk?.commanders
      .flatMap(({ recipients }) => recipients)
      .find((each) => each.to === to)?.at;
    if (at) this.deciding.seek(at);
  }

  type(type: string): void {
    this.aim = 'target';
    this.changeLink({ type, via: [], here: false, forced: false, notBefore: 0 });
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
      this.place(this.link.type === 'defend' && whole ? whole : [hex]);
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

  async send(): Promise<void> {
    if (this.offer && !this.reasons.length && !this.working)
      await this.deciding.answer(this.offer.id);
  }
}
