/** What a counter wears: looks are data, found by kind, then by nation, then by the side's tone. */

import type { Arm } from '../../api/types';
import allies from '../../looks/allies.json';
import kinds from '../../looks/kinds.json';
import names from '../../looks/names.json';
import sides from '../../looks/sides.json';
import troops from '../../looks/troops.json';

export type Tone = 'light' | 'dark';
export type Head = 'shako' | 'landwehr' | 'cap' | 'fur' | 'helmet';
export type Figures = 'line' | 'light' | 'horse' | 'gun';

export interface TroopLook {
  readonly id: string;
  readonly plate: string;
  readonly coat: string;
  readonly facing: string;
  readonly lapel: string;
  readonly trousers: string;
  readonly head: Head;
  readonly plume: string;
  readonly figures: Figures;
  readonly horse: string;
  readonly carriage: string;
  /** Two halves of a lance flag. */
  readonly lance: readonly [string, string] | null;
}

export interface SideLook {
  readonly id: string;
  readonly tone: Tone;
  readonly corner: 'round' | 'cut';
  /** Of the header and the ground marks. */
  readonly header: string;
  readonly edge: string;
  readonly ink: string;
  readonly hatch: string;
}

export interface LeaderLook {
  readonly coat: string;
  readonly collar: string;
  readonly plate: string;
  readonly plume: string;
}

type Raw = Partial<Omit<TroopLook, 'id'>> & { plate: string };
const TROOPS = { ...troops, ...allies } as unknown as Readonly<Record<string, Raw>>;
const NATIONS = kinds.nations as Readonly<Record<string, Partial<Record<Arm, string>>>>;
const KINDS = kinds.kinds as Readonly<Record<string, string>>;
const LEADERS = kinds.leaders as Readonly<Record<string, LeaderLook>>;
const NAMES = names.names as Readonly<Record<string, Readonly<Record<string, string>>>>;
const SAME = names.same as Readonly<Record<string, string>>;
const NEUTRAL: Readonly<Record<Arm, string>> = {
  infantry: 'foot',
  cavalry: 'horse',
  artillery: 'guns',
};

/** The look of a side; one that no file names takes its tone from its place in the battle. */
export function sideLook(id: string, order: readonly string[] = []): SideLook {
  const known = (sides.sides as Record<string, { tone: string; header: string; edge: string }>)[id];
  const look = known ?? (order.indexOf(id) === 1 ? sides.second : sides.first);
  const tone = look.tone as Tone;
  const { corner, ink, hatch } = sides.tones[tone];
  const { header, edge } = look;
  return { id, tone, header, edge, corner: corner as SideLook['corner'], ink, hatch };
}

export function troopLook(
  unit: { readonly kind: string; readonly nation: string; readonly arm: Arm },
  tone: Tone,
): TroopLook {
  const id = KINDS[unit.kind] ?? NATIONS[unit.nation]?.[unit.arm] ?? `${tone}_${NEUTRAL[unit.arm]}`;
  return named(id);
}

export function named(id: string): TroopLook {
  const raw = TROOPS[id] ?? TROOPS.light_foot!;
  return {
    id,
    plate: raw.plate,
    coat: raw.coat ?? '#6E7480',
    facing: raw.facing ?? '#8A6A1E',
    lapel: raw.lapel ?? raw.coat ?? '#6E7480',
    trousers: raw.trousers ?? '#EFE9DA',
    head: raw.head ?? 'shako',
    plume: raw.plume ?? '#F0EAD8',
    figures: raw.figures ?? 'line',
    horse: raw.horse ?? '#6B4A33',
    carriage: raw.carriage ?? '#7D8A55',
    lance: raw.lance ?? null,
  };
}

export function leaderLook(leader: { readonly nation: string }, tone: Tone): LeaderLook {
  const plain = tone === 'light' ? '#DAD7CE' : '#474C52';
  return (
    LEADERS[leader.nation] ?? { coat: '#555B66', collar: '#D8B04A', plate: plain, plume: '#F0EAD8' }
  );
}

const SHORTER: readonly (readonly [RegExp, string])[] = [
  [/\s*\([^)]*\)/g, ''],
  [/\b(\d+)(st|nd|rd|th)\b/g, '$1'],
  [/\bL[eé]g[eè]re\b/g, 'Lég.'],
  [/\s*\bLigne\b/g, ''],
  [/\bArtillerie( [aà] (pied|cheval))?\b/g, 'Art.'],
  [/\bFusiliers?\b/g, 'Füs.'],
  [/\bKurmark Landwehr\b/g, 'Kurm.'],
  [/\bLandwehr\b/g, 'Lw.'],
  [/\bCavalry\b/g, 'Kav.'],
  [/\b(foot )?battery\b/gi, 'Batt.'],
  [/\bReserve\b/g, 'Res.'],
  [/\bWestphalian\b/g, 'Westph.'],
  [/\bFoot |No\. /g, ''],
  [/ brigade$/i, ''],
];
const LONGEST = 13;

/** The name on the header: the scenario's own, or the printed one made shorter. */
export function shortName(
  scenario: string,
  unit: { readonly id: string; readonly name: string },
): string {
  const known = NAMES[SAME[scenario] ?? scenario]?.[unit.id];
  if (known) return known;
  const made = SHORTER.reduce((text, [from, to]) => text.replace(from, to), unit.name).trim();
  return made.length > LONGEST ? `${made.slice(0, LONGEST - 1).trimEnd()}…` : made;
}
