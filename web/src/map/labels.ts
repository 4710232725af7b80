/** Names on the map: a paper halo, never below eleven pixels, under the counters. */

import { untrack } from 'svelte';
import { named } from '../i18n/index.svelte';
import { type Camera, onDevice } from './camera';
import { type Context, finished, makeSheet } from './canvas';
import { type Label, labelX, labelY, type MapLook } from './maplook';
import { Lru, stepAbove, tidy } from './tiles';

interface Style {
  readonly font: string;
  readonly size: number;
  readonly colour: string;
  readonly halo: string;
  readonly haloWidth: number;
  readonly spacing: number;
}

const ROMAN = "'IM Fell DW Pica', 'EB Garamond', serif";
const CAPITALS = "'IM Fell DW Pica SC', 'EB Garamond', serif";
const PAPER = 'rgba(247,240,222,.9)';
const INK = '#2a1d0f';
const LARGEST = 34;

/** How a label is set at `scale` CSS pixels to a hex side; sizes in CSS pixels. */
export function styleOf(label: Label, scale: number): Style {
  const plain = { colour: INK, halo: PAPER, haloWidth: 0.24, spacing: 0 };
  // Names of regions stop growing, or nobody could see a whole one.
  const region = Math.min(scale, LARGEST);
  const spacing = (label.spacing ?? 0) * region;
  const size = label.size ?? 1;
  switch (label.kind) {
    case 'town':
      return { ...plain, font: ROMAN, size: between(scale * 1.18, 15, 27) };
    case 'hamlet':
      return { ...plain, font: `italic ${ROMAN}`, size: between(scale * 0.95, 13, 26) };
    case 'small':
      return { ...plain, font: `italic ${ROMAN}`, size: between(scale * 0.68, 11, 20) };
    case 'way':
      return { ...plain, font: `italic ${ROMAN}`, size: between(scale * 0.86, 12, 20) };
    case 'hill':
      return {
        ...plain,
        font: `italic ${ROMAN}`,
        size: between(region * size, 11, 46),
        colour: '#4a3218',
        spacing,
      };
    case 'wood':
      return {
        font: CAPITALS,
        size: between(region * size, 15.5, 96),
        colour: '#121a06',
        halo: 'rgba(226,231,194,.86)',
        haloWidth: 0.2,
        spacing,
      };
  }
}

function between(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}

/** A font with its slant before its size, as the canvas wants it. */
export function fontOf(style: Style, ratio: number): string {
  const italic = style.font.startsWith('italic ');
  const family = italic ? style.font.slice(7) : style.font;
  return `${italic ? 'italic ' : ''}400 ${style.size * ratio}px ${family}`;
}

interface Drawn {
  readonly picture: CanvasImageSource;
  readonly width: number;
  readonly height: number;
  /** What the letters themselves take, without their margin. */
  readonly wide: number;
  readonly high: number;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly wide: number;
  readonly high: number;
}

/** Who keeps its place where two names meet. */
const RANK: readonly Label['kind'][] = ['town', 'hamlet', 'hill', 'wood', 'small', 'way'];
/** Where a name may move, in heights of its letters; else it is left out until one comes nearer. */
const NUDGES = [0, 1.1, -1.1, 1.8, -1.8] as const;

/** A place for a name that covers no other; nothing where there is none. */
export function freed(box: Box, held: readonly Box[]): Box | null {
  for (const by of NUDGES) {
    const moved = { ...box, y: box.y + by * box.high };
    const meets = ({ x, y, wide, high }: Box) =>
      Math.abs(x - moved.x) < (wide + moved.wide) / 2 &&
      Math.abs(y - moved.y) < (high + moved.high) / 2;
    if (!held.some(meets)) return moved;
  }
  return null;
}

export class Labels {
  private readonly drawn = new Lru<Drawn>(200);
  private readonly ranked: readonly Label[];

  constructor(
    look: MapLook,
    private readonly size: { readonly width: number; readonly height: number },
  ) {
    const rank = ({ kind }: Label) => RANK.indexOf(kind);
    this.ranked = [...look.labels].sort((a, b) => rank(a) - rank(b));
  }

  clear(): void {
    this.drawn.clear();
  }

  draw(ctx: Context, camera: Camera, moving: boolean): void {
    const steady = moving ? stepAbove(camera.scale * 16) / 16 : camera.scale;
    const [left, top] = onDevice(camera, 0, 0);
    const [right, bottom] = onDevice(camera, this.size.width, this.size.height);
    const held: Box[] = [];
    for (const label of this.ranked) {
      const [lx, ly] = onDevice(camera, labelX(label), labelY(label));
      const at = this.picture(label, camera, steady, moving);
      const k = styleOf(label, camera.scale).size / styleOf(label, at.scale).size;
      const w = at.drawn.width * k;
      const h = at.drawn.height * k;
      const box = freed(
        {
          x: inside(lx, w / 2, left, right),
          y: inside(ly, h / 2, top, bottom),
          wide: at.drawn.wide * k,
          high: at.drawn.high * k,
        },
        held,
      );
      if (!box) continue;
      held.push(box);
      const { x, y } = box;
      const reach = Math.max(w, h) / 2;
      const wide = camera.width * camera.ratio;
      const high = camera.height * camera.ratio;
      if (x < -reach || y < -reach || x > wide + reach || y > high + reach) continue;
      ctx.drawImage(at.drawn.picture, Math.round(x - w / 2), Math.round(y - h / 2), w, h);
    }
  }

  private picture(written: Label, camera: Camera, scale: number, moving: boolean) {
    // A map is drawn once for all words that come with a greeting: it is not made anew for them.
    const label = { ...written, text: untrack(() => named(written.text)) };
    const id = `${label.text}|${label.column}|${label.row}|${camera.ratio}`;
    const exact = this.drawn.get(`${id}@${tidy(camera.scale)}`);
    if (exact && moving) return { drawn: exact, scale: camera.scale };
    const key = `${id}@${tidy(scale)}`;
    let drawn = this.drawn.get(key);
    if (!drawn) {
      drawn = set(label, scale, camera.ratio);
      this.drawn.set(key, drawn);
    }
    return { drawn, scale };
  }
}

/** A name stays within the edge of the map, where it fits at all. */
export function inside(at: number, half: number, from: number, to: number): number {
  return to - from < 2 * half ? at : Math.max(from + half, Math.min(to - half, at));
}

function set(label: Label, scale: number, ratio: number): Drawn {
  const style = styleOf(label, scale);
  const size = style.size * ratio;
  const probe = makeSheet(1, 1).ctx;
  probe.font = fontOf(style, ratio);
  probe.letterSpacing = `${style.spacing * ratio}px`;
  const length = probe.measureText(label.text).width + size;
  const angle = ((label.angle ?? 0) * Math.PI) / 180;
  const c = Math.abs(Math.cos(angle));
  const s = Math.abs(Math.sin(angle));
  const width = Math.ceil(length * c + 2 * size * s);
  const height = Math.ceil(length * s + 2 * size * c);
  const sheet = makeSheet(width, height);
  const { ctx } = sheet;
  ctx.translate(width / 2, height / 2);
  ctx.rotate(angle);
  ctx.font = fontOf(style, ratio);
  ctx.letterSpacing = `${style.spacing * ratio}px`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.lineJoin = 'round';
  ctx.strokeStyle = style.halo;
  ctx.lineWidth = size * style.haloWidth;
  ctx.strokeText(label.text, (style.spacing * ratio) / 2, 0);
  ctx.fillStyle = style.colour;
  ctx.fillText(label.text, (style.spacing * ratio) / 2, 0);
  const text = length - size;
  return {
    picture: finished(sheet),
    width,
    height,
    wide: text * c + size * s,
    high: text * s + size * c,
  };
}
