/**
 * What the server sends, as JSON. Names are those of the Python side:
 * `grognard.mechanics.ground.Ground`, `systems.bataille.setting`, `.pieces` and `.views`.
 * Hexes are the integers 100 * column + row; as keys of an object they are their decimal text.
 */

export type Hex = number;
export type Side = 0 | 1 | 2 | 3 | 4 | 5;
export type UnitId = string;
export type LeaderId = string;
/** A fraction as Python writes it: "3", "7/2". */
export type Fraction = string;

// --- GET /api/maps/{hash}: the ground of a scenario, kept by content

export interface Road {
  readonly name: string;
  /** "highroad", "road" or "track". */
  readonly kind: string;
  readonly hexes: readonly Hex[];
}

export interface Hexside {
  readonly hex: Hex;
  readonly side: Side;
  /** "wall", "stream", "bridge" ... each hexside is written once. */
  readonly feature: string;
}

export interface MapData {
  /** The id of the scenario pack; chooses the labels and landmarks in the looks. */
  readonly id: string;
  readonly title: string;
  readonly columns: number;
  readonly rows: number;
  /** What the signs in `terrain` mean: names of terrain. */
  readonly legend: Readonly<Record<string, string>>;
  /** One text for each row, north to south; one sign for each column, west to east. */
  readonly terrain: readonly string[];
  /** As `terrain`, one digit for each hex; empty where the ground is flat. */
  readonly level: readonly string[];
  readonly hexsides: readonly Hexside[];
  readonly roads: readonly Road[];
  readonly places: Readonly<Record<string, readonly Hex[]>>;
  readonly zones: Readonly<Record<string, readonly Hex[]>>;
  readonly exits: Readonly<Record<string, readonly Hex[]>>;
}

// --- pieces

export type Arm = 'infantry' | 'cavalry' | 'artillery';
export type Formation =
  | 'column'
  | 'line'
  | 'square'
  | 'general'
  | 'skirmish'
  | 'road'
  | 'limbered'
  | 'unlimbered'
  /** In systems whose units have none. */
  | '';
export type Order = 'good' | 'disorder' | 'rout';
export type Readiness = 'fresh' | 'tired' | 'exhausted';

export interface BatteryFire {
  readonly short: Fraction;
  readonly medium: Fraction;
  readonly long: Fraction;
  readonly reach: number;
  readonly limbers_on: number;
  readonly prolongs: boolean;
  readonly horse: boolean;
}

/** The front of a counter: what anybody may read. */
export interface GeneralSide {
  readonly id: UnitId;
  readonly name: string;
  readonly side: string;
  readonly nation: string;
  readonly arm: Arm;
  readonly size: string;
  readonly increments: number;
  readonly movement: number;
  readonly organisation: string;
  readonly division: string;
  readonly regiment: UnitId;
  readonly parts: readonly UnitId[];
  readonly kind: string;
  readonly traits: readonly string[];
  /** What it is worth with each step lost, where steps are not increments. */
  readonly strengths?: readonly number[];
}

/** A counter with both its sides; morale is a rung of the ladder 11..66. */
export interface Printed extends GeneralSide {
  readonly fire: Fraction;
  readonly melee: Fraction;
  readonly morale: number;
  readonly line_multiple: Fraction;
  readonly square_multiple: Fraction;
  readonly skirmish_multiple: Fraction;
  readonly skirmish_range: number;
  readonly fire_check: string;
  readonly skirmish_fire: Fraction;
  readonly lance: Fraction;
  readonly recall: number;
  readonly battery: BatteryFire | null;
}

export interface LeaderPrinted {
  readonly id: LeaderId;
  readonly name: string;
  readonly side: string;
  readonly nation: string;
  readonly artillery: number;
  readonly melee: number;
  readonly morale: number;
  readonly cavalry_bonus: boolean;
  readonly special_ability: boolean;
  readonly command: string;
  /** Where leaders are rated, and where some are more than leaders of a formation. */
  readonly rating?: number;
  readonly role?: string;
}

/** As the table draws it; what a system does not send is filled in by `completed`. */
export interface Piece {
  readonly id: UnitId;
  /** One hex; lines and skirmishers left to right; Road March head to tail. */
  readonly hexes: readonly Hex[];
  /** A side; for lines and skirmishers a vertex; -1 where units have no front. */
  readonly facing: number;
  readonly formation: Formation;
  readonly order: Order;
  readonly lost: number;
  readonly main: number;
  readonly readiness: Readiness;
  readonly came_from: Hex;
  readonly marks: readonly string[];
  /** What is left of it, where the system says so itself. */
  readonly strength?: number;
  /** Its state in a word of the system: "disrupted". */
  readonly state?: string;
  readonly side?: string;
  readonly name?: string;
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

/** All that a side may know now (`views.View`). */
export interface View {
  readonly side: string;
  readonly turn: number;
  readonly clock: TurnInfo | null;
  readonly phasing: string;
  readonly segment: string;
  readonly pieces: Readonly<Record<UnitId, Piece>>;
  /** The units in a hex, top first. */
  readonly stacks: Readonly<Record<string, readonly UnitId[]>>;
  readonly own: Readonly<Record<UnitId, Printed>>;
  readonly enemy: Readonly<Record<UnitId, GeneralSide>>;
  readonly leaders: Readonly<Record<LeaderId, Hex>>;
  /** How many lie out of sight under the top counter of a hex. */
  readonly unseen?: Readonly<Record<string, number>>;
  readonly generals?: Readonly<Record<LeaderId, { readonly rating: number }>>;
  readonly control: Readonly<Record<string, string>>;
  readonly removed: Readonly<Record<UnitId, string>>;
  readonly levels: Readonly<Record<string, number>>;
  readonly fired_at: Readonly<Record<UnitId, readonly Hex[]>>;
  readonly fire_losses: Readonly<Record<UnitId, number>>;
  readonly question: Question;
  readonly options: readonly string[] | null;
}

/** What never changes while the battle is fought and every seat may know (public part). */
export interface SettingInfo {
  readonly id: string;
  readonly title: string;
  readonly date: string;
  readonly sides: readonly [string, string];
  readonly leaders: Readonly<Record<LeaderId, LeaderPrinted>>;
}
