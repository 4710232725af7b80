/**
 * Choosing and acting. Matches what hands do against the options that were sent; what matches
 * nothing asks the server for the reason. Nothing is guessed here.
 */

import type { Offer, Reach, Reason, Refused } from '../api/documents';
import type { Counter, Hex, UnitId } from '../api/types';
import { t } from '../i18n/index.svelte';
import { isLeader } from '../map/counters/model';
import type { Hit } from '../map/MapView';
import { covers } from '../map/places';
import { Papers } from '../orders/papers.svelte';
import { Writing } from '../orders/writing.svelte';
import { Aiming } from './aiming.svelte';
import { Attacking } from './attacking.svelte';
import { Barring } from './barring';
import type { Battle } from './battle.svelte';
import { Bending } from './bending.svelte';
import { byPlace, endOf, isStrike, ofUnit, otherMarches } from './choices';
import { Drafting } from './drafting.svelte';
import { Gathering } from './gathering.svelte';
import { Ghosts } from './ghosts.svelte';
import { Looking } from './looking.svelte';
import { Naming } from './naming.svelte';
import { Planning } from './planning.svelte';
import { Reminders, type Warning, warningsAlong } from './warnings';

export class Deciding {
  selected = $state<UnitId | null>(null);
  /** Who goes along with the selected unit, from the same hex. */
  along = $state.raw<readonly UnitId[]>([]);
  /** A brigade taken as a whole. */
  band = $state.raw<readonly UnitId[]>([]);
  /** The hex that is looked at. */
  hex = $state<Hex | null>(null);
  cursor = $state<Hex | null>(null);
  fan = $state<Hex | null>(null);
  able = $state.raw<readonly UnitId[]>([]);
  /** What the question lists, or what belongs to no unit. */
  options = $state.raw<readonly Offer[]>([]);
  more = $state(false);
  /** What the selected unit may do. */
  own = $state.raw<readonly Offer[]>([]);
  reach = $state.raw<Reach | null>(null);
  refusals = $state.raw<readonly Refused[]>([]);
  /** The option highlighted in a card. */
  chosen = $state('');
  ending = $state(false);
  listing = $state(false);
  busy = $state(false);
  /** An order that costs more than it seems to, held until it is given again. */
  held = $state.raw<{ readonly id: string; readonly words: string } | null>(null);
  /** What must still be done before the segment may end, where something must. */
  unmet = $state.raw<readonly Reason[]>([]);
  /** What is offered belongs to the question that is asked. */
  fresh = $state(false);
  /** The unit of which all is known that was asked for. */
  loaded = $state<UnitId | null>(null);
  readonly looks: Looking;
  readonly attacks: Attacking;
  readonly aims: Aiming;
  readonly plans: Planning;
  readonly bending: Bending;
  private readonly barring: Barring;
  readonly drafting: Drafting;
  readonly gathering = new Gathering(this);
  readonly naming = new Naming(this);
  readonly ghosts: Ghosts;
  readonly writing: Writing;
  readonly papers: Papers;
  private readonly reminders = new Reminders();
  private turn = 0;
  private asked = '';
  /** The question that was last answered by hand. */
  private heard = '';
  /** Set by the table: shows a hex on the map. */
  seek: (hex: Hex) => void = () => {};

  constructor(readonly battle: Battle) {
    this.looks = new Looking(battle, this);
    this.attacks = new Attacking(this);
    this.aims = new Aiming(this);
    this.plans = new Planning(this);
    this.bending = new Bending(this);
    this.barring = new Barring(this);
    this.drafting = new Drafting(this);
    this.ghosts = new Ghosts(this);
    this.writing = new Writing(this);
    this.papers = new Papers(battle);
  }

  // --- what is offered

  readonly purpose = $derived.by(() => this.battle.question?.purpose ?? '');
  /** Acted out on the map: a known segment, or more options than a card can list. */
  readonly inSegment = $derived.by(() => this.battle.mine && !!this.battle.question?.on_map);
  /** A question that is asked in a card. */
  readonly card = $derived.by(() => this.battle.mine && !this.inSegment);
  /** What to end the question means. */
  readonly doneWords = $derived.by(() => this.battle.question?.done ?? '');
  readonly done = $derived(this.options.find(({ role }) => role === 'done') ?? null);
  get isMarching(): boolean {
    return this.battle.mine && this.battle.question?.grouped === true;
  }

  /** Options that lead somewhere on the map now. */
  private readonly live = $derived.by(() => {
    if (!this.battle.mine) return [];
    if (this.writing.active) return [];
    if (!this.inSegment) return this.options;
    if (this.selected && this.own.length) return this.own;
    return this.options.filter(isStrike);
  });
  readonly places = $derived.by(() => byPlace(this.live));
  /** Hexes ringed in red. */
  readonly targets = $derived(
    [...this.places].filter(([, list]) => list.some(isStrike)).map(([at]) => at),
  );
  /** Other hexes that may be chosen. */
  readonly picks = $derived(
    new Set([...this.places].filter(([, list]) => !list.every(isStrike)).map(([at]) => at)),
  );
  readonly reachBy = $derived(new Map((this.reach?.ways ?? []).map((way) => [endOf(way), way])));
  readonly waitingToEnter = $derived.by(() => {
    return this.able.filter((unit) => this.battle.counter(unit) && this.battle.at(unit) === null);
  });

  /** The counter of a unit on the map. */
  piece(unit = this.selected): Counter | null {
    const counter = unit ? this.battle.counter(unit) : undefined;
    return counter?.shape && !isLeader(counter) ? counter : null;
  }

  isOwn(unit: UnitId): boolean {
    return this.battle.counter(unit)?.side === this.battle.side;
  }

  /** The question changed: forget what belonged to the old one and ask again. */
  async refresh(): Promise<void> {
    const turn = ++this.turn;
    const { battle } = this;
    void this.papers.refresh();
    this.barring.leave();
    this.fresh = false;
    this.attended = null;
    this.bending.leave();
    this.drafting.leave();
    this.plans.now = null;
    this.attacks.now = null;
    this.aims.clear();
    this.held = null;
    this.ending = false;
    this.chosen = '';
    this.own = [];
    this.reach = null;
    this.companions = [];
    this.refusals = [];
    this.unmet = [];
    const { side = '', purpose = '' } = battle.moving?.question ?? {};
    const asked = side === battle.side ? purpose : '';
    if (asked !== this.asked) this.forget(asked);
    if (!battle.mine) {
      this.options = [];
      this.able = [];
      this.listing = false;
      this.fresh = true;
      if (this.selected && !battle.at(this.selected)) this.selected = null;
      this.looks.refresh();
      return;
    }
    if (!(await this.ask(turn))) return;
    if (this.answersItself()) return;
    this.fresh = true;
    this.along = [];
    if (this.card && !this.writing.active) this.attend();
    if (!this.selected && !this.card) this.hex = null;
    if (battle.question?.about) this.selected = battle.question.about;
    if (this.selected && !battle.at(this.selected) && !this.able.includes(this.selected))
      this.selected = null;
    if (this.selected) void this.load(this.selected);
    this.looks.refresh();
  }

  /**
   * Where there is but one answer, nothing is asked. What was taken back waits for a hand, and so does
   * the end of what one has answered oneself.
   */
  private answersItself(): boolean {
    const [only, ...others] = this.options;
    const { battle } = this;
    if (!only || others.length || this.more || battle.redo.length) return false;
    if (this.purpose === this.heard) return false;
    if (this.able.length && (battle.question?.grouped || this.inSegment)) return false;
    battle.toasts.add({
      tone: 'plain',
      about: 'alone',
      text: t('ask.alone', { words: only.text || this.doneWords }),
    });
    void battle.answer(only.id);
    return true;
  }

  /** Something else is asked: what was chosen belonged to the old question. */
  private forget(asked: string): void {
    this.asked = asked;
    this.selected = null;
    this.band = [];
    this.hex = null;
    this.fan = null;
  }

  /** A card speaks of somebody: the inspector shows who it is. */
  private attend(): void {
    const { battle } = this;
    this.chosen = battle.question?.usual || (this.options[0]?.id ?? '');
    const focus = battle.moving?.focus?.[0];
    const about = [...this.able, ...(focus ? this.stackAt(focus) : [])];
    const unit = about.find((each) => battle.at(each) !== null);
    if (unit) this.selected = this.attended = unit;
  }

  /** Whom a card has chosen, and not a hand: where room is scarce he need not be shown. */
  attended = $state<UnitId | null>(null);

  private async ask(turn: number): Promise<boolean> {
    const { battle } = this;
    const question = battle.question!;
    if (!question.grouped) {
      this.options = question.offers ?? [];
      this.more = question.more ?? false;
      this.able = [...new Set(this.options.flatMap(({ who }) => who ?? []))].filter((unit) =>
        this.isOwn(unit),
      );
      if (this.done || (!this.more && !this.inSegment)) return true;
      return this.askToEnd(turn);
    }
    const [units, general] = await Promise.all([
      battle.look<{ found: { units: UnitId[] } }>({ type: 'look', what: 'units' }),
      battle.look<{ offers: Offer[]; more?: boolean }>({ type: 'options' }),
    ]);
    if (turn !== this.turn) return false;
    this.options = general?.offers ?? [];
    this.more = general?.more ?? false;
    this.able = units?.found.units ?? [];
    this.unmet = this.done ? [] : await this.why('done');
    return turn === this.turn;
  }

  /** A list that is cut short may lack its last option, to be done; else there is a reason. */
  private async askToEnd(turn: number): Promise<boolean> {
    const reply = await this.battle.look<{ reasons: Reason[] }>({ type: 'why', text: 'done' });
    if (turn !== this.turn) return false;
    if (reply?.reasons.length === 0 && this.more)
      this.options = [
        ...this.options,
        { id: 'done', kind: 'done', role: 'done', text: this.doneWords },
      ];
    else this.unmet = reply?.reasons ?? [];
    return true;
  }

  private async load(unit: UnitId): Promise<void> {
    this.loaded = null;
    await this.fetch(unit);
    if (this.selected === unit) this.loaded = unit;
  }

  /** What the unit may do, where it can march, and why not the rest. */
  private async fetch(unit: UnitId): Promise<void> {
    const { battle } = this;
    const turn = this.turn;
    const fits = () => turn === this.turn && this.selected === unit;
    if (!battle.mine || !this.isOwn(unit)) {
      if (this.piece(unit)) await this.loadReach(unit, fits, []);
      return;
    }
    if (battle.question!.grouped) {
      const own = await this.ownOptions(unit);
      if (!fits()) return;
      this.own = own;
      this.cursorToEntry(unit);
      if (this.piece(unit)) await this.loadReach(unit, fits, own);
    } else {
      let own = ofUnit(this.options, unit);
      if (this.more) {
        const reply = await battle.look<{ offers: Offer[] }>({ type: 'options', unit });
        if (!fits()) return;
        own = [...(reply?.offers ?? own)];
      }
      this.own = own;
      if (battle.question!.reaches && this.piece(unit)) {
        await this.loadReach(unit, fits, []);
        if (fits()) void this.aims.weigh();
      }
    }
    if (!fits()) return;
    const refused = await battle.look<{ found: Refused[] }>({
      type: 'look',
      what: 'refused',
      unit,
    });
    if (fits()) this.refusals = refused?.found ?? [];
  }

  private async ownOptions(unit: UnitId): Promise<readonly Offer[]> {
    const reply = await this.battle.look<{ offers: Offer[] }>({ type: 'options', unit });
    return reply?.offers ?? [];
  }

  /** A unit that waits off the map has no hex: the cursor goes to where it may enter. */
  private cursorToEntry(unit: UnitId): void {
    if (this.battle.at(unit) !== null || !this.picks.size) return;
    const hexes = [...this.picks];
    if (this.cursor && this.picks.has(this.cursor)) return;
    this.cursor = hexes[hexes.length >> 1]!;
    this.hex = this.cursor;
    this.seek(this.cursor);
  }

  private async loadReach(unit: UnitId, fits: () => boolean, own: readonly Offer[]): Promise<void> {
    if (this.battle.moving?.segment === undefined) return;
    const reply = await this.battle.look<{ found: Reach }>({
      type: 'look',
      what: 'reach',
      unit: [unit, ...this.along].sort().join('+'),
    });
    if (!fits() || !reply) return;
    const { found } = reply;
    const ways = found.ways ?? [];
    this.companions = this.along.length ? this.companions : (found.along ?? []);
    const along = this.gathering.heard(this.companions);
    if (along.length) {
      this.along = along;
      await this.loadReach(unit, fits, own);
      return;
    }
    this.reach = { ...found, ways: [...ways, ...otherMarches(own, ways)] };
  }

  async why(text: string): Promise<readonly Reason[]> {
    const reply = await this.battle.look<{ reasons: Reason[] }>({ type: 'why', text });
    return reply?.reasons ?? [];
  }

  /** An order in parts, completed by the server, with the reasons against it. */
  async draft(
    parts: Readonly<Record<string, unknown>>,
  ): Promise<{ offer: Offer; reasons: readonly Reason[] } | null> {
    return this.battle.look<{ offer: Offer; reasons: Reason[] }>({ type: 'draft', ...parts });
  }

  complain(text: string, clause: string): void {
    this.battle.toasts.add({ tone: 'bad', text, clause });
  }

  /** What a way through these hexes may bring upon the one who goes it. */
  warningsOf(path: readonly Hex[]): readonly Warning[] {
    return warningsAlong(path, this.looks.zones);
  }

  // --- choosing

  select(unit: UnitId | null, look = true): void {
    this.bending.leave();
    this.drafting.leave();
    this.plans.now = null;
    this.attacks.now = null;
    this.held = null;
    this.listing = false;
    this.fan = null;
    if (unit === this.selected) return;
    this.selected = unit;
    this.aims.clear();
    this.along = [];
    if (!unit || !this.band.includes(unit)) this.band = [];
    this.own = [];
    this.reach = null;
    this.companions = [];
    this.refusals = [];
    this.looks.sight = null;
    if (!unit) return;
    const at = this.battle.at(unit);
    if (at && look) {
      this.hex = at;
      this.cursor = at;
    }
    void this.load(unit);
    if (this.looks.show.threat) void this.looks.loadThreat();
    void this.looks.loadRange();
    void this.looks.loadArcs();
  }

  /** One of those who were fanned out: the fan stays. */
  pick(unit: UnitId): void {
    const { fan } = this;
    this.select(unit, false);
    this.fan = fan;
  }

  /** Fans out who stands where one looks, or folds the fan. */
  fanOut(hex = this.hex): void {
    this.fan = hex && this.fan !== hex && this.stackAt(hex).length > 1 ? hex : null;
  }

  /** Units of the same place that could go with the selected one. */
  companions = $state.raw<readonly UnitId[]>([]);

  /** Takes a unit along, or leaves it behind. */
  takeAlong(unit: UnitId): void {
    this.take(
      this.along.includes(unit)
        ? this.along.filter((each) => each !== unit)
        : [...this.along, unit],
    );
  }

  /** These go along, and nobody else. */
  take(units: readonly UnitId[]): void {
    const { selected } = this;
    if (!selected) return;
    this.along = units;
    this.reach = null;
    this.plans.now = null;
    this.drafting.leave();
    const fits = () => this.selected === selected;
    void this.loadReach(selected, fits, this.own);
  }

  /** The whole brigade of a unit: ringed together, taken one after the other. */
  selectBrigade(unit: UnitId): void {
    const group = this.battle.counter(unit)?.group;
    const mates = Object.values(this.battle.moving?.counters ?? {}).filter(
      (each) => each.group === group && each.shape,
    );
    this.band = group ? mates.map(({ id }) => id) : [unit];
    this.select(unit);
  }

  letGo(): void {
    if (this.ghosts.laying) this.ghosts.letGo();
    else if (this.held) this.held = null;
    else if (this.ending) this.ending = false;
    else if (this.bending.waits) this.bending.waits = false;
    else if (this.looks.measuring.letGo()) return;
    else if (this.plans.now || this.drafting.legs.length) this.leavePlan();
    else if (this.attacks.now) this.attacks.now = null;
    else if (this.fan) this.fan = null;
    else if (this.listing) this.listing = false;
    else if (this.selected || !this.ghosts.letGo()) this.select(null);
  }

  private leavePlan(): void {
    this.bending.leave();
    this.drafting.leave();
    this.plans.now = null;
  }

  /** The next unit that may act, in the order of the army, or of the brigade that was taken. */
  next(step: number): UnitId | null {
    const band = this.able.filter((unit) => this.band.includes(unit));
    const able = band.length > 1 ? band : this.able;
    if (!able.length) return null;
    const now = this.selected ? able.indexOf(this.selected) : -1;
    const to =
      now < 0 ? (step > 0 ? 0 : able.length - 1) : (now + step + able.length) % able.length;
    const unit = able[to]!;
    this.select(unit);
    return unit;
  }

  stackAt(hex: Hex): readonly UnitId[] {
    const { moving } = this.battle;
    const known = moving?.stacks?.[String(hex)] ?? [];
    const others = Object.values(moving?.counters ?? {})
      .filter(
        ({ id, shape, marks }) =>
          shape && covers(shape, hex) && !marks?.includes('covered') && !known.includes(id),
      )
      .map(({ id }) => id);
    return [...known, ...others];
  }

  /** A press on the map. `confirm` asks for a second press before something is done. */
  press(hit: Pick<Hit, 'hex' | 'unit'>, { shift = false, confirm = false } = {}): void {
    const { hex, unit } = hit;
    if (this.ghosts.laying) {
      if (hex) this.ghosts.press(hex, unit, shift);
      return;
    }
    if (hex === null) {
      this.letGo();
      return;
    }
    this.hex = hex;
    this.cursor = hex;
    if (this.looks.show.measure) {
      this.looks.measuring.press(hex);
      return;
    }
    if (this.writing.press(hex)) return;
    if (this.battle.mine && !this.busy && this.acts(hex, unit, shift, confirm)) return;
    if (unit && unit === this.selected) {
      this.fanOut(hex);
      return;
    }
    const top = unit ?? this.stackAt(hex)[0] ?? null;
    const lays = !top && !!(this.plans.now || this.attacks.now);
    if (!lays && !(top && this.isOwn(top))) void this.barring.tell(hex, top);
    if (top) this.select(top, false);
    else {
      if (lays) this.letGo();
      else this.select(null);
      this.hex = hex;
    }
  }

  private acts(hex: Hex, unit: UnitId | null, shift: boolean, confirm: boolean): boolean {
    const aim = this.aims.byPlace.get(hex);
    if (aim) {
      this.aims.take(aim, confirm);
      return true;
    }
    const here = this.places.get(hex);
    const attack = here?.find(isStrike);
    if (attack && !this.card) {
      this.attacks.open(attack.kind, hex);
      return true;
    }
    if (this.card && here) {
      const index = here.findIndex(({ id }) => id === this.chosen);
      this.chosen = here[(index + 1) % here.length]!.id;
      return true;
    }
    if (shift && unit && this.companions.includes(unit)) {
      this.takeAlong(unit);
      return true;
    }
    if (this.drafting.press(hex, unit, shift)) return true;
    const onOwn = unit !== null && this.isOwn(unit) && unit !== this.selected;
    if ((!onOwn || shift) && this.bending.press(hex)) return true;
    // Leaders ride to units, and units enter beside others: there a press is an order.
    const joins = here?.some(({ role }) => role === 'enter' || role === 'lead');
    if (here && this.selected && (joins || !onOwn || shift)) {
      this.plans.place(hex, here, confirm || onOwn);
      return true;
    }
    const way = this.reachBy.get(hex);
    if (way?.id && this.selected && this.isOwn(this.selected) && (!onOwn || shift)) {
      this.plans.go(way, confirm);
      return true;
    }
    return false;
  }

  /** Names the selected horse for a charge. */
  charge(): void {
    const found =
      this.own.find(({ role }) => role === 'name') ??
      this.options.find(({ role }) => role === 'name');
    if (found) void this.answer(found.id);
    else this.attacks.aim('gallop');
  }

  // --- answering

  async answer(id: string): Promise<void> {
    if (this.busy || !this.battle.mine) return;
    if (this.attacks.weighsFirst(id)) return;
    const words = this.held?.id === id ? '' : this.reminders.before(id, this);
    if (words) {
      this.held = { id, words };
      return;
    }
    this.held = null;
    this.heard = this.purpose;
    this.busy = true;
    try {
      if (await this.battle.answer(id)) {
        this.plans.now = null;
        this.attacks.now = null;
      }
    } finally {
      this.busy = false;
    }
  }

  /** Ends the segment; once it names those who could still act. */
  end(): void {
    if (!this.done || !this.battle.mine) return;
    if (this.inSegment && this.able.length && !this.ending && this.reminders.ending(this)) {
      this.ending = true;
      return;
    }
    this.ending = false;
    void this.answer(this.done.id);
  }
}
