/** Orders and hexes in words. Pure: names come from the setting, sentences from the catalogue. */

import type { Counter, Hex, MapData, Shape, Side, UnitId } from '../api/types';
import type { Option, Setting } from '../api/wire';
import { maybe, said, t } from '../i18n/index.svelte';
import { shortName } from '../map/counters/looks';
import { isLeader } from '../map/counters/model';
import { Ground } from '../map/ground';
import { hexName, neighbour, SIDE_NAMES, SIDES, VERTEX_NAMES } from '../map/hexes';
import { bodyName } from '../nlc/fields';
import { ownWords } from '../nlc/words';

/** Formations that look towards a corner of their hex, not a side. */
export const LOOKS_AT_VERTEX: ReadonlySet<string> = new Set(['line', 'skirmish']);

export function facingName(formation: string, facing: number): string {
  return (LOOKS_AT_VERTEX.has(formation) ? VERTEX_NAMES : SIDE_NAMES)[facing] ?? '';
}

export function facingWords(formation: string, facing: number): string {
  return said('face', facingName(formation, facing));
}

const POINTS = ['N', 'NNE', 'NE', 'E', 'SE', 'SSE', 'S', 'SSW', 'SW', 'W', 'NW', 'NNW'];

/** Where a shape looks, by the points of the compass; nothing where it has no front. */
export function headingWords({ heading = -1 }: Shape): string {
  return heading < 0 ? '' : said('face', POINTS[Math.round(heading / 30) % 12]!);
}

export interface Names {
  unit(id: UnitId): string;
}

/** The short name, unless it had to be cut: then the printed one. */
export function nameOf(scenario: string, unit: Pick<Counter, 'id' | 'name'>): string {
  const short = shortName(scenario, unit);
  return short.endsWith('…') ? unit.name : short;
}

/** Names of units and leaders of a battle. */
export function namesOf(counters: Readonly<Record<UnitId, Counter>>, setting: Setting): Names {
  return {
    unit(id) {
      const counter = counters[id];
      if (counter) return isLeader(counter) ? counter.name : nameOf(setting.id, counter);
      return bodyName(setting, id) ?? id;
    },
  };
}

export function listed(names: readonly string[]): string {
  return names.join(', ');
}

/** An option as a sentence. What no catalogue knows is shown as it is sent. */
export function optionWords(option: Option, names: Names, purpose = ''): string {
  const own = ownWords(option, names, purpose);
  if (own) return own;
  const words = option.text.split(' ');
  const unit = option.unit || words[1] || '';
  const many = option.units?.length ? option.units : words.slice(1);
  const units = listed(many.map((id) => names.unit(id)));
  const hex = hexOfOption(option);
  switch (option.kind) {
    case 'done':
      return maybe(`done.${purpose}`) ?? t('done.any');
    case 'march':
      return option.path?.length
        ? t('act.marchTo', { hex: hexName(option.ends?.[0] ?? 0) })
        : wayWords(words.slice(2));
    case 'form':
      return `${t('act.form', { formation: formationWord(option.formation ?? words[2] ?? '') })}, ${facingWords(option.formation ?? '', option.facing ?? 0)}`;
    case 'enter':
      return t('act.enter', { hex });
    case 'split':
      return t('act.split');
    case 'join':
      return t('act.join', { unit: names.unit(unit) });
    case 'restack':
      return t('act.restack', { hex, units: listed((option.units ?? []).map(names.unit)) });
    case 'fire':
      return t('act.fireWith', { hex, units });
    case 'assault':
      return t('act.assaultWith', { hex, units });
    case 'fall-back':
      return t('act.fallBackUnit', { unit: names.unit(unit), hex });
    case 'advance':
      return many.length ? t('act.advance', { units }) : t('act.advanceNone');
    case 'charge':
    case 'react':
      return t(`act.${option.kind}`, { units: listed(words.slice(1).map(names.unit)) });
    case 'ride':
      return t('act.ride', { way: wayWords(words.slice(2)) });
    case 'target':
    case 'pass':
    case 'square':
    case 'leave':
      return t(`act.${option.kind}`, { unit: names.unit(words[1] ?? '') });
    case 'evade':
    case 'counter':
      return t(`act.${option.kind}`, { unit: names.unit(words[1] ?? ''), hex });
    case 'lead':
      return t('act.lead', { leader: names.unit(words[1] ?? ''), hex });
    case 'accompany':
      return t('act.accompany', {
        leader: names.unit(words[1] ?? ''),
        unit: names.unit(words[2] ?? ''),
      });
    case 'force-march':
      return t('act.force-march', { units });
    case 'pick':
      return pickWords(words[1] ?? '', names, purpose);
    default:
      return option.text;
  }
}

export function formationWord(formation: string): string {
  return said('formation', formation);
}

/** What is picked: a hex, a way, a facing, a number, a unit or a leader. */
function pickWords(choice: string, names: Names, purpose: string): string {
  if (/^\d{4}$/.test(choice)) return t('pick.hex', { hex: choice });
  const way = pathOfChoice(choice).map(hexName);
  if (way.length) return t('pick.path', { hex: way[way.length - 1]!, way: way.join(', ') });
  if (/^\d+$/.test(choice)) return maybe(`pick.${purpose}`, { n: choice }) ?? choice;
  return maybe(`face.${choice}`) ?? maybe(`pick.${choice}`) ?? names.unit(choice);
}

/** "3418-0931": the hexes of a way that is picked. */
export function pathOfChoice(choice: string): Hex[] {
  return /^\d{4}(-\d{4})+$/.test(choice) ? choice.split('-').map(Number) : [];
}

function wayWords(words: readonly string[]): string {
  return words
    .map((word) => {
      const turned = word.startsWith('face:') ? word.slice(5) : '';
      if (turned) return t('act.turn', { facing: said('face', turned) });
      return maybe(`face.${word}`) ?? word.replace(':', ' ');
    })
    .join(', ');
}

function hexOfOption(option: Option): string {
  const at = targetOf(option);
  return at ? hexName(at) : '';
}

/** The hex that an option is about, as far as it names one. */
export function targetOf(option: Option): Hex | null {
  if (option.target) return option.target;
  if (option.ends?.length && option.kind !== 'form') return option.ends[0]!;
  if (option.kind === 'march' || option.kind === 'form' || option.kind === 'ride') return null;
  const words = option.text.split(' ').slice(1);
  const path = pathOfChoice(words[0] ?? '');
  if (path.length) return path[path.length - 1]!;
  const named = words.filter((word) => /^\d{4}$/.test(word));
  return named.length ? Number(named[named.length - 1]) : null;
}

// --- hexes

export interface HexFacts {
  readonly terrain: string;
  readonly level: number;
  readonly road: boolean;
  readonly slopes: readonly Side[];
  readonly walls: Readonly<Record<string, readonly Side[]>>;
}

export class Atlas {
  readonly ground: Ground;
  private readonly roads = new Set<Hex>();
  private readonly features = new Map<Hex, Record<string, Side[]>>();

  constructor(readonly map: MapData) {
    this.ground = new Ground(map);
    for (const road of map.roads) for (const at of road.hexes) this.roads.add(at);
    for (const { hex, side, feature } of map.hexsides) {
      this.note(hex, side as Side, feature);
      this.note(neighbour(hex, side), ((side + 3) % 6) as Side, feature);
    }
  }

  private note(at: Hex, side: Side, feature: string): void {
    const held = this.features.get(at) ?? {};
    held[feature] = [...(held[feature] ?? []), side];
    this.features.set(at, held);
  }

  facts(at: Hex): HexFacts {
    const level = this.ground.level(at);
    return {
      terrain: this.ground.terrain(at),
      level,
      road: this.roads.has(at),
      slopes: SIDES.filter((side) => {
        const beside = neighbour(at, side);
        return this.ground.has(beside) && this.ground.level(beside) !== level;
      }),
      walls: this.features.get(at) ?? {},
    };
  }

  /** The name of the place a hex belongs to. */
  place(at: Hex): string {
    const found = Object.entries(this.map.places).find(([, hexes]) => hexes.includes(at));
    return found ? found[0] : '';
  }
}

export function hexWords(facts: HexFacts): string {
  const terrain = said('terrain', facts.terrain).toLowerCase();
  const parts = [t(facts.road ? 'hex.road' : 'hex.on', { terrain, level: facts.level })];
  if (facts.slopes.length) parts.push(t('hex.slopes', { sides: sidesWords(facts.slopes) }));
  for (const [feature, sides] of Object.entries(facts.walls))
    parts.push(t('hex.walls', { feature: said('feature', feature), sides: sidesWords(sides) }));
  return parts.join(' ');
}

function sidesWords(sides: readonly Side[]): string {
  return sides.map((side) => SIDE_NAMES[side]).join(', ');
}

/** The state of a counter in a word or two. */
export function stateWords({ state = '' }: Counter): string {
  return maybe(`order.${state}`) ?? said('state', state).toLowerCase();
}

/** A cost in movement points: "3", "2½". */
export function costText(cost: number): string {
  const whole = Math.floor(cost);
  const half = cost - whole >= 0.25;
  return half ? `${whole || ''}½` : String(whole);
}

const PARTS: Readonly<Record<string, string>> = {
  '1/4': '¼',
  '1/2': '½',
  '3/4': '¾',
  '1/3': '⅓',
  '2/3': '⅔',
};

/** "17/4" as 4¼; what has no sign of its own as a decimal. */
export function fractionText(text: string): string {
  const [over = '', under] = text.split('/');
  if (!under) return text;
  const whole = Math.floor(Number(over) / Number(under));
  const rest = PARTS[`${Number(over) % Number(under)}/${under}`];
  if (rest) return `${whole || ''}${rest}`;
  return String(Math.round((Number(over) / Number(under)) * 10) / 10);
}
