/** Threats sorted for the map and for a list. Pure. */

import type { Hex } from '../api/types';
import type { ThreatHex, ThreatKind } from './types';

const KINDS: readonly ThreatKind[] = ['fire', 'assault', 'charge'];

/** What could be done to a hex. */
export function kindsOf(at: ThreatHex): ThreatKind[] {
  const by = { fire: at.chance > 0 ? at.firers : [], assault: at.assault, charge: at.charge };
  return KINDS.filter((kind) => by[kind].length > 0);
}

export function whoOf(at: ThreatHex, kind: ThreatKind): readonly string[] {
  return kind === 'fire' ? at.firers : at[kind];
}

/** Hexes to which something could be done, the most threatened first. */
export function threatened(hexes: readonly ThreatHex[]): ThreatHex[] {
  const weight = (at: ThreatHex) =>
    (at.assault.length ? 2 : 0) + (at.charge.length ? 1.5 : 0) + at.chance;
  return hexes
    .filter((at) => kindsOf(at).length > 0)
    .sort((a, b) => weight(b) - weight(a) || a.hex - b.hex);
}

/** Sets of hexes to be shaded: those that can be stormed or ridden down, and those only shot at. */
export function shades(hexes: readonly ThreatHex[]): {
  readonly fire: ReadonlySet<Hex>;
  readonly close: ReadonlySet<Hex>;
} {
  const close = hexes.filter(({ assault, charge }) => assault.length || charge.length);
  const fire = hexes.filter((at) => at.chance > 0 && !close.includes(at));
  return { fire: new Set(fire.map(({ hex }) => hex)), close: new Set(close.map(({ hex }) => hex)) };
}
