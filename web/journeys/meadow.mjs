// A system on a measured table, without hexes, that lives in the tests: from the start page to the
// verdict, by mouse and by keyboard. No line of the client knows it.

import assert from 'node:assert/strict';
import {
  browser,
  draftOf,
  drawn,
  frame,
  handleOf,
  newTable,
  painted,
  pointOf,
  serve,
  settled,
  until,
} from './lib.mjs';

/** Opens the meadow from the start page, both sides on one screen. */
async function opened(page, url) {
  await page.goto(url);
  await page.locator('[data-system=meadow]').click();
  await page.getByRole('radio', { name: /^The meadow/ }).click();
  await page.getByRole('radio', { name: 'Same screen' }).click();
  await page.getByRole('button', { name: /Begin the battle/ }).click();
  await page.waitForFunction(() => window.grognard?.view && window.grognard.battle.moving);
}

/** The way of the selected base that leads nearest to an enemy, a little beside where it is listed. */
const towards = (page) =>
  page.evaluate(() => {
    const { battle, deciding } = window.grognard;
    const at = (place) => [Math.floor(place / 1e6) - 1, place % 1e6];
    const enemies = Object.values(battle.moving.counters)
      .filter(({ side }) => side !== battle.side)
      .map(({ shape }) => at(shape.places[0]));
    const far = (place) =>
      Math.min(...enemies.map(([x, y]) => Math.hypot(x - at(place)[0], y - at(place)[1])));
    const ends = deciding.reach.ways.map(({ shape }) => shape.places[0]);
    if (!ends.length) return null;
    const [x, y] = at(ends.sort((a, b) => far(a) - far(b))[0]);
    const [fx, fy] = at(battle.at(deciding.selected));
    const k = 0.97;
    const to = [fx + (x - fx) * k, fy + (y - fy) * k].map(Math.round);
    return 1e6 * (to[0] + 1) + to[1];
  });

const placeOf = (page, unit) => page.evaluate((id) => window.grognard.battle.at(id), unit);

async function seated(page) {
  const now = await until(page, (s) => s.kind === 'over' || s.cover !== '' || s.mine);
  if (now.kind === 'over' || !now.cover) return now;
  await page.getByRole('button', { name: /^I am/ }).click();
  return until(page, (s) => s.kind === 'over' || (s.cover === '' && s.mine));
}

/** A base is taken in hand. */
async function taken(page, unit, scale = 40) {
  const from = await placeOf(page, unit);
  await page.evaluate(([at, scale]) => window.grognard.view.centreOn(at, scale), [from, scale]);
  const at = await pointOf(page, from);
  await page.mouse.click(at.x, at.y);
  await until(page, (s) => s.selected === unit);
  await page.waitForFunction(() => window.grognard.deciding.reach !== null);
  return at;
}

/** A base is led by hand: too far, by a corner, into another formation, with bands of fire and a stick. */
async function ledByHand(page, seen) {
  const now = await until(page, (s) => s.mine && s.able.includes('R1'));
  const from = await placeOf(page, 'R1');
  const at = await taken(page, 'R1', 50);
  await drawn(page, at, { x: at.x + 330, y: at.y + 10 });
  let draft = await draftOf(page);
  assert.ok(draft.beyond && draft.cost <= 4, JSON.stringify(draft));
  await page
    .getByText(/farther than it can go/)
    .first()
    .waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await placeOf(page, 'R1'), from);
  assert.deepEqual((await draftOf(page)).legs, []);
  const corner = await handleOf(page, 'left');
  await drawn(page, corner, { x: corner.x + 60, y: corner.y + 12 });
  draft = await draftOf(page);
  assert.match(draft.legs[0], /^wheel right \d+$/);
  assert.equal(draft.heading, 90 + Number(draft.legs[0].split(' ')[2]));
  const move = await handleOf(page, 'move');
  await drawn(page, move, { x: move.x + 60, y: move.y + 20 });
  draft = await draftOf(page);
  assert.ok(draft.legs.length >= 2, JSON.stringify(draft));
  await page.getByRole('button', { name: 'Fire arcs' }).click();
  await page.getByRole('button', { name: 'Range' }).click();
  await page.waitForFunction(() => window.grognard.view.overlays.outlines.length === 3);
  await page.getByRole('button', { name: 'One leg back' }).click();
  await settled(page);
  assert.equal((await draftOf(page)).legs.length, draft.legs.length - 1);
  await painted(page);
  if (process.env.MEADOW_SHOT) await page.screenshot({ path: process.env.MEADOW_SHOT });
  await page.getByRole('button', { name: /^March, \d/ }).click();
  await until(page, (s) => s.n > now.n);
  assert.notEqual(await placeOf(page, 'R1'), from);
  await page.getByRole('button', { name: 'Measure' }).click();
  for (const unit of ['R1', 'B1']) {
    await page.evaluate((at) => window.grognard.view.centreOn(at, 30), await placeOf(page, unit));
    const { x, y } = await pointOf(page, await placeOf(page, unit));
    await page.mouse.click(x, y);
  }
  const { text: stick } = await page.evaluate(() =>
    window.grognard.view.overlays.gauges.find(({ tone }) => tone === 'measure'),
  );
  assert.match(stick, /^\d+\.\d\d UD, \d+°$/);
  await page.getByRole('button', { name: 'Measure' }).click();
  await taken(page, 'R2');
  await page.getByRole('button', { name: /^Line/ }).click();
  await settled(page);
  assert.deepEqual((await draftOf(page)).legs, ['form line']);
  await page.getByRole('button', { name: /^March/ }).click();
  await page.waitForFunction(() => window.grognard.battle.counter('R2').formation === 'line');
  for (const overlay of ['Fire arcs', 'Range'])
    await page.getByRole('button', { name: overlay }).click();
  seen.led = true;
}

/** One base is drawn over the table towards the enemy. */
async function dragged(page, unit, seen) {
  const now = await until(page, (s) => s.mine);
  const from = await placeOf(page, unit);
  const at = await taken(page, unit);
  const goal = await towards(page);
  if (goal === null) return;
  await drawn(page, at, await pointOf(page, goal));
  if ((await until(page, () => true)).plan === null) return;
  await page.getByRole('button', { name: /^March/ }).click();
  await until(page, (s) => s.n > now.n);
  assert.notEqual(await placeOf(page, unit), from);
  seen.drafts++;
}

export async function meadowByMouse(url) {
  const context = await browser({});
  const page = await context.newPage();
  await opened(page, url);
  const seen = { led: false, drafts: 0, shots: 0 };
  for (let i = 0; i < 60; i++) {
    let now = await seated(page);
    if (now.kind === 'over') break;
    if (now.purpose === 'movement' && !seen.led) await ledByHand(page, seen);
    else if (now.purpose === 'movement')
      for (const unit of now.able) await dragged(page, unit, seen);
    else
      while (now.mine && now.purpose === 'fire' && now.targets.length) {
        const [target] = now.targets;
        await page.evaluate((at) => window.grognard.view.centreOn(at, 40), target);
        const { x, y } = await pointOf(page, target);
        await page.mouse.click(x, y);
        await until(page, (s) => s.attack !== null);
        await page.locator('.cards .commit').click();
        seen.shots++;
        const before = now.n;
        now = await until(
          page,
          (s) => s.n > before && (s.mine || s.cover !== '' || s.kind === 'over'),
        );
        await page.keyboard.press('Escape');
        now = await until(page, () => true);
      }
    now = await until(page, () => true);
    if (now.kind !== 'over' && now.mine && now.cover === '') await ended(page, now);
  }
  await page
    .getByText(/the meadow/i)
    .first()
    .waitFor();
  const now = await until(page, (s) => s.kind === 'over');
  assert.ok(seen.drafts >= 4 && seen.led && seen.shots >= 1, JSON.stringify(seen));
  assert.deepEqual(context.faults, []);
  await context.close();
  return { ...now, ...seen };
}

/** Every key that makes a leg, and those that take one back. */
async function ledByKeys(page, seen) {
  const legs = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
    await settled(page);
    return (await draftOf(page)).legs;
  };
  assert.deepEqual(await legs(',', ',', 'Control+.'), ['wheel left 9']);
  assert.deepEqual(await legs('ArrowUp', 'Control+ArrowUp'), ['wheel left 9', 'ahead 550']);
  assert.deepEqual(await legs('Control+z'), ['wheel left 9']);
  assert.deepEqual(await legs('Backspace', 'v'), ['about']);
  assert.deepEqual(await legs('Backspace', 'c'), ['form column']);
  assert.deepEqual(await legs('Backspace', 'ArrowLeft'), ['aside left 250']);
  assert.deepEqual(await legs('Shift+ArrowUp'), ['slide left 250', 'ahead 2000']);
  assert.match(await page.locator('.draft').textContent(), /2\.25 of 4 UD/);
  await page.keyboard.press('Escape');
  assert.deepEqual(await legs(), []);
  await page.keyboard.press('z');
  await page.waitForFunction(() => window.grognard.view.overlays.outlines.length === 2);
  await page.keyboard.press('z');
  seen.keys = true;
}

/** The next base goes straight on by the arrows, as far as it may. */
async function stepped(page, before, seen) {
  await page.keyboard.press('n');
  await page.waitForFunction(() => window.grognard.deciding.reach !== null);
  const { reach } = await until(page, (s) => s.selected !== null);
  if (!reach) return false;
  if (!seen.keys) await ledByKeys(page, seen);
  await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('Shift+ArrowUp');
  await settled(page);
  if ((await until(page, () => true)).plan === null) return false;
  await page.keyboard.press('Enter');
  await until(page, (s) => s.n > before.n);
  return true;
}

export async function meadowByKeyboard(url) {
  const context = await browser({});
  const page = await context.newPage();
  await page.goto(url);
  await page.locator('[data-system=meadow]').press('Enter');
  await page.getByRole('radio', { name: /^The meadow/ }).press('Space');
  await page.getByRole('radio', { name: 'Same screen' }).press('Space');
  await page.getByRole('button', { name: /Begin the battle/ }).press('Enter');
  await page.waitForFunction(() => window.grognard?.view && window.grognard.battle.moving);
  const seen = { keys: false, drafts: 0, shots: 0, spoken: '' };
  for (let i = 0; i < 60; i++) {
    let now = await until(page, (s) => s.kind === 'over' || s.cover !== '' || s.mine);
    if (now.kind === 'over') break;
    if (now.cover) {
      await page.waitForFunction(() => /^I am/.test(document.activeElement?.textContent ?? ''));
      await page.keyboard.press('Enter');
      now = await until(page, (s) => s.cover === '' && s.mine);
    }
    if (now.purpose === 'movement')
      for (const _ of now.able) {
        now = await until(page, () => true);
        if (await stepped(page, now, seen)) seen.drafts++;
      }
    while (now.purpose === 'fire' && now.mine && now.targets.length) {
      await page.keyboard.press('f');
      await until(page, (s) => s.attack !== null);
      await page.keyboard.press('Enter');
      const before = now.n;
      now = await until(page, (s) => s.n > before);
      seen.shots++;
      await page.keyboard.press('Escape');
      now = await until(page, () => true);
    }
    seen.spoken ||= await page.locator('[role=gridcell][tabindex="0"]').textContent();
    now = await until(page, () => true);
    if (now.kind !== 'over' && now.mine && now.cover === '') await ended(page, now);
  }
  const now = await until(page, (s) => s.kind === 'over');
  assert.ok(seen.drafts >= 4 && seen.keys && seen.shots >= 1, JSON.stringify(seen));
  assert.match(seen.spoken, /^\d+\.\d\d, \d+\.\d\d, /);
  assert.deepEqual(context.faults, []);
  await context.close();
  return { ...now, ...seen };
}

/** On a phone a base is drawn with a finger; in words a way is picked from a list. */
export async function meadowByTouch(url) {
  const context = await browser({ width: 390, height: 844, ratio: 2, touch: true });
  const page = await context.newPage();
  await newTable(page, url, 'meadow', [], 'meadow');
  let now = await until(page, (s) => s.mine && s.able.length > 0);
  const from = await placeOf(page, 'R1');
  await page.evaluate((at) => window.grognard.view.centreOn(at, 40), from);
  const at = await pointOf(page, from);
  await page.touchscreen.tap(at.x, at.y);
  await until(page, (s) => s.selected === 'R1' && s.reach > 0);
  const line = await context.newCDPSession(page);
  const touch = (type, x, y) =>
    line.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y }] });
  const start = await pointOf(page, from);
  await touch('touchStart', start.x, start.y);
  for (let i = 1; i <= 8; i++) await touch('touchMove', start.x + i * 10, start.y - i * 2);
  await touch('touchEnd');
  await frame(page);
  await settled(page);
  await frame(page);
  const { legs } = await draftOf(page);
  await painted(page);
  const corner = await handleOf(page, 'right');
  await touch('touchStart', corner.x, corner.y);
  for (let i = 1; i <= 6; i++) await touch('touchMove', corner.x + i * 4, corner.y - i);
  await touch('touchEnd');
  await frame(page);
  await settled(page);
  const wheeled = await draftOf(page);
  assert.match(wheeled.legs[legs.length] ?? JSON.stringify([legs, wheeled]), /^wheel left/);
  const wanted = (wheeled.heading + 359) % 360;
  // The browser may take a tap soon after a drag for its end: then one taps again.
  for (let i = 0; i < 400 && (await draftOf(page)).heading !== wanted; i++) {
    if (i % 200 === 0) await page.getByRole('button', { name: 'Wheel left 1°' }).tap();
    await frame(page);
  }
  assert.equal((await draftOf(page)).heading, wanted);
  const sizes = await page
    .locator('.draft button')
    .evaluateAll((all) => all.map((each) => each.offsetHeight));
  assert.ok(
    sizes.every((size) => size >= 40),
    JSON.stringify(sizes),
  );
  await painted(page);
  if (process.env.MEADOW_PHONE) await page.screenshot({ path: process.env.MEADOW_PHONE });
  const before = now.n;
  await page.getByRole('button', { name: /^March/ }).tap();
  now = await until(page, (s) => s.n > before);
  const to = await placeOf(page, 'R1');
  assert.notEqual(to, from);
  await page.goto(`${page.url()}?text`);
  await page.getByRole('button', { name: '2 Reds' }).first().click();
  await page.locator('.plot').getByText('R2').waitFor();
  await page.getByPlaceholder(/wheel left/).fill('wheel left 10, ahead 1.9');
  await page.getByRole('button', { name: 'Try it' }).tap();
  await page.getByText('wheel left 10°').waitFor();
  await page.getByRole('button', { name: /^March/ }).tap();
  await page
    .getByText(/R2|2 Reds/)
    .first()
    .waitFor();
  await page.waitForFunction(() => !document.querySelector('.draft'));
  assert.deepEqual(context.faults, []);
  await context.close();
  return now;
}

async function ended(page, before) {
  await page.keyboard.press('Shift+Enter');
  if (await page.evaluate(() => window.grognard.deciding.ending))
    await page.keyboard.press('Shift+Enter');
  await until(page, (s) => s.n > before.n);
}

/** Runs journeys on a server that has the meadow plugged in. */
export async function onTheMeadow(journey) {
  const server = await serve(undefined, undefined, 'tests.meadow');
  try {
    return await journey(server.url);
  } finally {
    await server.stop();
  }
}

if (process.argv[1]?.endsWith('meadow.mjs')) {
  const all = { mouse: meadowByMouse, keyboard: meadowByKeyboard, touch: meadowByTouch };
  const only = process.argv[2];
  for (const [name, journey] of Object.entries(all))
    if (!only || only === name) console.log(`by ${name}:`, await onTheMeadow(journey));
}
