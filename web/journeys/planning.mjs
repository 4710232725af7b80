// A path bent by mouse, by keys and by touch; ghosts laid that are no orders, and how they fade.

import assert from 'node:assert/strict';
import { browser, clickHex, known, newTable, pointOf, serve, state, until } from './lib.mjs';
import { passUntil } from './nlc.mjs';
import { freeHexes, lay, placeOf, plan, planned, wanderer } from './planning-scenes.mjs';

async function marched(page, unit, way) {
  await until(page, (s) => s.plan === null);
  await page.waitForFunction(([id, hex]) => window.grognard.battle.at(id) === hex, [unit, way.hex]);
  const lines = await page.evaluate(() => window.grognard.battle.lines.map(({ answer }) => answer));
  assert.ok(lines.includes(way.text), 'the bent path is one order');
}

function checked(way, { by, end, straight }) {
  assert.ok(way.path.includes(by), 'it goes through the hex');
  assert.equal(way.path.at(-1), end);
  assert.ok(way.cost >= straight, 'a detour is never cheaper');
  assert.equal(way.costs.length, way.path.length);
  assert.equal(way.costs.at(-1), way.cost);
}

/** By mouse: the right button names a hex, the left one the end, a second press goes. */
async function bentByMouse(page) {
  const found = await wanderer(page);
  await clickHex(page, found.by, { button: 'right' });
  await planned(page, [], found.by);
  await clickHex(page, found.end);
  const way = await planned(page, [found.by], found.end);
  checked(way, found);
  // The hex can be left out again, and put in again before the end.
  await page.locator('.inspector .via button').click();
  await planned(page, [], found.end);
  await clickHex(page, found.by, { button: 'right' });
  assert.deepEqual(await planned(page, [found.by], found.end), way);
  await page.locator('.inspector .plan .commit').click();
  await marched(page, found.unit, way);
}

/** By keys: Shift and arrows are steps, a step back takes one away. */
async function bentByKeys(page) {
  const { unit } = await wanderer(page);
  const from = await placeOf(page, unit);
  await page.evaluate((hex) => {
    window.grognard.deciding.cursor = hex;
  }, from);
  await page.getByRole('grid').locator('[tabindex="0"]').focus();
  const ARROWS = ['ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft'];
  const BACK = {
    ArrowUp: 'ArrowDown',
    ArrowDown: 'ArrowUp',
    ArrowLeft: 'ArrowRight',
    ArrowRight: 'ArrowLeft',
  };
  const settled = () => page.waitForFunction(() => window.grognard.deciding.bending.isSettled);
  for (const arrow of ARROWS) {
    await page.keyboard.press(`Shift+${arrow}`);
    await settled();
    const one = await plan(page);
    if (!one) continue;
    assert.equal(one.path.at(-1), one.hex);
    await page.keyboard.press(`Shift+${BACK[arrow]}`);
    await settled();
    assert.equal(await plan(page), null, 'a step back');
    await page.keyboard.press(`Shift+${arrow}`);
    const way = await planned(page, [], one.hex);
    await page.keyboard.press('Enter');
    await marched(page, unit, way);
    return;
  }
  throw new Error('no step could be made');
}

export async function bentPaths(url) {
  const context = await browser({});
  const page = await context.newPage();
  await newTable(page, url, 'village');
  await until(page, (s) => s.mine && s.purpose === 'movement' && s.able.length > 0);
  await bentByMouse(page);
  await bentByKeys(page);
  await newTable(page, url, 'crossroads');
  await passUntil(page, (s) => s.purpose === 'movement' && s.able.length > 0 && s.mine);
  await bentWhereOrdersBind(page);
  assert.deepEqual(context.faults, []);
  await context.close();
}

/** With written orders: a move names hexes, and is bent in the same manner. */
async function bentWhereOrdersBind(page) {
  for (let i = 0; i < 30; i++) {
    try {
      const found = await wanderer(page);
      await page.evaluate((hex) => window.grognard.deciding.bending.through(hex), found.by);
      await planned(page, [], found.by);
      await page.evaluate((hex) => window.grognard.deciding.bending.press(hex), found.end);
      checked(await planned(page, [found.by], found.end), found);
      return;
    } catch (problem) {
      if (!/detour/.test(problem.message)) throw problem;
    }
    await page.evaluate(() => window.grognard.deciding.select(null));
    const { n } = await state(page);
    await passUntil(
      page,
      (s) => s.n > n && s.purpose === 'movement' && s.able.length > 0 && s.mine,
    );
  }
  throw new Error('nobody could make a detour under orders');
}

/** On a phone: a long touch, or the button in the sheet and a tap. */
export async function bentByTouch(url) {
  const context = await browser({ width: 390, height: 844, ratio: 2, touch: true });
  const page = await context.newPage();
  await newTable(page, url, 'village');
  await until(page, (s) => s.mine && s.purpose === 'movement' && s.able.length > 0);
  const found = await wanderer(page);
  await tap(page, found.end);
  await planned(page, [], found.end);
  await longTouch(context, page, found.by);
  const way = await planned(page, [found.by], found.end);
  checked(way, found);
  await page.locator('.inspector .via button').tap();
  await planned(page, [], found.end);
  await page.locator('.inspector .bend').tap();
  await tap(page, found.by);
  assert.deepEqual((await planned(page, [found.by], found.end)).path, way.path);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `the page is ${wide} wide`);
  await page.locator('.inspector .plan .commit').tap();
  await marched(page, found.unit, way);
  assert.deepEqual(context.faults, []);
  await context.close();
}

async function middle(page, hex) {
  await page.evaluate((at) => {
    const { view } = window.grognard;
    view.centreOn(at);
    view.panBy(0, view.height * 0.2);
  }, hex);
  return pointOf(page, hex);
}

async function tap(page, hex) {
  const { x, y } = await middle(page, hex);
  await page.touchscreen.tap(x, y);
}

async function longTouch(context, page, hex) {
  const { x, y } = await middle(page, hex);
  const session = await context.newCDPSession(page);
  const touch = (type, touchPoints) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [{ x, y }]);
  await page.waitForFunction((at) => window.grognard.deciding.plans.now?.via?.includes(at), hex);
  await touch('touchEnd', []);
  await session.detach();
}

// --- ghosts

const ghosts = (page) => page.evaluate(() => window.grognard.deciding.ghosts.list);

export async function ghostsLaid(url) {
  const context = await browser({ reduced: false });
  const page = await context.newPage();
  const sent = [];
  page.on('websocket', (line) => line.on('framesent', ({ payload }) => sent.push(String(payload))));
  const made = await newTable(page, url, 'first-shots');
  const { side } = await until(page, (s) => s.mine);
  const [unit, other] = await page.evaluate(() => {
    const { battle, deciding } = window.grognard;
    return Object.keys(battle.moving.counters).filter(
      (id) => deciding.piece(id) && deciding.isOwn(id),
    );
  });
  const free = await freeHexes(page, unit);

  // By button and mouse.
  const pencil = page.getByRole('button', { name: 'Pencil', exact: true });
  await pencil.click();
  await clickHex(page, await placeOf(page, unit));
  await known(page, unit);
  const before = sent.length;
  await clickHex(page, free[0]);
  await page.waitForFunction(() => window.grognard.deciding.ghosts.list.length === 1);
  assert.deepEqual(await ghosts(page), [{ unit, hex: free[0] }]);
  assert.equal(sent.length, before, 'a ghost never leaves the browser');
  assert.equal((await state(page)).n, 0, 'a ghost is no order');
  await page.locator('.pencilled', { hasText: /Ghost of/ }).waitFor({ state: 'attached' });
  await pencil.click();
  assert.equal(await pencil.getAttribute('aria-pressed'), 'false');

  // By key: P held, the cursor, Enter. The grid reads what lies there.
  await page.evaluate(
    ([id, hex]) => {
      const { deciding } = window.grognard;
      deciding.select(id);
      deciding.cursor = hex;
    },
    [other, free[1]],
  );
  await page.getByRole('grid').locator('[tabindex="0"]').focus();
  await page.keyboard.down('p');
  await page.keyboard.press('Enter');
  await page.keyboard.up('p');
  assert.equal(await pencil.getAttribute('aria-pressed'), 'false', 'let go with the key');
  assert.deepEqual(await ghosts(page), [
    { unit, hex: free[0] },
    { unit: other, hex: free[1] },
  ]);
  await page
    .locator(`[role=gridcell][data-hex="${free[1]}"]`, { hasText: /Ghost of/ })
    .waitFor({ state: 'attached' });
  // Rubbed out one by one, and all by Escape.
  await page.locator('.ghosts li button').first().click();
  assert.equal((await ghosts(page)).length, 1);
  await page.getByRole('grid').locator('[tabindex="0"]').focus();
  await page.keyboard.press('p');
  await page.keyboard.press('Escape');
  assert.deepEqual(await ghosts(page), []);

  // Remembered while the page is open, and only then.
  await lay(page, unit, free[0]);
  await page.evaluate(() => {
    history.pushState(null, '', '/');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await page.waitForFunction(() => location.pathname === '/' && !document.querySelector('.field'));
  await page.evaluate((id) => {
    history.pushState(null, '', `/table/${id}`);
    dispatchEvent(new PopStateEvent('popstate'));
  }, made.id);
  await until(page, (s) => s.mine && s.side === side);
  await page.waitForFunction(() => window.grognard.deciding.ghosts.list.length === 1);
  await fadesAtTheFirstDie(page);
  assert.deepEqual(context.faults, []);
  await context.close();
}

/** Plays on: orders leave the ghosts, the first die or chit takes them away. */
async function fadesAtTheFirstDie(page) {
  for (let i = 0; i < 60; i++) {
    const { n } = await until(page, (s) => s.mine || s.cover !== '');
    const covered = await page.evaluate(() => window.grognard.battle.cover);
    if (covered) {
      await page.locator('.cover .commit, .cover button').first().click();
      await until(page, (s) => !s.cover);
      continue;
    }
    await page.evaluate(() => {
      const { deciding } = window.grognard;
      const shot = deciding.options.find(({ kind }) => kind === 'fire');
      const text = shot?.id ?? deciding.options.find(({ kind }) => kind === 'done')?.id;
      return window.grognard.battle.answer(text ?? deciding.options[0].id);
    });
    await until(page, (s) => s.n > n);
    const cast = await page.evaluate(() =>
      window.grognard.battle.lines.some(({ dice, who }) => dice?.length || who === 'draw'),
    );
    if (!cast) continue;
    await page.waitForFunction(() => window.grognard.deciding.ghosts.list.length === 0);
    return;
  }
  throw new Error('no die fell');
}

if (process.argv[1]?.endsWith('planning.mjs')) {
  const server = process.env.GROGNARD_URL ? null : await serve();
  const url = process.env.GROGNARD_URL ?? server.url;
  try {
    await bentPaths(url);
    console.log('bent by mouse and keys');
    await bentByTouch(url);
    console.log('bent by touch');
    await ghostsLaid(url);
    console.log('ghosts');
  } finally {
    await server?.stop();
  }
}
