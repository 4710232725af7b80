/** The keyboard of the table (ui.md 5). Letters work while the map or the inspector has the focus. */

import type { Hex } from '../api/types';
import { type MapView, ZOOM_STEP } from '../map/MapView';
import { middleOf, stepFrom } from '../map/places';
import { prefs } from '../ui/prefs.svelte';
import type { Deciding } from './deciding.svelte';
import { actionOf, FORMATIONS, type Letter } from './keymap';
import type { Overlay } from './looking.svelte';

export interface KeyHands {
  readonly deciding: Deciding;
  readonly map: () => MapView | null;
  readonly take: (step: number) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly help: () => void;
  readonly aims: () => void;
  readonly legend: () => void;
  readonly find: () => void;
  readonly rules: () => void;
  readonly read: () => void;
  readonly moved: (hex: Hex) => void;
}

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};
const OVERLAYS: ReadonlySet<string> = new Set([
  'reach',
  'zones',
  'arcs',
  'sight',
  'threat',
  'heights',
  'range',
  'orders',
  'measure',
]);

/** Handles a key; true when it was ours. */
export function handleKey(event: KeyboardEvent, hands: KeyHands): boolean {
  const { deciding } = hands;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if ((event.ctrlKey || event.metaKey) && (key === 'z' || key === 'y')) {
    if (key === 'y' || event.shiftKey) hands.redo();
    else if (!deciding.drafting.back()) hands.undo();
    return true;
  }
  const led = deciding.drafting.isPossible && !deciding.looks.show.measure;
  const isFine = event.ctrlKey && led && (key in STEPS || key === ',' || key === '.');
  if ((event.ctrlKey && !isFine) || event.metaKey || event.altKey) return false;
  if (key === 'Enter' && event.shiftKey) {
    deciding.end();
    return true;
  }
  if (key === 'Escape') {
    deciding.letGo();
    return true;
  }
  if (!inReach(event.target)) return false;
  const step = STEPS[key];
  if (step && led && !deciding.attacks.now) {
    deciding.drafting.step(step, strideOf(event));
    return true;
  }
  if (step) {
    arrow(step, hands);
    if (event.shiftKey && deciding.cursor) deciding.bending.step(deciding.cursor);
    return true;
  }
  if (key === 'Backspace' && deciding.drafting.back()) return true;
  if (key === 'Enter' || key === ' ') {
    if ((event.target as HTMLElement).closest('button, a, summary, input')) return false;
    enter(deciding, event.shiftKey);
    return true;
  }
  return view(key, hands) || (prefs.kept.letters && letter(key, hands, event));
}

/** A key was let go: whoever held the pencil puts it down. */
export function releaseKey(event: KeyboardEvent, { ghosts }: Deciding): void {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (actionOf(key, prefs.kept.keys) === 'pencil') ghosts.keyUp();
}

/** Letters and arrows belong to the map and what is asked, and to nothing else in particular. */
function inReach(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return true;
  if (target.closest('input, select, textarea, [contenteditable]')) return false;
  return target === document.body || target.closest('.field, .right, .pin, .inspector') !== null;
}

/** What is led by hand goes by a tenth of a step with Ctrl and by four with Shift, and wheels alike. */
function strideOf(event: KeyboardEvent, fine = 0.1, long = 4): number {
  if (event.ctrlKey) return fine;
  return event.shiftKey ? long : 1;
}

function arrow([dx, dy]: readonly [number, number], hands: KeyHands): void {
  const { deciding } = hands;
  if (deciding.attacks.now) {
    deciding.attacks.aim(deciding.attacks.now.means, dx + dy);
    return;
  }
  const map = deciding.battle.map;
  if (!map) return;
  deciding.cursor = stepFrom(map, deciding.cursor ?? deciding.hex ?? middleOf(map), dx, dy);
  deciding.looks.hover(deciding.cursor);
  hands.moved(deciding.cursor);
}

function enter(deciding: Deciding, shift: boolean): void {
  if (deciding.ghosts.laying && deciding.cursor)
    deciding.ghosts.press(deciding.cursor, null, shift);
  else if (deciding.held) void deciding.answer(deciding.held.id);
  else if (deciding.ending) deciding.end();
  else if (deciding.attacks.now) void deciding.attacks.commit();
  else if (deciding.drafting.defers()) return;
  else if (deciding.looks.show.measure && deciding.cursor)
    deciding.looks.measuring.press(deciding.cursor);
  else if (
    deciding.plans.now &&
    (deciding.plans.now.kind === 'form' ||
      deciding.drafting.offer ||
      deciding.plans.now.hex === deciding.cursor)
  )
    void deciding.plans.commit();
  else if (deciding.cursor) {
    const stack = deciding.stackAt(deciding.cursor);
    const taken = deciding.selected ? stack.indexOf(deciding.selected) : -1;
    // A second Enter on a stack takes the unit below.
    const unit =
      taken >= 0 && stack.length > 1 ? stack[(taken + 1) % stack.length]! : (stack[0] ?? null);
    const onto = deciding.reachBy.has(deciding.cursor) && deciding.battle.mine;
    if (taken >= 0 && stack.length > 1) deciding.select(unit);
    else deciding.press({ hex: deciding.cursor, unit }, { shift: shift || onto, confirm: true });
  }
}

function view(key: string, hands: KeyHands): boolean {
  const map = hands.map();
  if (!map) return false;
  if (key === '+' || key === '=') map.zoomBy(ZOOM_STEP);
  else if (key === '-') map.zoomBy(1 / ZOOM_STEP);
  else if (key === '0') map.fit();
  else if (key === 'PageUp') map.panBy(0, -map.height * 0.8);
  else if (key === 'PageDown') map.panBy(0, map.height * 0.8);
  else if (key === 'Home') map.panBy(-map.width * 0.8, 0);
  else if (key === 'End') map.panBy(map.width * 0.8, 0);
  else return false;
  return true;
}

/** The letter of zones lays the bands of fire where there are such. */
function overlayOf(action: string, { looks }: Deciding): Overlay {
  return (action === 'zones' && looks.has('arcs') ? 'arcs' : action) as Overlay;
}

/** Who stands limbered already unlimbers. */
function form(formation: string, deciding: Deciding): void {
  const isSo = formation === 'limbered' && deciding.piece()?.formation === formation;
  deciding.plans.form(isSo ? 'unlimbered' : formation);
}

function letter(key: string, hands: KeyHands, event: KeyboardEvent): boolean {
  const { deciding } = hands;
  const action = actionOf(key, prefs.kept.keys);
  // A key that is held tells itself again and again.
  if (action === 'pencil' && event.repeat) return true;
  if (action === 'left' || action === 'right')
    deciding.plans.turnBy(action === 'left' ? -1 : 1, strideOf(event, 0.2, 3));
  else if (action && FORMATIONS.has(action)) form(action, deciding);
  else if (action && OVERLAYS.has(action)) deciding.looks.toggle(overlayOf(action, deciding));
  else if (action) ACTS[action as keyof typeof ACTS](hands);
  else if (/^[1-9]$/.test(key) && deciding.hex) {
    const unit = deciding.stackAt(deciding.hex)[Number(key) - 1];
    if (unit) deciding.pick(unit);
  } else return false;
  return true;
}

type Named = Exclude<
  Letter,
  'column' | 'line' | 'square' | 'skirmish' | 'road' | 'limbered' | 'left' | 'right' | Overlay
>;

const ACTS: Readonly<Record<Named, (hands: KeyHands) => void>> = {
  next: ({ take }) => take(1),
  previous: ({ take }) => take(-1),
  about: ({ deciding }) => deciding.drafting.about(),
  fire: ({ deciding }) => deciding.attacks.aim('fire'),
  advance: ({ deciding }) => deciding.attacks.aim('advance'),
  gallop: ({ deciding }) => deciding.charge(),
  hold: ({ deciding }) => deciding.letGo(),
  pencil: ({ deciding }) => deciding.ghosts.keyDown(),
  list: ({ deciding }) => {
    deciding.listing = !deciding.listing;
  },
  read: ({ read }) => read(),
  why: ({ rules }) => rules(),
  find: ({ find }) => find(),
  help: ({ help }) => help(),
  aims: ({ aims }) => aims(),
  fan: ({ deciding }) => deciding.fanOut(),
  legend: ({ legend }) => legend(),
  ends: ({ deciding }) => void deciding.naming.toggle(),
  group: ({ deciding }) => deciding.gathering.all(),
};
