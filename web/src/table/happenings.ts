/** Events in the words of the catalogue; those it does not know keep the server's sentence. */

import type { GameEvent } from '../api/wire';
import { maybe, said } from '../i18n/index.svelte';
import { hexName } from '../map/hexes';
import { facingWords, fractionText } from './words';

const HEXES = new Set(['hexes', 'at', 'to', 'from_hex', 'came_from']);
/** How an event can turn out the other way. */
const TURNS: readonly string[] = ['passed', 'limbered', 'recalled', 'wavers'];
/** Bookkeeping that nobody needs to read. */
export const QUIET: ReadonlySet<string> = new Set([
  'Marked',
  'Unmarked',
  'StackOrdered',
  'OrderBegan',
  'FireLossesNoted',
  'RestBegan',
  'RestBroken',
  'ClockSet',
  'LevelsSet',
]);

/** One march, or one ride, told in one sentence. */
export interface Told {
  readonly event: GameEvent;
  /** The hexes entered one after the other, where several events make one way. */
  readonly way: readonly number[];
}

const WAYS = new Set(['Moved', 'Rode', 'RetreatMoved']);

/** Steps of one unit that follow each other are told as one way. */
export function gathered(events: readonly GameEvent[]): Told[] {
  const told: Told[] = [];
  for (const event of events) {
    if (QUIET.has(event.event)) continue;
    const to = firstHex(event);
    const last = told[told.length - 1];
    if (
      last &&
      WAYS.has(event.event) &&
      last.event.event === event.event &&
      whoOf(last.event) === whoOf(event)
    )
      told[told.length - 1] = { event, way: to ? [...last.way, to] : last.way };
    else told.push({ event, way: to ? [to] : [] });
  }
  return told;
}

const whoOf = (event: GameEvent) => String(event.unit ?? event.units ?? '');

function firstHex(event: GameEvent): number {
  const { hexes, to } = event;
  if (Array.isArray(hexes)) return Number(hexes[0] ?? 0);
  return typeof to === 'number' ? to : 0;
}

/** The sentence, with ids of units and hexes still to be made into names and links. */
export function happening({ event, way }: Told, sideName: (side: string) => string): string {
  const turned =
    TURNS.some((field) => event[field] === false) ||
    (event.event === 'FireResolved' && !event.result);
  const values = valuesOf(event, sideName);
  values.way = way.map(hexName).join(' – ');
  // What the enemy needed is his to know: it is sent as nothing.
  const name = `event.${event.event}${event.needed === 0 ? '.veiled' : ''}`;
  const found = (turned ? maybe(`${name}.not`, values) : null) ?? maybe(name, values);
  // Another system may have an event of this name with other fields.
  const fits = found && !/\{\w+\}/.test(found);
  return fits ? found : (event.says?.[0] ?? found ?? event.event);
}

function valuesOf(event: GameEvent, sideName: (side: string) => string): Record<string, string> {
  const piece = event.piece as Record<string, unknown> | undefined;
  const fields: Record<string, unknown> = {
    ...event,
    ...(piece ? { ...piece, unit: piece.id } : {}),
  };
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(fields))
    if (!isRecord(value)) values[name] = wordOf(name, value);
  if (typeof fields.side === 'string') values.side = sideName(fields.side);
  if (typeof fields.formation === 'string') {
    values.formation = said('formation', fields.formation).toLowerCase();
    if (typeof fields.facing === 'number')
      values.facing = facingWords(fields.formation, fields.facing);
  }
  if (typeof fields.strength === 'string') values.strength = fractionText(fields.strength);
  if (typeof fields.readiness === 'string') values.readiness = said('ready', fields.readiness);
  if (typeof fields.weather === 'string') values.weather = said('weather', fields.weather);
  if (Array.isArray(fields.shares))
    values.shooters = [
      ...new Set(fields.shares.map((share) => String((share as { unit: string }).unit))),
    ].join(', ');
  return values;
}

/** A field with fields of its own has no word: the sentence is not meant for this event. */
const isRecord = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function wordOf(name: string, value: unknown): string {
  if (typeof value === 'number' && (HEXES.has(name) || (name === 'target' && value > 100)))
    return hexName(value);
  if (Array.isArray(value))
    return value
      .filter((part) => typeof part !== 'object')
      .map((part) => wordOf(name, part))
      .join(HEXES.has(name) ? '+' : ', ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
