/**
 * The language of the table: what any system sends. Written by scripts/make_documents.py from
 * grognard.desks.documents; what is as usual is left out on the way.
 */

export type Place = number;

/** A stretch of a sentence. ``of`` is the unit, the place or the clause that it stands for. */
export interface Part {
  readonly text: string;
  readonly kind?: 'clause' | 'die' | 'number' | 'place' | 'unit' | 'words';
  readonly of?: string;
}

/** Something that happened, in the reader's language: a sentence in parts, its clauses, its account. */
export interface Telling {
  readonly parts: readonly Part[];
  readonly of?: string;
  readonly clauses?: readonly string[];
  readonly account?: readonly (readonly Part[])[];
  readonly tone?: string;
  readonly weight?: number;
  readonly hour?: string;
}

/** Where something is: hexes, left to right or from head to tail, or the centre of a rectangle. */
export interface Shape {
  readonly places: readonly number[];
  readonly heading?: number;
  readonly main?: number;
  readonly width?: number;
  readonly depth?: number;
}

/** A line over the ground: a highroad, road or track; on a measured table a stream, hedge or wall, too. */
export interface Road {
  readonly name: string;
  readonly kind: string;
  readonly hexes: readonly number[];
}

/** What lies on a side of a hex: wall, stream, bridge, crest; each side is written once. */
export interface Hexside {
  readonly hex: number;
  readonly side: number;
  readonly feature: string;
}

/** A stretch of a measured table: its terrain or its height, within corners. */
export interface Area {
  readonly terrain: string;
  readonly corners: readonly number[];
  readonly level?: number;
}

/** How the ground is drawn: a grid of hexes, or a measured table ``width`` by ``height``. */
export interface Ground {
  readonly id: string;
  readonly title: string;
  readonly columns: number;
  readonly rows: number;
  readonly width: number;
  readonly height: number;
  readonly legend: Readonly<Record<string, string>>;
  readonly terrain: readonly string[];
  readonly level: readonly string[];
  readonly hexsides: readonly Hexside[];
  readonly areas: readonly Area[];
  readonly roads: readonly Road[];
  readonly places: Readonly<Record<string, readonly number[]>>;
  readonly zones: Readonly<Record<string, readonly number[]>>;
  readonly exits: Readonly<Record<string, readonly number[]>>;
  readonly unit: string;
  readonly metres: number;
}

/** A figure with its label: strength, movement, melee. */
export interface Figure {
  readonly label: string;
  readonly text: string;
}

/** A piece as it is drawn and told: of one's own all, of others what lies open. */
export interface Counter {
  readonly id: string;
  readonly name: string;
  readonly side: string;
  readonly arm?: string;
  readonly nation?: string;
  readonly kind?: string;
  readonly shape?: Shape | null;
  readonly formation?: string;
  readonly formations?: readonly string[];
  readonly pips?: number;
  readonly left?: number;
  readonly half?: boolean;
  readonly order?: string;
  readonly state?: string;
  readonly marks?: readonly string[];
  readonly figures?: readonly Figure[];
  readonly back?: readonly Figure[];
  readonly group?: string;
  readonly leads?: string;
  readonly rides?: string;
  readonly role?: string;
  readonly away?: string;
  readonly chip?: string;
  readonly lines?: readonly string[];
}

/** An army in the order of battle: what it has lost, and the losses at which it tires. */
export interface Force {
  readonly id: string;
  readonly side: string;
  readonly name: string;
  readonly battalions: number;
  readonly level: number;
  readonly lost: number;
  readonly levels: readonly number[];
}

/** Something laid over the map: an area, an arrow from place to place, a tag, a line of sight. */
export interface Laid {
  readonly kind: 'area' | 'arrow' | 'line' | 'outline' | 'pose' | 'sight' | 'tag';
  readonly places: readonly number[];
  readonly tone?: string;
  readonly text?: string;
  readonly shape?: Shape | null;
}

/** A part of a measured move: ``by`` so many mils or degrees, to the left or right ``side``, into a ``form``. */
export interface Leg {
  readonly kind: string;
  readonly by?: number;
  readonly side?: string;
  readonly form?: string;
  readonly cost?: number;
  readonly note?: string;
  readonly shape?: Shape | null;
}

/** A kind of leg that a hand may make: ``most`` mils or degrees of it, where that is limited. */
export interface Motion {
  readonly kind: string;
  readonly most?: number;
  readonly least?: number;
}

/** What an order brings: a gain, a risk, or what is refused, in a sentence with its clause. */
export interface Effect {
  readonly tone: 'gain' | 'refused' | 'risk';
  readonly text: string;
  readonly clause?: string;
  readonly units?: readonly string[];
}

/** Somebody who takes part, and where from. */
export interface Party {
  readonly unit: string;
  readonly at?: number;
}

/** Who may answer on a way, where, and how: fire or gallop. */
export interface Provoked {
  readonly hex: number;
  readonly units: readonly string[];
  readonly by: string;
}

/** One answer to a question. Its ``id`` is sent back; no front end reads or writes in it. */
export interface Offer {
  readonly id: string;
  readonly kind: string;
  readonly role?: string;
  readonly who?: readonly string[];
  readonly other?: readonly string[];
  readonly choice?: string;
  readonly at?: number;
  readonly shape?: Shape | null;
  readonly formation?: string;
  readonly path?: readonly number[];
  readonly costs?: readonly number[];
  readonly cost?: number;
  readonly stops?: string;
  readonly warns?: string;
  readonly by?: readonly Party[];
  readonly alone?: boolean;
  readonly provokes?: readonly Provoked[];
  readonly means?: string;
  readonly text?: string;
  readonly title?: string;
  readonly legs?: readonly Leg[];
  readonly budget?: number;
  readonly fee?: string;
  readonly beyond?: Shape | null;
  readonly effects?: readonly Effect[];
  readonly named?: readonly string[];
  readonly over?: readonly Laid[];
  readonly slots?: Readonly<Record<string, string>>;
}

/** Why something may not be, and by which clause. */
export interface Reason {
  readonly text: string;
  readonly clause?: string;
}

/** An offer to march as reach shows it: where it leads is the main place of its shape. */
export interface Way {
  readonly id: string;
  readonly path: readonly number[];
  readonly shape: Shape;
  readonly cost?: number;
  readonly stops?: string;
  readonly warns?: string;
  readonly named?: readonly string[];
}

/** Somebody who can be struck at the end of a way: where he stands and what it takes. */
export interface Aim {
  readonly unit: string;
  readonly at: number;
  readonly cost?: number;
  readonly path?: readonly number[];
  readonly id?: string;
  readonly straight?: boolean;
  readonly clause?: string;
}

/** Where somebody can march: the cheapest way to each place, or why there is none. */
export interface Reach {
  readonly unit: string;
  readonly ways?: readonly Way[];
  readonly allowance?: number;
  readonly along?: readonly string[];
  readonly reason?: Reason | null;
  readonly drafts?: string;
  readonly outline?: readonly number[];
  readonly motions?: readonly Motion[];
  readonly forms?: readonly string[];
  readonly aims?: readonly Aim[];
}

/** Something that a unit may not do now, with the reason: march, fire, advance, or a formation. */
export interface Refused {
  readonly key: string;
  readonly at: number;
  readonly reason: Reason;
  readonly text?: string;
}

/** What is asked. ``on_map``: by units and places, else in a card. ``weighs``: answers have odds. */
export interface Question {
  readonly n: number;
  readonly side: string;
  readonly purpose: string;
  readonly grouped?: boolean;
  readonly on_map?: boolean;
  readonly weighs?: boolean;
  readonly standing?: boolean;
  readonly about?: string;
  readonly reaches?: boolean;
  readonly writes?: string;
  readonly offers?: readonly Offer[];
  readonly more?: boolean;
  readonly title?: string;
  readonly text?: string;
  readonly done?: string;
  readonly usual?: string;
}

/** One of the results that are everything together. ``high``: its chance lies between the two. */
export interface Result {
  readonly text: string;
  readonly chance: number;
  readonly high?: number;
  readonly tone?: string;
}

/** A line of a card: words, a figure, a clause, and results in one bar, or each ``apart``. */
export interface Row {
  readonly parts?: readonly Part[];
  readonly figure?: string;
  readonly clause?: string;
  readonly shares?: readonly Result[];
  readonly apart?: boolean;
  readonly tone?: string;
  readonly at?: number;
  readonly units?: readonly string[];
}

/** A place under a line of sight: how high it lies, and what stands there. */
export interface Step {
  readonly at: number;
  readonly level?: number;
  readonly terrain?: string;
}

/** What was looked up: odds, sight, threat, papers of a staff. One front end draws them all. */
export interface Card {
  readonly title?: string;
  readonly figure?: string;
  readonly clause?: string;
  readonly manner?: string;
  readonly side?: string;
  readonly rows?: readonly Row[];
  readonly cards?: readonly Card[];
  readonly notes?: readonly string[];
  readonly estimated?: boolean;
  readonly brief?: string;
  readonly at?: number;
  readonly over?: readonly Laid[];
  readonly profile?: readonly Step[];
}

/** Somebody who can be chosen, with a note beside the name; ``part`` of another: only on demand. */
export interface Choice {
  readonly id: string;
  readonly text: string;
  readonly note?: string;
  readonly at?: number;
  readonly part?: boolean;
}

/** Whoever writes, and to whom; or the reason why he may not. */
export interface Writer {
  readonly text: string;
  readonly choices: readonly Choice[];
  readonly reason?: Reason | null;
}

/** What can be ordered, and what it takes: place, here, forced, via, turn, chief. */
export interface OrderKind {
  readonly id: string;
  readonly text: string;
  readonly takes?: readonly string[];
}

/** All that an order is written with; ``does`` is what is done with it. */
export interface Desk {
  readonly does: string;
  readonly writers: readonly Writer[];
  readonly kinds: readonly OrderKind[];
  readonly chiefs?: readonly Choice[];
}

/** Something that counts, in words with its live figures. ``held`` are those of its places that count. */
export interface Tally {
  readonly text: string;
  readonly have?: number;
  readonly want?: number;
  readonly met?: boolean;
  readonly side?: string;
  readonly at?: readonly number[];
  readonly held?: readonly number[];
}

/** A level of victory: whose, what it takes, how that stands. ``now``: the battle would end so. */
export interface Grade {
  readonly title: string;
  readonly side?: string;
  readonly text?: string;
  readonly tallies?: readonly Tally[];
  readonly met?: boolean;
  readonly now?: boolean;
}

/** A rule of this battle alone, in a sentence; ``more`` is the rest of it. ``over``: it binds no longer. */
export interface Special {
  readonly title: string;
  readonly text: string;
  readonly more?: string;
  readonly over?: boolean;
}

/** What decides the battle: the verdict if it ended now, its levels in the order of testing, points. */
export interface Aims {
  readonly verdict: string;
  readonly side?: string;
  readonly text?: string;
  readonly grades?: readonly Grade[];
  readonly points?: readonly Tally[];
  readonly special?: readonly Special[];
}
