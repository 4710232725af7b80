/** What the table lays over the map. The client computes none of it: it draws what it was sent. */

import type { Hex, UnitId } from '../../api/types';
import type { Counter } from '../counters/model';

export interface Reach {
  /** Each hex within reach and what it costs, as text: "3", "2½". */
  readonly costs: ReadonlyMap<Hex, string>;
  readonly from?: Hex;
  /** Where any point may be gone to: the corners of them all. */
  readonly outline?: readonly Hex[];
}

export interface PathStep {
  readonly hex: Hex;
  /** The running cost, on a disc. */
  readonly cost: string;
}

export interface Path {
  readonly from: Hex;
  readonly steps: readonly PathStep[];
  /** The counter as it would stand at the end, half-toned. */
  readonly ghost?: Counter;
  /** Hexes that the path was bent through: their discs are gold. */
  readonly via?: ReadonlySet<Hex>;
}

export interface Area {
  readonly hexes: ReadonlySet<Hex>;
  /** "zone" hatched thinly, "reaction" outlined with dashes, "danger" hatched in red. */
  readonly kind: 'zone' | 'reaction' | 'danger' | 'control' | 'arrival';
  readonly colour?: string;
}

export interface Sight {
  readonly from: Hex;
  readonly to: Hex;
  /** The hex that stops it; absent when the line is clear. */
  readonly blocked?: Hex;
}

export interface Arrow {
  readonly from: Hex;
  readonly to: Hex;
  readonly kind: 'advance' | 'gallop' | 'retreat' | 'fire' | 'wish';
}

export interface Tag {
  readonly hex: Hex;
  readonly text: string;
  readonly tone: 'ink' | 'blocked' | 'clear' | 'side';
  readonly colour?: string;
  /** At the lower edge of the hex, where it hides no counter. */
  readonly low?: boolean;
}

/** A unit where somebody would like it: no order, drawn pale, with an arrow from where it stands. */
export interface GhostMark {
  readonly from: Hex | null;
  readonly hex: Hex;
  readonly counter: Counter;
  /** 1 as it was laid, less while it fades. */
  readonly strength: number;
}

export interface Overlays {
  readonly reach?: Reach | null;
  readonly path?: Path | null;
  readonly areas?: readonly Area[];
  readonly sight?: Sight | null;
  /** Hexes ringed in red: something may be done to what stands there. */
  readonly targets?: readonly Hex[];
  /** The one target the card speaks of. */
  readonly target?: Hex | null;
  readonly arrows?: readonly Arrow[];
  readonly tags?: readonly Tag[];
  /** A hex chosen as a whole, with a gold ring. */
  readonly chosen?: Hex | null;
  /** The hex cursor of the keyboard. */
  readonly cursor?: Hex | null;
  readonly hover?: Hex | null;
  readonly ghosts?: readonly GhostMark[];
  readonly faded?: ReadonlySet<UnitId>;
}
