/** What a unit may not do now, each with the reason that the server gives. */

import type { Hex, Piece, UnitId } from '../api/types';
import type { Reason } from '../api/wire';
import { said, t } from '../i18n/index.svelte';
import { centre, hexName, SIDE_NAMES } from '../map/hexes';
import type { Deciding } from './deciding.svelte';
import { facingName, formationsOf, LOOKS_AT_VERTEX } from './words';

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
  const printed = deciding.battle.printed(unit);
  if (!piece?.formation || !printed || !deciding.inSegment) return [];
  const asks = deciding.purpose === 'movement' ? marchQuestions(deciding, piece) : [];
  const at = hexName(piece.hexes[0]!);
  const foe = nearestFoe(deciding, piece);
  const hex = foe ? hexName(foe) : at;
  if (!deciding.own.some(({ kind }) => kind === 'fire'))
    asks.push({
      key: 'fire',
      words: foe ? t('act.fire', { hex }) : t('act.fireAny'),
      text: `fire ${hex} ${unit}@${at}`,
    });
  if (!deciding.own.some(({ kind }) => kind === 'assault') && printed.arm !== 'artillery')
    asks.push({
      key: 'assault',
      words: foe ? t('act.assault', { hex }) : t('act.assaultAny'),
      text: `assault ${hex} ${unit}`,
    });
  return asks;
}

function marchQuestions(deciding: Deciding, piece: Piece): Question[] {
  const asks: Question[] = [];
  const printed = deciding.battle.printed(piece.id)!;
  if (!deciding.reach?.hexes.length)
    asks.push({
      key: '',
      words: t('act.march'),
      text: `march ${piece.id} ${SIDE_NAMES[piece.facing % 6]}`,
    });
  for (const formation of formationsOf(printed.arm)) {
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
export function formText(piece: Piece, formation: string): string {
  const face = facingName(formation, LOOKS_AT_VERTEX.has(formation) ? 0 : piece.facing % 6);
  return `form ${piece.id} ${formation} ${face} ${hexName(piece.hexes[0]!)}`;
}

function nearestFoe(deciding: Deciding, piece: Piece): Hex | null {
  const from = centre(piece.hexes[0]!);
  let best: Hex | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const other of Object.values(deciding.battle.moving?.pieces ?? {})) {
    if (deciding.isOwn(other.id)) continue;
    for (const at of other.hexes) {
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
