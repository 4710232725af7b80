/** What the table lays over the map. The client computes none of it: it draws what it was sent. */

import type { Hex, UnitId } from '../../api/types';
import type { Counter } from '../counters/model';
import type { Base } from '../places';
import type { Front } from './fronts';

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
  /** Under the hex: it speaks of what stands there. */
  readonly under?: boolean;
}

/** A unit where somebody would like it: no order, drawn pale, with an arrow from where it stands. */
export interface GhostMark {
  readonly from: Hex | null;
  readonly hex: Hex;
  readonly counter: Counter;
  /** 1 as it was laid, less while it fades. */
  readonly strength: number;
}

/** Something closed over a measured table: a band of fire, a threat, a corridor, how far one commands. */
export interface Outline {
  readonly corners: readonly Hex[];
  readonly tone: string;
  readonly text?: string;
  readonly colour?: string;
}

/** A line with what it measures. */
export interface Gauge {
  readonly from: Hex;
  readonly to: Hex;
  readonly tone: string;
  readonly text?: string;
}

/** A base as it would stand, in dashes. */
export interface Pose {
  readonly base: Base;
  readonly tone: string;
}

/** A measured move while it is drafted: from where it stands, leg by leg, to its end. */
export interface DraftMark {
  readonly start: Base;
  readonly legs: readonly {
    readonly kind: string;
    readonly side: string;
    readonly end: Base;
    readonly text: string;
  }[];
  /** How it stands in the end; absent while nothing of it may be. */
  readonly ghost?: Counter;
  /** Where the hand has it, and the server has not answered yet. */
  readonly hand?: Base;
  /** Where the hand would have it, and may not. */
  readonly beyond?: Base;
  readonly pills: readonly string[];
  /** Why it goes no farther. */
  readonly refused: string;
}

/** What a hand takes hold of about a base: to move it, to wheel it by a corner of its front. */
export interface Handles {
  readonly base: Base;
  readonly wheels: boolean;
  /** For fingers. */
  readonly large: boolean;
  readonly held?: string;
}

/** What somebody has drawn on the map: an arrow from place to place, or a ring around one. */
export interface Drawn {
  readonly kind: 'arrow' | 'ring';
  readonly at: Hex;
  readonly to: Hex;
  readonly colour: 'red' | 'blue' | 'green' | 'brown';
  readonly dashed: boolean;
}

export interface Overlays {
  readonly reach?: Reach | null;
  readonly path?: Path | null;
  readonly areas?: readonly Area[];
  readonly sight?: Sight | null;
  /** Hexes ringed in red: something may be done to what stands there. */
  readonly targets?: readonly Hex[];
  /** Ringed in dashes: it may be done to them as well, but less well. */
  readonly crooked?: readonly Hex[];
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
  readonly drawn?: readonly Drawn[];
  readonly faded?: ReadonlySet<UnitId>;
  readonly outlines?: readonly Outline[];
  readonly gauges?: readonly Gauge[];
  readonly poses?: readonly Pose[];
  readonly draft?: DraftMark | null;
  readonly handles?: Handles | null;
  readonly fronts?: readonly Front[];
}
