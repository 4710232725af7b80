/**
 * Ghosts: units laid where one would like them, with an arrow. They are no orders, never leave the
 * browser, are remembered only while the page is open, and fade when something comes to light.
 */

import type { Hex, UnitId } from '../api/types';
import type { Line, MovingView } from '../api/wire';
import { t } from '../i18n/index.svelte';
import { counterOf, isLeader } from '../map/counters/model';
import type { GhostMark } from '../map/overlays/overlays';
import { placeText } from '../map/places';
import { prefs } from '../ui/prefs.svelte';
import type { Deciding } from './deciding.svelte';

/** Where each unit is wished to be. */
type Laid = ReadonlyMap<UnitId, Hex>;

const FADE = 700;
const NONE: Laid = new Map();

/** What was laid at a battle, and up to which line it holds. */
interface Sketch {
  readonly n: number;
  /** By side: at one screen nobody sees the other's pencil. */
  readonly sides: ReadonlyMap<string, Laid>;
}

const remembered = new Map<string, Sketch>();

/** A die, a chit, or a piece of the enemy that was not to be seen before. */
export function comesToLight(
  lines: readonly Line[],
  before: MovingView,
  after: MovingView,
  isOwn: (unit: UnitId) => boolean,
): boolean {
  if (lines.some(({ who, dice }) => who === 'dice' || who === 'draw' || !!dice?.length))
    return true;
  const hidden = (unit: UnitId) => !before.counters[unit]?.shape;
  return Object.values(after.counters).some(({ id, shape }) => shape && hidden(id) && !isOwn(id));
}

export class Ghosts {
  private laid = $state.raw<Laid>(NONE);
  /** The pencil is in hand: a press lays a ghost. */
  laying = $state(false);
  /** What was done last, for those who hear the table. */
  spoken = $state('');
  private paleness = $state(1);
  private fading = 0;
  private whose = '';
  /** Something was done while the key was down: it was held, not pressed. */
  private used = false;
  private isDown = false;

  constructor(private readonly deciding: Deciding) {}

  /** Somebody sits down: his ghosts, not those of whoever sat here before. */
  sit(): void {
    const { game, side } = this.deciding.battle;
    this.stopFading();
    this.laying = false;
    this.whose = side;
    this.laid = remembered.get(game)?.sides.get(side) ?? NONE;
  }

  /** The table is there, perhaps again: what happened meanwhile may have brought things to light. */
  arrive(): void {
    const { game, n } = this.deciding.battle;
    if (remembered.get(game)?.n !== n) remembered.delete(game);
    this.sit();
  }

  /** Those that still stand for something: the unit is there, and not where it was wished. */
  get list(): readonly { readonly unit: UnitId; readonly hex: Hex }[] {
    const { battle } = this.deciding;
    return [...this.laid]
      .filter(([unit, hex]) => battle.counter(unit) && battle.at(unit) !== hex)
      .map(([unit, hex]) => ({ unit, hex }));
  }

  at(hex: Hex): readonly UnitId[] {
    return this.list.filter((ghost) => ghost.hex === hex).map(({ unit }) => unit);
  }

  get possible(): boolean {
    const { battle } = this.deciding;
    return battle.side !== '' && !battle.isWatching && !battle.isOver;
  }

  // --- the pencil

  take(on = !this.laying): void {
    if (on === this.laying || (on && !this.possible)) return;
    this.laying = on;
    this.spoken = t(on ? 'ghost.on' : 'ghost.off');
  }

  /** The key goes down: the pencil is held while it is down, or toggled by a single press. */
  keyDown(): void {
    this.isDown = true;
    this.used = this.laying;
    this.take(true);
  }

  keyUp(): void {
    if (this.isDown && this.used) this.take(false);
    this.isDown = false;
  }

  /** A press on the map with the pencil in hand: takes a unit of one's own, or lays its ghost. */
  press(hex: Hex, unit: UnitId | null, shift: boolean): void {
    const { deciding } = this;
    const { selected } = deciding;
    this.used = true;
    const top = unit ?? deciding.stackAt(hex).find((each) => this.canLay(each)) ?? null;
    if (top && top !== selected && this.canLay(top) && !shift) deciding.select(top);
    else if (selected && this.canLay(selected)) this.lay(selected, hex);
    deciding.hex = hex;
    deciding.cursor = hex;
  }

  private canLay(unit: UnitId): boolean {
    return this.deciding.isOwn(unit) && !this.isRider(unit);
  }

  private isRider(unit: UnitId): boolean {
    const counter = this.deciding.battle.counter(unit);
    return !counter || isLeader(counter);
  }

  /** Lays the ghost of a unit; where it lies already, or the unit itself stands, it is taken away. */
  private lay(unit: UnitId, hex: Hex): void {
    const { battle } = this.deciding;
    if (this.paleness < 1) this.clear();
    if (this.laid.get(unit) === hex || battle.at(unit) === hex) {
      this.drop(unit);
      return;
    }
    this.keep(new Map([...this.laid, [unit, hex]]));
    this.spoken = t('ghost.laid', { unit: battle.names.unit(unit), hex: placeText(hex) });
  }

  drop(unit: UnitId): void {
    if (!this.laid.has(unit)) return;
    this.keep(new Map([...this.laid].filter(([each]) => each !== unit)));
    this.spoken = t('ghost.dropped', { unit: this.deciding.battle.names.unit(unit) });
  }

  clear(): void {
    this.stopFading();
    this.keep(NONE);
  }

  /** Escape: the pencil is put down and what it drew is gone; true when there was something. */
  letGo(): boolean {
    if (!this.laying && !this.list.length) return false;
    this.take(false);
    this.clear();
    return true;
  }

  private keep(laid: Laid): void {
    this.laid = laid;
    const { game, n } = this.deciding.battle;
    const sides = new Map([...(remembered.get(game)?.sides ?? []), [this.whose, laid]]);
    remembered.set(game, { n, sides });
  }

  // --- what comes to light

  happened(lines: readonly Line[], before: MovingView): void {
    const { battle } = this.deciding;
    const after = battle.moving;
    const own = (unit: UnitId) => this.deciding.isOwn(unit);
    if (!after || !comesToLight(lines, before, after, own)) {
      const sketch = remembered.get(battle.game);
      if (sketch) remembered.set(battle.game, { ...sketch, n: battle.n });
      return;
    }
    remembered.delete(battle.game);
    if (!this.laid.size) return;
    this.spoken = t('ghost.faded');
    if (prefs.still) this.clear();
    else this.fade(performance.now());
  }

  private fade(from: number): void {
    cancelAnimationFrame(this.fading);
    this.fading = requestAnimationFrame((now) => {
      this.paleness = Math.max(0, 1 - (now - from) / FADE);
      if (this.paleness > 0) this.fade(from);
      else this.clear();
    });
  }

  private stopFading(): void {
    cancelAnimationFrame(this.fading);
    this.paleness = 1;
  }

  // --- on the map

  get marks(): readonly GhostMark[] {
    const { battle } = this.deciding;
    return this.list.flatMap(({ unit, hex }) => {
      const sent = battle.counter(unit);
      if (!sent) return [];
      const shape = { ...sent.shape, places: [hex], main: 0 };
      const counter = counterOf({ ...sent, shape, marks: [] }, battle.setting);
      return [{ from: battle.at(unit), hex, counter, strength: this.paleness }];
    });
  }
}
