/** The ground of a theatre on a canvas, from its file alone: hills, marsh, water, roads, woods, towns. */

import { valueNoise } from '../map/noise';
import { boxOf, chance, isInside, on, type Paper, smooth, trace, trembling } from './lines';
import type { Country, Place, Point } from './wire';

type Canvas = CanvasRenderingContext2D;

const INK = '#2a1d0f';
const WATER = '#a9c4d2';
const SHORE = '#35566f';
const ROOF = '#a5452f';
const SAND = '#e9d6a8';
const STEP = 2.9;
const BAND = 26;
const WIDTHS = { large: [6.2, 4.2], river: [3.6, 2.1], stream: [1.7, 0.9] } as const;

export function paintGround(c: Canvas, country: Country, paper: Paper): void {
  const at = on(paper);
  washes(c, paper);
  hills(c, country, paper);
  for (const marsh of country.marshes ?? []) marshes(c, marsh.ring.map(at));
  water(c, country, at);
  roads(c, country, at);
  const clear = Object.values(country.places).map(
    ({ at: place, kind }) => [...at(place), kind === 'village' ? 5 : 8] as const,
  );
  for (const wood of country.woods ?? []) woods(c, wood.ring.map(at), clear);
  for (const place of Object.values(country.places)) town(c, at(place.at), place.kind);
}

function washes(c: Canvas, { width, height }: Paper): void {
  c.fillStyle = '#f1e8cf';
  c.fillRect(0, 0, width, height);
  for (let i = 0; i < 70; i++) {
    const x = chance(i, 1, 3) * width;
    const y = chance(i, 2, 3) * height;
    const r = 40 + chance(i, 3, 3) * 120;
    const tint = chance(i, 4) < 0.5 ? '190,196,140' : '236,214,160';
    const wash = c.createRadialGradient(x, y, 0, x, y, r);
    wash.addColorStop(0, `rgba(${tint},.17)`);
    wash.addColorStop(1, `rgba(${tint},0)`);
    c.fillStyle = wash;
    c.fillRect(x - r, y - r, 2 * r, 2 * r);
  }
}

/** Strokes down the slope of a sum of bells. */
function hills(c: Canvas, country: Country, paper: Paper): void {
  const at = on(paper);
  const tops = (country.hills ?? []).flatMap((hill) =>
    hill.tops.map((top) => [...at(top), top[2], top[3] * paper.scale] as const),
  );
  const height = (x: number, y: number) => {
    let sum = 0;
    for (const [tx, ty, metres, radius] of tops) {
      const far = ((x - tx) ** 2 + (y - ty) ** 2) / (radius * radius);
      if (far < 9) sum += (metres - 55) * Math.exp(-far);
    }
    return (
      sum * (0.45 + 0.55 * valueNoise(x / 26, y / 26, 7) + 0.3 * valueNoise(x / 11, y / 11, 8))
    );
  };
  c.lineCap = 'round';
  for (const [tx, ty, , radius] of tops)
    for (let y = ty - 3 * radius; y < ty + 3 * radius; y += STEP)
      for (let x = tx - 3 * radius; x < tx + 3 * radius; x += STEP) {
        const nearest = tops.reduce((a, b) =>
          Math.hypot(a[0] - x, a[1] - y) <= Math.hypot(b[0] - x, b[1] - y) ? a : b,
        );
        if (nearest[0] === tx && nearest[1] === ty) hachure(c, x, y, height);
      }
}

function hachure(c: Canvas, x: number, y: number, height: (x: number, y: number) => number): void {
  const X = x + (chance(x, y, 1) - 0.5) * STEP;
  const Y = y + (chance(x, y, 2) - 0.5) * STEP;
  const h = height(X, Y);
  if (h < 14 || (h / BAND) % 1 > 0.55) return;
  const dx = height(X + 1.2, Y) - height(X - 1.2, Y);
  const dy = height(X, Y + 1.2) - height(X, Y - 1.2);
  const steep = Math.hypot(dx, dy);
  if (steep < 2.2 || chance(x, y, 5) > steep * 0.26) return;
  const long = Math.min(5.2, 2.4 + steep * 0.45);
  c.strokeStyle = `rgba(92,62,34,${Math.min(0.5, 0.16 + steep * 0.055)})`;
  c.lineWidth = Math.min(0.95, 0.4 + steep * 0.07);
  c.beginPath();
  c.moveTo(X, Y);
  c.lineTo(X - (dx / steep) * long, Y - (dy / steep) * long);
  c.stroke();
}

function marshes(c: Canvas, outline: readonly Point[]): void {
  const ring = smooth(outline, 2, true);
  const { left, right, top, bottom } = boxOf(ring);
  c.save();
  trace(c, ring, true);
  c.fillStyle = 'rgba(157,176,160,.30)';
  c.fill();
  c.clip();
  c.strokeStyle = 'rgba(74,104,112,.75)';
  c.lineWidth = 0.75;
  for (let y = top; y < bottom; y += 4.6)
    for (let x = left + chance(y, 1) * 9; x < right; x += 11 + chance(x, y) * 5) {
      const long = 5 + chance(x, y, 4) * 5;
      c.beginPath();
      c.moveTo(x, y);
      c.lineTo(x + long, y);
      if (chance(x, y, 9) < 0.38)
        for (const [from, to] of [
          [0, 0],
          [-1.4, -2.2],
          [1.4, 2.2],
        ] as const) {
          c.moveTo(x + long / 2 + from, y);
          c.lineTo(x + long / 2 + to, y - 2.6);
        }
      c.stroke();
    }
  c.restore();
}

export const courseOf = (
  river: NonNullable<Country['rivers']>[number],
  at: (point: Point) => Point,
): Point[] =>
  smooth(trembling(river.line.map(at), river.kind === 'large' ? 9 : 7, river.name.length), 3);

function water(c: Canvas, country: Country, at: (point: Point) => Point): void {
  const rivers = (country.rivers ?? []).map((river) => ({ ...river, course: courseOf(river, at) }));
  const lakes = (country.lakes ?? []).map(({ ring }) => smooth(ring.map(at), 3, true));
  c.lineJoin = 'round';
  c.strokeStyle = SHORE;
  for (const { course, kind } of rivers) {
    trace(c, course);
    c.lineWidth = WIDTHS[kind][0];
    c.stroke();
  }
  for (const lake of lakes) {
    trace(c, lake, true);
    c.lineWidth = 1.6;
    c.stroke();
  }
  for (const { course, kind } of rivers) {
    trace(c, course);
    c.strokeStyle = kind === 'stream' ? '#7fa3bc' : WATER;
    c.lineWidth = WIDTHS[kind][1];
    c.stroke();
  }
  for (const lake of lakes) {
    trace(c, lake, true);
    c.fillStyle = WATER;
    c.fill();
  }
}

function roads(c: Canvas, country: Country, at: (point: Point) => Point): void {
  const lines = (country.roads ?? []).map(({ kind, by }, i) => {
    const points = by.map((stop) => at(typeof stop === 'string' ? country.places[stop]!.at : stop));
    return { high: kind === 'high', line: smooth(trembling(points, 5, i + 11), 2) };
  });
  for (const [colour, high, plain] of [
    ['#6b5030', 3, 1.9],
    ['#f8eed6', 1.6, 0.8],
  ] as const)
    for (const road of lines) {
      trace(c, road.line);
      c.strokeStyle = colour;
      c.lineWidth = road.high ? high : plain;
      c.stroke();
    }
}

function woods(
  c: Canvas,
  outline: readonly Point[],
  clear: readonly (readonly [number, number, number])[],
): void {
  const ring = smooth(outline, 1, true);
  const { left, right, top, bottom } = boxOf(ring);
  trace(c, smooth(outline, 2, true), true);
  c.fillStyle = 'rgba(150,164,112,.34)';
  c.fill();
  let row = 0;
  for (let y = top - 3; y < bottom + 3; y += 4.45, row++)
    for (let x = left - 3 + (row % 2) * 2.85; x < right + 3; x += 5.7) {
      const X = x + (chance(x, y, 1) - 0.5) * 3;
      const Y = y + (chance(x, y, 2) - 0.5) * 2.4;
      if (!isInside(ring, X + (chance(x, y, 6) - 0.5) * 9, Y + (chance(x, y, 7) - 0.5) * 9))
        continue;
      if (clear.some(([px, py, r]) => Math.hypot(px - X, py - Y) < r)) continue;
      const pine = chance(Math.floor(x / 28), Math.floor(y / 28), 4) < 0.45;
      tree(c, X, Y, 2.2 + chance(x, y, 3) * 1.1, pine);
    }
}

function tree(c: Canvas, x: number, y: number, size: number, pine: boolean): void {
  c.fillStyle = 'rgba(48,54,26,.35)';
  c.beginPath();
  c.ellipse(x + 1.3, y + 1.2, size, size * 0.6, 0, 0, 7);
  c.fill();
  c.fillStyle = pine ? '#70855a' : '#8a9c62';
  c.strokeStyle = '#39411f';
  c.lineWidth = 0.55;
  c.beginPath();
  if (pine) {
    c.moveTo(x, y - size * 1.5);
    c.lineTo(x + size * 0.9, y + size * 0.5);
    c.lineTo(x - size * 0.9, y + size * 0.5);
    c.closePath();
  } else c.arc(x, y - size * 0.3, size * 0.95, 0, 7);
  c.fill();
  c.stroke();
}

function town(c: Canvas, [x, y]: Point, kind: Place['kind']): void {
  c.save();
  c.translate(x, y);
  c.strokeStyle = INK;
  c.fillStyle = SAND;
  if (kind === 'capital') star(c, 8, 13, 17);
  else if (kind === 'fortress') star(c, 6, 9.5, 7);
  else if (kind === 'town') {
    c.beginPath();
    c.arc(0, 0, 4.6, 0, 7);
    c.fill();
    c.lineWidth = 1;
    c.stroke();
    roofs(c, [[-2.7, -1.8], [0.5, -2.4], [-1.6, 0.9], [1.5, 0.7]], 2); // biome-ignore format: four roofs
  } else roofs(c, [[-3, -1.2], [0, -2.2], [0.7, 0.7], [-2.2, 1.2]], 2.4); // biome-ignore format: four roofs
  c.restore();
}

function roofs(c: Canvas, at: readonly Point[], wide: number): void {
  c.fillStyle = ROOF;
  for (const [x, y] of at) c.fillRect(x, y, wide, wide * 0.75);
}

function star(c: Canvas, points: number, radius: number, houses: number): void {
  const inner = radius * 0.66;
  c.beginPath();
  for (let i = 0; i < points; i++) {
    const a = (i / points) * 2 * Math.PI - 0.3;
    const b = a + Math.PI / points;
    c.lineTo(Math.cos(a) * radius, Math.sin(a) * radius);
    c.lineTo(Math.cos(b) * inner, Math.sin(b) * inner);
  }
  c.closePath();
  c.fill();
  c.lineWidth = 1.2;
  c.stroke();
  for (let i = 0; i < houses; i++) {
    const far = inner * 0.78 * Math.sqrt((i + 0.5) / houses);
    c.fillStyle = i % 5 === 2 ? '#6d5a63' : ROOF;
    c.fillRect(Math.cos(i * 2.4) * far - 1.3, Math.sin(i * 2.4) * far - 1, 2.7, 2.1);
  }
}
