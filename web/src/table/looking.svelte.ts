/** Looking without deciding: zones, sight, threat. The server answers; nothing is worked out here. */

import type { Hex, UnitId } from '../api/types';
import type { ReachFound, SightFound } from '../api/wire';
import type { Battle } from './battle.svelte';

export type Overlay = 'reach' | 'zones' | 'sight' | 'threat' | 'heights' | 'range' | 'orders';

/** Where one looks from, and whether zones matter to what is decided now. */
export interface Looker {
  readonly selected: UnitId | null;
  readonly hex: Hex | null;
  readonly isMarching: boolean;
  isOwn(unit: UnitId): boolean;
}

type Zones = Readonly<Record<string, readonly UnitId[]>>;

/** So many enemy units are asked for their reach when none is chosen. */
const MOST_THREATS = 12;

export class Looking {
  hovered = $state<Hex | null>(null);
  /** Hexes of enemy zones: hex -> the units that cast them. */
  zones = $state.raw<Zones>({});
  ownZones = $state.raw<Zones>({});
  threat = $state.raw<ReadonlySet<Hex>>(new Set());
  sight = $state.raw<SightFound | null>(null);
  /** How far the leader of what is chosen commands. */
  range = $state.raw<ReadonlySet<Hex>>(new Set());
  show = $state({
    reach: true,
    zones: false,
    sight: false,
    threat: false,
    heights: false,
    range: false,
    orders: false,
  });
  private zonesAt = -1;
  private threatAt = '';

  constructor(
    private readonly battle: Battle,
    private readonly looker: Looker,
  ) {}

  /** Something happened, or something else was chosen: what is shown is asked for again. */
  refresh(): void {
    void this.loadZones();
    void this.loadThreat();
    void this.loadRange();
  }

  async loadRange(): Promise<void> {
    const unit = this.looker.selected;
    if (!this.show.range || !unit) {
      this.range = new Set();
      return;
    }
    type Found = { found: { hexes: { hex: Hex }[] } };
    const reply = await this.battle.look<Found>({ type: 'look', what: 'range', unit });
    if (this.looker.selected === unit)
      this.range = new Set((reply?.found.hexes ?? []).map(({ hex }) => hex));
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
    const reply = await this.battle.look<{ found: SightFound }>({
      type: 'look',
      what: 'sight',
      origin,
      target,
    });
    if (reply && this.show.sight && this.hovered === target) this.sight = reply.found;
  }

  /** Where the enemy unit chosen, or else his horse, could ride or march. */
  async loadThreat(): Promise<void> {
    const { battle, looker } = this;
    if (!this.show.threat) {
      this.threat = new Set();
      this.threatAt = '';
      return;
    }
    const chosen = looker.selected && !looker.isOwn(looker.selected) ? [looker.selected] : null;
    const key = `${battle.n}|${chosen ?? ''}`;
    if (key === this.threatAt) return;
    this.threatAt = key;
    const found = await Promise.all(
      (chosen ?? this.swiftFoes()).map((unit) =>
        battle.look<{ found: ReachFound }>({ type: 'look', what: 'reach', unit }),
      ),
    );
    if (key !== this.threatAt) return;
    this.threat = new Set(
      found.flatMap((reply) => (reply?.found.hexes ?? []).map(({ hex }) => hex)),
    );
  }

  /** The enemy's horse; where arms are unknown, all that he has. */
  private swiftFoes(): UnitId[] {
    const { battle, looker } = this;
    const foes = Object.keys(battle.moving?.pieces ?? {}).filter((unit) => !looker.isOwn(unit));
    const horse = foes.filter((unit) => battle.printed(unit)?.arm === 'cavalry');
    return (horse.length ? horse : foes).slice(0, MOST_THREATS);
  }

  toggle(what: Overlay): void {
    this.show[what] = !this.show[what];
    if (what === 'zones' && this.show.zones) void this.loadZones(true);
    if (what === 'threat') void this.loadThreat();
    if (what === 'range') void this.loadRange();
    if (what === 'sight' && !this.show.sight) this.sight = null;
  }

  hover(hex: Hex | null): void {
    if (hex === this.hovered) return;
    this.hovered = hex;
    if (this.show.sight && hex) void this.lookAlong(hex);
  }
}
