/**
 * Choosing and acting. Matches what hands do against the options that were sent; what matches
 * nothing asks the server for the reason. Nothing is guessed here.
 */

import type { Hex, Piece, UnitId } from '../api/types';
import type { Odds, Option, ReachFound, ReachHex, Reason, SightFound } from '../api/wire';
import { said, t } from '../i18n/index.svelte';
import { centre, hexName } from '../map/hexes';
import type { Hit } from '../map/MapView';
import type { Battle } from './battle.svelte';
import {
  attackers,
  attackText,
  byPlace,
  isSegment,
  lookingTowards,
  ofUnit,
  otherMarches,
  poses,
  turns,
  unitsOf,
} from './choices';
import { facingName, formationsOf } from './words';

/** Something about to be done that can still be turned or left. */
export interface Plan {
  readonly kind: 'march' | 'enter' | 'lead' | 'form';
  readonly unit: UnitId;
  readonly hex: Hex;
  readonly poses: readonly Option[];
  readonly index: number;
}

export interface Attack {
  readonly kind: 'fire' | 'assault';
  readonly target: Hex;
  /** All that may take part, and those that do. */
  readonly able: readonly { readonly unit: UnitId; readonly at: Hex | null }[];
  readonly chosen: ReadonlySet<string>;
  readonly text: string;
  readonly reasons: readonly Reason[];
  readonly odds: Odds | null;
  readonly working: boolean;
}

export interface Refusal {
  readonly key: string;
  readonly words: string;
  readonly reason: string;
  readonly clause: string;
}

const ATTACKS = new Set(['fire', 'assault']);
const LINE = new Set(['line', 'skirmish']);

export class Deciding {
  selected = $state<UnitId | null>(null);
  /** The hex that is looked at. */
  hex = $state<Hex | null>(null);
  hovered = $state<Hex | null>(null);
  cursor = $state<Hex | null>(null);
  fan = $state<Hex | null>(null);
  able = $state.raw<readonly UnitId[]>([]);
  /** What the question lists, or what belongs to no unit. */
  options = $state.raw<readonly Option[]>([]);
  more = $state(false);
  /** What the selected unit may do. */
  own = $state.raw<readonly Option[]>([]);
  reach = $state.raw<ReachFound | null>(null);
  refusals = $state.raw<readonly Refusal[]>([]);
  plan = $state.raw<Plan | null>(null);
  attack = $state.raw<Attack | null>(null);
  sight = $state.raw<SightFound | null>(null);
  /** The option highlighted in a card. */
  chosen = $state('');
  ending = $state(false);
  listing = $state(false);
  busy = $state(false);
  /** What is offered belongs to the question that is asked. */
  fresh = $state(false);
  /** Hexes of enemy zones: hex -> the units that cast them. */
  zones = $state.raw<Readonly<Record<string, readonly UnitId[]>>>({});
  ownZones = $state.raw<Readonly<Record<string, readonly UnitId[]>>>({});
  threat = $state.raw<ReadonlySet<Hex>>(new Set());
  show = $state({ reach: true, zones: false, sight: false, threat: false, heights: false });
  private warned = '';
  private turn = 0;
  private zonesAt = -1;

  constructor(readonly battle: Battle) {}

  // --- what is offered

  readonly purpose = $derived.by(() => this.battle.question?.purpose ?? '');
  readonly inSegment = $derived.by(() => this.battle.mine && isSegment(this.purpose));
  /** A question that is asked in a card. */
  readonly card = $derived.by(() => this.battle.mine && !isSegment(this.purpose));
  readonly done = $derived(this.options.find(({ kind }) => kind === 'done') ?? null);

  /** Options that lead somewhere on the map now. */
  private readonly live = $derived.by(() => {
    if (!this.battle.mine) return [];
    if (!this.inSegment) return this.options;
    if (this.selected && this.own.length) return this.own;
    return this.options.filter(({ kind }) => ATTACKS.has(kind));
  });
  readonly places = $derived.by(() => byPlace(this.live, this.battle.moving?.pieces ?? {}));
  /** Hexes ringed in red. */
  readonly targets = $derived(
    [...this.places]
      .filter(([, list]) => list.some(({ kind }) => ATTACKS.has(kind)))
      .map(([at]) => at),
  );
  /** Other hexes that may be chosen. */
  readonly picks = $derived(
    new Set(
      [...this.places]
        .filter(([, list]) => list.some(({ kind }) => !ATTACKS.has(kind) && kind !== 'march'))
        .map(([at]) => at),
    ),
  );
  readonly reachBy = $derived(
    new Map((this.reach?.hexes ?? []).map((found) => [found.hex, found])),
  );
  readonly waitingToEnter = $derived.by(() => {
    const entering = this.options
      .filter(({ kind }) => kind === 'enter')
      .map(({ unit }) => unit ?? '');
    return [...new Set(entering)].filter((unit) => !this.battle.moving?.pieces[unit]);
  });

  piece(unit = this.selected): Piece | null {
    return (unit && this.battle.moving?.pieces[unit]) || null;
  }

  isOwn(unit: UnitId): boolean {
    const side = this.battle.printed(unit)?.side ?? this.battle.hello?.setting.leaders[unit]?.side;
    return side === this.battle.side;
  }

  /** The question changed: forget what belonged to the old one and ask again. */
  async refresh(): Promise<void> {
    const turn = ++this.turn;
    const { battle } = this;
    this.fresh = false;
    this.plan = null;
    this.attack = null;
    this.ending = false;
    this.chosen = '';
    this.own = [];
    this.reach = null;
    this.refusals = [];
    if (!battle.mine) {
      this.options = [];
      this.able = [];
      this.listing = false;
      this.fresh = true;
      if (this.selected && !battle.at(this.selected)) this.selected = null;
      void this.loadZones();
      return;
    }
    const question = battle.question!;
    if (question.grouped) {
      const [units, general] = await Promise.all([
        battle.look<{ found: { units: UnitId[] } }>({ type: 'look', what: 'units' }),
        battle.look<{ options: Option[]; more?: boolean }>({ type: 'options' }),
      ]);
      if (turn !== this.turn) return;
      this.options = general?.options ?? [];
      this.more = general?.more ?? false;
      this.able = [...(units?.found.units ?? []), ...this.waitingToEnter];
    } else {
      this.options = question.options ?? [];
      this.more = question.more ?? false;
      this.able = [...new Set(this.options.flatMap(unitsOf))].filter((unit) => this.isOwn(unit));
    }
    this.fresh = true;
    if (this.card) this.chosen = this.options[0]?.text ?? '';
    if (!this.selected && !this.card) this.hex = null;
    if (this.purpose === 'ride' && this.able[0]) this.selected = this.able[0];
    if (this.selected && !battle.at(this.selected) && !this.able.includes(this.selected))
      this.selected = null;
    if (this.selected) void this.load(this.selected);
    void this.loadZones();
  }

  /** What the unit may do, where it can march, and why not the rest. */
  private async load(unit: UnitId): Promise<void> {
    const { battle } = this;
    const turn = this.turn;
    const fits = () => turn === this.turn && this.selected === unit;
    if (!battle.mine || !this.isOwn(unit)) {
      if (battle.moving?.pieces[unit]) await this.loadReach(unit, fits, []);
      return;
    }
    if (battle.question!.grouped) {
      const reply = await battle.look<{ options: Option[]; more?: boolean }>({
        type: 'options',
        unit,
      });
      if (!fits()) return;
      let own = reply?.options ?? [];
      const at = battle.moving?.pieces[unit]?.hexes[0];
      if (reply?.more && at) {
        const near = await battle.look<{ options: Option[] }>({ type: 'options', unit, hex: at });
        const known = new Set(own.map(({ text }) => text));
        own = [...own, ...(near?.options ?? []).filter(({ text }) => !known.has(text))];
      }
      if (!fits()) return;
      this.own = own;
      this.cursorToEntry(unit);
      if (battle.moving?.pieces[unit]) await this.loadReach(unit, fits, own);
    } else {
      let own = ofUnit(this.options, unit);
      if (this.more) {
        const reply = await battle.look<{ options: Option[] }>({ type: 'options', unit });
        if (!fits()) return;
        own = [...(reply?.options ?? own)];
      }
      this.own = own;
    }
    if (fits()) void this.loadRefusals(unit, fits);
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

  /** Set by the table: shows a hex on the map. */
  seek: (hex: Hex) => void = () => {};

  private async loadReach(
    unit: UnitId,
    fits: () => boolean,
    own: readonly Option[],
  ): Promise<void> {
    if (this.battle.moving?.segment === undefined) return;
    const reply = await this.battle.look<{ found: ReachFound }>({
      type: 'look',
      what: 'reach',
      unit,
    });
    if (!fits() || !reply) return;
    const found = reply.found;
    this.reach = { ...found, hexes: [...found.hexes, ...otherMarches(own, found.hexes)] };
  }

  /** Formations and attacks that are not offered, each with its reason. */
  private async loadRefusals(unit: UnitId, fits: () => boolean): Promise<void> {
    const piece = this.piece(unit);
    const printed = this.battle.printed(unit);
    if (!piece || !printed || !this.inSegment) return;
    const hex = hexName(piece.hexes[0]!);
    const asks: { key: string; words: string; text: string }[] = [];
    if (this.purpose === 'movement') {
      if (!this.reach?.hexes.length)
        asks.push({
          key: '',
          words: t('act.march'),
          text: `march ${unit} ${['N', 'NE', 'SE', 'S', 'SW', 'NW'][LINE.has(piece.formation) ? piece.facing : piece.facing % 6]}`,
        });
      for (const formation of formationsOf(printed.arm)) {
        if (formation === 'general' || formation === piece.formation) continue;
        if (this.own.some((o) => o.formation === formation)) continue;
        const face = facingName(formation, LINE.has(formation) ? 0 : piece.facing % 6);
        asks.push({
          key: formation,
          words: said('formation', formation),
          text: `form ${unit} ${formation} ${face} ${hex}`,
        });
      }
    }
    if (!this.own.some(({ kind }) => kind === 'fire')) {
      const foe = this.nearestFoe(piece);
      asks.push({
        key: 'fire',
        words: foe ? t('act.fire', { hex: hexName(foe) }) : t('act.fireAny'),
        text: `fire ${foe ? hexName(foe) : hex} ${unit}@${hex}`,
      });
    }
    if (!this.own.some(({ kind }) => kind === 'assault') && printed.arm !== 'artillery') {
      const foe = this.nearestFoe(piece);
      asks.push({
        key: 'assault',
        words: foe ? t('act.assault', { hex: hexName(foe) }) : t('act.assaultAny'),
        text: `assault ${foe ? hexName(foe) : hex} ${unit}`,
      });
    }
    const found = await Promise.all(asks.map(({ text }) => this.why(text)));
    if (!fits()) return;
    this.refusals = asks.flatMap(({ key, words }, i) => {
      const reason = found[i]?.[0];
      return reason ? [{ key, words, reason: reason.text, clause: reason.clause }] : [];
    });
  }

  private nearestFoe(piece: Piece): Hex | null {
    const from = centre(piece.hexes[0]!);
    let best: Hex | null = null;
    let least = Number.POSITIVE_INFINITY;
    for (const other of Object.values(this.battle.moving?.pieces ?? {})) {
      if (this.isOwn(other.id)) continue;
      for (const at of other.hexes) {
        const p = centre(at);
        const far = (p.x - from.x) ** 2 + (p.y - from.y) ** 2;
        if (far < least) {
          least = far;
          best = at;
        }
      }
    }
    return best;
  }

  async why(text: string): Promise<readonly Reason[]> {
    const reply = await this.battle.look<{ reasons: Reason[] }>({ type: 'why', text });
    return reply?.reasons ?? [];
  }

  // --- choosing

  select(unit: UnitId | null, look = true): void {
    this.plan = null;
    this.attack = null;
    this.listing = false;
    this.fan = null;
    if (unit === this.selected) return;
    this.selected = unit;
    this.own = [];
    this.reach = null;
    this.refusals = [];
    this.sight = null;
    if (!unit) return;
    const at = this.battle.at(unit);
    if (at && look) {
      this.hex = at;
      this.cursor = at;
    }
    void this.load(unit);
  }

  letGo(): void {
    if (this.ending) this.ending = false;
    else if (this.plan) this.plan = null;
    else if (this.attack) this.attack = null;
    else if (this.fan) this.fan = null;
    else if (this.listing) this.listing = false;
    else this.select(null);
  }

  /** The next unit that may act, in the order of the army. */
  next(step: number): UnitId | null {
    const { able } = this;
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
    const here = moving?.stacks[String(hex)] ?? [];
    const leaders = Object.entries(moving?.leaders ?? {})
      .filter(([, at]) => at === hex)
      .map(([leader]) => leader);
    return [...here, ...leaders];
  }

  /** A press on the map. `confirm` asks for a second press before something is done. */
  press(hit: Pick<Hit, 'hex' | 'unit'>, { shift = false, confirm = false } = {}): void {
    const { hex, unit } = hit;
    if (hex === null) {
      this.letGo();
      return;
    }
    this.hex = hex;
    this.cursor = hex;
    if (this.battle.mine && !this.busy && this.acts(hex, unit, shift, confirm)) return;
    if (unit && unit === this.selected) {
      const stack = this.stackAt(hex);
      this.fan = stack.length > 1 && this.fan !== hex ? hex : null;
      return;
    }
    const top = unit ?? this.stackAt(hex)[0] ?? null;
    if (top) this.select(top, false);
    else {
      if (this.plan || this.attack) this.letGo();
      else this.select(null);
      this.hex = hex;
    }
  }

  private acts(hex: Hex, unit: UnitId | null, shift: boolean, confirm: boolean): boolean {
    const here = this.places.get(hex);
    const attack = here?.find(({ kind }) => ATTACKS.has(kind));
    if (attack && !this.card) {
      this.openAttack(attack.kind as 'fire' | 'assault', hex);
      return true;
    }
    if (this.card && here) {
      const index = here.findIndex(({ text }) => text === this.chosen);
      this.chosen = here[(index + 1) % here.length]!.text;
      return true;
    }
    const onOwn = unit !== null && this.isOwn(unit) && unit !== this.selected;
    // Leaders ride to units, and units enter beside others: there a press is an order.
    const joins = here?.some(({ kind }) => kind === 'enter' || kind === 'lead');
    if (here && this.selected && (joins || !onOwn || shift)) {
      this.choosePlace(hex, here, confirm || onOwn);
      return true;
    }
    const way = this.reachBy.get(hex);
    if (way && this.selected && this.isOwn(this.selected) && this.own.length && (!onOwn || shift)) {
      const again = this.plan?.hex === hex && this.plan.kind === 'march';
      if (again || !confirm) void this.commitPlanOr(way.text, again);
      else void this.planMarch(way);
      return true;
    }
    return false;
  }

  private choosePlace(hex: Hex, here: readonly Option[], confirm: boolean): void {
    const kind = here[0]!.kind;
    if (kind === 'ride') {
      void this.answer(here[0]!.text);
      return;
    }
    if (kind === 'march') {
      const way = this.reachBy.get(hex);
      const again = this.plan?.hex === hex;
      if (way && (again || !confirm)) void this.commitPlanOr(way.text, again);
      else if (way) void this.planMarch(way);
      else this.plan = { kind: 'march', unit: this.selected!, hex, poses: poses(here), index: 0 };
      return;
    }
    if (this.plan?.hex === hex) {
      void this.commitPlan();
      return;
    }
    const ways = poses(here.filter((option) => option.kind === kind));
    const map = this.battle.map!;
    const middle = { x: 0.75 * map.columns, y: 0.86 * map.rows };
    const from = centre(hex);
    const angle = Math.atan2(middle.y - from.y, middle.x - from.x);
    const plan = kind === 'enter' ? 'enter' : kind === 'lead' ? 'lead' : 'form';
    this.plan = {
      kind: plan,
      unit: this.selected!,
      hex,
      poses: ways,
      index: kind === 'enter' ? lookingTowards(ways, angle) : 0,
    };
    if (!confirm && kind === 'lead') void this.commitPlan();
  }

  // --- plans

  private async planMarch(way: ReachHex): Promise<void> {
    const unit = this.selected!;
    const first: Option = { ...way, kind: 'march', unit };
    this.plan = { kind: 'march', unit, hex: way.hex, poses: [first], index: 0 };
    const reply = await this.battle.look<{ options: Option[] }>({
      type: 'options',
      unit,
      hex: way.hex,
    });
    if (!reply || this.plan?.hex !== way.hex || this.plan.unit !== unit) return;
    const found = poses(reply.options.filter((option) => option.kind === 'march'));
    const index = found.findIndex(({ text }) => text === way.text);
    if (index >= 0) this.plan = { ...this.plan, poses: found, index };
  }

  planAt(hex: Hex): void {
    const way = this.reachBy.get(hex);
    if (way) void this.planMarch(way);
  }

  get planned(): Option | null {
    return this.plan?.poses[this.plan.index] ?? null;
  }

  choosePose(index: number): void {
    if (this.plan) this.plan = { ...this.plan, index };
  }

  private async commitPlanOr(text: string, again: boolean): Promise<void> {
    if (again) await this.commitPlan();
    else await this.answer(text);
  }

  async commitPlan(): Promise<void> {
    const option = this.planned;
    if (option) await this.answer(option.text);
  }

  /** Turns the plan, or the unit where it stands. */
  turnBy(steps: number): void {
    if (this.plan) {
      const { poses: ways, index } = this.plan;
      this.choosePose((index + steps + ways.length) % ways.length);
      return;
    }
    const piece = this.piece();
    if (!piece) return;
    const facing = (piece.facing + steps + 6) % 6;
    const found = turns(this.own).find((option) => option.facing === facing);
    if (found) void this.answer(found.text);
    else void this.explain(`march ${piece.id} face:${facingName(piece.formation, facing)}`);
  }

  /** Changes formation, or opens the choice of where and how, or says why not. */
  form(formation: string): void {
    const piece = this.piece();
    if (!piece || !this.isOwn(piece.id)) return;
    const found = poses(this.own.filter((o) => o.kind === 'form' && o.formation === formation));
    if (found.length === 1) {
      void this.answer(found[0]!.text);
      return;
    }
    if (found.length) {
      const same = found.findIndex(({ facing }) => facing === piece.facing);
      const at = found[Math.max(0, same)]!.ends?.[0] ?? piece.hexes[0]!;
      this.plan = { kind: 'form', unit: piece.id, hex: at, poses: found, index: Math.max(0, same) };
      return;
    }
    const refusal = this.refusals.find(({ key }) => key === formation);
    if (refusal)
      this.battle.toasts.add({ tone: 'bad', text: refusal.reason, clause: refusal.clause });
    else {
      const face = facingName(formation, LINE.has(formation) ? 0 : piece.facing % 6);
      void this.explain(`form ${piece.id} ${formation} ${face} ${hexName(piece.hexes[0]!)}`);
    }
  }

  async explain(text: string): Promise<void> {
    const [reason] = await this.why(text);
    if (reason) this.battle.toasts.add({ tone: 'bad', text: reason.text, clause: reason.clause });
  }

  // --- attacks

  openAttack(kind: 'fire' | 'assault', target: Hex): void {
    const here = (this.places.get(target) ?? []).filter((option) => option.kind === kind);
    const all = this.options.filter((o) => o.kind === kind && o.target === target);
    const able = new Map<string, { unit: UnitId; at: Hex | null }>();
    for (const option of [...all, ...here])
      for (const one of attackers(option)) able.set(`${one.unit}@${one.at ?? ''}`, one);
    const offered = [...all, ...here].sort((a, b) => attackers(b).length - attackers(a).length);
    const mine = (option: Option) =>
      !this.selected || attackers(option).some(({ unit }) => unit === this.selected);
    const first = offered.find(mine) ?? offered[0];
    if (!first) return;
    const chosen = new Set(attackers(first).map(({ unit, at }) => `${unit}@${at ?? ''}`));
    this.attack = {
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

  toggleAttacker(key: string): void {
    if (!this.attack) return;
    const chosen = new Set(this.attack.chosen);
    if (chosen.has(key)) chosen.delete(key);
    else chosen.add(key);
    const firers = this.attack.able.filter(({ unit, at }) => chosen.has(`${unit}@${at ?? ''}`));
    const text = attackText(this.attack.kind, this.attack.target, firers);
    this.attack = {
      ...this.attack,
      chosen,
      text,
      odds: null,
      reasons: [],
      working: firers.length > 0,
    };
    if (firers.length) void this.weigh();
  }

  private async weigh(): Promise<void> {
    const { text } = this.attack!;
    const [reasons, odds] = await Promise.all([
      this.why(text),
      this.battle.look<{ found: Odds }>({ type: 'look', what: 'odds', text }),
    ]);
    if (this.attack?.text !== text) return;
    this.attack = { ...this.attack, reasons, odds: odds?.found ?? null, working: false };
  }

  /** The next target of this kind of attack, or the reason why there is none. */
  aim(kind: 'fire' | 'assault', step = 1): void {
    const list = this.targets.filter((at) => this.places.get(at)!.some((o) => o.kind === kind));
    if (!list.length) {
      const refusal = this.refusals.find(({ key }) => key === kind);
      if (refusal)
        this.battle.toasts.add({ tone: 'bad', text: refusal.reason, clause: refusal.clause });
      return;
    }
    const now = this.attack?.kind === kind ? list.indexOf(this.attack.target) : -1;
    this.openAttack(kind, list[(now + step + list.length) % list.length]!);
    this.cursor = this.attack?.target ?? this.cursor;
  }

  /** Names the selected horse for a charge. */
  charge(): void {
    const found =
      this.own.find(({ kind }) => kind === 'charge') ??
      this.options.find(({ kind }) => kind === 'charge');
    if (found) void this.answer(found.text);
  }

  async commitAttack(): Promise<void> {
    if (this.attack && !this.attack.reasons.length) await this.answer(this.attack.text);
  }

  // --- answering

  async answer(text: string): Promise<void> {
    if (this.busy || !this.battle.mine) return;
    this.busy = true;
    try {
      if (await this.battle.answer(text)) {
        this.plan = null;
        this.attack = null;
      }
    } finally {
      this.busy = false;
    }
  }

  /** Ends the segment; once it names those who could still act. */
  end(): void {
    if (!this.done || !this.battle.mine) return;
    const key = `${this.battle.moving?.turn}|${this.battle.side}|${this.purpose}`;
    if (
      this.inSegment &&
      this.purpose !== 'ride' &&
      this.able.length &&
      this.warned !== key &&
      !this.ending
    ) {
      this.ending = true;
      this.warned = key;
      return;
    }
    this.ending = false;
    void this.answer(this.done.text);
  }

  // --- looking

  async loadZones(force = false): Promise<void> {
    const { battle } = this;
    if (!battle.hello || !battle.moving) return;
    if (!force && this.zonesAt === battle.n) return;
    const side = battle.side || battle.hello.sides[0]!;
    const enemy = battle.hello.sides.find((other) => other !== side) ?? '';
    if (!this.show.zones && !(battle.mine && this.purpose === 'movement')) return;
    this.zonesAt = battle.n;
    type Found = { found: { hexes: Record<string, UnitId[]> } };
    const [theirs, ours] = await Promise.all([
      battle.look<Found>({ type: 'look', what: 'zones', of: enemy }),
      this.show.zones ? battle.look<Found>({ type: 'look', what: 'zones', of: side }) : null,
    ]);
    this.zones = theirs?.found.hexes ?? {};
    this.ownZones = ours?.found.hexes ?? {};
  }

  async lookAlong(target: Hex): Promise<void> {
    const origin = this.selected ? this.battle.at(this.selected) : this.hex;
    if (!origin || origin === target) {
      this.sight = null;
      return;
    }
    const reply = await this.battle.look<{ found: SightFound }>({
      type: 'look',
      what: 'sight',
      origin,
      target,
    });
    if (reply && this.show.sight) this.sight = reply.found;
  }

  /** Where the enemy's horse, or the enemy unit chosen, could ride or march. */
  async loadThreat(): Promise<void> {
    const { battle } = this;
    if (!this.show.threat) return;
    const chosen = this.selected && !this.isOwn(this.selected) ? [this.selected] : null;
    const horse = Object.keys(battle.moving?.pieces ?? {}).filter(
      (unit) => !this.isOwn(unit) && battle.printed(unit)?.arm === 'cavalry',
    );
    const found = await Promise.all(
      (chosen ?? horse.slice(0, 12)).map((unit) =>
        battle.look<{ found: ReachFound }>({ type: 'look', what: 'reach', unit }),
      ),
    );
    this.threat = new Set(
      found.flatMap((reply) => (reply?.found.hexes ?? []).map(({ hex }) => hex)),
    );
  }

  toggle(what: keyof Deciding['show']): void {
    this.show[what] = !this.show[what];
    if (what === 'zones' && this.show.zones) void this.loadZones(true);
    if (what === 'threat') void this.loadThreat();
    if (what === 'sight' && !this.show.sight) this.sight = null;
  }

  hover(hex: Hex | null): void {
    if (hex === this.hovered) return;
    this.hovered = hex;
    if (this.show.sight && hex) void this.lookAlong(hex);
  }
}
