/** Filling the steppers of those who come back. Limits are the server's; nothing is decided here. */

import type { Duty, Returning } from './wire';

export type Given = Readonly<Record<string, number>>;

export const givenSum = (given: Given) => Object.values(given).reduce((sum, n) => sum + n, 0);

/** The next number of a unit upwards: one that was lost needs its least at once. */
export function more(unit: Returning, now: number, left: number): number {
  const next = now ? now + 1 : unit.least;
  return next <= unit.most && next - now <= left ? next : now;
}

export const fewer = (unit: Returning, now: number) => (now <= unit.least ? 0 : now - 1);

export const evenly = (duty: Duty): Given =>
  Object.fromEntries(duty.units.map((unit) => [unit.id, unit.usual]));

/** One unit after the other to its fill, in this order. */
export function inOrder(duty: Duty, order: readonly Returning[]): Given {
  const given: Record<string, number> = {};
  let left = duty.count;
  for (const unit of order)
    for (let next = more(unit, 0, left), now = 0; next !== now; next = more(unit, now, left)) {
      left -= next - now;
      now = next;
      given[unit.id] = now;
    }
  return given;
}

export const bestMorale = (duty: Duty) =>
  inOrder(
    duty,
    [...duty.units].sort((a, b) => a.morale - b.morale),
  );

export const saveUnits = (duty: Duty) =>
  inOrder(
    duty,
    [...duty.units].sort((a, b) => Number(b.left === 0) - Number(a.left === 0) || a.left - b.left),
  );
