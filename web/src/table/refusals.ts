/** What a unit may not do now, each with the reason that the server gives. */

import type { Counter, Hex, UnitId } from '../api/types';
import type { Reason } from '../api/wire';
import { said, t } from '../i18n/index.svelte';
import { isLeader } from '../map/counters/model';
import { centre, hexName, SIDE_NAMES } from '../map/hexes';
import type { Deciding } from './deciding.svelte';
import { facingName, LOOKS_AT_VERTEX } from './words';

export interface Refusal {
  readonly key: string;
  readonly words: string;
  readonly reason: string;
  readonly clause: string;
}

interface Question {
  readonly key: string;
  readonly words: string;
  readonly text: string;
}

/** Formations and attacks that are not offered, each with its reason. */
export async function refusalsOf(deciding: Deciding, unit: UnitId): Promise<Refusal[]> {
  const asks = questionsFor(deciding, unit);
  const found: (readonly Reason[])[] = await Promise.all(
    asks.map(({ text }) => deciding.why(text)),
  );
  return asks.flatMap(({ key, words }, i) => {
    const reason = found[i]?.[0];
    return reason ? [{ key, words, reason: reason.text, clause: reason.clause }] : [];
  });
}

/** Only units with a formation march, form, fire and assault in these words. */
function questionsFor(deciding: Deciding, unit: UnitId): Question[] {
  const piece = deciding.piece(unit);
  if (!piece?.formation || !deciding.inSegment) return [];
  const asks = deciding.purpose === 'movement' ? marchQuestions(deciding, piece) : [];
  const at = hexName(piece.shape!.places[0]!);
  const foe = nearestFoe(deciding, piece);
  const hex = foe ? hexName(foe) : at;
  if (!deciding.own.some(({ kind }) => kind === 'fire'))
    asks.push({
      key: 'fire',
      words: foe ? t('act.fire', { hex }) : t('act.fireAny'),
      text: `fire ${hex} ${unit}@${at}`,
    });
  if (!deciding.own.some(({ kind }) => kind === 'assault') && piece.arm !== 'artillery')
    asks.push({
      key: 'assault',
      words: foe ? t('act.assault', { hex }) : t('act.assaultAny'),
      text: `assault ${hex} ${unit}`,
    });
  return asks;
}

function marchQuestions(deciding: Deciding, piece: Counter): Question[] {
  const asks: Question[] = [];
  if (!deciding.reach?.hexes.length)
    asks.push({
      key: '',
      words: t('act.march'),
      text: `march ${piece.id} ${SIDE_NAMES[sideOf(piece)]}`,
    });
  for (const formation of piece.formations ?? []) {
    if (formation === 'general' || formation === piece.formation) continue;
    if (deciding.own.some((option) => option.formation === formation)) continue;
    asks.push({
      key: formation,
      words: said('formation', formation),
      text: formText(piece, formation),
    });
  }
  return asks;
}

/** The order to form so where it stands, looking on as far as the formation can. */
/** The side of its hex that a unit looks at, or the one beside the corner. */
export const sideOf = ({ shape }: Counter) => Math.floor((shape?.heading ?? 0) / 60) % 6;

export function formText(piece: Counter, formation: string): string {
  const face = facingName(formation, LOOKS_AT_VERTEX.has(formation) ? 0 : sideOf(piece));
  return `form ${piece.id} ${formation} ${face} ${hexName(piece.shape!.places[0]!)}`;
}

function nearestFoe(deciding: Deciding, piece: Counter): Hex | null {
  const from = centre(piece.shape!.places[0]!);
  let best: Hex | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const other of Object.values(deciding.battle.moving?.counters ?? {})) {
    if (deciding.isOwn(other.id) || isLeader(other)) continue;
    for (const at of other.shape?.places ?? []) {
      const p = centre(at);
      const far = (p.x - from.x) ** 2 + (p.y - from.y) ** 2;
      if (far < least) {
        least = far;
        best = at;
      }
    }
  }
  return best;
}
