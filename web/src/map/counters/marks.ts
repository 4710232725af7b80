/**
 * Formation and facing, drawn on the ground at the unit's front. A mark is a list of simple
 * shapes in hex sides, front at +x, which are cased in cream and inked in the colour of the side.
 */

import type { Formation, Hex } from '../../api/types';
import type { Context } from '../canvas';
import { R3, sideAngle } from '../hexes';
import { centre } from '../places';
import { facingAngle, isFile } from './model';

export type Shape =
  | {
      readonly kind: 'box';
      readonly x: number;
      readonly y: number;
      readonly w: number;
      readonly h: number;
      readonly turn?: number;
      readonly rim?: number;
    }
  | {
      readonly kind: 'point';
      readonly x: number;
      readonly y: number;
      readonly w: number;
      readonly turn?: number;
    }
  | { readonly kind: 'dot'; readonly x: number; readonly y: number; readonly r: number }
  | {
      readonly kind: 'stroke';
      readonly points: readonly number[];
      readonly width: number;
      readonly rim?: number;
      readonly closed?: boolean;
    }
  /** A cut in cream over what was inked. */
  | {
      readonly kind: 'cut';
      readonly x: number;
      readonly y: number;
      readonly w: number;
      readonly h: number;
    };

export interface Mark {
  readonly formation: Formation;
  /** Radians clockwise from east; 0 for marks that look every way. */
  readonly angle: number;
  readonly shapes: readonly Shape[];
  /** Nothing of the mark lies farther from the anchor, in hex sides. */
  readonly reach: number;
}

export interface Standing {
  readonly formation: Formation;
  readonly facing: number;
  readonly hexes: readonly Hex[];
}

const CASING = '#FFF8E6';
const RIM = 0.03;

/** The mark of a unit; equal keys look equal. */
export function markKey(unit: Standing): string {
  const { formation, facing, hexes } = unit;
  if (formation === 'square') return 'square';
  if (!formation) return `none/${facing}/${spread(hexes).join(',')}`;
  const wide = formation === 'line' || formation === 'skirmish' ? hexes.length : 1;
  const stub = formation === 'road' && hexes.length === 1 ? 'stub' : '';
  return `${formation}${stub}/${wide}/${facing}`;
}

export function groundMark(unit: Standing): Mark {
  const { formation, hexes } = unit;
  const shapes = SHAPES[formation](unit);
  const every = formation === 'square' || formation === 'general';
  const wide = formation === 'line' || formation === 'skirmish' || (!formation && hexes.length > 1);
  const across = wide ? halfWidth(hexes.length) : 0;
  return {
    formation,
    angle: every ? 0 : facingAngle(unit),
    shapes,
    reach: Math.hypot(1.05, across),
  };
}

/** From the middle of one hex to that of the other, about the point between them. */
function spread(hexes: readonly Hex[]): number[] {
  if (hexes.length < 2) return [];
  const [one, other] = [centre(hexes[0]!), centre(hexes[1]!)];
  const [dx, dy] = [(other.x - one.x) / 2, (other.y - one.y) / 2];
  return [-dx, -dy, dx, dy].map((value) => Math.round(value * 1000) / 1000);
}

/** Half the length of a line over so many hexes. */
export function halfWidth(hexes: number): number {
  return hexes < 2 ? 0.6 : 1.5 + ((hexes - 2) * R3) / 2;
}

const SHAPES: Readonly<Record<Formation, (unit: Standing) => Shape[]>> = {
  /** Without a formation the ground shows a front, if there is one. */
  '': ({ facing, hexes }) => {
    const points = spread(hexes);
    if (points.length) return [{ kind: 'stroke', points, width: 0.2 }];
    return facing < 0 ? [] : [{ kind: 'point', x: 0.66, y: 0, w: 0.2 }];
  },
  garrison: () => [],
  companies: () => [
    { kind: 'point', x: 0.8, y: 0, w: 0.17 },
    { kind: 'box', x: 0.72, y: -0.3, w: 0.07, h: 0.6 },
    { kind: 'box', x: 0.6, y: -0.3, w: 0.07, h: 0.6 },
    { kind: 'box', x: 0.48, y: -0.3, w: 0.07, h: 0.6 },
  ],
  column: () => [
    { kind: 'point', x: 0.8, y: 0, w: 0.17 },
    { kind: 'box', x: 0.6, y: -0.25, w: 0.2, h: 0.5 },
    { kind: 'cut', x: 0.655, y: -0.25, w: 0.022, h: 0.5 },
    { kind: 'cut', x: 0.715, y: -0.25, w: 0.022, h: 0.5 },
  ],
  line: ({ hexes }) => {
    const half = halfWidth(hexes.length);
    if (hexes.length < 2)
      return [
        { kind: 'box', x: 0.66, y: -half, w: 0.1, h: 2 * half },
        { kind: 'point', x: 0.76, y: 0, w: 0.11 },
      ];
    const points = hexes.length === 2 ? [-1.1, 0, 1.1] : [-1.9, 0, 1.9];
    const cuts = Math.floor((half - 0.1) / 0.2);
    return [
      { kind: 'box', x: 0.62, y: -half, w: 0.11, h: 2 * half },
      ...points.map((y): Shape => ({ kind: 'point', x: 0.73, y, w: 0.12 })),
      ...Array.from({ length: 2 * cuts + 1 }, (_, i): Shape => {
        return { kind: 'cut', x: 0.62, y: (i - cuts) * 0.2 - 0.008, w: 0.11, h: 0.016 };
      }),
    ];
  },
  skirmish: ({ hexes }) => {
    const each = hexes.length < 2 ? 2 : 4 + (hexes.length - 2) * 2;
    return Array.from({ length: 2 * each + 1 }, (_, i) => i - each).flatMap((i): Shape[] => {
      const x = 0.7 + (i % 2 ? 0.06 : -0.02);
      const y = i * 0.34;
      return [
        { kind: 'stroke', points: [x + 0.05, y, x + 0.17, y], width: 0.03, rim: 0.02 },
        { kind: 'dot', x, y, r: 0.06 },
      ];
    });
  },
  square: () => {
    const r = 0.66;
    return [
      ...[0, 1, 2, 3].map((i): Shape => {
        return { kind: 'point', x: 0.72, y: 0, w: 0.1, turn: (i * Math.PI) / 2 };
      }),
      { kind: 'stroke', points: [-r, -r, r, -r, r, r, -r, r], width: 0.11, closed: true },
    ];
  },
  general: ({ facing }) =>
    [0, 1, 2, 3, 4, 5]
      .filter((side) => side !== (facing + 3) % 6)
      .flatMap((side) =>
        [-0.2, 0, 0.2].map((y): Shape => {
          const turn = sideAngle(side);
          return { kind: 'box', x: 0.71, y: y - 0.05, w: 0.09, h: 0.1, turn, rim: 0.025 };
        }),
      ),
  unlimbered: () =>
    [-0.36, 0, 0.36].flatMap((y): Shape[] => [
      { kind: 'stroke', points: [0.6, y, 0.88, y], width: 0.07, rim: 0.025 },
      { kind: 'stroke', points: [0.68, y - 0.12, 0.68, y + 0.12], width: 0.05, rim: 0.025 },
    ]),
  limbered: () => [
    { kind: 'point', x: 0.84, y: 0, w: 0.1 },
    { kind: 'stroke', points: [0.71, -0.26, 0.71, 0.26], width: 0.04, rim: 0.025 },
    ...[-0.28, 0.28].flatMap((y): Shape[] => [
      { kind: 'box', x: 0.61, y: y - 0.1, w: 0.2, h: 0.05 },
      { kind: 'box', x: 0.61, y: y + 0.05, w: 0.2, h: 0.05 },
      { kind: 'box', x: 0.69, y: y - 0.1, w: 0.04, h: 0.2, rim: 0 },
    ]),
  ],
  road: ({ hexes }) => {
    const chevrons = [0.62, 0.74].map((x): Shape => {
      return { kind: 'stroke', points: [x, -0.15, x + 0.12, 0, x, 0.15], width: 0.07 };
    });
    // A column that fits its hex shows its end there; a longer one has a tail on the road.
    return hexes.length > 1
      ? chevrons
      : [...chevrons, { kind: 'box', x: -0.86, y: -0.1, w: 0.24, h: 0.2 }];
  },
};

/** Draws a mark about the origin, already scaled to hex sides; casing first, then ink. */
export function drawMark(ctx: Context, mark: Mark, colour: string): void {
  ctx.save();
  ctx.rotate(mark.angle);
  ctx.lineJoin = 'round';
  ctx.lineCap = 'butt';
  for (const shape of mark.shapes) if (shape.kind !== 'cut') drawShape(ctx, shape, CASING, true);
  for (const shape of mark.shapes)
    drawShape(ctx, shape, shape.kind === 'cut' ? CASING : colour, false);
  ctx.restore();
}

function drawShape(ctx: Context, shape: Shape, style: string, cased: boolean): void {
  ctx.save();
  if ('turn' in shape && shape.turn) ctx.rotate(shape.turn);
  ctx.fillStyle = style;
  ctx.strokeStyle = style;
  const rim = cased ? (('rim' in shape ? shape.rim : undefined) ?? RIM) : 0;
  switch (shape.kind) {
    case 'box':
    case 'cut':
      ctx.fillRect(shape.x - rim, shape.y - rim, shape.w + 2 * rim, shape.h + 2 * rim);
      break;
    case 'point': {
      const grow = cased ? 0.05 : 0;
      ctx.beginPath();
      ctx.moveTo(shape.x - grow * 0.4, shape.y - shape.w - grow);
      ctx.lineTo(shape.x + 0.13 + grow * 1.4, shape.y);
      ctx.lineTo(shape.x - grow * 0.4, shape.y + shape.w + grow);
      ctx.closePath();
      ctx.fill();
      break;
    }
    case 'dot':
      ctx.beginPath();
      ctx.arc(shape.x, shape.y, shape.r + rim * 0.8, 0, 2 * Math.PI);
      ctx.fill();
      break;
    case 'stroke':
      if (cased) ctx.lineCap = 'square';
      ctx.lineWidth = shape.width + 2 * rim;
      ctx.beginPath();
      for (let i = 0; i < shape.points.length; i += 2)
        ctx[i ? 'lineTo' : 'moveTo'](shape.points[i]!, shape.points[i + 1]!);
      if (shape.closed) ctx.closePath();
      ctx.stroke();
      break;
  }
  ctx.restore();
}

/** The tail of a marching column along its hexes, head first, in hex sides on the map. */
export function tailOf(unit: Standing): { x: number; y: number }[] {
  return isFile(unit.formation) && unit.hexes.length > 1 ? unit.hexes.map(centre) : [];
}

/** Draws a tail; the context is scaled so that hex sides are the unit and the map the plane. */
export function drawTail(ctx: Context, tail: readonly { x: number; y: number }[], colour: string) {
  if (tail.length < 2) return;
  const last = tail[tail.length - 1]!;
  const before = tail[tail.length - 2]!;
  ctx.lineJoin = 'round';
  ctx.lineCap = 'butt';
  ctx.beginPath();
  for (const [i, { x, y }] of tail.entries()) ctx[i ? 'lineTo' : 'moveTo'](x, y);
  ctx.lineTo(last.x + (last.x - before.x) * 0.16, last.y + (last.y - before.y) * 0.16);
  ctx.strokeStyle = CASING;
  ctx.lineWidth = 0.24;
  ctx.stroke();
  ctx.strokeStyle = colour;
  ctx.lineWidth = 0.17;
  ctx.setLineDash([0.3, 0.06]);
  ctx.stroke();
  ctx.setLineDash([]);
}
