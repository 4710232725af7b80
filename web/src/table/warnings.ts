/** What is said before an order that costs more than it seems to. Each word is said once. */

import type { Hex, UnitId } from '../api/types';
import type { Deciding } from './deciding.svelte';

/** In this hex these units may answer: fire, ride out, or hold the unit where it is. */
export interface Warning {
  readonly hex: Hex;
  readonly units: readonly UnitId[];
}

/** Where a way leads through the enemy's zones, hex by hex. */
export function warningsAlong(
  path: readonly Hex[],
  zones: Readonly<Record<string, readonly UnitId[]>>,
): Warning[] {
  return path.flatMap((hex) => {
    const units = zones[String(hex)];
    return units?.length ? [{ hex, units }] : [];
  });
}

export class Reminders {
  private readonly given = new Set<string>();

  /** Words of caution before an order, or nothing. */
  before(id: string, deciding: Deciding): string {
    const { own, options, reach, plans } = deciding;
    const ways = [...(plans?.now?.poses ?? []), ...(reach?.ways ?? [])];
    const offered = [...own, ...options, ...ways];
    const words = offered.find((offer) => offer.id === id)?.warns ?? '';
    return words && this.first(`${deciding.battle.n}|${id}`) ? words : '';
  }

  /** Is this the first time that this segment is ended? */
  ending(deciding: Deciding): boolean {
    const { battle, purpose } = deciding;
    return (
      !battle.question?.about && this.first(`${battle.moving?.turn}|${battle.side}|${purpose}`)
    );
  }

  private first(key: string): boolean {
    if (this.given.has(key)) return false;
    this.given.add(key);
    return true;
  }
}
