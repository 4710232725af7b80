/** A study as somebody reads it, and as its owner changes it: where he is, what stands there. */

import { type Denied, mapAt } from '../api/http';
import type { MapData } from '../api/types';
import type { Line } from '../api/wire';
import { bring, t } from '../i18n/index.svelte';
import type { Drawn } from '../map/overlays/overlays';
import { CHUNK, type Frame, Frames } from '../table/frames';
import { shows } from '../table/history';
import { Toasts } from '../ui/toasts.svelte';
import { leaving } from './tree';
import * as wire from './wire';

/** So long after the last change it is kept, in milliseconds. */
const SOON = 500;

export class Study {
  held = $state.raw<wire.StudyShown | null>(null);
  map = $state.raw<MapData | null>(null);
  marks = $state.raw<readonly wire.Mark[]>([]);
  logs = $state.raw<ReadonlyMap<number, readonly Line[]>>(new Map());
  branch = $state(0);
  line = $state(0);
  /** Whose eyes; empty for what everybody sees. */
  side = $state('');
  frame = $state.raw<Frame | null>(null);
  saved = $state<'saved' | 'saving' | 'failed'>('saved');
  problem = $state('');
  readonly toasts = new Toasts();
  private frames = new Map<number, Frames>();
  private timer = 0;
  private writing: Promise<void> = Promise.resolve();
  /** Set by the page: a line is shown. */
  shown: (frame: Frame) => void = () => {};

  constructor(readonly id: string) {}

  async open(hash: string): Promise<void> {
    try {
      const held = await wire.study(this.id);
      this.held = held;
      bring(held.setting.words);
      this.marks = held.marks;
      mapAt(held.map).then(
        (map) => (this.map = map),
        (denied: Denied) => (this.problem = denied.message),
      );
      const { branch, line } = wire.placeIn(hash);
      await this.goTo(this.known(branch) ? branch : 0, line);
      for (const each of held.branches) await this.read(each.branch);
    } catch (denied) {
      this.problem = (denied as Denied).message;
    }
  }

  close(): void {
    if (this.saved === 'saving') this.keepNow();
  }

  // --- where one is

  readonly mine = $derived(this.held?.mine ?? false);
  readonly branches = $derived(this.held?.branches ?? []);
  readonly here = $derived(this.branches.find(({ branch }) => branch === this.branch) ?? null);
  readonly last = $derived(this.here?.lines ?? 0);
  readonly mark = $derived(this.marked(this.branch, this.line));

  private known(branch: number): boolean {
    return this.branches.some((each) => each.branch === branch);
  }

  marked(branch: number, line: number): wire.Mark | null {
    return this.marks.find((each) => each.branch === branch && each.line === line) ?? null;
  }

  private framesOf(branch: number): Frames {
    const { side } = this;
    const held =
      this.frames.get(branch) ??
      new Frames((after) => wire.stepsOf(this.id, branch, after, CHUNK, side));
    this.frames.set(branch, held);
    return held;
  }

  async goTo(branch: number, line: number): Promise<void> {
    this.branch = branch;
    this.line = Math.max(0, Math.min(this.last, line));
    const to = this.line;
    try {
      const frame = await this.framesOf(branch).at(to);
      if (!frame || this.branch !== branch || this.line !== to) return;
      this.frame = frame;
      this.shown(frame);
    } catch (denied) {
      this.problem = (denied as Denied).message;
    }
  }

  /** On or back to the next line in which something can be seen. */
  async step(by: 1 | -1): Promise<void> {
    const lines = this.logs.get(this.branch) ?? [];
    const worth = lines.filter(shows).map(({ number }) => number);
    const next = by > 0 ? worth.find((n) => n > this.line) : worth.findLast((n) => n < this.line);
    await this.goTo(this.branch, next ?? (by > 0 ? this.last : 0));
  }

  /** To the next variation, or the one before; each opens where it leaves the other. */
  async variation(by: 1 | -1): Promise<void> {
    const order: wire.Branch[] = [];
    const walk = (of: number): void => {
      for (const each of leaving(this.branches, of)) {
        order.push(each);
        walk(each.branch);
      }
    };
    const main = this.branches.find(({ branch }) => branch === 0);
    if (main) order.push(main);
    walk(0);
    const now = order.findIndex(({ branch }) => branch === this.branch);
    const next = order[now + by];
    if (next)
      await this.goTo(next.branch, next.branch ? next.at + 1 : (this.here?.at ?? this.line));
  }

  async lookAs(side: string): Promise<void> {
    this.side = side;
    this.frames.clear();
    await this.goTo(this.branch, this.line);
  }

  private async read(branch: number): Promise<void> {
    const found: Line[] = [];
    for (let after = -1; ; ) {
      const { n, lines } = await wire.logOf(this.id, branch, after);
      found.push(...lines);
      after = Math.max(after + 500, found.at(-1)?.number ?? after);
      if (after >= n) break;
    }
    this.logs = new Map([...this.logs, [branch, found]]);
  }

  // --- changing it

  /** Changes what stands at the line in hand. */
  put(change: Partial<Omit<wire.Mark, 'branch' | 'line'>>): void {
    if (!this.mine) return;
    const { branch, line } = this;
    const before = this.mark ?? { branch, line, glyph: '', note: '', drawn: [] };
    const now: wire.Mark = { ...before, ...change };
    const others = this.marks.filter((each) => each.branch !== branch || each.line !== line);
    this.marks = now.glyph || now.note || now.drawn.length ? [...others, now] : others;
    this.keepSoon();
  }

  draw(drawn: Drawn): void {
    this.put({ drawn: [...(this.mark?.drawn ?? []), drawn] });
  }

  erase(drawn: Drawn): void {
    this.put({ drawn: (this.mark?.drawn ?? []).filter((each) => each !== drawn) });
  }

  call(title: string): void {
    if (!this.held || !title.trim() || title === this.held.title) return;
    this.held = { ...this.held, title };
    this.keepSoon();
  }

  name(branch: number, name: string): void {
    if (!this.held) return;
    const branches = this.branches.map((each) =>
      each.branch === branch ? { ...each, name } : each,
    );
    this.held = { ...this.held, branches };
    this.keepSoon();
  }

  /** Takes a variation away, with all that leave it; the battles stay. */
  async remove(branch: number): Promise<void> {
    if (!this.held) return;
    const gone = new Set([branch]);
    for (const each of this.branches) if (each.branch && gone.has(each.of)) gone.add(each.branch);
    const from = this.branches.find((each) => each.branch === branch)!;
    this.held = { ...this.held, branches: this.branches.filter((each) => !gone.has(each.branch)) };
    this.marks = this.marks.filter((each) => !gone.has(each.branch));
    this.keepSoon();
    if (gone.has(this.branch)) await this.goTo(this.known(from.of) ? from.of : 0, from.at);
  }

  /** The battle in which the line in hand is gone on with: this branch's own at its end, else a new one. */
  async playOn(): Promise<string> {
    const { here } = this;
    if (!here) return '';
    if (here.branch && this.line >= here.lines) return here.game;
    await this.keepNow();
    const name = t('study.variation', { n: this.branches.length });
    return (await wire.branchOff(this.id, here.branch, this.line, name)).game;
  }

  private keepSoon(): void {
    this.saved = 'saving';
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.keepNow(), SOON);
  }

  /** One change after the other, each with the revision that the one before it gave. */
  private keepNow(): Promise<void> {
    clearTimeout(this.timer);
    this.writing = this.writing.then(() => this.write());
    return this.writing;
  }

  private async write(): Promise<void> {
    if (!this.held || this.saved !== 'saving') return;
    const { marks, held } = this;
    try {
      const { revision } = await wire.saveStudy(held, marks);
      this.held = { ...this.held, revision };
      if (this.marks === marks && this.held.title === held.title) this.saved = 'saved';
    } catch (denied) {
      this.saved = 'failed';
      this.toasts.add({ tone: 'bad', text: (denied as Denied).message });
    }
  }
}
