/** What the server says about chances: the whole chain of an attack, and what the enemy could do. */

import type { Offer } from '../api/documents';
import type { Hex, UnitId } from '../api/types';

/** The chance of every result. */
export type Spread = Readonly<Record<string, number>>;

export interface UnitProspect {
  readonly side: string;
  readonly mean: number;
  readonly losses: Spread;
  readonly states: Spread;
}

/** An attack walked through every branch of chance to where it is over. */
export interface ChainFound {
  readonly target: Hex;
  readonly exact: boolean;
  /** A mean over what the enemy may be. */
  readonly estimated: boolean;
  /** The chance of branches that were not followed: every figure may be so much higher. */
  readonly unresolved: number;
  readonly units: Readonly<Record<UnitId, UnitProspect>>;
  readonly leaders: Readonly<Record<string, Spread>>;
  readonly losses: Readonly<Record<string, Spread>>;
  /** Who stands in the hex at the end; the empty key for nobody. */
  readonly holder: Spread;
  /** How often something happens on the way, on average. */
  readonly counted: Spread;
  /** Decisions on the way, and how they are taken to be made. */
  readonly policy: Readonly<Record<string, Offer>>;
  readonly steps: number;
}

export interface WithChain {
  readonly chain?: ChainFound;
}

/** A charge, or an answer in the course of an attack: a chain without an account of its own. */
export interface ChainOdds extends WithChain {
  readonly kind: 'charge' | 'choice';
  readonly target: Hex;
  readonly estimated: boolean;
}

/** What the enemy could do next to a hex of mine. */
export interface ThreatHex {
  readonly hex: Hex;
  /** What all who could fire would cost on average, and the chance that they cost anything. */
  readonly fire: number;
  readonly chance: number;
  readonly firers: readonly UnitId[];
  readonly assault: readonly UnitId[];
  readonly charge: readonly UnitId[];
  readonly near: readonly UnitId[];
}

export type ThreatKind = 'fire' | 'assault' | 'charge';

export interface ThreatFound {
  readonly of: string;
  readonly estimated: boolean;
  readonly hexes: readonly ThreatHex[];
  readonly chains?: Readonly<Partial<Record<ThreatKind, ChainFound>>>;
}
