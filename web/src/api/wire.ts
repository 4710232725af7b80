/** What travels over HTTP and over a table's line: docs/reference/wire.md in types. */

import type { Question as AskedDocument, Offer, Reason, Telling } from './documents';
import type {
  Counter,
  Force,
  Hex,
  LeaderId,
  Question,
  SettingInfo,
  TurnInfo,
  UnitId,
} from './types';

export interface GameEvent {
  readonly event: string;
  readonly [field: string]: unknown;
}

export interface Line {
  readonly number: number;
  readonly who: string;
  readonly answer?: string;
  /** The kind of order that was the answer. */
  readonly kind?: string;
  readonly dice?: readonly number[];
  readonly purpose?: string;
  readonly back?: number | null;
  readonly events?: readonly GameEvent[];
  readonly tellings?: readonly Telling[];
  readonly hidden?: boolean;
  /** One's own standing order gave this answer. */
  readonly standing?: boolean;
}

export interface Organisation {
  readonly id: string;
  readonly side: string;
  readonly name: string;
  readonly battalions: number;
  readonly levels: readonly number[];
}

export interface Arrival {
  readonly id: string;
  readonly side: string;
  readonly turn: number;
  readonly zone: string;
  /** The hex where it enters, where there is but one. */
  readonly entry?: Hex;
  readonly units: readonly UnitId[];
  readonly leaders: readonly LeaderId[];
}

export interface GuideStep {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly asked: string;
  readonly turn: number;
  readonly orders: readonly string[];
  readonly until_order: string;
  readonly until_event: string;
  readonly until_turn: number;
  readonly rules: readonly string[];
}

export interface Guide {
  readonly side: string;
  readonly steps: readonly GuideStep[];
  readonly minutes: number;
  /** The computer player the lessons were written for. */
  readonly opponent: string;
}

/** What everybody may know of a battle; leaders without their values. */
export interface Setting extends SettingInfo {
  readonly description?: string;
  readonly aims?: string;
  readonly turns?: readonly TurnInfo[];
  readonly organisations?: readonly Organisation[];
  readonly arrivals?: readonly Arrival[];
  readonly options?: Readonly<Record<string, string>>;
  readonly side_names?: Readonly<Record<string, string>>;
  /** Minutes of the movement clock of each side. */
  readonly clock?: Readonly<Record<string, number>>;
  /** Words of the rules for what is shown: kind -> name -> word. */
  readonly words?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Questions that a standing order may answer. */
  readonly reactions?: Readonly<Record<string, string>>;
  /** The parts of a turn in order, where the system names them. */
  readonly segments?: readonly string[];
  /** Larger parts of a turn, of which some are made of segments. */
  readonly phases?: readonly string[];
  /** Names of bodies that act one by one. */
  readonly formations?: Readonly<Record<string, { readonly name: string }>>;
  /** Is there a staff that keeps papers? */
  readonly papers?: boolean;
  /** What may be laid over the map. */
  readonly overlays?: readonly string[];
  readonly map?: string;
  readonly table_options?: readonly TableOption[];
  readonly guide?: Guide | null;
  /** How many units of each arm a side has in all. */
  readonly forces?: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

export interface Edition {
  readonly system: string;
  readonly scenario: string;
  readonly rules: string;
}

export interface Hello {
  readonly type: 'hello';
  readonly protocol: number;
  readonly game: string;
  readonly title: string;
  readonly edition: Edition;
  readonly commitment: string;
  readonly sides: readonly string[];
  readonly seat: {
    readonly sides: readonly string[];
    readonly side: string;
    readonly name: string;
    /** The last line this seat was shown to the end; -1 before its first visit. */
    readonly seen?: number;
    /** By whose numbers lines are told here. */
    readonly whose?: string;
  };
  readonly map: string;
  readonly setting: Setting;
  readonly n: number;
  /** The campaign it belongs to. */
  readonly campaign?: string;
  /** A fork: of which battle, after which line, in which study. Empty for an imported record. */
  readonly study?: { readonly of?: string; readonly at?: number; readonly in?: string };
  /** Why the battle cannot be played on here, and the last line a fork can go on from (-1: none). */
  readonly watched?: { readonly reason: string; readonly common: number };
}

/** All that a side may know now. */
export interface MovingView {
  readonly side: string;
  readonly turn: number;
  readonly clock: TurnInfo | null;
  readonly phasing: string;
  readonly segment: string;
  readonly question: Question;
  readonly counters: Readonly<Record<UnitId, Counter>>;
  readonly armies: readonly Force[];
  /** The units in a hex, top first. */
  readonly stacks?: Readonly<Record<string, readonly UnitId[]>>;
  readonly control?: Readonly<Record<string, string>>;
  readonly sequence?: readonly string[];
  readonly focus?: readonly Hex[];
  readonly phase?: string;
  /** The formations whose turn it is to act. */
  readonly acting?: readonly string[];
}

export type Clocks = Readonly<Record<string, number>>;

/** The movement clock; `runs` names the side whose time is running, or nobody. */
export interface Timer {
  readonly manner: string;
  readonly runs: string;
  readonly sides: Readonly<
    Record<string, { readonly allowed: number; readonly left: number } | undefined>
  >;
}

export interface ViewMessage {
  readonly type: 'view';
  readonly seq?: number;
  readonly n: number;
  readonly view: MovingView;
  readonly lines: readonly Line[];
  readonly clock: Clocks;
  readonly timer?: Timer | null;
}

export interface Update {
  readonly type: 'update';
  readonly n: number;
  readonly before: number;
  readonly lines: readonly Line[];
  readonly clock: Clocks;
  readonly timer?: Timer | null;
  readonly change?: Readonly<Record<string, unknown>>;
  readonly view?: MovingView;
}

export interface Asked extends AskedDocument {
  readonly type: 'question';
}

export interface SeatState {
  readonly side: string;
  readonly place: number;
  readonly kind: string;
  readonly name: string;
  readonly here: boolean;
  readonly taken: boolean;
}

/** What somebody said at the table; text, never markup. */
export interface Spoken {
  readonly said: number;
  readonly after: number;
  readonly who: string;
  readonly name?: string;
  readonly text: string;
  readonly at: number;
}

export interface People {
  readonly type: 'people';
  readonly seats: readonly SeatState[];
  readonly watchers: number;
  /** Where a battle by file is: here or at the other side's, and whether its dice are agreed on. */
  readonly post?: {
    readonly ours: boolean;
    readonly count: number;
    readonly ready: boolean;
  } | null;
}

export interface Wish {
  readonly side: string;
  readonly to: number;
  readonly asked_at: number;
  /** What is asked for: to take back, or a draw. */
  readonly what: string;
}

/** A standing order: the sentence, and how it is understood. */
export interface StandingOrder {
  readonly text: string;
  readonly reading: string;
}

/** What a standing order would have answered so far, the latest question first. */
export interface Trial {
  readonly reading: string;
  readonly asked: number;
  readonly more: boolean;
  readonly tried: readonly {
    readonly n: number;
    readonly title: string;
    readonly given: string;
    readonly would: string;
    readonly same: boolean;
  }[];
}

export interface Refused {
  readonly type: 'refused' | 'error';
  readonly seq: number;
  readonly code: string;
  readonly reason: string;
  readonly clause?: string;
  readonly reasons?: readonly Reason[];
}

export interface Reply {
  readonly type: string;
  readonly seq: number;
  readonly n: number;
  readonly [field: string]: unknown;
}

export type Incoming =
  | Hello
  | ViewMessage
  | Update
  | Asked
  | People
  | Refused
  | { readonly type: 'wish'; readonly wish: Wish | null }
  | { readonly type: 'said'; readonly words: readonly Spoken[] }
  | { readonly type: 'rematch'; readonly game: string }
  | {
      readonly type: 'standing';
      readonly seq?: number;
      readonly orders: readonly StandingOrder[];
      readonly examples: readonly string[];
    }
  | {
      readonly type: 'seated';
      readonly seq: number;
      readonly side: string;
      readonly seen?: number;
    }
  | { readonly type: 'timer'; readonly n: number; readonly timer: Timer | null };

/** The way from a line on: a view, then what each line changed in it. */
export interface Steps {
  readonly n: number;
  readonly after: number;
  readonly side: string;
  readonly view: MovingView;
  readonly steps: readonly {
    readonly n: number;
    readonly line: Line;
    readonly change: Readonly<Record<string, unknown>>;
  }[];
  readonly more: boolean;
}

// --- looks

/** The cheapest ways through places that were named, one for each manner to stand in the last. */
export interface WayFound {
  readonly unit: UnitId;
  readonly offers: readonly Offer[];
  readonly reason?: Reason;
}

// --- HTTP

export interface Scenario {
  readonly system: string;
  /** What the system is called. */
  readonly rules: string;
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly description: string;
  readonly date: string;
  readonly sides: Readonly<Record<string, string>>;
  readonly turns: number;
  readonly units: number;
  readonly guided: boolean;
}

/** One choice that a table may make: its values with their meaning, or a number. */
export interface TableOption {
  readonly name: string;
  readonly about: string;
  readonly default: string;
  readonly values?: Readonly<Record<string, string>>;
  readonly least?: number;
  readonly most?: number;
  readonly meaning?: string;
}

/** A rulebook that battles are played by. */
export interface SystemListed {
  readonly name: string;
  readonly title: string;
  /** What one commands, and on what scale. */
  readonly about: string;
  /** The battle that most people open first. */
  readonly first: string;
  /** The computer's players that know how to play it. */
  readonly bots: readonly string[];
}

export interface Library {
  readonly systems: readonly SystemListed[];
  readonly scenarios: readonly Scenario[];
  readonly bots: readonly string[];
  readonly opponents: Opponents;
}

/** A level or a temperament of the computer, as a player chooses it. */
export interface Opponent {
  readonly name: string;
  readonly title: string;
  readonly text: string;
}

export interface Opponents {
  readonly default: string;
  readonly levels: readonly Opponent[];
  readonly temperaments: readonly Opponent[];
}

/** Why the computer answered as it did at a line; told when the battle is over. */
export interface Thought {
  readonly n: number;
  readonly turn: number;
  readonly side: string;
  readonly bot: string;
  readonly answer: string;
  readonly text: string;
  readonly why: string;
}

export interface Invitation {
  readonly side: string;
  readonly place: number;
  readonly token: string;
  readonly link: string;
}

export interface GameMade {
  readonly id: string;
  readonly title: string;
  readonly sides: readonly string[];
  readonly mine: readonly string[];
  readonly invitations: readonly Invitation[];
  /** Why a battle from a file can only be watched; empty where it can be played on. */
  readonly watched: string;
}

/** One thing that is wrong with a pack. */
export interface Fault {
  readonly file: string;
  readonly line: number;
  readonly field: string;
  readonly text: string;
  readonly hint: string;
}

export interface GameListed {
  readonly id: string;
  readonly system: string;
  readonly scenario: string;
  readonly title: string;
  readonly created: number;
  readonly touched: number;
  readonly waits_for: string;
  readonly verdict: string;
  readonly mine: readonly string[];
  /** The days of a move, and when the next must be made; 0 where no time runs. */
  readonly days: number;
  readonly due: number;
}

export interface Clause {
  readonly id: string;
  readonly rule: number;
  readonly topic: string;
  readonly kind: string;
  readonly text: string;
  readonly chart?: string;
  readonly see?: readonly string[];
  readonly rulings?: readonly string[];
}

export interface Ruling {
  readonly id: string;
  readonly group: string;
  readonly title: string;
  readonly clauses: readonly string[];
  readonly ruling: string;
  readonly why?: string;
}

export type { Offer, Question, Reason };
