/** The state of the table as overlays of the map. */

import type { Hex } from '../api/types';
import type { ReachHex } from '../api/wire';
import { t } from '../i18n/index.svelte';
import { sideLook } from '../map/counters/looks';
import { counterOf } from '../map/counters/model';
import { hexName } from '../map/hexes';
import type { Area, Arrow, Overlays, Path, Tag } from '../map/overlays/overlays';
import type { Battle } from './battle.svelte';
import type { Deciding } from './deciding.svelte';
import { costText } from './words';

const LEVELS = ['#6E8A4A', '#C9A24A', '#B9742E', '#8C4A22', '#5E2E18'];

export function overlaysOf(battle: Battle, deciding: Deciding, keyboard: boolean): Overlays {
  const { show } = deciding;
  const attack = deciding.attack;
  return {
    reach: show.reach && !attack ? reachOf(deciding) : null,
    path: attack ? null : pathOf(battle, deciding),
    areas: areasOf(battle, deciding),
    sight: deciding.sight && {
      from: deciding.sight.origin,
      to: deciding.sight.target,
      ...(deciding.sight.clear
        ? {}
        : { blocked: deciding.sight.blocked_by || deciding.sight.target }),
    },
    targets: battle.mine ? deciding.targets : [],
    target: attack?.target ?? null,
    arrows: arrowsOf(battle, deciding),
    tags: tagsOf(battle, deciding),
    chosen: battle.moving?.focus?.[0] ?? null,
    cursor: keyboard ? deciding.cursor : null,
    hover: deciding.hovered,
  };
}

function reachOf(deciding: Deciding) {
  const { reach } = deciding;
  if (!reach?.hexes.length) return null;
  const from = deciding.battle.at(reach.unit);
  const costs = new Map(reach.hexes.map(({ hex, cost }) => [hex, costText(cost)]));
  return from === null ? { costs } : { costs, from };
}

function pathOf(battle: Battle, deciding: Deciding): Path | null {
  const option = deciding.planned;
  const hovered = deciding.hovered;
  const way =
    option ?? (hovered && deciding.own.length ? deciding.reachBy.get(hovered) : undefined);
  const unit = deciding.selected;
  if (!way || !unit) return null;
  const piece = battle.moving?.pieces[unit];
  const printed = battle.printed(unit);
  if (!printed) return null;
  const from = battle.at(unit);
  const hexes = way.path ?? [];
  const end = way.ends?.[0] ?? hexes[hexes.length - 1];
  if (end === undefined) return null;
  const total = costText(way.cost ?? 0);
  const steps = hexes.map((hex, i) => ({
    hex,
    cost: i === hexes.length - 1 ? total : running(deciding, hex, way.cost ?? 0),
  }));
  const formation = (option?.formation || piece?.formation || 'column') as 'column';
  const ghostPiece = {
    id: unit,
    hexes: way.ends ?? [end],
    facing: way.facing ?? piece?.facing ?? 0,
    formation,
    order: piece?.order ?? 'good',
    lost: piece?.lost ?? 0,
    main: piece?.main ?? 0,
    readiness: piece?.readiness ?? 'fresh',
    came_from: 0,
    marks: [],
  } as const;
  const ghost = counterOf(ghostPiece, printed, { fired_at: {} }, battle.setting);
  if (!steps.length)
    return { from: end, steps: [{ hex: end, cost: option?.cost ? total : '' }], ghost };
  return { from: from ?? end, steps, ghost };
}

function running(deciding: Deciding, hex: Hex, total: number): string {
  const found: ReachHex | undefined = deciding.reachBy.get(hex);
  return found && found.cost <= total ? costText(found.cost) : '';
}

function areasOf(battle: Battle, deciding: Deciding): Area[] {
  const areas: Area[] = [];
  const { show } = deciding;
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
    areas.push({ hexes: set(deciding.zones), kind: 'zone', colour: hatch(theirs) });
    areas.push({ hexes: set(deciding.ownZones), kind: 'zone', colour: hatch(mine) });
  } else if (deciding.reach && battle.mine && deciding.own.length) {
    const danger = new Set(
      deciding.reach.hexes.map(({ hex }) => hex).filter((hex) => deciding.zones[String(hex)]),
    );
    if (danger.size) areas.push({ hexes: danger, kind: 'danger' });
  }
  if (show.threat && deciding.threat.size)
    areas.push({ hexes: deciding.threat, kind: 'reaction', colour: '#7A1F1F' });
  if (battle.mine && deciding.picks.size && !deciding.plan)
    areas.push({ hexes: deciding.picks, kind: 'arrival' });
  return areas;
}

function arrowsOf(battle: Battle, deciding: Deciding): Arrow[] {
  const { attack } = deciding;
  if (!attack) return [];
  return attack.able
    .filter(({ unit, at }) => attack.chosen.has(`${unit}@${at ?? ''}`))
    .flatMap(({ unit, at }) => {
      const from = at ?? battle.at(unit);
      return from && from !== attack.target ? [{ from, to: attack.target, kind: attack.kind }] : [];
    });
}

function tagsOf(battle: Battle, deciding: Deciding): Tag[] {
  const tags: Tag[] = [];
  const { sight } = deciding;
  if (sight)
    tags.push(
      sight.clear
        ? { hex: sight.target, text: t('sight.tagClear'), tone: 'clear' }
        : {
            hex: sight.blocked_by || sight.target,
            text: t('sight.tag', { hex: hexName(sight.blocked_by || sight.target) }),
            tone: 'blocked',
          },
    );
  const stops =
    deciding.planned?.stops ||
    (deciding.hovered && deciding.own.length ? deciding.reachBy.get(deciding.hovered)?.stops : '');
  const at = deciding.plan?.hex ?? deciding.hovered;
  if (stops && at && !deciding.attack) tags.push({ hex: at, text: stops, tone: 'blocked' });
  if (battle.isOver) return [];
  return tags;
}
