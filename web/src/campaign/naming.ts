/** Names on the drawn country, each where nothing else stands. */

import { courseOf } from './ground';
import { on, type Paper } from './lines';
import type { Country, Place, Point } from './wire';

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const FELL = "'IM Fell DW Pica', serif";
const FACES = {
  capital: ["400 25px 'IM Fell DW Pica SC', serif", 25, 15],
  fortress: [`400 17px ${FELL}`, 17, 12],
  town: [`400 14.5px ${FELL}`, 14.5, 8],
  village: [`italic 400 13px ${FELL}`, 13, 6],
} as const satisfies Record<Place['kind'], readonly [string, number, number]>;
const ORDER: readonly Place['kind'][] = ['capital', 'fortress', 'town', 'village'];
const PAPER = 'rgba(246,239,221,.92)';

const meet = (a: Box, b: Box) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

function halo(c: CanvasRenderingContext2D, text: string, x: number, y: number, colour: string) {
  c.lineJoin = 'round';
  c.strokeStyle = PAPER;
  c.lineWidth = 3.4;
  c.strokeText(text, x, y);
  c.fillStyle = colour;
  c.fillText(text, x, y);
}

/** Writes what finds room; `taken` is where blocks and pictures stand. */
export function paintNames(
  c: CanvasRenderingContext2D,
  country: Country,
  paper: Paper,
  taken: readonly Box[],
): void {
  const at = on(paper);
  const held: Box[] = [...taken];
  const places = Object.values(country.places).map((place) => ({ ...place, spot: at(place.at) }));
  const glyphs = places.map(({ spot: [x, y], kind }): Box => {
    const r = kind === 'village' ? 3 : FACES[kind][2] - 4;
    return { left: x - r, right: x + r, top: y - r, bottom: y + r };
  });
  c.textBaseline = 'middle';
  for (const kind of ORDER)
    for (const place of places.filter((each) => each.kind === kind)) {
      const [face, size, away] = FACES[kind];
      c.font = face;
      const wide = c.measureText(place.name).width;
      const [x, y] = place.spot;
      const spots: readonly Point[] = [
        [x + away, y],
        [x - away - wide, y],
        [x - wide / 2, y - away - size * 0.4],
        [x - wide / 2, y + away + size * 0.5],
        [x + away * 0.6, y - size * 0.8],
        [x + away * 0.6, y + size * 0.8],
      ];
      for (const [left, middle] of spots) {
        const box = {
          left: left - 2,
          right: left + wide + 2,
          top: middle - size * 0.5,
          bottom: middle + size * 0.5,
        };
        const own = glyphs[places.indexOf(place)];
        const free =
          box.left > 4 &&
          box.right < paper.width - 4 &&
          box.top > 4 &&
          box.bottom < paper.height - 4 &&
          !held.some((each) => meet(each, box)) &&
          !glyphs.some((each) => each !== own && meet(each, box));
        if (!free) continue;
        held.push(box);
        c.textAlign = 'left';
        halo(c, place.name, left, middle, '#2a1d0f');
        break;
      }
    }
  waters(c, country, at, paper, held);
  ranges(c, country, at, held);
}

function waters(
  c: CanvasRenderingContext2D,
  country: Country,
  at: (point: Point) => Point,
  paper: Paper,
  held: Box[],
): void {
  for (const river of country.rivers ?? []) {
    if (river.kind === 'stream') continue;
    c.font = `italic 400 ${river.kind === 'large' ? 19 : 14.5}px ${FELL}`;
    const wide = c.measureText(river.name).width + 8;
    const course = courseOf(river, at).filter(
      ([x, y]) => x > 20 && y > 20 && x < paper.width - 20 && y < paper.height - 20,
    );
    for (let i = 8; i < course.length - 8; i += 6) {
      const [x, y] = course[i]!;
      const [ax, ay] = course[i - 8]!;
      const [bx, by] = course[i + 8]!;
      let angle = Math.atan2(by - ay, bx - ax);
      if (Math.abs(angle) > Math.PI / 2) angle -= Math.sign(angle) * Math.PI;
      const reach = wide / 2;
      const w = Math.abs(Math.cos(angle)) * reach + 9;
      const h = Math.abs(Math.sin(angle)) * reach + 9;
      const box = { left: x - w, right: x + w, top: y - h, bottom: y + h };
      if (held.some((each) => meet(each, box))) continue;
      held.push(box);
      c.save();
      c.translate(x, y);
      c.rotate(angle);
      c.textAlign = 'center';
      c.letterSpacing = '1.5px';
      halo(c, river.name, 0, -9, '#2c4c66');
      c.restore();
      break;
    }
  }
}

/** A range of several tops is named across its length. */
function ranges(
  c: CanvasRenderingContext2D,
  country: Country,
  at: (point: Point) => Point,
  held: Box[],
): void {
  for (const { name, tops } of country.hills ?? []) {
    if (tops.length < 4) continue;
    const spots = tops.map((top) => at([top[0], top[1]]));
    const x = spots.reduce((sum, spot) => sum + spot[0], 0) / spots.length;
    const y = spots.reduce((sum, spot) => sum + spot[1], 0) / spots.length;
    c.font = "400 14px 'IM Fell DW Pica SC', serif";
    c.letterSpacing = '4px';
    const wide = c.measureText(name).width / 2;
    for (const down of [0, 16, -16, 30, -30, 44, -44, 58]) {
      const box = { left: x - wide, right: x + wide, top: y + down - 8, bottom: y + down + 8 };
      if (held.some((each) => meet(each, box))) continue;
      held.push(box);
      c.textAlign = 'center';
      halo(c, name, x, y + down, 'rgba(60,44,24,.85)');
      break;
    }
    c.letterSpacing = '0px';
  }
}
