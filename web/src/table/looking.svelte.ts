/** Looking without deciding: zones, sight, threat. The server answers; nothing is worked out here. */

import type { Card, Reach } from '../api/documents';
import type { Counter, Hex, UnitId } from '../api/types';
import type { Battle } from './battle.svelte';
import { endOf } from './choices';
import { Measuring } from './measuring.svelte';

export type Overlay =
  | 'reach'
  | 'zones'
  | 'arcs'
  | 'sight'
  | 'threat'
  | 'heights'
  | 'range'
  | 'orders'
  | 'measure';

/** Where one looks from, and whether zones matter to what is decided now. */
export interface Looker {
  readonly selected: UnitId | null;
  readonly hex: Hex | null;
  readonly isMarching: boolean;
  isOwn(unit: UnitId): boolean;
}

type Zones = Readonly<Record<string, readonly UnitId[]>>;

export class Looking {
  hovered = $state<Hex | null>(null);
  /** Hexes of enemy zones: hex -> the units that cast them. */
  zones = $state.raw<Zones>({});
  ownZones = $state.raw<Zones>({});
  /** Where the enemy unit chosen could march. */
  threat = $state.raw<ReadonlySet<Hex>>(new Set());
  /** What the enemy could do to my hexes, and to the one that is looked at with all its chances. */
  threats = $state.raw<Card | null>(null);
  /** The places that decide the battle, while they are looked at. */
  aimed = $state.raw<Card | null>(null);
  /** Where the weightiest things happened, by their numbers. */
  things = $state.raw<Card | null>(null);
  threatened = $state.raw<ReadonlyMap<Hex, Card>>(new Map());
  threatHex = $state<Hex | null>(null);
  sight = $state.raw<Card | null>(null);
  /** How far the leader of what is chosen commands. */
  range = $state.raw<Card | null>(null);
  /** What the chosen unit, and the one that is looked at, cover with their fire. */
  arcs = $state.raw<readonly Card[]>([]);
  readonly measuring: Measuring;
  show = $state({
    reach: true,
    zones: false,
    arcs: false,
    sight: false,
    threat: false,
    heights: false,
    range: false,
    orders: false,
    measure: false,
  });
  private hoveredUnit: UnitId | null = null;
  private zonesAt = -1;
  private threatAt = '';

  constructor(
    private readonly battle: Battle,
    private readonly looker: Looker,
  ) {
    this.measuring = new Measuring(battle);
  }

  /** What may be laid over this map. */
  get all(): readonly Overlay[] {
    return (this.battle.hello?.setting.overlays ?? []) as readonly Overlay[];
  }

  has(what: Overlay): boolean {
    return this.all.includes(what);
  }

  /** Something happened, or something else was chosen: what is shown is asked for again. */
  refresh(): void {
    void this.loadZones();
    void this.loadThreat();
    void this.loadRange();
    void this.loadArcs();
  }

  async loadArcs(): Promise<void> {
    const unit = this.looker.selected;
    const units = [...new Set([unit, this.hoveredUnit])].filter((each) => each !== null);
    if (!this.show.arcs || !units.length) {
      this.arcs = [];
      return;
    }
    const found = await Promise.all(
      units.map((each) =>
        this.battle.look<{ found: Card }>({ type: 'look', what: 'arcs', unit: each }),
      ),
    );
    if (this.looker.selected === unit) this.arcs = found.flatMap((reply) => reply?.found ?? []);
  }

  async loadRange(): Promise<void> {
    const unit = this.looker.selected;
    if (!this.show.range || !unit) {
      this.range = null;
      return;
    }
    const reply = await this.battle.look<{ found: Card }>({ type: 'look', what: 'range', unit });
    if (this.looker.selected === unit) this.range = reply?.found ?? null;
  }

  async loadZones(force = false): Promise<void> {
    const { battle } = this;
    if (!battle.hello || !battle.moving) return;
    if (!force && this.zonesAt === battle.n) return;
    const side = battle.side || battle.hello.sides[0]!;
    const enemy = battle.hello.sides.find((other) => other !== side) ?? '';
    if (!this.show.zones && !this.looker.isMarching) return;
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
    const { selected, hex } = this.looker;
    const origin = selected ? this.battle.at(selected) : hex;
    if (!origin || origin === target) {
      this.sight = null;
      return;
    }
    const reply = await this.battle.look<{ found: Card }>({
      type: 'look',
      what: 'sight',
      origin,
      target,
    });
    if (reply && this.show.sight && this.hovered === target) this.sight = reply.found;
  }

  /** What the enemy could do next; and where the enemy unit chosen could march. */
  async loadThreat(): Promise<void> {
    const { battle, looker } = this;
    if (!this.show.threat) {
      this.threat = new Set();
      this.threats = null;
      this.threatened = new Map();
      this.threatHex = null;
      this.threatAt = '';
      return;
    }
    void this.loadMarch();
    const key = `${battle.n}|${battle.side}`;
    if (key !== this.threatAt && battle.side) {
      this.threatAt = key;
      this.threatened = new Map();
      const reply = await battle.look<{ found: Card }>({ type: 'look', what: 'threat' });
      if (key !== this.threatAt) return;
      this.threats = reply?.found ?? null;
    }
    const unit = looker.selected;
    const hex = unit && looker.isOwn(unit) ? battle.at(unit) : null;
    if (hex) void this.lookAtThreat(hex);
    else if (this.threatHex) void this.lookAtThreat(this.threatHex);
  }

  private async loadMarch(): Promise<void> {
    const { battle, looker } = this;
    const unit = looker.selected;
    if (!unit || looker.isOwn(unit) || battle.at(unit) === null) {
      this.threat = new Set();
      return;
    }
    const reply = await battle.look<{ found: Reach }>({ type: 'look', what: 'reach', unit });
    if (looker.selected === unit && this.show.threat)
      this.threat = new Set((reply?.found.ways ?? []).map(endOf));
  }

  /** All the chances of what could be done to one hex of mine. */
  async lookAtThreat(hex: Hex): Promise<void> {
    const { battle } = this;
    const held = Object.values(battle.moving?.counters ?? {});
    const ours = ({ side, shape }: Counter) => side === battle.side && shape?.places.includes(hex);
    if (!this.threats || !held.some(ours)) return;
    this.threatHex = hex;
    if (this.threatened.has(hex)) return;
    const key = this.threatAt;
    const reply = await battle.look<{ found: Card }>({ type: 'look', what: 'threat', target: hex });
    if (reply && key === this.threatAt)
      this.threatened = new Map([...this.threatened, [hex, reply.found]]);
  }

  toggle(what: Overlay): void {
    if (!this.has(what)) return;
    this.show[what] = !this.show[what];
    if (what === 'zones' && this.show.zones) void this.loadZones(true);
    if (what === 'threat') void this.loadThreat();
    if (what === 'range') void this.loadRange();
    if (what === 'arcs') void this.loadArcs();
    if (what === 'measure') this.measuring.clear();
    if (what === 'sight' && !this.show.sight) this.sight = null;
  }

  hover(hex: Hex | null, unit: UnitId | null = null): void {
    if (unit !== this.hoveredUnit) {
      this.hoveredUnit = unit;
      if (this.show.arcs) void this.loadArcs();
    }
    if (hex === this.hovered) return;
    this.hovered = hex;
    if (this.show.sight && hex) void this.lookAlong(hex);
    if (this.show.threat && hex) void this.lookAtThreat(hex);
  }
}
