/** Options sorted for hands: by target, by unit, by formation and facing. Pure. */

import type { Hex, UnitId } from '../api/types';
import type { Option, ReachHex } from '../api/wire';
import { neighbour, SIDE_NAMES, sideAngle, vertexAngle } from '../map/hexes';
import { targetOf } from './words';

/** Questions in which a side acts by units and targets on the map; all others are asked in a card. */
export const SEGMENTS: ReadonlySet<string> = new Set([
  'movement',
  'offensive-fire',
  'defensive-fire',
  'declare-assault',
  'designate-charges',
  'ride',
  'bombard',
  'charge',
  'assault',
]);

/** What is done to a hex after its odds are weighed; a charge only where it names its target. */
const WEIGHED: ReadonlySet<string> = new Set(['bombard', 'charge', 'react', 'support']);

export function isAttack({ kind, target }: Option): boolean {
  return kind === 'fire' || kind === 'assault' || (WEIGHED.has(kind) && !!target);
}

export const isSegment = (purpose: string) => SEGMENTS.has(purpose);

/** Every unit or leader that an option names. */
export function unitsOf(option: Option): readonly UnitId[] {
  if (option.units?.length) return option.units;
  if (option.unit) return [option.unit];
  const words = option.text.split(' ').slice(1);
  switch (option.kind) {
    case 'move':
    case 'enter':
    case 'occupy':
      return (words[0] ?? '').split('+');
    case 'pick':
      return /^[a-z]/.test(words[0] ?? '') ? [(words[0] ?? '').split('@')[0]!] : [];
    case 'charge':
    case 'react':
    case 'advance':
      return words;
    case 'ride':
    case 'target':
    case 'pass':
    case 'square':
    case 'evade':
    case 'counter':
    case 'lead':
    case 'leave':
    case 'split':
    case 'join':
    case 'accompany':
      return words.slice(0, 1);
    default:
      return [];
  }
}

export function ofUnit(options: readonly Option[], unit: UnitId): Option[] {
  return options.filter((option) => unitsOf(option).includes(unit));
}

/** Kinds whose place is the unit they are about, not a hex it goes to. */
const WHERE_IT_STANDS: ReadonlySet<string> = new Set([
  'target',
  'pass',
  'square',
  'charge',
  'pick',
]);

/** Says where a unit stands. */
export interface Standing {
  at(unit: UnitId): Hex | null;
}

/** Where an option leads on the map: its target, or for rides the hex that is entered. */
export function placeOf(option: Option, where: Standing): Hex | null {
  const words = option.text.split(' ');
  const at = where.at(option.unit || (words[1] ?? ''));
  if (option.kind === 'ride') {
    if (option.path?.length) return option.path[0]!;
    const side = SIDE_NAMES.indexOf(words[2] as (typeof SIDE_NAMES)[number]);
    return at === null || side < 0 ? null : neighbour(at, side);
  }
  if (option.kind === 'march' && !option.path?.length) return null;
  // Moves are found by reach, with whoever goes along.
  if (option.kind === 'move') return null;
  if (option.target) return option.target;
  if (WHERE_IT_STANDS.has(option.kind) && at !== null) return at;
  return targetOf(option);
}

/** Options by the hex they lead to. */
export function byPlace(options: readonly Option[], where: Standing): Map<Hex, Option[]> {
  const found = new Map<Hex, Option[]>();
  for (const option of options) {
    const at = placeOf(option, where);
    if (at === null) continue;
    const here = found.get(at);
    if (here) here.push(option);
    else found.set(at, [option]);
  }
  return found;
}

/** The cheapest way to each facing (and formation) among ways to end in one hex. */
export function poses(options: readonly Option[]): Option[] {
  const best = new Map<string, Option>();
  for (const option of options) {
    const who = (option.units ?? []).join('+');
    const key = `${option.formation ?? ''}|${option.facing ?? -1}|${(option.ends ?? []).join('+')}|${who}`;
    const held = best.get(key);
    if (!held || (option.cost ?? 0) < (held.cost ?? 0)) best.set(key, option);
  }
  return [...best.values()].sort(
    (a, b) =>
      (a.formation ?? '').localeCompare(b.formation ?? '') || (a.facing ?? 0) - (b.facing ?? 0),
  );
}

const VERTEX = new Set(['line', 'skirmish']);

/** Among poses of a unit coming onto the map, the one that looks most towards a point. */
export function lookingTowards(options: readonly Option[], angle: number): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  options.forEach((option, i) => {
    const facing = option.facing ?? 0;
    const looks = VERTEX.has(option.formation ?? '') ? vertexAngle(facing) : sideAngle(facing);
    const turn = Math.abs(Math.atan2(Math.sin(looks - angle), Math.cos(looks - angle)));
    const plain = option.formation === 'column' || option.formation === 'limbered' ? 0 : 0.6;
    if (turn + plain < least) {
      least = turn + plain;
      best = i;
    }
  });
  return best;
}

/** Marches that a listing of reach leaves out (closing up to an assault), as reach. */
export function otherMarches(options: readonly Option[], reach: readonly ReachHex[]): ReachHex[] {
  const known = new Set(reach.map(({ hex }) => hex));
  const found = new Map<Hex, ReachHex>();
  for (const option of options) {
    const hex = option.path?.[option.path.length - 1];
    if (option.kind !== 'march' || hex === undefined || known.has(hex)) continue;
    const held = found.get(hex);
    if (held && held.cost <= (option.cost ?? 0)) continue;
    found.set(hex, {
      hex,
      cost: option.cost ?? 0,
      ends: option.ends ?? [hex],
      facing: option.facing ?? 0,
      path: option.path ?? [],
      text: option.text,
      stops: option.stops ?? '',
    });
  }
  return [...found.values()];
}

/** Turns on the spot. */
export function turns(options: readonly Option[]): Option[] {
  return options.filter((option) => option.kind === 'march' && !option.path?.length);
}

export interface Attacker {
  readonly unit: UnitId;
  /** Where it fires from, or for a ride the hex it passes. */
  readonly at: Hex | null;
}

/** Kinds of attack that one unit makes alone. */
const ALONE: ReadonlySet<string> = new Set(['charge', 'react', 'support']);

export const isAlone = (kind: string) => ALONE.has(kind);

/** Systems differ: "assault 2427 F1 F2" names the hex first, "assault f1+f2 2427" the units. */
const hexFirst = (text: string) => /^\S+ \d{4}( |$)/.test(text);

/** The words of an attack with these units, in the manner of one that was offered. */
export function attackText(
  kind: string,
  target: Hex,
  firers: readonly Attacker[],
  like = `${kind} 0000`,
): string {
  const hex = String(target).padStart(4, '0');
  if (!hexFirst(like)) {
    const units = firers.map(({ unit }) => unit).sort();
    const by = isAlone(kind) && firers[0]?.at ? `${String(firers[0].at).padStart(4, '0')} ` : '';
    return `${kind} ${units.join('+')} ${by}${hex}`;
  }
  if (kind === 'assault')
    return `assault ${hex} ${firers
      .map(({ unit }) => unit)
      .sort()
      .join(' ')}`;
  const words = firers.map(({ unit, at }) => `${unit}@${String(at ?? 0).padStart(4, '0')}`);
  return `fire ${hex} ${words.join(' ')}`;
}

/** The units of an attack and the hexes they fire from. */
export function attackers(option: Option): Attacker[] {
  const words = option.text.split(' ');
  if (!hexFirst(option.text)) {
    const by = (option.path?.length ?? 0) > 1 ? option.path![0]! : null;
    return (words[1] ?? '').split('+').map((unit) => ({ unit, at: by }));
  }
  return words.slice(2).map((word) => {
    const [unit = '', at] = word.split('@');
    return { unit, at: at ? Number(at) : null };
  });
}
