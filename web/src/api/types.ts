/**
 * Words that the client uses for what the server sends. A place is a name that only `map/` can turn
 * into points: the integer 100 * column + row of a hex, or a point of a measured table.
 */

import type { Ground, Place } from './documents';

export type {
  Area,
  Counter,
  Figure,
  Force,
  Ground,
  Hexside,
  Place,
  Road,
  Shape,
} from './documents';
export type Hex = Place;
export type MapData = Ground;
export type Side = 0 | 1 | 2 | 3 | 4 | 5;
export type UnitId = string;
export type LeaderId = string;

/** What a plate and its figures look like; anything else is drawn as infantry. */
export type Arm = 'infantry' | 'cavalry' | 'artillery';
export type Formation =
  | 'column'
  | 'line'
  | 'square'
  | 'general'
  | 'skirmish'
  | 'road'
  | 'companies'
  | 'limbered'
  | 'unlimbered'
  | 'garrison'
  /** In systems whose units have none. */
  | '';
export type Order = 'good' | 'disorder' | 'rout';
export type Readiness = 'fresh' | 'tired' | 'exhausted';

/** A leader as everybody may know him. */
export interface LeaderPrinted {
  readonly id: LeaderId;
  readonly name: string;
  readonly side: string;
  readonly nation: string;
  readonly command: string;
  readonly role?: string;
}

export interface TurnInfo {
  readonly number: number;
  readonly time: string;
  readonly weather: string;
  readonly level_check: boolean;
}

export interface Question {
  readonly kind: string;
  readonly side: string;
  readonly purpose: string;
  readonly dice: string;
  readonly subject: string;
  readonly verdict: string;
}

/** What never changes while the battle is fought and every seat may know (public part). */
export interface SettingInfo {
  readonly id: string;
  readonly title: string;
  readonly date: string;
  readonly sides: readonly [string, string];
  readonly leaders?: Readonly<Record<LeaderId, LeaderPrinted>>;
}
