/**
 * The map on the page. Owns the canvas: ground in tiles, counters as sprites, overlays between
 * and above them; pan, zoom and pinch; what lies under the pointer. Draws only when something
 * changed.
 */

import type { Hex, MapData, UnitId } from '../api/types';
import { type Camera, fitted, onMap } from './camera';
import { CounterLayer, type CounterSettings } from './counters/counterlayer';
import { hit, layOut } from './counters/layout';
import type { Counter, LeaderCounter } from './counters/model';
import { Flight } from './flight';
import { drawFrame, drawPaper, FRAME } from './frame';
import { Gestures } from './gestures';
import { Glides } from './glides';
import { Ground } from './ground';
import type { Point } from './hexes';
import { Labels } from './labels';
import { mapLook } from './maplook';
import { frontAt } from './overlays/fronts';
import { type Handle, handleAt } from './overlays/measured';
import { OverlayLayer } from './overlays/overlaylayer';
import type { Overlays } from './overlays/overlays';
import { Pace } from './pace';
import { centre, isWithin, placeAt } from './places';
import { TileLayer } from './tilelayer';

/** What lies under a point of the window. */
export interface Hit {
  readonly hex: Hex | null;
  /** The topmost counter or leader drawn there. */
  readonly unit: UnitId | null;
  readonly event: MouseEvent | null;
}

/** What is in hand: a piece itself or a handle, and where its middle, or a corner of it, would be. */
export interface Hold {
  /** A box is drawn over bare ground, from where it was begun. */
  readonly handle: Handle | 'piece' | 'box';
  readonly from: Point;
  readonly to: Point;
  readonly event: PointerEvent;
}

export interface MapEvents {
  readonly press: (hit: Hit) => void;
  readonly double: (hit: Hit) => void;
  readonly menu: (hit: Hit) => void;
  readonly hold: (hit: Hit) => void;
  readonly hover: (hit: Hit) => void;
  readonly turn: (steps: number) => void;
  /** An arrow about a piece was pressed. */
  readonly face: (id: string) => void;
  /** A piece or a handle of it is drawn over the map, and let go. */
  readonly drag: (hold: Hold) => void;
  readonly drop: (hold: Hold) => void;
  /** The window moved or was resized. */
  readonly view: (camera: Camera) => void;
  /** A frame was drawn: how long it took, and whether all of it is in its final state. */
  readonly frame: (milliseconds: number, complete: boolean) => void;
}

export interface MapSettings extends CounterSettings {
  readonly contrast: boolean;
  /** The map by candlelight. */
  readonly dark: boolean;
  readonly stillness: boolean;
  readonly labels: boolean;
}

export interface MapPieces {
  readonly counters: readonly Counter[];
  readonly leaders: readonly LeaderCounter[];
  /** The units in a hex, top first. */
  readonly stacks: Readonly<Record<string, readonly UnitId[]>>;
}

const MOST_SCALE = 140;
/** Two steps of the wheel: how much a key or a button zooms. */
export const ZOOM_STEP = Math.SQRT2;
const CANDLELIGHT = '#E7E5E3';

export class MapView {
  readonly canvas: HTMLCanvasElement;
  readonly ground: Ground;
  private readonly ctx: CanvasRenderingContext2D;
  private readonly tiles: TileLayer;
  private readonly labels: Labels;
  private readonly pieces = new CounterLayer();
  private readonly overlay: OverlayLayer;
  private readonly gestures: Gestures;
  private readonly glides = new Glides();
  private readonly pace = new Pace();
  private readonly flight = new Flight();
  private readonly listeners = new Map<keyof MapEvents, Set<(...args: never[]) => void>>();
  private readonly observer: ResizeObserver;
  private settings: MapSettings = {
    enlarged: 1,
    tilt: true,
    contrast: false,
    dark: false,
    stillness: false,
    labels: true,
  };
  width = 1;
  height = 1;
  private ratio = 1;
  private asked = 0;
  private fresh = true;
  /** What is in hand, and where it was gripped, from its middle. */
  private gripped: { handle: Hold['handle']; from: Point; dx: number; dy: number } | null = null;
  /** Set by the table: may this piece be drawn over the map now? */
  grips: (unit: UnitId) => boolean = () => false;
  /** May a box be drawn about pieces? */
  boxes: () => boolean = () => false;

  constructor(
    private readonly host: HTMLElement,
    map: MapData,
  ) {
    this.ground = new Ground(map);
    this.canvas = document.createElement('canvas');
    this.canvas.setAttribute('aria-hidden', 'true');
    this.canvas.style.cssText = 'display:block;width:100%;height:100%;touch-action:none';
    host.append(this.canvas);
    this.ctx = this.canvas.getContext('2d', { alpha: false })!;
    this.labels = new Labels(mapLook(map), this.ground);
    this.overlay = new OverlayLayer(this.ground);
    this.tiles = new TileLayer(map, () => this.invalidate());
    this.gestures = this.gesturesOf();
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(host);
    this.resize();
  }

  private gesturesOf(): Gestures {
    const tell = (name: 'menu' | 'hold' | 'hover') => (x: number, y: number, event: MouseEvent) =>
      this.emit(name, this.hitAt(x, y, event));
    return new Gestures(this.canvas, {
      moved: () => {
        this.emit('view', this.camera);
        this.invalidate();
      },
      rested: () => this.invalidate(),
      pressed: (x, y, event) => {
        const front = frontAt(
          this.overlays.fronts ?? [],
          this.camera.scale,
          ...onMap(this.camera, x, y),
        );
        if (front) this.emit('face', front.id);
        else this.emit('press', this.hitAt(x, y, event));
      },
      doubled: (x, y, event) => {
        const found = this.hitAt(x, y, event);
        this.emit('double', found);
        if (!found.unit) this.zoomBy(2, [x, y]);
      },
      asked: tell('menu'),
      hovered: tell('hover'),
      held: tell('hold'),
      left: () => this.emit('hover', { hex: null, unit: null, event: null }),
      turned: (steps) => this.emit('turn', steps),
      grips: (x, y, event) => this.grip(x, y) || this.gripBox(x, y, event),
      dragged: (x, y, event) => this.emit('drag', this.inHand(x, y, event)),
      dropped: (x, y, event) => this.emit('drop', this.inHand(x, y, event)),
    });
  }

  private grip(px: number, py: number): boolean {
    const [x, y] = onMap(this.camera, px, py);
    const { handles, draft } = this.overlay.overlays;
    const handle = handles && handleAt(handles, this.camera.scale, x, y);
    const ghost = draft?.ghost?.base;
    const taken = handle || (ghost && isWithin(ghost, x, y) ? 'move' : null);
    const held = taken && handles ? { handle: taken, at: handles.base } : this.gripPiece(px, py);
    if (!held) return false;
    // A corner follows the pointer itself.
    const aside = held.handle === 'left' || held.handle === 'right';
    const { x: mx, y: my } = aside ? { x, y } : held.at;
    this.gripped = { handle: held.handle, from: { x, y }, dx: mx - x, dy: my - y };
    return true;
  }

  /** With Shift a box is drawn, wherever it begins. */
  private gripBox(px: number, py: number, { shiftKey }: PointerEvent): boolean {
    if (!shiftKey || !this.boxes()) return false;
    const [x, y] = onMap(this.camera, px, py);
    this.gripped = { handle: 'box', from: { x, y }, dx: 0, dy: 0 };
    return true;
  }

  private gripPiece(px: number, py: number): { handle: 'piece'; at: Point } | null {
    const { unit, hex } = this.hitAt(px, py);
    return unit && hex !== null && this.grips(unit) ? { handle: 'piece', at: centre(hex) } : null;
  }

  private inHand(px: number, py: number, event: PointerEvent): Hold {
    const [x, y] = onMap(this.camera, px, py);
    const { handle, from, dx, dy } = this.gripped!;
    return { handle, from, to: { x: x + dx, y: y + dy }, event };
  }

  // --- what is shown

  setPieces({ counters, leaders, stacks }: MapPieces): void {
    this.pieces.layout = layOut(counters, leaders, stacks);
    this.overlay.bases = new Map(
      counters.flatMap(({ hexes, base }) => (base ? [[hexes[0]!, base]] : [])),
    );
    this.invalidate();
  }

  /** Rings these counters and leaders in gold. */
  select(units: Iterable<UnitId>): void {
    this.pieces.selected = new Set(units);
    this.invalidate();
  }

  /** Changes the overlays that are named; the others stay. */
  setOverlays(change: Overlays): void {
    this.overlay.set(change);
    if (change.faded) this.pieces.faded = change.faded;
    this.invalidate();
  }

  get overlays(): Overlays {
    return this.overlay.overlays;
  }

  configure(change: Partial<MapSettings>): void {
    const before = this.settings;
    this.settings = { ...before, ...change };
    this.pieces.settings = { enlarged: this.settings.enlarged, tilt: this.settings.tilt };
    if (before.contrast !== this.settings.contrast) {
      this.tiles.contrast = this.settings.contrast;
      this.tiles.repaint();
    }
    this.invalidate();
  }

  /** The fonts are there now: everything with letters is drawn anew. */
  refreshType(): void {
    this.labels.clear();
    this.pieces.sprites.clear();
    this.overlay.clearSprites();
    this.invalidate();
  }

  /** A piece slides along a path to where it already stands; resolves on arrival. */
  glide(unit: UnitId, path: readonly Hex[], speed = 1): Promise<void> {
    if (this.settings.stillness) return Promise.resolve();
    const arrival = this.glides.start(unit, path, performance.now(), speed);
    this.invalidate();
    return arrival;
  }

  skipGlides(): void {
    this.glides.skipAll();
    this.invalidate();
  }

  // --- where it is seen from

  get camera(): Camera {
    const { x, y, scale } = this.gestures.view;
    const s = scale * this.ratio;
    // Whole device pixels: tiles then need no resampling while the zoom stands.
    return {
      x: Math.round(x * s) / s,
      y: Math.round(y * s) / s,
      scale,
      width: this.width,
      height: this.height,
      ratio: this.ratio,
    };
  }

  /** Shows the whole map. */
  fit(padding = FRAME + 8): void {
    const to = this.whole(padding);
    this.flight.land();
    this.gestures.put(to.x, to.y, to.scale);
  }

  private whole(padding: number) {
    const box = { x0: 0, y0: 0, x1: this.ground.width, y1: this.ground.height };
    return fitted(box, this.width, this.height, padding);
  }

  /** Puts a hex in the middle of the window, at once or by a short flight. */
  centreOn(hex: Hex, scale = this.gestures.view.scale, fly = false): void {
    const { x, y } = centre(hex);
    const to = { x: x - this.width / 2 / scale, y: y - this.height / 2 / scale, scale };
    if (fly && !this.settings.stillness)
      this.flight.start(this.gestures.view, to, this, (view) =>
        this.gestures.put(view.x, view.y, view.scale),
      );
    else {
      this.flight.land();
      this.gestures.put(to.x, to.y, scale);
    }
  }

  /** Puts the upper left corner of the window on a point of the map. */
  put(x: number, y: number, scale: number): void {
    this.flight.land();
    this.gestures.put(x, y, scale);
  }

  /** Moves the window just so far that the hex is well inside it. */
  reveal(hex: Hex, margin = 2): void {
    const { x, y } = centre(hex);
    const { x: x0, y: y0, scale } = this.gestures.view;
    const w = this.width / scale;
    const h = this.height / scale;
    const shift = (at: number, from: number, size: number) =>
      Math.min(0, at - margin - from) || Math.max(0, at + margin - from - size);
    const dx = shift(x, x0, w);
    const dy = shift(y, y0, h);
    if (dx || dy) this.gestures.panBy(dx * scale, dy * scale);
  }

  zoomBy(factor: number, at?: [number, number]): void {
    this.flight.land();
    this.gestures.zoomBy(factor, at);
  }

  panBy(dx: number, dy: number): void {
    this.flight.land();
    this.gestures.panBy(dx, dy);
  }

  // --- what lies under the pointer

  /** What lies at a point of the window, in CSS pixels. */
  hitAt(px: number, py: number, event: MouseEvent | null = null): Hit {
    const [x, y] = onMap(this.camera, px, py);
    const inside = x >= 0 && y >= 0 && x <= this.ground.width && y <= this.ground.height;
    const unit = hit(this.pieces.layout, x, y, this.settings.enlarged);
    const hex = this.placeOf(unit) ?? placeAt(this.ground.data, x, y);
    return { hex: inside && this.ground.has(hex) ? hex : null, unit, event };
  }

  /** A base of a measured table is meant by its middle, wherever it was hit. */
  private placeOf(unit: UnitId | null): Hex | null {
    if (!this.ground.measured || !unit) return null;
    const placed = this.pieces.layout.counters.find(({ counter }) => counter.id === unit);
    return placed?.counter.hexes[0] ?? null;
  }

  /** Where a hex lies in the window, in CSS pixels: for cards that point at it. */
  pointOf(hex: Hex): { x: number; y: number } {
    const { x, y } = centre(hex);
    const camera = this.camera;
    return { x: (x - camera.x) * camera.scale, y: (y - camera.y) * camera.scale };
  }

  /** Where all pieces stand in the window: for cards that should cover none. */
  get stands(): { x: number; y: number }[] {
    const { counters } = this.pieces.layout;
    return counters.flatMap(({ counter: { hexes } }) => (hexes[0] ? [this.pointOf(hexes[0])] : []));
  }

  on<K extends keyof MapEvents>(name: K, listener: MapEvents[K]): () => void {
    const held = this.listeners.get(name) ?? new Set();
    held.add(listener as (...args: never[]) => void);
    this.listeners.set(name, held);
    return () => held.delete(listener as (...args: never[]) => void);
  }

  private emit<K extends keyof MapEvents>(name: K, ...args: Parameters<MapEvents[K]>): void {
    for (const listener of this.listeners.get(name) ?? [])
      listener(...(args as unknown as never[]));
  }

  // --- drawing

  /** Asks for a frame; many calls make one. */
  invalidate(): void {
    if (!this.asked) this.asked = requestAnimationFrame((now) => this.frame(now));
  }

  /** The whole ground in a picture so wide and so high. */
  drawWhole(ctx: CanvasRenderingContext2D, width: number, height: number): void {
    this.tiles.drawWhole(ctx, width, height);
  }

  /** A stretch of the ground about a point, painted at its own scale. */
  swatch(canvas: HTMLCanvasElement, at: Point, scale: number): Promise<void> {
    return this.tiles.swatch(canvas, at, scale);
  }

  /** Is all of the window painted at its own zoom? */
  get isSharp(): boolean {
    return !this.gestures.moving && this.tiles.isSharp(this.camera) && !this.pieces.sprites.starved;
  }

  private frame(now: number): void {
    if (this.asked) cancelAnimationFrame(this.asked);
    this.asked = 0;
    const before = performance.now();
    const camera = this.camera;
    const moving = this.gestures.moving || this.flight.active;
    this.pace.frame(now, moving);
    this.glides.tick(now);
    this.pieces.shifts = this.glides.shifts;
    const { ctx } = this;
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    drawPaper(ctx, camera, this.ground);
    this.drawGround(ctx, camera, moving);
    this.overlay.drawBelow(ctx, camera);
    const starved = this.pieces.draw(ctx, camera, moving, this.pace.isSlow);
    this.overlay.drawAbove(ctx, camera);
    if (starved || this.glides.active) this.invalidate();
    const complete = !starved && !moving && this.tiles.isSharp(camera);
    this.emit('frame', performance.now() - before, complete);
  }

  private drawGround(ctx: CanvasRenderingContext2D, camera: Camera, moving: boolean): void {
    this.tiles.draw(ctx, camera, moving, this.pace.isSlow);
    if (this.settings.dark) {
      ctx.globalCompositeOperation = 'multiply';
      ctx.fillStyle = CANDLELIGHT;
      ctx.fillRect(0, 0, camera.width * camera.ratio, camera.height * camera.ratio);
      ctx.globalCompositeOperation = 'source-over';
    }
    drawFrame(ctx, camera, this.ground);
    if (this.settings.labels) this.labels.draw(ctx, camera, moving);
  }

  /** Takes the size of its host; the middle of the window stays where it was. */
  resize(): void {
    const { clientWidth, clientHeight } = this.host;
    const ratio = Math.min(3, window.devicePixelRatio || 1);
    const width = Math.max(1, clientWidth);
    const height = Math.max(1, clientHeight);
    if (width === this.width && height === this.height && ratio === this.ratio) return;
    const { x, y, scale } = this.gestures.view;
    const mx = x + this.width / 2 / scale;
    const my = y + this.height / 2 / scale;
    this.width = width;
    this.height = height;
    this.ratio = ratio;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    const { scale: whole } = this.whole(FRAME + 8);
    const out = Math.max(6, (0.5 * Math.max(width, height)) / whole);
    this.gestures.limit(Math.min(whole * 0.8, 20), MOST_SCALE, [
      [-out, -out],
      [this.ground.width + out, this.ground.height + out],
    ]);
    if (this.fresh) {
      this.fresh = false;
      this.fit();
    } else this.gestures.put(mx - width / 2 / scale, my - height / 2 / scale, scale);
    // Drawn before the page is: no frame without ground.
    this.frame(performance.now());
  }

  destroy(): void {
    this.flight.land();
    if (this.asked) cancelAnimationFrame(this.asked);
    this.observer.disconnect();
    this.gestures.stop();
    this.tiles.destroy();
    this.pieces.sprites.clear();
    this.canvas.remove();
    this.listeners.clear();
  }
}
