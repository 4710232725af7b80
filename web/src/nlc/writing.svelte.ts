/** Writing an order: who, what, where, by which way; the server says at once what it makes of it. */

import type { Hex } from '../api/types';
import type { Option, Reason } from '../api/wire';
import type { Deciding } from '../table/deciding.svelte';
import {
  type Draft,
  isComplete,
  type Link,
  NEW_LINK,
  newDraft,
  textOf,
  type Verb,
  viaIn,
} from './draft';
import type { OddsCard } from './odds';

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

export interface OrderOdds {
  readonly delay: number;
  readonly face_to_face?: boolean;
  readonly cards: readonly OddsCard[];
}

/** Questions that are answered by writing an order. */
const WRITTEN: Readonly<Record<string, Verb>> = {
  orders: 'send',
  'record-decision': 'record',
  'choose-orders': 'record',
  'bad-move': 'badmove',
};

const KINDS: ReadonlySet<string> = new Set(['send', 'record', 'badmove', 'done']);

export class Writing {
  draft = $state.raw<Draft>(newDraft('send'));
  /** The link that is being written, and what a press on the map adds to it. */
  index = $state(0);
  aim = $state<'target' | 'via'>('target');
  /** The sheet is folded away while a hex is chosen on a small screen. */
  folded = $state(false);
  desk = $state.raw<Desk | null>(null);
  reasons = $state.raw<readonly Reason[]>([]);
  odds = $state.raw<OrderOdds | null>(null);
  working = $state(false);
  private deskAt = '';

  constructor(private readonly deciding: Deciding) {}

  readonly verb = $derived.by<Verb | null>(() =>
    this.deciding.battle.mine ? (WRITTEN[this.deciding.purpose] ?? null) : null,
  );
  get active(): boolean {
    return this.verb !== null;
  }
  readonly link = $derived(this.draft.links[this.index] ?? NEW_LINK);
  readonly text = $derived(textOf(this.draft));
  readonly complete = $derived(isComplete(this.draft));
  /** What else may be done now. */
  readonly others = $derived.by(() => this.deciding.options.filter(({ kind }) => !KINDS.has(kind)));
  /** Leaders for whom something may be noted, where the desk does not say it. */
  readonly leaders = $derived.by(() => [
    ...new Set(
      this.deciding.options
        .filter(({ kind }) => kind === 'record' || kind === 'badmove')
        .map(({ text }) => text.split(' ')[1] ?? ''),
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
    if (verb === 'badmove' && this.leaders[0]) this.recipient(this.leaders[0]);
  }

  clear(): void {
    this.draft = newDraft(this.verb ?? 'send');
    this.index = 0;
    this.aim = 'target';
    this.reasons = [];
    this.odds = null;
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
    void this.usualWay();
  }

  place(hexes: readonly Hex[]): void {
    this.changeLink({ target: hexes, here: false, via: [] });
    void this.usualWay();
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

  /** The server knows the usual way of a march: it is among what is offered for the place. */
  private async usualWay(): Promise<void> {
    const { link, draft, deciding } = this;
    const hex = link.target[0];
    if (link.type !== 'march' || !hex || !draft.to || link.via.length) return;
    const reply = await deciding.battle.look<{ options: Option[] }>({
      type: 'options',
      unit: draft.to,
      hex,
    });
    if (this.link !== link || this.draft !== draft) return;
    const start = `${draft.verb} ${draft.to} march ${String(hex).padStart(4, '0')} `;
    const found = reply?.options.find(({ text }) => text.startsWith(start));
    const way = found ? viaIn(found.text) : [];
    if (way.length) this.via(way);
  }

  private async weigh(): Promise<void> {
    const { text, complete } = this;
    this.reasons = [];
    this.odds = null;
    this.working = complete;
    if (!complete) return;
    const { battle } = this.deciding;
    const [reasons, odds] = await Promise.all([
      this.deciding.why(text),
      battle.look<{ found: OrderOdds }>({ type: 'look', what: 'odds', text }),
    ]);
    if (this.text !== text) return;
    this.reasons = reasons;
    this.odds = odds?.found ?? null;
    this.working = false;
  }

  async send(): Promise<void> {
    if (this.complete && !this.reasons.length && !this.working)
      await this.deciding.answer(this.text);
  }
}
