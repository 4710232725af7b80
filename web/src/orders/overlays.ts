/** Orders and marches over the map: what is being written, what is in force, what nobody sees. */

import type { Hex } from '../api/types';
import { said, t } from '../i18n/index.svelte';
import { sideLook } from '../map/counters/looks';
import type { Area, Arrow, Tag } from '../map/overlays/overlays';
import type { Battle } from '../table/battle.svelte';
import type { Deciding } from '../table/deciding.svelte';
import { bodyName, type OrderLink, orderedView, postOf } from './fields';

export interface Laid {
  readonly areas: readonly Area[];
  readonly arrows: readonly Arrow[];
  readonly tags: readonly Tag[];
}

const GOLD = '#B8860B';

export function ordersOver(battle: Battle, deciding: Deciding): Laid {
  const view = orderedView(battle);
  if (!view) return { areas: [], arrows: [], tags: [] };
  const { show } = deciding.looks;
  const laid = [
    ...(deciding.writing.active ? [written(battle, deciding)] : []),
    ...(show.orders
      ? Object.values(view.forces).map((force) => inForce(battle, force.id, force.order))
      : []),
    ...Object.values(view.hidden).map(({ force, plot, bank }) =>
      hiddenMarch(battle, force, plot, bank),
    ),
  ];
  return {
    areas: laid.flatMap((each) => each.areas),
    arrows: laid.flatMap((each) => each.arrows),
    tags: laid.flatMap((each) => each.tags),
  };
}

/** Arrows from stop to stop. */
function way(stops: readonly (Hex | null | undefined)[], kind: Arrow['kind']): Arrow[] {
  const at = stops.filter((hex): hex is Hex => !!hex);
  return at.slice(1).flatMap((to, i) => (at[i] === to ? [] : [{ from: at[i]!, to, kind }]));
}

function written(battle: Battle, { writing }: Deciding): Laid {
  const { draft } = writing;
  const body = draft.verb === 'send' ? draft.to : (leads(battle, draft.to) ?? draft.to);
  const arrows: Arrow[] = [];
  const areas: Area[] = [];
  let from = draft.to ? postOf(battle, body) : null;
  for (const link of draft.links) {
    if (!link.target.length) continue;
    arrows.push(...way([from, ...link.via, link.target[0]], 'gallop'));
    areas.push({ hexes: new Set(link.target), kind: 'danger' });
    from = link.target[0]!;
  }
  return { areas, arrows, tags: [] };
}

function leads(battle: Battle, leader: string): string | undefined {
  return Object.values(battle.setting.formations ?? {}).find((each) => each.leader === leader)?.id;
}

function inForce(battle: Battle, id: string, order: OrderLink): Laid {
  const target = order.target?.[0];
  const from = postOf(battle, id);
  if (!target || !from) return { areas: [], arrows: [], tags: [] };
  const text = `${bodyName(battle.setting, id) ?? id}: ${said('order', order.type)}`;
  const colour = sideLook(battle.side, battle.hello?.sides).header;
  return {
    areas: [],
    arrows: way([from, ...(order.route ?? []), target], 'fire'),
    tags: [{ hex: target, text, tone: 'side', colour }],
  };
}

function hiddenMarch(battle: Battle, force: string, plot: readonly Hex[], bank: number): Laid {
  const end = plot[plot.length - 1];
  const text = t('staff.plot', { body: bodyName(battle.setting, force) ?? force, n: bank / 2 });
  return {
    areas: [{ hexes: new Set(plot), kind: 'zone', colour: `${GOLD}99` }],
    arrows: way([plot[0], end], 'retreat'),
    tags: end ? [{ hex: end, text, tone: 'ink' }] : [],
  };
}
