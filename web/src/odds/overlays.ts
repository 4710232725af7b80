/** Threats over the map: hexes hatched by what could be done to them, tags with the chance. */

import { t } from '../i18n/index.svelte';
import type { Area, Arrow, Tag } from '../map/overlays/overlays';
import type { Battle } from '../table/battle.svelte';
import type { Deciding } from '../table/deciding.svelte';
import type { Looking } from '../table/looking.svelte';
import { kindsOf, shades, threatened, whoOf } from './threats';
import type { ThreatHex } from './types';

const RED = '#7A1F1F';

export function threatAreas({ show, threats, threat }: Looking): Area[] {
  if (!show.threat) return [];
  const areas: Area[] = [];
  if (threats) {
    const { fire, close } = shades(threats.hexes);
    if (fire.size) areas.push({ hexes: fire, kind: 'zone', colour: 'rgba(155,28,28,.5)' });
    if (close.size) areas.push({ hexes: close, kind: 'danger' });
  }
  if (threat.size) areas.push({ hexes: threat, kind: 'reaction', colour: RED });
  return areas;
}

/** "33 % A C": the chance of a loss to fire, and what else could come. */
export function tagText(at: ThreatHex): string {
  return kindsOf(at)
    .map((kind) =>
      kind === 'fire'
        ? t('threat.tag.fire', { chance: Math.round(100 * at.chance) })
        : t(`threat.letter.${kind}`),
    )
    .join(' ');
}

export function threatTags({ looks, attacks }: Deciding): Tag[] {
  if (!looks.show.threat || !looks.threats || attacks.now) return [];
  return threatened(looks.threats.hexes).map((at) => ({
    hex: at.hex,
    text: tagText(at),
    tone: at.hex === looks.threatHex ? 'blocked' : 'ink',
    low: true,
  }));
}

/** Who could come at the hex that is looked at. */
export function threatArrows(battle: Battle, { looks, attacks }: Deciding): Arrow[] {
  const at = looks.threats?.hexes.find(({ hex }) => hex === looks.threatHex);
  if (!looks.show.threat || !at || attacks.now) return [];
  return kindsOf(at).flatMap((kind) =>
    whoOf(at, kind).flatMap((unit) => {
      const from = battle.at(unit);
      return from && from !== at.hex ? [{ from, to: at.hex, kind }] : [];
    }),
  );
}
