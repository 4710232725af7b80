/** Pan, zoom and pinch by d3-zoom; presses, hovering and holding in words of the map. */

import { select } from 'd3-selection';
import { type D3ZoomEvent, type ZoomTransform, zoom, zoomIdentity, zoomTransform } from 'd3-zoom';

export interface GestureEvents {
  /** The window moved; `moving` until it has come to rest. */
  readonly moved: (view: { x: number; y: number; scale: number }) => void;
  readonly rested: () => void;
  readonly pressed: (x: number, y: number, event: MouseEvent) => void;
  readonly doubled: (x: number, y: number, event: MouseEvent) => void;
  readonly asked: (x: number, y: number, event: MouseEvent) => void;
  readonly hovered: (x: number, y: number, event: PointerEvent) => void;
  readonly left: () => void;
  /** The wheel with Alt: turns a unit, never the map. */
  readonly turned: (steps: number) => void;
  readonly held: (x: number, y: number, event: MouseEvent) => void;
  /** Is there something to draw over the map, instead of the map itself? */
  readonly grips: (x: number, y: number, event: PointerEvent) => boolean;
  readonly dragged: (x: number, y: number, event: PointerEvent) => void;
  readonly dropped: (x: number, y: number, event: PointerEvent) => void;
}

const REST = 140;
const HOLD = 500;
const STILL = 8;

export class Gestures {
  private readonly behaviour = zoom<HTMLCanvasElement, unknown>();
  private restTimer = 0;
  private holdTimer = 0;
  /** A long touch was told: the click that may end it is none. */
  private isHeld = false;
  /** A piece is in hand: the map stays where it is. */
  private isGripped = false;
  moving = false;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly events: GestureEvents,
  ) {
    this.behaviour
      .filter(
        (event: MouseEvent) =>
          !this.isGripped && !event.altKey && (event.type === 'wheel' || !event.button),
      )
      .clickDistance(STILL / 2)
      .on('start', () => this.begin())
      .on('zoom', ({ transform }: D3ZoomEvent<HTMLCanvasElement, unknown>) => {
        this.begin();
        events.moved(fromTransform(transform));
        this.restSoon();
      })
      .on('end', () => this.restSoon());
    select(canvas).call(this.behaviour).on('dblclick.zoom', null);
    this.listen();
  }

  private listen(): void {
    const { canvas, events } = this;
    canvas.addEventListener('click', (event) => {
      if (this.isHeld) this.isHeld = false;
      else events.pressed(...point(event), event);
    });
    canvas.addEventListener('dblclick', (event) => events.doubled(...point(event), event));
    canvas.addEventListener('contextmenu', (event) => {
      event.preventDefault();
      // A long touch makes such an event, too: a little before our own time, or a little after.
      if ((event as PointerEvent).pointerType === 'touch') this.hold(point(event), event);
      else events.asked(...point(event), event);
    });
    canvas.addEventListener('pointermove', (event) => {
      if (!event.buttons) events.hovered(...point(event), event);
    });
    canvas.addEventListener('pointerleave', () => events.left());
    canvas.addEventListener('wheel', (event) => {
      if (!event.altKey) return;
      event.preventDefault();
      events.turned(Math.sign(event.deltaY));
    });
    this.listenForHolding();
    this.listenForDragging();
  }

  private listenForDragging(): void {
    const { canvas, events } = this;
    let from: [number, number] = [0, 0];
    let dragged = false;
    canvas.addEventListener('pointerdown', (event) => {
      if (!event.isPrimary || event.button !== 0) return;
      this.isGripped = events.grips(...point(event), event);
      if (!this.isGripped) return;
      from = [event.clientX, event.clientY];
      dragged = false;
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener('pointermove', (event) => {
      if (!this.isGripped) return;
      dragged ||= Math.hypot(event.clientX - from[0], event.clientY - from[1]) > STILL / 2;
      if (dragged) events.dragged(...point(event), event);
    });
    for (const name of ['pointerup', 'pointercancel'] as const)
      canvas.addEventListener(name, (event) => {
        if (this.isGripped && dragged) {
          // The click that follows is none.
          this.isHeld = true;
          events.dropped(...point(event), event);
        }
        this.isGripped = false;
        dragged = false;
      });
  }

  private listenForHolding(): void {
    let from: [number, number] = [0, 0];
    const stop = () => clearTimeout(this.holdTimer);
    this.canvas.addEventListener('pointerdown', (event) => {
      stop();
      this.isHeld = false;
      if (event.pointerType !== 'touch' || !event.isPrimary) return;
      from = [event.clientX, event.clientY];
      const at = point(event);
      this.holdTimer = window.setTimeout(() => this.hold(at, event), HOLD);
    });
    this.canvas.addEventListener('pointermove', (event) => {
      if (Math.hypot(event.clientX - from[0], event.clientY - from[1]) > STILL) stop();
    });
    for (const name of ['pointerup', 'pointercancel'] as const)
      this.canvas.addEventListener(name, stop);
  }

  /** A long touch, told once. */
  private hold(at: [number, number], event: MouseEvent): void {
    clearTimeout(this.holdTimer);
    if (this.isHeld) return;
    this.isHeld = true;
    this.events.held(...at, event);
  }

  private begin(): void {
    this.moving = true;
  }

  private restSoon(): void {
    clearTimeout(this.restTimer);
    this.restTimer = window.setTimeout(() => {
      this.moving = false;
      this.events.rested();
    }, REST);
  }

  /** How far one may zoom, and how far the map may leave the window. */
  limit(least: number, most: number, box: [[number, number], [number, number]]): void {
    this.behaviour.scaleExtent([least, most]).translateExtent(box);
  }

  get view(): { x: number; y: number; scale: number } {
    return fromTransform(zoomTransform(this.canvas));
  }

  /** Puts the window somewhere at once. */
  put(x: number, y: number, scale: number): void {
    const to = zoomIdentity.scale(scale).translate(-x, -y);
    this.behaviour.transform(select(this.canvas), to);
  }

  zoomBy(factor: number, at?: [number, number]): void {
    this.behaviour.scaleBy(select(this.canvas), factor, at);
  }

  panBy(dx: number, dy: number): void {
    const { scale } = this.view;
    this.behaviour.translateBy(select(this.canvas), -dx / scale, -dy / scale);
  }

  stop(): void {
    clearTimeout(this.restTimer);
    clearTimeout(this.holdTimer);
    select(this.canvas).on('.zoom', null);
  }
}

function fromTransform({ x, y, k }: ZoomTransform): { x: number; y: number; scale: number } {
  return { x: -x / k, y: -y / k, scale: k };
}

function point(event: MouseEvent): [number, number] {
  return [event.offsetX, event.offsetY];
}
