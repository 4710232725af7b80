/** The movement clock in figures. */

import type { Timer } from '../api/wire';

/** Milliseconds a side has left, so long after the timer was heard of. */
export function leftOf(timer: Timer, side: string, passed: number): number {
  const held = timer.sides[side];
  if (!held) return 0;
  return timer.runs === side ? held.left - Math.max(0, passed) : held.left;
}

/** "06:48"; below nothing with a minus sign, for a clock that only advises. */
export function clockText(milliseconds: number): string {
  const whole = Math.ceil(Math.abs(milliseconds) / 1000);
  const two = (value: number) => String(value).padStart(2, '0');
  const text = `${two(Math.floor(whole / 60))}:${two(whole % 60)}`;
  return milliseconds < 0 && whole > 0 ? `−${text}` : text;
}
