/** Where everybody is on a day, and the lines of their marches. */

import { on, type Paper, smooth, trace } from './lines';
import type { Country, March, MarchDay, Point } from './wire';

const DAY = 86_400_000;

export const dayNumber = (date: string) => Math.round(Date.parse(`${date}T00:00Z`) / DAY);
export const dateOf = (day: number) => new Date(day * DAY).toISOString().slice(0, 10);

/** The marches as they came about: who has joined goes another way. */
export function marchesOf(country: Country, joined: readonly string[]): March[] {
  return (country.marches ?? []).map((march) => {
    const other = country.instead?.find(
      (each) => each.march === march.id && joined.includes(each.join),
    );
    const from = other?.days[0]?.date ?? '';
    if (!other) return march;
    return { ...march, days: [...march.days.filter(({ date }) => date < from), ...other.days] };
  });
}

export interface Stand {
  readonly at: Point;
  /** The last place it was known to be at, and how that is known. */
  readonly known: MarchDay;
}

/** Where a march has come to on a day; between two known days by the share of the days. */
export function standOn(country: Country, march: March, day: number): Stand {
  const place = (known: MarchDay) => country.places[known.place]!.at;
  const days = march.days;
  const after = days.findIndex(({ date }) => dayNumber(date) > day);
  const before = days[after < 0 ? days.length - 1 : Math.max(0, after - 1)]!;
  const next = days[after];
  if (!next || dayNumber(before.date) >= day) return { at: place(before), known: before };
  const share = (day - dayNumber(before.date)) / (dayNumber(next.date) - dayNumber(before.date));
  const [ax, ay] = place(before);
  const [bx, by] = place(next);
  return { at: [ax + (bx - ax) * share, ay + (by - ay) * share], known: before };
}

/** The way of a march between two days, on the paper, a little beside the road. */
function wayOf(
  country: Country,
  march: March,
  from: number,
  to: number,
  paper: Paper,
  beside: number,
) {
  const at = on(paper);
  const known = march.days.filter(({ date }) => dayNumber(date) > from && dayNumber(date) < to);
  const stops = [
    standOn(country, march, from).at,
    ...known.map(({ place }) => country.places[place]!.at),
    standOn(country, march, to).at,
  ].map(at);
  const apart = stops.filter(
    ([x, y], i) => !i || Math.hypot(x - stops[i - 1]![0], y - stops[i - 1]![1]) > 3,
  );
  return apart.map(([x, y], i): Point => {
    const [ax, ay] = apart[Math.max(0, i - 1)]!;
    const [bx, by] = apart[Math.min(apart.length - 1, i + 1)]!;
    const far = Math.hypot(bx - ax, by - ay) || 1;
    return [x - ((by - ay) / far) * beside, y + ((bx - ax) / far) * beside];
  });
}

export interface Shown {
  readonly day: number;
  /** The day of the last battle before this day: what came later is fresh. */
  readonly since: number;
  readonly old: boolean;
  readonly fresh: boolean;
  readonly tomorrow: boolean;
  readonly lifted: string;
}

export function paintMarches(
  c: CanvasRenderingContext2D,
  country: Country,
  marches: readonly March[],
  paper: Paper,
  colour: (side: string) => string,
  shown: Shown,
): void {
  const first = dayNumber(country.days[0]);
  marches.forEach((march, i) => {
    const beside = ((i % 4) - 1.5) * 3;
    const ink = colour(march.side);
    const lifted = march.id === shown.lifted;
    const way = (from: number, to: number) => wayOf(country, march, from, to, paper, beside);
    if ((shown.old || lifted) && shown.since > first)
      line(c, way(first, Math.min(shown.since, shown.day)), ink, 1.5, [6, 2.5], 0.5);
    if (march.arm === 'hq' && !lifted) return;
    if ((shown.fresh || lifted) && shown.day > shown.since)
      line(c, way(shown.since, shown.day), ink, march.arm === 'horse' ? 1.9 : 2.7, [], 1, 9);
    if (shown.tomorrow && shown.day < dayNumber(country.days[1]))
      line(c, way(shown.day, shown.day + 1), ink, 2.2, [3, 3], 0.95, 8);
  });
}

function line(
  c: CanvasRenderingContext2D,
  points: readonly Point[],
  colour: string,
  width: number,
  dash: readonly number[],
  alpha: number,
  head = 0,
): void {
  if (points.length < 2) return;
  const way = smooth(points, 3);
  c.save();
  c.lineJoin = 'round';
  c.globalAlpha = alpha;
  trace(c, way);
  c.strokeStyle = 'rgba(255,248,230,.9)';
  c.lineWidth = width + 2.6;
  c.stroke();
  c.setLineDash([...dash]);
  c.strokeStyle = colour;
  c.lineWidth = width;
  c.stroke();
  c.setLineDash([]);
  for (const [x, y] of head && !dash.length ? points.slice(1, -1) : []) {
    c.beginPath();
    c.arc(x, y, 2.6, 0, 7);
    c.fillStyle = '#fff8e6';
    c.fill();
    c.lineWidth = 1.4;
    c.stroke();
  }
  if (head) arrow(c, way, colour, head);
  c.restore();
}

function arrow(c: CanvasRenderingContext2D, way: readonly Point[], colour: string, size: number) {
  const [bx, by] = way.at(-1)!;
  const [ax, ay] = way[Math.max(0, way.length - 5)]!;
  const angle = Math.atan2(by - ay, bx - ax);
  for (const [fill, more] of [
    ['#fff8e6', 2],
    [colour, 0],
  ] as const) {
    c.fillStyle = fill;
    c.beginPath();
    c.moveTo(
      bx + Math.cos(angle) * (size * 0.55 + more),
      by + Math.sin(angle) * (size * 0.55 + more),
    );
    for (const turn of [-0.62, 0.62])
      c.lineTo(
        bx - Math.cos(angle + turn) * (size + more) * 0.8,
        by - Math.sin(angle + turn) * (size + more) * 0.8,
      );
    c.closePath();
    c.fill();
  }
}
