/** A chain of an attack sorted for the eye: the end, the way there, units and leaders. Pure. */

import type { Hex, UnitId } from '../api/types';
import type { ChainFound, Spread } from './types';

export type Tone = 'good' | 'even' | 'none' | 'bad' | 'worse';

/** One result with its chance; `high` is above it where branches were not followed. */
export interface Share {
  readonly key: string;
  readonly chance: number;
  readonly high: number;
  readonly tone: Tone;
}

/** Chances smaller than this are not shown, and sums this near are the same. */
export const LEAST = 0.0005;

export const NOT_FOLLOWED = 'not-followed';

/** Bad for those who suffer it, from nothing to the end of a unit. */
const GRAVE: Readonly<Record<string, number>> = {
  untouched: 0,
  good: 0,
  unhurt: 0,
  grazed: 0,
  disrupted: 2,
  disorder: 2,
  'broken down': 2,
  wounded: 2,
  retreated: 3,
  rout: 3,
  'off the map': 4,
  captured: 4,
  surrendered: 4,
  eliminated: 4,
  destroyed: 4,
  killed: 4,
  lost: 4,
};

export const gravity = (state: string): number => GRAVE[state] ?? 3;

/** The tone of something that happens to one side, for one who reads as another. */
export function toneFor(grave: number, own: boolean): Tone {
  if (grave <= 0) return 'none';
  if (!own) return grave >= 2 ? 'good' : 'even';
  return grave >= 3 ? 'worse' : 'bad';
}

function shares(spread: Spread, unresolved: number, tone: (key: string) => Tone): Share[] {
  return Object.entries(spread)
    .filter(([, chance]) => chance >= LEAST)
    .map(([key, chance]) => ({ key, chance, high: chance + unresolved, tone: tone(key) }));
}

/** What was not followed, as a share of its own, so that all of them together are everything. */
function rest(unresolved: number): Share[] {
  return unresolved >= LEAST
    ? [{ key: NOT_FOLLOWED, chance: unresolved, high: unresolved, tone: 'none' }]
    : [];
}

/** Who has the hex in the end: `us`, `them` or `nobody`. */
export function ends(chain: ChainFound, us: string): Share[] {
  const TONES: Readonly<Record<string, Tone>> = { us: 'good', nobody: 'even', them: 'bad' };
  const whose: Record<string, number> = { us: 0, nobody: 0, them: 0 };
  for (const [side, chance] of Object.entries(chain.holder))
    whose[side === us ? 'us' : side === '' ? 'nobody' : 'them']! += chance;
  return [...shares(whose, chain.unresolved, (key) => TONES[key]!), ...rest(chain.unresolved)];
}

export function lossesOf(chain: ChainFound, side: string, us: string): Share[] {
  const spread = chain.losses[side] ?? { 0: 1 - chain.unresolved };
  return [
    ...shares(spread, chain.unresolved, (lost) => lossTone(Number(lost), side === us)),
    ...rest(chain.unresolved),
  ];
}

const lossTone = (lost: number, own: boolean) => toneFor(lost === 0 ? 0 : lost === 1 ? 2 : 3, own);

export interface UnitLine {
  readonly unit: UnitId;
  readonly own: boolean;
  readonly mean: number;
  readonly losses: readonly Share[];
  readonly states: readonly Share[];
}

/** Every unit to which something may happen: the enemy's first, the hardest hit before others. */
export function unitLines(chain: ChainFound, us: string): UnitLine[] {
  return Object.entries(chain.units)
    .map(([unit, { side, mean, losses, states }]) => ({
      unit,
      own: side === us,
      mean,
      losses: [
        ...shares(losses, chain.unresolved, (lost) => lossTone(Number(lost), side === us)),
        ...rest(chain.unresolved),
      ],
      states: [
        ...shares(states, chain.unresolved, (state) => toneFor(gravity(state), side === us)).sort(
          (a, b) => gravity(a.key) - gravity(b.key),
        ),
        ...rest(chain.unresolved),
      ],
    }))
    .filter(({ losses, states }) => losses.length > 1 || states.length > 1 || isHurt(states))
    .sort((a, b) => Number(a.own) - Number(b.own) || b.mean - a.mean);
}

const isHurt = (states: readonly Share[]) => states.some(({ key }) => gravity(key) > 0);

export interface LeaderLine {
  readonly leader: string;
  readonly fates: readonly Share[];
}

export function leaderLines(chain: ChainFound, isOwn: (leader: string) => boolean): LeaderLine[] {
  return Object.entries(chain.leaders).map(([leader, fates]) => ({
    leader,
    fates: [
      ...shares(fates, chain.unresolved, (fate) => toneFor(gravity(fate), isOwn(leader))).sort(
        (a, b) => gravity(a.key) - gravity(b.key),
      ),
      ...rest(chain.unresolved),
    ],
  }));
}

// --- the way there

export type StageKind =
  | 'check'
  | 'fire'
  | 'melee'
  | 'hits'
  | 'charge'
  | 'square'
  | 'recall'
  | 'pursuit';

/** Something that dice decide on the way. */
export interface Stage {
  readonly kind: StageKind;
  /** Units, or a side. */
  readonly who: readonly string[];
  readonly hex: Hex;
  /** Of a check: what makes them check. */
  readonly occasion: string;
  /** How often it comes to that. */
  readonly reached: number;
  readonly results: readonly { readonly key: string; readonly chance: number }[];
}

interface Read {
  readonly kind: StageKind;
  readonly who: readonly string[];
  readonly hex?: Hex;
  readonly occasion?: string;
  readonly result: string;
}

/** A label of what is counted, taken apart; null where it is not known. */
export function readLabel(label: string): Read | null {
  const at = /^(fire|melee|charge|bombardment) (\d{4}) (?:hits )?(.+)$/.exec(label);
  if (at) {
    const kind = at[1] === 'bombardment' ? 'fire' : (at[1] as StageKind);
    return { kind, who: [], hex: Number(at[2]), result: at[3]! };
  }
  const words = label.split(' ');
  const who = (words[0] ?? '').split('+');
  const last = words[words.length - 1]!;
  const rest = words.slice(1).join(' ');
  if (words[1] === 'hits') return { kind: 'hits', who, result: last };
  if (last === 'passes' || last === 'fails')
    return { kind: 'check', who, occasion: words.slice(1, -1).join(' '), result: last };
  if (words[1] === 'square' || words[1] === 'recall')
    return { kind: words[1], who, result: words.slice(2).join(' ') };
  if (rest === 'pursues' || rest === 'is held') return { kind: 'pursuit', who, result: rest };
  return null;
}

/** In this order attacks go: checks before melee, the fight, what follows from it. */
const FIRST: readonly string[] = [
  'charge-nerve',
  'reaction-check',
  'opportunity-check',
  'stand',
  'guns-charged',
  'premelee-defender',
  'premelee-attacker',
];

function order(stage: Stage): number {
  if (stage.kind === 'square') return 0;
  if (stage.kind === 'check') {
    const early = FIRST.indexOf(stage.occasion);
    return early >= 0 ? 1 + early : 40;
  }
  return { fire: 20, hits: 21, melee: 22, charge: 23, recall: 30, pursuit: 41 }[stage.kind];
}

/** What dice decide on the way, in the order in which it comes. */
export function stages(chain: ChainFound): Stage[] {
  const found = new Map<string, Stage & { results: { key: string; chance: number }[] }>();
  for (const [label, chance] of Object.entries(chain.counted)) {
    const read = readLabel(label);
    if (!read || chance < LEAST) continue;
    const { kind, who, hex = 0, occasion = '', result } = read;
    const key = [kind, who.join('+'), hex, occasion].join('|');
    const held = found.get(key) ?? { kind, who, hex, occasion, reached: 0, results: [] };
    held.results.push({ key: result, chance });
    found.set(key, { ...held, reached: held.reached + chance });
  }
  return [...found.values()].sort((a, b) => order(a) - order(b) || b.reached - a.reached);
}

const NOT_REACHED = 'not-reached';

/** The results of a stage as shares of all; what comes about more than once is shared out. */
export function stageShares(stage: Stage, tone: (key: string) => Tone): Share[] {
  const whole = Math.max(1, stage.reached);
  const found = stage.results.map(({ key, chance }) => {
    const share = chance / whole;
    return { key, chance: share, high: share, tone: tone(key) };
  });
  const left = 1 - Math.min(1, stage.reached);
  return left >= LEAST
    ? [...found, { key: NOT_REACHED, chance: left, high: left, tone: 'none' as const }]
    : found;
}

// --- the worst

export interface Worst {
  readonly unit: UnitId;
  readonly lost: number;
  readonly state: string;
  readonly chance: number;
}

/** The worst that may become of a unit of a side, and the chance of it. */
export function worstFor(chain: ChainFound, side: string): Worst | null {
  let worst: Worst | null = null;
  for (const [unit, held] of Object.entries(chain.units)) {
    if (held.side !== side) continue;
    const lost = Math.max(0, ...likely(held.losses).map(([key]) => Number(key)));
    for (const [state, chance] of likely(held.states)) {
      const grave = gravity(state);
      const before = worst ? gravity(worst.state) : -1;
      if (grave > before || (grave === before && worst && lost > worst.lost))
        worst = { unit, lost, state, chance };
    }
  }
  return worst && (gravity(worst.state) > 0 || worst.lost > 0) ? worst : null;
}

const likely = (spread: Spread) =>
  Object.entries(spread).filter(([, chance]) => chance > 0) as [string, number][];

/** The chance that a side loses the hex, or anybody in it; of fire, that it costs anything. */
export function chanceOfHarm(chain: ChainFound, side: string): number {
  const spread = chain.losses[side];
  return spread ? Math.max(0, 1 - chain.unresolved - (spread['0'] ?? 0)) : 0;
}

/** The chance that the hex is no longer a side's. */
export function chanceLost(chain: ChainFound, side: string): number {
  return Math.max(0, 1 - chain.unresolved - (chain.holder[side] ?? 0));
}
