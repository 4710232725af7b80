/**
 * A battle as this seat sees it: what the server has acknowledged, and nothing else. Listens to
 * the line, keeps the view up to date and offers what can be asked.
 */

import { claim, mapAt, scenario } from '../api/http';
import { type LineStatus, No, TableLine } from '../api/line';
import { changed } from '../api/merge';
import type { Counter, Hex, MapData } from '../api/types';
import type {
  Asked,
  Clocks,
  GameEvent,
  Hello,
  Incoming,
  Line,
  MovingView,
  People,
  Reply,
  Setting,
  Spoken,
  StandingOrder,
  Timer,
  Trial,
  Update,
  Wish,
} from '../api/wire';
import { bring, t } from '../i18n/index.svelte';
import { prefs } from '../ui/prefs.svelte';
import { router } from '../ui/router.svelte';
import { Toasts } from '../ui/toasts.svelte';
import { missing, undone } from './history';
import { Atlas, type Names, namesOf } from './words';

const RECENT = 250;
/** Frames that need no line of their own in the journal of a long battle. */
const KEPT = 4000;

/** The ground; options change the revision of a battle, never its map. */
async function mapOf({ map, edition }: Hello): Promise<MapData> {
  try {
    return await mapAt(map);
  } catch (denied) {
    const found = await scenario(edition.system, edition.scenario);
    if (!found.map) throw denied;
    return mapAt(found.map);
  }
}

export interface BattleEvents {
  /** The question is new, or there is none: look again at what may be done. */
  readonly asked: () => void;
  /** Something happened: lines with their events, in order. */
  readonly happened: (lines: readonly Line[], before: MovingView) => void;
  readonly seated: () => void;
  /** The line is there, for the first time or again, and this much was missed. */
  readonly arrived: (seen: number, n: number) => void;
}

export interface Looked {
  readonly n: number;
  readonly view: MovingView;
}

export class Battle {
  status = $state<LineStatus>('connecting');
  retryAt = $state(0);
  fault = $state('');
  hello = $state.raw<Hello | null>(null);
  map = $state.raw<MapData | null>(null);
  atlas = $state.raw<Atlas | null>(null);
  moving = $state.raw<MovingView | null>(null);
  n = $state(-1);
  side = $state('');
  question = $state.raw<Asked | null>(null);
  lines = $state.raw<readonly Line[]>([]);
  people = $state.raw<People | null>(null);
  wish = $state.raw<Wish | null>(null);
  standing = $state.raw<readonly StandingOrder[]>([]);
  /** Standing orders that would be understood. */
  examples = $state.raw<readonly string[]>([]);
  /** What was said at the table, and how far it was read. */
  talk = $state.raw<readonly Spoken[]>([]);
  heardTo = $state(-1);
  /** The battle that was asked for after this one. */
  following = $state('');
  clocks = $state.raw<Clocks>({});
  timer = $state.raw<Timer | null>(null);
  /** When the timer was last heard of: it is counted down from there. */
  timerAt = $state(0);
  /** Own answers that were taken back and can be given again, the next one first. */
  redo = $state.raw<readonly string[]>([]);
  /** The last line this seat was shown to the end on an earlier visit. */
  seenTo = $state(-1);
  /** The screen is covered until this side says that it sits here. */
  cover = $state('');
  readonly toasts = new Toasts();
  private readonly line: TableLine;
  private wasLost = false;
  events: BattleEvents = {
    asked: () => {},
    happened: () => {},
    seated: () => {},
    arrived: () => {},
  };

  constructor(
    readonly game: string,
    private readonly watch = false,
  ) {
    this.line = new TableLine(() => this.address(), {
      message: (message) => this.hear(message),
      status: (status, retryAt) => this.told(status, retryAt),
    });
  }

  /**
   * Sits down. An invitation is taken up once; from then on the session is enough, and the address
   * no longer gives the seat away.
   */
  async open(invitation = ''): Promise<void> {
    if (invitation) {
      await claim(this.game, invitation, prefs.kept.name).catch(() => {});
      const { pathname, search } = location;
      const rest = search.includes('text') ? '?text' : '';
      if (pathname === `/table/${this.game}`) router.replace(`${pathname}${rest}`);
    }
    this.line.connect();
  }
  close(): void {
    this.line.close();
  }
  hurry(): void {
    this.line.hurry();
  }

  private address(): string {
    const query = new URLSearchParams();
    if (this.watch) query.set('watch', '1');
    if (this.n >= 0) query.set('after', String(this.n));
    query.set('language', prefs.language);
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    return `${scheme}://${location.host}/ws/games/${this.game}?${query}`;
  }

  // --- what is known

  get setting(): Setting {
    return this.hello!.setting;
  }
  readonly names = $derived<Names>(
    this.moving && this.hello
      ? namesOf(this.moving.counters, this.hello.setting)
      : { unit: (id) => id },
  );
  readonly mine = $derived(
    this.question !== null &&
      this.question.side === this.side &&
      this.status === 'open' &&
      !this.isComputer(this.side),
  );
  /** A line of the past that is looked at, with the view after it; set by whatever tells it. */
  looking = $state.raw<() => Looked | null>(() => null);
  readonly looked = $derived(this.looking());
  /** What the table shows: map, clock, losses and journal are all of this line. */
  readonly shown = $derived<MovingView | null>(
    this.moving && this.looked ? { ...this.moving, ...this.looked.view } : this.moving,
  );
  readonly isHotseat = $derived((this.hello?.seat.sides.length ?? 0) > 1);
  readonly isOver = $derived(this.moving?.question?.kind === 'over');
  /** May it be studied: over, a fork, or an imported record? */
  readonly isStudied = $derived(this.isOver || this.hello?.study !== undefined);
  readonly isWatching = $derived(this.hello !== null && this.hello.seat.sides.length === 0);

  /** Does nobody but a computer player decide for this side? */
  isComputer(side: string): boolean {
    const seats = this.people?.seats.filter((seat) => seat.side === side) ?? [];
    return seats.length > 0 && seats.every(({ kind }) => kind !== 'human');
  }

  sideName(side: string): string {
    return this.hello?.setting.side_names?.[side] ?? side;
  }

  /** The counter of a unit or a leader as this side may read it. */
  counter(unit: string): Counter | undefined {
    return this.moving?.counters[unit];
  }

  /** The place that stands for a unit or a leader; nothing where it is not on the map. */
  at(unit: string): Hex | null {
    const shape = this.counter(unit)?.shape;
    return shape?.places[Math.min(shape.main ?? 0, shape.places.length - 1)] ?? null;
  }

  /** The hour at which a turn begins. */
  timeOf(turn: number): string {
    return this.setting.turns?.[turn - 1]?.time ?? '';
  }

  // --- hearing

  private told(status: LineStatus, retryAt: number): void {
    const was = this.status;
    this.status = status;
    this.retryAt = retryAt;
    if (status === 'lost' && was === 'open') {
      this.question = null;
      this.wasLost = true;
    }
    if (status === 'open' && this.wasLost) {
      this.wasLost = false;
      this.toasts.add({ tone: 'plain', about: 'back', text: t('toast.back') });
    }
    if (status === 'ended' && !this.fault && !this.hello) this.fault = t('table.noneText');
  }

  private hear(message: Incoming): void {
    switch (message.type) {
      case 'hello':
        this.greeted(message);
        break;
      case 'view':
        this.seen(message.view, message.n, message.lines, message.clock);
        this.setTimer(message.timer);
        break;
      case 'update':
        this.updated(message);
        break;
      case 'question':
        if (message.n === this.n) this.ask(message);
        break;
      case 'people':
        this.peopleCame(message);
        break;
      case 'wish':
        this.wish = message.wish;
        break;
      case 'said':
        this.spokenTo(message.words);
        break;
      case 'rematch':
        this.following = message.game;
        break;
      case 'standing':
        this.standing = message.orders;
        this.examples = message.examples;
        break;
      case 'seated':
        this.side = message.side;
        this.seenTo = message.seen ?? -1;
        this.redo = [];
        break;
      case 'timer':
        this.setTimer(message.timer);
        break;
      case 'error':
        if (!this.hello) this.fault = message.reason;
        break;
    }
  }

  private peopleCame(people: People): void {
    const was = this.isComputer(this.side);
    this.tellComing(people);
    this.people = people;
    if (was !== this.isComputer(this.side)) this.events.asked();
  }

  /** Somebody sat down, came or went: that is told. */
  private tellComing({ seats }: People): void {
    for (const seat of this.people ? seats : []) {
      const before = this.people?.seats.find(
        ({ side, place }) => side === seat.side && place === seat.place,
      );
      if (!before || seat.kind !== 'human' || this.hello?.seat.sides.includes(seat.side)) continue;
      const name = seat.name || this.sideName(seat.side);
      const word =
        seat.taken && !before.taken
          ? 'people.joined'
          : seat.here === before.here
            ? null
            : seat.here
              ? 'people.came'
              : 'people.left';
      if (word) this.toasts.add({ tone: 'plain', text: t(word, { name }) });
    }
  }

  private spokenTo(words: readonly Spoken[]): void {
    const last = this.talk.at(-1)?.said ?? -1;
    const fresh = words.filter(({ said }) => said > last);
    // What was said before one came is in the list; what is said now is told.
    const isNews = this.talk.length > 0 || words.length === 1;
    this.talk = [...this.talk, ...fresh];
    if (!isNews) return;
    for (const { who, name, text } of fresh.slice(-2))
      if (who !== this.side)
        this.toasts.add({
          tone: 'plain',
          text: t('talk.told', { name: name || this.sideName(who), text }),
        });
  }

  private setTimer(timer: Timer | null | undefined): void {
    this.timer = timer ?? null;
    this.timerAt = Date.now();
  }

  private greeted(hello: Hello): void {
    const again = this.hello !== null;
    const before = this.side;
    // At the end lines are told by the numbers of the journal: those known by others are forgotten.
    if (again && hello.seat.whose !== this.hello?.seat.whose) {
      this.n = -1;
      this.lines = [];
    }
    this.hello = hello;
    bring(hello.setting.words);
    if (!again) this.seenTo = hello.seat.seen ?? -1;
    this.side = hello.seat.side;
    this.question = null;
    // At a hotseat somebody else may sit here now: do not show him what is not his.
    if (again && before && hello.seat.side !== before) this.cover = hello.seat.side;
    if (!this.map)
      mapOf(hello).then(
        (map) => {
          this.atlas = new Atlas(map);
          this.map = map;
        },
        (problem: Error) => {
          this.fault = problem.message;
        },
      );
  }

  private seen(view: MovingView, n: number, lines: readonly Line[], clock: Clocks): void {
    const before = this.n;
    this.moving = view;
    this.n = n;
    this.clocks = clock;
    this.question = null;
    if (before < 0) void this.older();
    else {
      this.append(lines);
      void this.fill();
    }
    this.coverIfNeeded();
    this.events.arrived(before < 0 ? this.seenTo : before, n);
    this.events.asked();
  }

  private updated(update: Update): void {
    // What was settled in secret has no number here, and may still change what is seen.
    if (update.n < this.n || (update.n === this.n && update.before < this.n)) return;
    if (update.before !== this.n || !this.moving) {
      void this.send({ type: 'resync', after: this.n });
      return;
    }
    const before = this.moving;
    this.moving = update.view ?? changed(before, update.change ?? {});
    this.setTimer(update.timer);
    this.n = update.n;
    this.clocks = update.clock;
    this.question = null;
    this.append(update.lines);
    this.coverIfNeeded();
    this.events.happened(update.lines, before);
    this.events.asked();
  }

  private ask(question: Asked): void {
    this.question = question;
    this.events.asked();
  }

  private append(lines: readonly Line[]): void {
    const last = this.lines[this.lines.length - 1]?.number ?? -1;
    const fresh = lines.filter(({ number }) => number > last);
    const back = fresh.find((line) => line.back !== undefined && line.back !== null);
    if (back && back.who === this.side && back.purpose !== 'refused')
      this.redo = undone([...this.lines, ...fresh], back, this.side);
    if (fresh.length) this.lines = [...this.lines, ...fresh].slice(-KEPT);
  }

  /** At a hotseat the screen is covered before the other side's part begins. */
  private coverIfNeeded(): void {
    const asked = this.moving?.question;
    if (!this.hello || !asked || asked.kind !== 'ask') return;
    const { sides } = this.hello.seat;
    const away = asked.side !== this.side && sides.includes(asked.side);
    if (!away || this.isComputer(asked.side)) return;
    // Who plays a variation plays all sides: there is nobody to hand over to.
    if (this.hello.study?.of) void this.sit(asked.side);
    else this.cover = asked.side;
  }

  // --- asking

  /** Sends; a refusal becomes a toast and null. */
  async send(message: {
    readonly type: string;
    readonly [field: string]: unknown;
  }): Promise<Reply | null> {
    try {
      return await this.line.ask(message);
    } catch (problem) {
      this.complain(problem);
      return null;
    }
  }

  /** A pure question; a refusal is no news, the answer is just missing. */
  async look<T>(message: {
    readonly type: string;
    readonly [field: string]: unknown;
  }): Promise<(T & Reply) | null> {
    try {
      return (await this.line.ask(message)) as T & Reply;
    } catch {
      return null;
    }
  }

  private complain(problem: unknown): void {
    if (problem instanceof No) {
      const { code, reason, clause, type } = problem.refused;
      if (code === 'stale' || code === 'not-yours') {
        this.toasts.add({ tone: 'warn', text: t('toast.stale') });
        return;
      }
      const text =
        type === 'error' && code === 'fault'
          ? t('toast.fault', { n: this.n })
          : t('toast.refused', { reason });
      this.toasts.add(clause ? { tone: 'bad', text, clause } : { tone: 'bad', text });
    } else this.toasts.add({ tone: 'warn', text: t('toast.notSent') });
  }

  async answer(text: string): Promise<boolean> {
    this.redo = this.redo[0] === text ? this.redo.slice(1) : [];
    return (await this.send({ type: 'answer', n: this.n, text })) !== null;
  }

  /** Gives the answer that was taken back last once more. */
  async again(): Promise<void> {
    const [text] = this.redo;
    if (text && this.mine) await this.answer(text);
  }

  /** All up to here was seen: the next visit begins here. */
  haveSeen(): void {
    if (this.isWatching || this.n <= this.seenTo) return;
    this.seenTo = this.n;
    void this.look({ type: 'seen', n: this.n });
  }

  async takeBack(to?: number): Promise<void> {
    const message = { type: 'take-back', n: this.n, ...(to === undefined ? {} : { to }) };
    const reply = await this.send(message);
    if (reply)
      this.toasts.add({ tone: 'plain', text: t(reply.done ? 'toast.undone' : 'toast.asked') });
  }

  consent(agree: boolean): void {
    void this.send({ type: 'consent', n: this.n, agree });
  }

  async sit(side = this.cover): Promise<void> {
    if (side !== this.side && !(await this.send({ type: 'sit', side }))) return;
    this.cover = '';
    this.lines = [];
    this.events.seated();
    await this.older();
  }

  /** Hears everything again in the language of the reader. */
  async speak(): Promise<void> {
    await this.send({ type: 'resync', after: this.n, language: prefs.language });
    this.lines = [];
    await this.older();
  }

  /** Gives standing orders, as sentences; what is not understood of them comes back. */
  async giveStanding(orders: readonly string[]): Promise<readonly string[]> {
    return (await this.ordered({ type: 'standing', orders })).reasons;
  }

  /** What a standing order would have answered so far, or what is not understood of it. */
  async tryStanding(text: string): Promise<{ found?: Trial; reasons: readonly string[] }> {
    const { reply, reasons } = await this.ordered({ type: 'trial', text });
    return reply ? { found: reply as Trial & Reply, reasons } : { reasons };
  }

  private async ordered(message: {
    readonly type: string;
    readonly [field: string]: unknown;
  }): Promise<{ reply?: Reply; reasons: readonly string[] }> {
    try {
      return { reply: await this.line.ask(message), reasons: [] };
    } catch (problem) {
      const known = problem instanceof No ? problem.refused : null;
      return {
        reasons: known?.reasons?.map(({ text }) => text) ?? [known?.reason ?? t('toast.stale')],
      };
    }
  }

  /** Lets a computer player sit there, or takes the seat back (`human`). */
  giveSeat(side: string, kind: string): void {
    void this.send({ type: 'seat', side, kind });
  }

  get hasOlder(): boolean {
    const first = this.lines[0]?.number;
    return first !== undefined && first > 0;
  }

  /** Asks for lines that were missed, as long as some are missing. */
  private async fill(): Promise<void> {
    for (let hole = -1; ; ) {
      const next = missing(this.lines, this.n);
      if (next === null || next === hole) return;
      hole = next;
      const message = { type: 'log', after: hole, most: 500 };
      const reply = await this.look<{ lines: readonly Line[] }>(message);
      if (!reply) return;
      const known = new Set(this.lines.map(({ number }) => number));
      const found = reply.lines.filter(({ number }) => !known.has(number));
      this.lines = [...this.lines, ...found].sort((a, b) => a.number - b.number).slice(-KEPT);
    }
  }

  /** Loads lines before the first one that is held. */
  async older(): Promise<void> {
    const first = this.lines[0]?.number ?? this.n + 1;
    const after = Math.max(-1, first - RECENT - 1);
    const most = Math.min(500, first - after - 1);
    if (most <= 0) return;
    const reply = await this.look<{ lines: readonly Line[] }>({ type: 'log', after, most });
    if (!reply) return;
    const known = new Set(this.lines.map(({ number }) => number));
    const found = reply.lines.filter(({ number }) => !known.has(number) && number < first + most);
    this.lines = [...found, ...this.lines].sort((a, b) => a.number - b.number);
  }

  eventsOf(line: Line): readonly GameEvent[] {
    return line.events ?? [];
  }
}
