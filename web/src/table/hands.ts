/** Hands on the map: what a press, a drag or a turn of the wheel means at a table. */

import { isLeader } from '../map/counters/model';
import type { MapView } from '../map/MapView';
import { amid } from '../map/places';
import { prefs } from '../ui/prefs.svelte';
import type { Deciding } from './deciding.svelte';
import type { Following } from './following.svelte';
import type { Playback } from './playback.svelte';

export interface MapHands {
  readonly deciding: Deciding;
  readonly playback: Playback;
  readonly following: Following;
  /** The map is led by hand and not by keys. */
  readonly byHand: () => void;
  /** Keys are heard again. */
  readonly focus: () => void;
}

export function layHandsOn(view: MapView, hands: MapHands): void {
  const { deciding, playback, following, byHand, focus } = hands;
  const { battle } = deciding;
  view.canvas.addEventListener('pointermove', ({ buttons }) => {
    if (buttons) following.follow = false;
  });
  view.on('press', ({ hex, unit, event }) => {
    byHand();
    view.skipGlides();
    if (playback.active || following.active) return;
    const touch = (event as PointerEvent | null)?.pointerType === 'touch';
    const confirm = touch || prefs.phone;
    deciding.press({ hex, unit }, { shift: event?.shiftKey ?? false, confirm });
    focus();
  });
  view.on('double', ({ unit }) => {
    if (unit && !playback.active) deciding.selectBrigade(unit);
  });
  view.on('hover', ({ hex, unit }) => deciding.looks.hover(hex, unit));
  // The right button and a long touch bend the path; without a path they only look.
  for (const gesture of ['menu', 'hold'] as const)
    view.on(gesture, ({ hex }) => {
      if (!hex || playback.active || deciding.bending.through(hex)) return;
      deciding.hex = hex;
      deciding.fanOut(hex);
    });
  view.grips = (unit) => !playback.active && deciding.drafting.takes(unit);
  view.boxes = () => !playback.active && battle.mine && !deciding.card;
  view.on('drag', (hold) => {
    byHand();
    if (!deciding.gathering.drag(hold)) deciding.drafting.drag(hold);
  });
  view.on('drop', (hold) => {
    if (!deciding.gathering.drop(hold)) deciding.drafting.drop(hold);
    focus();
  });
  view.on('turn', (steps) => deciding.plans.turnBy(steps));
  view.on('face', (id) => {
    if (!playback.active && !following.active) deciding.plans.face(id);
  });
  deciding.seek = (hex) => view.reveal(hex, 5);
  firstLook(view, deciding);
  focus();
}

/** The first look: where one's own troops stand, near enough to read them. */
function firstLook(view: MapView, deciding: Deciding): void {
  const { battle } = deciding;
  const there = Object.values(battle.moving?.counters ?? {}).filter(
    (each) => each.shape && !isLeader(each),
  );
  const own = there.filter(({ id }) => !battle.side || deciding.isOwn(id));
  const all = own.length ? own : there;
  if (!all.length) return;
  const places = all.map(({ shape }) => shape!.places[0]!);
  const middle = amid(battle.map!, places);
  if (view.camera.scale < 28) view.centreOn(middle, prefs.phone ? 30 : 34);
  deciding.cursor = middle;
}
