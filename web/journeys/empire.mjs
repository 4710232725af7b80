// Bataille Empire on its measured table: the guided lesson, and a battle that is played by mouse to its
// end, whatever is asked. In the battle dice fall as they will.

import assert from 'node:assert/strict';
import { taught } from './lessons.mjs';
import {
  draftOf,
  drawn,
  handleOf,
  painted,
  pointOf,
  serve,
  settled,
  unfold,
  until,
} from './lib.mjs';

/** The lessons of the first turn and of the charge, in this order with the dice of their server. */
const ALWAYS = [
  'Read the table',
  'Give an order',
  'One division after the other',
  'Fire',
  'March as a group',
  'Rally',
  'Enough for now',
  'The other division',
  'Wheel',
  'What he may do',
  'A new turn',
  'Charge',
];

/** On a server whose dice repeat themselves: which lesson comes next hangs on a die. */
export async function linesTaught() {
  const server = await serve(undefined, undefined, 'scripts.picture_server');
  try {
    return await taught(server.url, 'first-lines', ALWAYS);
  } finally {
    await server.stop();
  }
}

const waits = (page) => until(page, (s) => s.kind === 'over' || s.cover !== '' || s.mine, 60000);

/** The battle goes on after something was answered. */
const went = (page, before) =>
  until(page, (s) => s.n > before.n && (s.kind === 'over' || s.cover !== '' || s.mine), 60000);

/** A card is answered with the first of its options whose words fit, else with the one it proposes. */
async function answered(page, now, ...wanted) {
  await unfold(page);
  for (const words of wanted) {
    const found = page.getByRole('radio', { name: words });
    if (!(await found.count())) continue;
    await found.first().click();
    break;
  }
  await page.locator('.cards .answer').click();
  return went(page, now);
}

/** The first target that may be struck is struck; the odds are laid open before. */
async function struck(page, now) {
  const [target] = now.targets;
  await page.evaluate((at) => window.grognard.view.centreOn(at, 46), target);
  const { x, y } = await pointOf(page, target);
  await page.mouse.click(x, y);
  await until(page, (s) => s.attack !== null);
  await page.waitForFunction(() => window.grognard.deciding.attacks.now?.working === false);
  await page.waitForFunction(() => {
    const { gauges, outlines } = window.grognard.view.overlays;
    return gauges.length + outlines.length > 0;
  });
  if (process.env.EMPIRE_SHOT)
    await page.screenshot({ path: `${process.env.EMPIRE_SHOT}-${now.purpose}.png` });
  await page.locator('.cards .commit').click();
  return went(page, now);
}

/** A base goes towards the nearest enemy as far as it may. */
async function led(page, unit, now, seen) {
  const from = await page.evaluate((id) => window.grognard.battle.at(id), unit);
  await page.evaluate((at) => window.grognard.view.centreOn(at, 46), from);
  const at = await pointOf(page, from);
  await page.mouse.click(at.x, at.y);
  await until(page, (s) => s.selected === unit);
  await page.waitForFunction(() => window.grognard.deciding.loaded !== null);
  if (!(await page.evaluate(() => window.grognard.deciding.drafting.can('ahead')))) return now;
  if (!seen.wheel) {
    const corner = await handleOf(page, 'left');
    const heading = await page.evaluate(
      (id) => window.grognard.battle.counter(id).shape.heading,
      unit,
    );
    const ahead = [Math.sin((heading * Math.PI) / 180), -Math.cos((heading * Math.PI) / 180)];
    await drawn(page, corner, { x: corner.x + 16 * ahead[0], y: corner.y + 16 * ahead[1] });
    const draft = await draftOf(page);
    assert.match(draft.legs[0] ?? '', /^wheel right \d+$/);
    seen.wheel = true;
    await painted(page);
    if (process.env.EMPIRE_SHOT)
      await page.screenshot({ path: `${process.env.EMPIRE_SHOT}-wheel.png` });
  }
  const end = await page.evaluate(() => {
    const { battle, deciding } = window.grognard;
    const at = (place) => [Math.floor(place / 1e6) - 1, place % 1e6];
    const [x, y] = at(battle.at(deciding.selected));
    const far = (way) => Math.hypot(at(way.shape.places[0])[0] - x, at(way.shape.places[0])[1] - y);
    const ways = deciding.reach.ways.filter((way) => far(way) > 400);
    return ways.sort((a, b) => far(b) - far(a))[0]?.shape.places[0] ?? null;
  });
  if ((await draftOf(page)).legs.length || end === null) await page.keyboard.press('Escape');
  if (end === null) return now;
  await page.keyboard.down('Alt');
  await drawn(page, at, await pointOf(page, end));
  await page.keyboard.up('Alt');
  await settled(page);
  const march = page.getByRole('button', { name: /^March, / });
  if (!(await march.count())) {
    await page.keyboard.press('Escape');
    return now;
  }
  const draft = await draftOf(page);
  if (draft.beyond) seen.stopped = draft.stops;
  await march.click();
  seen.moves++;
  return went(page, now);
}

async function ended(page, now) {
  for (let i = 0; i < 2; i++) {
    await page.keyboard.press('Shift+Enter');
    if (!(await page.evaluate(() => window.grognard.deciding.ending))) break;
  }
  return went(page, now);
}

/** Whatever is asked is answered on the map or in its card. */
async function acted(page, now, seen) {
  seen.purposes.add(now.purpose);
  if (now.purpose === 'activate') {
    await unfold(page);
    const change = page.getByRole('radio', { name: /Order .* to / });
    if (!seen.ordered && (await change.count())) {
      seen.ordered = true;
      return answered(page, now, /Order .* to /);
    }
    return answered(page, now, /Activate/);
  }
  if (now.purpose === 'movement') {
    const may = await page.evaluate(() => window.grognard.deciding.done !== null);
    const bases = await page.evaluate(() =>
      window.grognard.deciding.able.filter(
        (id) => window.grognard.battle.counter(id).arm !== 'leader',
      ),
    );
    for (const unit of may && seen.rested !== now.turn ? bases.slice(0, 2) : may ? [] : bases) {
      const next = await led(page, unit, now, seen);
      if (next.n !== now.n) return next;
    }
    seen.rested = now.turn;
    if (may) return ended(page, now);
    // Its order wants a move that no straight drag makes: the first that is listed.
    seen.listed++;
    await page.evaluate(async () => {
      const { deciding, battle } = window.grognard;
      for (const unit of deciding.able) {
        const { found } = await battle.look({ type: 'look', what: 'reach', unit });
        if (found.ways?.length) return deciding.answer(found.ways[0].id);
      }
    });
    return went(page, now);
  }
  if (now.targets.length && /fire|charge$/.test(now.purpose)) {
    if (now.purpose === 'charge') seen.charges++;
    else seen.shots++;
    return struck(page, now);
  }
  if (await page.evaluate(() => window.grognard.deciding.inSegment)) return ended(page, now);
  return answered(page, now);
}

/** The battle at the table is played by mouse to its end. */
export async function played(page, most = 400) {
  const seen = {
    wheel: false,
    ordered: false,
    stopped: '',
    moves: 0,
    shots: 0,
    charges: 0,
    listed: 0,
    rested: 0,
    purposes: new Set(),
  };
  let now = await waits(page);
  for (let i = 0; i < most && now.kind !== 'over'; i++) {
    if (now.cover) {
      await page.getByRole('button', { name: /^I am/ }).click();
      now = await until(page, (s) => s.kind === 'over' || (s.cover === '' && s.mine));
      continue;
    }
    now = await acted(page, now, seen);
  }
  return { ...now, ...seen };
}
