/** The state of the table as overlays of the map. */

import type { Card, Offer } from '../api/documents';
import type { Hex } from '../api/types';
import { drawn, type Measures, measured, sightOf } from '../cards/laid';
import { percent } from '../i18n/index.svelte';
import { sideLook } from '../map/counters/looks';
import { counterOf, isLeader } from '../map/counters/model';
import type { Point } from '../map/hexes';
import { ends } from '../map/legs';
import type {
  Area,
  Arrow,
  DraftMark,
  Handles,
  Outline,
  Overlays,
  Path,
  Tag,
} from '../map/overlays/overlays';
import { baseOf, pointAt } from '../map/places';
import { prefs } from '../ui/prefs.svelte';
import { headline } from './aiming.svelte';
import { keyOf } from './attacking.svelte';
import type { Battle } from './battle.svelte';
import { endOf, headingOf } from './choices';
import type { Deciding } from './deciding.svelte';
import { costText, legWords, pointsText, spent } from './words';

const LEVELS = ['#6E8A4A', '#C9A24A', '#B9742E', '#8C4A22', '#5E2E18'];

/** Nothing over the map: while the past is shown, or somebody else sits down. */
export const NO_OVERLAYS: Overlays = {
  reach: null,
  path: null,
  areas: [],
  sight: null,
  targets: [],
  crooked: [],
  target: null,
  arrows: [],
  tags: [],
  chosen: null,
  cursor: null,
  hover: null,
  ghosts: [],
  outlines: [],
  gauges: [],
  poses: [],
  draft: null,
  handles: null,
  fronts: [],
  faded: new Set(),
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
  const looked = drawn([looks.sight, looks.range, looks.aimed, looks.things]);
  const laid = [threats, looked, kept, writing.drawn];
  const drafted = !attack && deciding.drafting.isPossible;
  return {
    ...measuresOf(deciding, feared),
    draft: drafted ? draftOf(battle, deciding) : null,
    faded: new Set(drafted && deciding.drafting.offer ? [deciding.selected!] : []),
    handles: drafted ? handlesOf(deciding) : null,
    fronts: attack || deciding.busy ? [] : deciding.plans.fronts,
    reach: show.reach && !attack ? reachOf(deciding) : null,
    path: charged(battle, deciding) ?? (attack || drafted ? null : pathOf(battle, deciding)),
    areas: [...areasOf(battle, deciding), ...laid.flatMap(({ areas }) => areas)],
    sight: sightOf(looks.sight),
    targets: battle.mine ? [...deciding.targets, ...aimsOf(deciding, true)] : [],
    crooked: aimsOf(deciding, false),
    target: attack?.target || attack?.odds?.at || null,
    arrows: [...arrowsOf(battle, deciding), ...laid.flatMap(({ arrows }) => arrows)],
    tags: [...tagsOf(battle, deciding), ...laid.flatMap(({ tags }) => tags)],
    chosen: battle.moving?.focus?.[0] ?? null,
    cursor: keyboard ? deciding.cursor : null,
    hover: deciding.looks.hovered,
  };
}

/** What is laid over a measured table by what is looked at, weighed or about to be done. */
function measuresOf(
  { looks, attacks, plans, battle, gathering }: Deciding,
  feared?: Card | null,
): Measures {
  const attack = attacks.now;
  const cards = [looks.range, looks.sight, ...(attack ? [] : [looks.threats, feared])];
  const offer = attack ? attack.offer : plans.option;
  const over = [...(offer?.over ?? []), ...(attack?.odds?.over ?? [])];
  const own = measured([...cards.flatMap((card) => card?.over ?? []), ...over]);
  const mine = sideLook(battle.side, battle.hello?.sides).header;
  const arcs = measured(
    looks.arcs.flatMap((card) => card.over ?? []),
    mine,
  );
  return {
    outlines: [...arcs.outlines, ...own.outlines, ...boxOf(gathering.box)],
    gauges: [...arcs.gauges, ...own.gauges, ...looks.measuring.drawn(looks.hovered)],
    poses: own.poses,
  };
}

/** The box that is drawn about those who shall go together. */
function boxOf(box: readonly [Point, Point] | null): Outline[] {
  if (!box) return [];
  const place = (x: number, y: number) => pointAt(Math.max(0, x), Math.max(0, y));
  const [one, two] = box;
  const corners = [
    place(one.x, one.y),
    place(two.x, one.y),
    place(two.x, two.y),
    place(one.x, two.y),
  ];
  return [{ corners, tone: 'group' }];
}

/** The move in hand, leg by leg, with what it costs and where it may not go. */
function draftOf(battle: Battle, { drafting }: Deciding): DraftMark | null {
  const { start, offer, refused, hand, legs } = drafting;
  const counter = drafting.counter;
  if (!start || !counter || (!offer && !legs.length)) return null;
  const made = offer?.legs ?? [];
  const base = baseOf(offer?.shape);
  const { formation } = offer ?? {};
  const stands = { ...counter, formation: formation || counter.formation || '', marks: [] };
  const ghost = offer?.shape && counterOf({ ...stands, shape: offer.shape }, battle.setting);
  const beyond = baseOf(offer?.beyond) ?? (refused ? hand : null);
  const last = legs[legs.length - 1];
  const pills = [
    ...(offer ? [spent(offer, battle.map?.unit ?? '')] : []),
    ...(last ? [legWords(last, battle.map?.unit ?? '')] : []),
  ];
  return {
    start,
    legs: ends(start, made).map((end, i) => {
      const leg = made[i]!;
      const text = leg.kind === 'wheel' ? `${leg.by}°` : leg.by ? (leg.by / 1000).toFixed(2) : '';
      return { kind: leg.kind, side: leg.side ?? '', end, text };
    }),
    ...(ghost ? { ghost } : {}),
    ...(hand && !refused && hand !== base ? { hand } : {}),
    ...(beyond ? { beyond } : {}),
    pills,
    refused: refused?.text ?? offer?.stops ?? '',
  };
}

function handlesOf({ drafting, busy }: Deciding): Handles | null {
  const base = (drafting.held && drafting.hand) || drafting.end;
  if (!base || busy) return null;
  const large = prefs.phone || drafting.touched;
  return { base, wheels: drafting.can('wheel'), large, held: drafting.held };
}

function reachOf(deciding: Deciding) {
  const { reach } = deciding;
  const { ways = [], outline = [] } = reach ?? {};
  if (!reach || (!ways.length && !outline.length)) return null;
  const from = deciding.battle.at(reach.unit.split('+')[0]!);
  const costs = new Map(ways.map((way) => [endOf(way), costText(way.cost ?? 0)]));
  return { costs, outline, ...(from === null ? {} : { from }) };
}

/** Those who could be struck with a run, or without one. */
function aimsOf({ aims }: Deciding, straight: boolean): Hex[] {
  return aims.list.filter((aim) => !!aim.straight === straight).map(({ at }) => at);
}

/** The way to whomever horse is led at: the one the card speaks of, or that is looked at. */
function charged(battle: Battle, { aims, attacks, looks, reach }: Deciding): Path | null {
  const at = attacks.now?.named ? attacks.now.target : (aims.chosen ?? looks.hovered);
  const aim = at ? aims.byPlace.get(at) : undefined;
  const from = reach ? battle.at(reach.unit.split('+')[0]!) : null;
  if (!aim?.path?.length || from === null) return null;
  const steps = [...aim.path, aim.at].map((hex, i, all) => ({
    hex,
    cost: i === all.length - 1 ? costText(aim.cost ?? 0) : '',
  }));
  return { from, steps };
}

/** The offer of a card that is highlighted, as far as it moves somebody. */
function cardOffer(deciding: Deciding): Offer | null {
  const offer = deciding.options.find(({ id }) => id === deciding.chosen);
  return deciding.card && offer?.shape ? offer : null;
}

function pathOf(battle: Battle, deciding: Deciding): Path | null {
  const option = deciding.plans.option ?? cardOffer(deciding);
  const hovered = deciding.looks.hovered;
  const found = hovered && battle.mine ? deciding.reachBy.get(hovered) : undefined;
  const way = option ?? (found?.id ? found : undefined);
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
    (deciding.drafting.isPossible ? '' : deciding.plans.option?.stops) ||
    (deciding.looks.hovered && battle.mine
      ? deciding.reachBy.get(deciding.looks.hovered)?.stops
      : '');
  const at = deciding.plans.now?.hex ?? deciding.looks.hovered;
  if (stops && at && !deciding.attacks.now)
    tags.push({ hex: at, text: stops, tone: 'blocked', low: true });
  if (battle.isOver) return [];
  deciding.aims.list.forEach((aim, i) => {
    const chance = headline(deciding.aims.odds.get(aim.at));
    const words = [`${i + 1}`, pointsText(aim.cost ?? 0)];
    if (chance) words.push(percent(chance.chance));
    tags.push({ hex: aim.at, text: words.join(' · '), tone: 'ink', under: true });
  });
  return tags;
}
