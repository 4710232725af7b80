/** The measuring stick: laid from end to end by two presses, never sent, up to three at once. */

import type { Hex } from '../api/types';
import type { Point } from '../map/hexes';
import { bearing, cornersOf, nearest } from '../map/legs';
import type { Gauge } from '../map/overlays/overlays';
import { baseOf, centre, covers, pointAt } from '../map/places';
import type { Battle } from './battle.svelte';

const MOST = 3;

export class Measuring {
  /** Ends that were pressed, two to a stick; the last may still want its other. */
  private ends = $state.raw<readonly Hex[]>([]);

  constructor(private readonly battle: Battle) {}

  press(hex: Hex): void {
    const kept = this.ends.length === 2 * MOST ? this.ends.slice(2) : this.ends;
    this.ends = [...kept, hex];
  }

  clear(): void {
    this.ends = [];
  }

  /** Takes the sticks away; true when there were any. */
  letGo(): boolean {
    if (!this.ends.length) return false;
    this.clear();
    return true;
  }

  /** A base if one stands there, else the point itself. */
  private corners(at: Hex): Point[] {
    const counters = Object.values(this.battle.moving?.counters ?? {});
    const shape = counters.find((each) => each.shape?.width && covers(each.shape, at))?.shape;
    const base = baseOf(shape);
    return base ? cornersOf(base) : [centre(at)];
  }

  private stick(one: Hex, two: Hex): Gauge {
    const [a, b] = nearest(this.corners(one), this.corners(two));
    const long = Math.hypot(b.x - a.x, b.y - a.y);
    const unit = this.battle.map?.unit ?? '';
    const text = `${long.toFixed(2)} ${unit}, ${Math.round(bearing(a, b)) % 360}°`;
    return { from: pointAt(a.x, a.y), to: pointAt(b.x, b.y), tone: 'measure', text };
  }

  /** The sticks as they are drawn; one that wants its other end follows what is looked at. */
  drawn(hovered: Hex | null): readonly Gauge[] {
    const ends = this.ends.length % 2 && hovered ? [...this.ends, hovered] : this.ends;
    const found: Gauge[] = [];
    for (let i = 0; i + 1 < ends.length; i += 2) found.push(this.stick(ends[i]!, ends[i + 1]!));
    return found;
  }
}
