// A system on a measured table, without hexes, that lives in the tests: from the start page to the
// verdict, by mouse and by keyboard. No line of the client knows it.

import assert from 'node:assert/strict';
import { browser, frame, newTable, painted, pointOf, serve, until } from './lib.mjs';

/** Opens the meadow from the start page, both sides on one screen. */
async function opened(page, url) {
  await page.goto(url);
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

/** What was asked of a point is answered. */
const settled = (page) => page.waitForFunction(() => window.grognard.deciding.drafting.isSettled);

/** One base is drawn over the table; refused drafts say why and move nothing. */
async function dragged(page, unit, seen) {
  let now = await until(page, (s) => s.mine);
  const from = await placeOf(page, unit);
  await page.evaluate((at) => window.grognard.view.centreOn(at, 40), from);
  let at = await pointOf(page, from);
  await page.mouse.click(at.x, at.y);
  now = await until(page, (s) => s.selected === unit && s.reach >= 0);
  await page.waitForFunction(() => window.grognard.deciding.reach !== null);
  const goal = await towards(page);
  if (goal === null) return;
  if (!seen.refused) {
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    await page.mouse.move(at.x, at.y - 30, { steps: 4 });
    await page.mouse.move(at.x, at.y - 90, { steps: 4 });
    await page.mouse.up();
    await page
      .getByText(/more than 45 degrees/)
      .first()
      .waitFor();
    assert.equal(await placeOf(page, unit), from);
    assert.equal((await until(page, () => true)).n, now.n);
    seen.refused = true;
  }
  const to = await pointOf(page, goal);
  at = await pointOf(page, from);
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move((at.x + to.x) / 2, (at.y + to.y) / 2, { steps: 5 });
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.mouse.up();
  await settled(page);
  if ((await until(page, () => true)).plan === null) return;
  if (!seen.shot) {
    seen.shot = true;
    await painted(page);
    if (process.env.MEADOW_SHOT) await page.screenshot({ path: process.env.MEADOW_SHOT });
  }
  await page.getByRole('button', { name: /^March/ }).click();
  await until(page, (s) => s.n > now.n);
  assert.notEqual(await placeOf(page, unit), from);
  seen.drafts++;
}

export async function meadowByMouse(url) {
  const context = await browser({});
  const page = await context.newPage();
  await opened(page, url);
  const seen = { refused: false, drafts: 0, shots: 0 };
  for (let i = 0; i < 60; i++) {
    let now = await seated(page);
    if (now.kind === 'over') break;
    if (now.purpose === 'movement') for (const unit of now.able) await dragged(page, unit, seen);
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
  assert.ok(seen.drafts >= 4 && seen.refused && seen.shots >= 1, JSON.stringify(seen));
  assert.deepEqual(context.faults, []);
  await context.close();
  return { ...now, ...seen };
}

/** The next base goes straight on by the arrows, as far as it may. */
async function stepped(page, before) {
  await page.keyboard.press('n');
  await page.waitForFunction(() => window.grognard.deciding.reach !== null);
  const { selected, reach } = await until(page, (s) => s.selected !== null);
  if (!reach) return false;
  const east = await page.evaluate((id) => {
    return window.grognard.battle.counter(id).shape.heading < 180;
  }, selected);
  const [x] = (await page.locator('[role=gridcell][tabindex="0"]').textContent()).split(',');
  const room = 2 * (east ? 24 - Number(x) : Number(x)) - 1;
  for (const far of [6, 4, 2].filter((each) => each <= room)) {
    for (let i = 0; i < far; i++) await page.keyboard.press(east ? 'ArrowRight' : 'ArrowLeft');
    await page.keyboard.press(east ? 'Control+ArrowLeft' : 'Control+ArrowRight');
    await page.keyboard.press('Enter');
    await settled(page);
    if ((await until(page, () => true)).plan === null) {
      await page.keyboard.press(east ? 'Control+ArrowRight' : 'Control+ArrowLeft');
      for (let i = 0; i < far; i++) await page.keyboard.press(east ? 'ArrowLeft' : 'ArrowRight');
      continue;
    }
    await page.keyboard.press('Enter');
    await until(page, (s) => s.n > before.n);
    return true;
  }
  return false;
}

export async function meadowByKeyboard(url) {
  const context = await browser({});
  const page = await context.newPage();
  await page.goto(url);
  await page.getByRole('radio', { name: /^The meadow/ }).press('Space');
  await page.getByRole('radio', { name: 'Same screen' }).press('Space');
  await page.getByRole('button', { name: /Begin the battle/ }).press('Enter');
  await page.waitForFunction(() => window.grognard?.view && window.grognard.battle.moving);
  const seen = { drafts: 0, shots: 0, spoken: '' };
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
        if (await stepped(page, now)) seen.drafts++;
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
  assert.ok(seen.drafts >= 4 && seen.shots >= 1, JSON.stringify(seen));
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
  const before = now.n;
  await page.getByRole('button', { name: /^March/ }).tap();
  now = await until(page, (s) => s.n > before);
  const to = await placeOf(page, 'R1');
  assert.notEqual(to, from);
  await page.goto(`${page.url()}?text`);
  await page.getByRole('button', { name: '2 Reds' }).first().click();
  await page.getByRole('button', { name: /8\.99, 11\.50/ }).click();
  await page
    .getByText(/8\.99, 11\.50/)
    .first()
    .waitFor();
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
  console.log('by mouse:', await onTheMeadow(meadowByMouse));
  console.log('by keyboard:', await onTheMeadow(meadowByKeyboard));
  console.log('by touch:', await onTheMeadow(meadowByTouch));
}
