/** How the bands of a scale are drawn: by lightness outwards, the second side's hatched as well. */

import { sideLook } from '../map/counters/looks';
import type { Band } from './wire';

const PAPER: readonly [number, number, number] = [246, 239, 221];

function mixed(colour: string, share: number): string {
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const of = parts.map((part, i) => Math.round(part * share + PAPER[i]! * (1 - share)));
  return `rgb(${of.join(' ')})`;
}

export function bandLook(band: Band, bands: readonly Band[], order: readonly string[]) {
  if (!band.side) return { fill: mixed('#6b5b43', 0.35), ink: '#1b140c', hatched: false };
  const own = bands
    .filter(({ side }) => side === band.side)
    .sort(
      (a, b) =>
        Math.min(Math.abs(a.least), Math.abs(a.most)) -
        Math.min(Math.abs(b.least), Math.abs(b.most)),
    );
  const place = own.indexOf(band);
  const share = own.length === 1 ? 0.45 : 0.25 + (0.75 * place) / (own.length - 1);
  const look = sideLook(band.side, order);
  return {
    fill: mixed(look.header, share),
    ink: share > 0.8 ? '#fff8e6' : '#140d06',
    hatched: order.indexOf(band.side) === 1,
  };
}

/** The names of bands without the words that all of a side begin or end with: "French marginal victory" is "marginal". */
export function shortNames(bands: readonly Band[]): string[] {
  return bands.map((band) => {
    const own = bands.filter(({ side }) => side === band.side).map(({ name }) => name.split(' '));
    const words = band.name.split(' ');
    const differs = (at: number) => own.some((other) => other.at(at) !== words.at(at));
    if (own.length < 2) return band.name;
    while (words.length > 1 && !differs(0)) for (const each of [words, ...own]) each.shift();
    while (words.length > 1 && !differs(-1)) for (const each of [words, ...own]) each.pop();
    return words.join(' ').toLowerCase();
  });
}
