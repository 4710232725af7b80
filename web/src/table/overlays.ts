/** The state of the table as overlays of the map. */

import type { Offer } from '../api/documents';
import type { Hex } from '../api/types';
import { drawn, sightOf } from '../cards/laid';
import { sideLook } from '../map/counters/looks';
import { counterOf, isLeader } from '../map/counters/model';
import type { Area, Arrow, Overlays, Path, Tag } from '../map/overlays/overlays';
import { keyOf } from './attacking.svelte';
import type { Battle } from './battle.svelte';
import { endOf, headingOf } from './choices';
import type { Deciding } from './deciding.svelte';
import { costText } from './words';

const LEVELS = ['#6E8A4A', '#C9A24A', '#B9742E', '#8C4A22', '#5E2E18'];

/** Nothing over the map: while the past is shown, or somebody else sits down. */
export const NO_OVERLAYS: Overlays = {
  reach: null,
  path: null,
  areas: [],
  sight: null,
  targets: [],
  target: null,
  arrows: [],
  tags: [],
  chosen: null,
  cursor: null,
  hover: null,
  ghosts: [],
};

export function overlaysOf(battle: Battle, deciding: Deciding, keyboard: boolean): Overlays {
  const { show } = deciding.looks;
  const attack = deciding.attacks.now;
  const { looks, papers, writing } = deciding;
  const feared =
    looks.show.threat && looks.threatHex ? looks.threatened.get(looks.threatHex) : null;
  const threats = attack ? drawn([]) : drawn([looks.threats, feared]);
  const mine = sideLook(battle.side, battle.hello?.sides).header;
  const kept = drawn([papers.card, show.orders ? papers.card?.cards?.[0] : null], mine);
  const looked = drawn([looks.sight, looks.range]);
  const laid = [threats, looked, kept, writing.drawn];
  return {
    reach: show.reach && !attack ? reachOf(deciding) : null,
    path: attack ? null : pathOf(battle, deciding),
    areas: [...areasOf(battle, deciding), ...laid.flatMap(({ areas }) => areas)],
    sight: sightOf(looks.sight),
    targets: battle.mine ? deciding.targets : [],
    target: attack?.target || attack?.odds?.at || null,
    arrows: [...arrowsOf(battle, deciding), ...laid.flatMap(({ arrows }) => arrows)],
    tags: [...tagsOf(battle, deciding), ...laid.flatMap(({ tags }) => tags)],
    chosen: battle.moving?.focus?.[0] ?? null,
    cursor: keyboard ? deciding.cursor : null,
    hover: deciding.looks.hovered,
  };
}

function reachOf(deciding: Deciding) {
  const { reach } = deciding;
  const { ways = [], outline = [] } = reach ?? {};
  if (!reach || (!ways.length && !outline.length)) return null;
  const from = deciding.battle.at(reach.unit);
  const costs = new Map(ways.map((way) => [endOf(way), costText(way.cost ?? 0)]));
  return { costs, outline, ...(from === null ? {} : { from }) };
}

/** The offer of a card that is highlighted, as far as it moves somebody. */
function cardOffer(deciding: Deciding): Offer | null {
  const offer = deciding.options.find(({ id }) => id === deciding.chosen);
  return deciding.card && offer?.shape ? offer : null;
}

function pathOf(battle: Battle, deciding: Deciding): Path | null {
  const option = deciding.plans.option ?? cardOffer(deciding);
  const hovered = deciding.looks.hovered;
  const way = option ?? (hovered && battle.mine ? deciding.reachBy.get(hovered) : undefined);
  const unit = option?.who?.[0] ?? deciding.selected;
  if (!way || !unit) return null;
  const counter = battle.counter(unit);
  if (!counter || isLeader(counter)) return null;
  const from = battle.at(unit);
  const hexes = way.path ?? [];
  const end = way.shape?.places[0] ?? hexes[hexes.length - 1];
  if (end === undefined) return null;
  const total = costText(way.cost ?? 0);
  const spent = option?.costs;
  const steps = hexes.map((hex, i) => ({
    hex,
    cost:
      i === hexes.length - 1
        ? total
        : spent
          ? costText(spent[i] ?? 0)
          : running(deciding, hex, way.cost ?? 0),
  }));
  const via = new Set(option === deciding.plans.option ? deciding.plans.now?.via : []);
  const formation = option?.formation || counter.formation || '';
  const heading = headingOf(way) >= 0 ? headingOf(way) : headingOf(counter);
  const shape = { ...(way.shape ?? { places: [end] }), heading };
  const ghost = counterOf({ ...counter, formation, shape, marks: [] }, battle.setting);
  if (!steps.length)
    return { from: end, steps: [{ hex: end, cost: option?.cost ? total : '' }], ghost };
  return { from: from ?? end, steps, ghost, via };
}

function running(deciding: Deciding, hex: Hex, total: number): string {
  const found = deciding.reachBy.get(hex);
  return found && (found.cost ?? 0) <= total ? costText(found.cost ?? 0) : '';
}

function areasOf(battle: Battle, deciding: Deciding): Area[] {
  const areas: Area[] = [];
  const { show } = deciding.looks;
  if (show.heights && battle.atlas) {
    const { ground } = battle.atlas;
    for (let level = 1; level <= ground.highestLevel; level++) {
      const hexes = new Set([...ground.hexes()].filter((at) => ground.level(at) === level));
      if (hexes.size) areas.push({ hexes, kind: 'control', colour: LEVELS[Math.min(level, 4)]! });
    }
  }
  const set = (hexes: Readonly<Record<string, unknown>>) => new Set(Object.keys(hexes).map(Number));
  if (show.zones) {
    const [first, second] = battle.hello?.sides ?? [];
    const mine = battle.side || first!;
    const theirs = mine === first ? second! : first!;
    const hatch = (side: string) => `${sideLook(side, battle.hello?.sides).header}88`;
    areas.push({ hexes: set(deciding.looks.zones), kind: 'zone', colour: hatch(theirs) });
    areas.push({ hexes: set(deciding.looks.ownZones), kind: 'zone', colour: hatch(mine) });
  } else if (deciding.reach && battle.mine) {
    const danger = new Set(
      (deciding.reach.ways ?? [])
        .filter((way) => way.warns || deciding.looks.zones[String(endOf(way))])
        .map(endOf),
    );
    if (danger.size) areas.push({ hexes: danger, kind: 'danger' });
  }
  if (show.threat && deciding.looks.threat.size)
    areas.push({ hexes: deciding.looks.threat, kind: 'reaction', colour: '#7A1F1F' });
  if (battle.mine && deciding.picks.size && !deciding.plans.now)
    areas.push({ hexes: deciding.picks, kind: 'arrival' });
  if (deciding.inSegment && !deciding.selected && !battle.question?.grouped)
    areas.push({ hexes: standing(battle, deciding.able), kind: 'arrival' });
  return areas;
}

function standing(battle: Battle, units: readonly string[]): Set<Hex> {
  return new Set(units.flatMap((unit) => battle.at(unit) ?? []));
}

function arrowsOf(battle: Battle, deciding: Deciding): Arrow[] {
  const attack = deciding.attacks.now;
  if (!attack) return [];
  return attack.able
    .filter((party) => attack.chosen.has(keyOf(party)))
    .flatMap(({ unit, at }) => {
      const from = at || battle.at(unit);
      const to = attack.target || attack.odds?.at;
      return from && to && from !== to ? [{ from, to, kind: attack.means as Arrow['kind'] }] : [];
    });
}

function tagsOf(battle: Battle, deciding: Deciding): Tag[] {
  const tags: Tag[] = [];
  const stops =
    deciding.plans.option?.stops ||
    (deciding.looks.hovered && battle.mine
      ? deciding.reachBy.get(deciding.looks.hovered)?.stops
      : '');
  const at = deciding.plans.now?.hex ?? deciding.looks.hovered;
  if (stops && at && !deciding.attacks.now)
    tags.push({ hex: at, text: stops, tone: 'blocked', low: true });
  const { refused } = deciding.drafting;
  if (refused) tags.push({ hex: refused.hex, text: refused.text, tone: 'blocked', low: true });
  if (battle.isOver) return [];
  return tags;
}
