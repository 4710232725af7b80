/** What a card lays over the map, as the map draws it. */

import type { Card, Laid } from '../api/documents';
import type { Hex } from '../api/types';
import type { Area, Arrow, Gauge, Outline, Pose, Tag } from '../map/overlays/overlays';
import { baseOf } from '../map/places';

/** Shapes of a measured table. */
export interface Measures {
  readonly outlines: readonly Outline[];
  readonly gauges: readonly Gauge[];
  readonly poses: readonly Pose[];
}

export interface Drawn {
  readonly areas: readonly Area[];
  readonly arrows: readonly Arrow[];
  readonly tags: readonly Tag[];
}

const GOLD = '#B8860B';
const AREAS: Readonly<Record<string, Omit<Area, 'hexes'>>> = {
  feared: { kind: 'zone', colour: 'rgba(155,28,28,.5)' },
  danger: { kind: 'danger' },
  range: { kind: 'reaction', colour: GOLD },
  hidden: { kind: 'zone', colour: `${GOLD}99` },
};
const TAGS: Readonly<Record<string, Omit<Tag, 'hex' | 'text'>>> = {
  low: { tone: 'ink', low: true },
  clear: { tone: 'clear' },
  blocked: { tone: 'blocked' },
  side: { tone: 'side' },
};

/** Arrows from stop to stop. */
export function way(stops: readonly Hex[], kind: Arrow['kind']): Arrow[] {
  return stops
    .slice(1)
    .flatMap((to, i) => (stops[i] === to ? [] : [{ from: stops[i]!, to, kind }]));
}

/** All that some cards lay over the map; `colour` is the reader's own. */
export function drawn(cards: readonly (Card | null | undefined)[], colour = ''): Drawn {
  const all = cards.flatMap((card) => card?.over ?? []);
  const of = (wanted: Laid['kind']) => all.filter(({ kind }) => kind === wanted);
  return {
    areas: of('area').map(({ places, tone = '' }) => ({
      hexes: new Set(places),
      ...(AREAS[tone] ?? { kind: 'zone' }),
    })),
    arrows: of('arrow').flatMap(({ places, tone = '' }) => way(places, tone as Arrow['kind'])),
    tags: of('tag').map(({ places, tone = '', text = '' }) => ({
      hex: places[0]!,
      text,
      ...(TAGS[tone] ?? { tone: 'ink' }),
      ...(tone === 'side' && colour ? { colour } : {}),
    })),
  };
}

/** What is laid over a measured table; `colour` is that of bands of fire. */
export function measured(over: readonly Laid[], colour?: string): Measures {
  const of = (wanted: Laid['kind']) => over.filter(({ kind }) => kind === wanted);
  return {
    outlines: of('outline').map(({ places, tone = '', text = '' }) => ({
      corners: places,
      tone,
      text,
      ...(colour && (tone === 'near' || tone === 'far') ? { colour } : {}),
    })),
    gauges: of('line').map(({ places, tone = '', text = '' }) => ({
      from: places[0]!,
      to: places[1]!,
      tone,
      text,
    })),
    poses: of('pose').flatMap(({ shape, tone = '' }) => {
      const base = baseOf(shape);
      return base ? [{ base, tone }] : [];
    }),
  };
}

/** The line of sight that a card speaks of. */
export function sightOf(card: Card | null) {
  const line = card?.over?.find(({ kind }) => kind === 'sight');
  if (!line) return null;
  const [from, to, blocked] = line.places as readonly [Hex, Hex, Hex?];
  return { from, to, ...(blocked ? { blocked } : {}) };
}
