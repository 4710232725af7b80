/** Orders and hexes in words. Pure: names come from the setting, sentences from the catalogue. */

import type { Leg, Offer } from '../api/documents';
import type { Counter, Hex, MapData, Shape, Side, UnitId } from '../api/types';
import type { Setting } from '../api/wire';
import { counted, maybe, said, t, word } from '../i18n/index.svelte';
import { shortName } from '../map/counters/looks';
import { isLeader } from '../map/counters/model';
import { Ground } from '../map/ground';
import { neighbour, SIDE_NAMES, SIDES } from '../map/hexes';

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
      return id;
    },
  };
}

export function listed(names: readonly string[]): string {
  return names.join(', ');
}

export function formationWord(formation: string): string {
  return word('formation', formation);
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
      slopes: this.ground.measured
        ? []
        : SIDES.filter((side) => {
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
  const terrain = word('terrain', facts.terrain).toLowerCase();
  const parts = [t(facts.road ? 'hex.road' : 'hex.on', { terrain, level: facts.level })];
  if (facts.slopes.length) parts.push(t('hex.slopes', { sides: sidesWords(facts.slopes) }));
  for (const [feature, sides] of Object.entries(facts.walls))
    parts.push(t('hex.walls', { feature: word('feature', feature), sides: sidesWords(sides) }));
  return parts.join(' ');
}

function sidesWords(sides: readonly Side[]): string {
  return sides.map((side) => SIDE_NAMES[side]).join(', ');
}

/** The state of a counter in a word or two. */
export function stateWords({ state = '' }: Counter): string {
  return word('state', state).toLowerCase();
}

/** How much is left of a counter: "4 of 6 increments", as its rules count. */
export function strengthWords(left: number, all: number): string {
  return t('oob.strength', { n: left, all, what: word('figure', 'strength').toLowerCase() });
}

/** A cost in movement points: "3", "2½"; what was measured finer, to two places: "1.85". */
export function costText(cost: number): string {
  if (Math.abs(cost * 12 - Math.round(cost * 12)) > 0.01) return cost.toFixed(2);
  const whole = Math.floor(cost);
  const half = cost - whole >= 0.25;
  return half ? `${whole || ''}½` : String(whole);
}

/** Points of movement, counted. */
export const pointsText = (cost: number): string => counted('points', cost, costText(cost));

/** A measure of a measured table, to two places. */
export const measure = (units: number, unit: string): string =>
  `${units.toFixed(2)} ${unit}`.trim();

/** What a move costs, of all that there is: "3.20 of 6 UD". */
export function spent({ cost = 0, budget = 0 }: Offer, unit: string): string {
  const all = Number.isInteger(budget) ? String(budget) : budget.toFixed(2);
  return budget ? t('draft.of', { cost: cost.toFixed(2), all, unit }) : measure(cost, unit);
}

/** A leg of a measured move: "wheel right 39°", "ahead 1.90 UD". */
export function legWords({ kind, by = 0, side = '', form = '' }: Leg, unit: string): string {
  const far = kind === 'wheel' || kind === 'face' ? `${by}°` : measure(by / 1000, unit);
  const way = side ? t(side === 'left' ? 'leg.left' : 'leg.right') : '';
  const formation = form ? formationWord(form).toLowerCase() : '';
  return maybe(`leg.${kind}`, { far, side: way, form: formation }) ?? kind;
}
