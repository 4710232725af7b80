/** Orders and what becomes of them, as the view of a system with written orders sends them. */

import type { Hex, LeaderId, UnitId } from '../api/types';
import type { MovingView, Setting } from '../api/wire';
import { said, t } from '../i18n/index.svelte';
import { placeText } from '../map/places';
import type { Battle } from '../table/battle.svelte';

/** One link of an order: what to do, where, by which way. */
export interface OrderLink {
  readonly type: string;
  readonly target?: readonly Hex[];
  readonly route?: readonly Hex[];
  readonly name?: string;
  readonly here?: boolean;
  readonly forced?: boolean;
  readonly awaits?: boolean;
  readonly not_before?: number;
  readonly chief?: string;
}

/** Received and not yet obeyed: next turn, when a die allows it, at dawn. */
export interface Waiting {
  readonly orders: readonly OrderLink[];
  readonly state: string;
  readonly since: number;
  readonly sender: LeaderId;
}

/** A body under one order. */
export interface Force {
  readonly id: string;
  readonly side: string;
  readonly formation: string;
  readonly leader: LeaderId;
  readonly order: OrderLink;
  readonly queue: readonly OrderLink[];
  readonly chief: string;
  readonly since: number;
  readonly waiting: Waiting | null;
  readonly fatigue: number;
}

/** An order on its way; `due` 0 is what a leader has noted for himself. */
export interface Dispatch {
  readonly number: number;
  readonly sender: LeaderId;
  readonly to: string;
  readonly orders: readonly OrderLink[];
  readonly issued: number;
  readonly due: number;
  readonly face_to_face: boolean;
}

/** A plotted march whose counters on the map are a blind; the bank is in half points. */
export interface HiddenMarch {
  readonly force: string;
  readonly plot: readonly Hex[];
  readonly bank: number;
  readonly turns: number;
}

export interface Ordered extends MovingView {
  readonly forces: Readonly<Record<string, Force>>;
  readonly transit: readonly Dispatch[];
  readonly hidden: Readonly<Record<string, HiddenMarch>>;
  readonly cup: readonly string[];
  readonly cup_count: number;
  readonly pairs: readonly (readonly [string, string, string])[];
  readonly under: Readonly<Record<UnitId, string>>;
}

/** The view, where it has orders in it. */
export function orderedView(battle: Pick<Battle, 'moving'>): Ordered | null {
  return battle.moving && 'forces' in battle.moving ? (battle.moving as Ordered) : null;
}

const DIVISION = '/';
const PART = '+';
const COORDINATED = 'coordinated:';

/** What a body, a chit, a leader or a headquarters is called; nothing for what is none of these. */
export function bodyName(setting: Setting, id: string): string | null {
  const formation = setting.formations?.[id];
  if (formation) return formation.name;
  if (id.startsWith(COORDINATED)) {
    const side = id.slice(COORDINATED.length);
    return t('cup.coordinated', { side: setting.side_names?.[side] ?? side });
  }
  const mark = id.includes(DIVISION) ? DIVISION : id.includes(PART) ? PART : '';
  if (mark) {
    const [whole = '', part = ''] = id.split(mark);
    const of = bodyName(setting, whole);
    return of ? t(mark === DIVISION ? 'order.division' : 'order.part', { of, part }) : null;
  }
  return setting.leaders?.[id]?.name ?? null;
}

/** The name of the place that some hexes are, or their numbers. */
export function placeName(battle: Battle, hexes: readonly Hex[]): string {
  const known = Object.entries(battle.map?.places ?? {}).find(
    ([, held]) => held.length === hexes.length && held.every((at) => hexes.includes(at)),
  );
  const numbers = hexes.map(placeText).join(' ');
  return known ? `${known[0]} ${numbers}` : numbers;
}

/** "Attack Gemioncourt 1213". */
export function linkWords(battle: Battle, link: OrderLink): string {
  const words = [said('order', link.type)];
  if (link.chief) words.push(bodyName(battle.setting, link.chief) ?? link.chief);
  if (link.forced) words.push(t('order.forced'));
  if (link.here) words.push(t('order.here'));
  else if (link.target?.length) words.push(placeName(battle, link.target));
  if (link.route?.length) words.push(t('order.via', { way: link.route.map(placeText).join(', ') }));
  if (link.not_before) words.push(t('order.notBefore', { turn: link.not_before }));
  return words.join(' ');
}

export function sequenceWords(battle: Battle, links: readonly OrderLink[]): string {
  const words = links.map((link) => linkWords(battle, link)).join(t('order.then'));
  return links[links.length - 1]?.awaits ? `${words}${t('order.thenAwait')}` : words;
}

/** Where a body's leader, or else its first counter, is. */
export function postOf(battle: Battle, id: string): Hex | null {
  const view = orderedView(battle);
  if (!view) return null;
  const leader = view.forces[id]?.leader ?? battle.setting.formations?.[id]?.leader ?? id;
  const at = battle.at(leader);
  if (at) return at;
  const unit = Object.entries(view.under).find(
    ([each, under]) => under === id && battle.at(each) !== null,
  );
  return unit ? battle.at(unit[0]) : null;
}

/** The time of day at which a turn begins. */
export function timeOf(battle: Battle, turn: number): string {
  return battle.timeOf(turn) || String(turn);
}
