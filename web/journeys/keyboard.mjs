// A whole turn of Hagelberg with both sides on one screen, by keys alone; only the small map is pressed.

import assert from 'node:assert/strict';
import { browser, frame, serve, until } from './lib.mjs';

export async function byKeyboard(url) {
  const context = await browser({});
  const page = await context.newPage();
  const press = (key) => page.keyboard.press(key);
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');
  await page.goto(url);
  // Hagelberg is selected and the focus lies on the button: up to "Same screen", and back.
  await page.waitForFunction(() =>
    document.activeElement?.textContent?.includes('Begin the battle'),
  );
  for (let i = 0; i < 40 && (await focused()) !== 'Same screen'; i++) await press('Shift+Tab');
  assert.equal(await focused(), 'Same screen');
  await press('Space');
  for (let i = 0; i < 40 && !(await focused()).startsWith('Begin'); i++) await press('Tab');
  await press('Enter');
  await page.waitForFunction(() => window.grognard?.view);

  // The French: a battalion turns, three units enter, the segment is ended.
  let now = await until(page, (s) => s.mine && s.able.length > 0);
  await press('n');
  now = await until(page, (s) => s.selected && s.own > 0);
  await press('.');
  now = await until(page, (s) => s.n > now.n && s.mine);
  await lookedUp(page);
  await enterAll(page, 3);
  await endPart(page);

  // The other player sits down: everybody enters, the last one marches with the arrows.
  await page.waitForFunction(() =>
    /I am Prussians/.test(document.activeElement?.textContent ?? ''),
  );
  await press('Enter');
  now = await until(page, (s) => s.cover === '' && s.mine && s.able.length > 0);
  await enterAll(page, 7);
  now = await until(page, (s) => s.reach > 0);
  const from = await page.evaluate(() => window.grognard.deciding.cursor);
  for (const key of ['ArrowDown', 'ArrowLeft', 'ArrowRight']) {
    await press(key);
    if (
      await page.evaluate(() =>
        window.grognard.deciding.reachBy.has(window.grognard.deciding.cursor),
      )
    )
      break;
  }
  await press('Enter');
  await until(page, (s) => s.plan !== null && s.plan !== from);
  await press('Enter');
  now = await until(page, (s) => s.n > now.n && s.mine);
  now = await endPart(page);
  while (now.turn === 1) {
    if (now.cover) {
      await page.waitForFunction(() => /I am/.test(document.activeElement?.textContent ?? ''));
      await press('Enter');
    }
    await until(page, (s) => s.cover === '' && s.mine);
    now = await endPart(page);
  }
  assert.equal(now.turn, 2);
  // Reading a hex aloud, and the journal as a log.
  assert.ok(await page.getByRole('grid').count());
  assert.ok(await page.getByRole('log').count());
  assert.deepEqual(context.faults, []);
  await context.close();
  return now;
}

/** A stack fanned out, the legend of the map, a unit found: each by its key; the cursor by arrows. */
async function lookedUp(page) {
  const press = (key) => page.keyboard.press(key);
  const cursor = () => page.evaluate(() => window.grognard.view.overlays.cursor);
  assert.equal(await cursor(), null);
  await press('ArrowUp');
  await frame(page);
  assert.notEqual(await cursor(), null);
  await page.evaluate(() => window.grognard.deciding.press({ hex: 3029, unit: null }));
  await until(page, ({ selected, own }) => selected === 'F10' && own > 0);
  await press(';');
  await page.locator('.fan .plates button').nth(1).waitFor();
  await press('2');
  assert.equal((await until(page, ({ selected }) => selected !== 'F10')).selected, 'LF4');
  await press('Escape');
  await page.locator('.fan').waitFor({ state: 'detached' });
  await press("'");
  await page.locator('dialog li', { hasText: 'woods' }).waitFor();
  await page.locator('dialog .scale', { hasText: 'A hex is 100 m across' }).waitFor();
  await press('Escape');
  await page.locator('dialog').waitFor({ state: 'detached' });
  await press('/');
  await page.locator('#find-unit:focus').waitFor();
  await press('Escape');
  // A press on the small map goes there.
  const corner = { position: { x: 10, y: 10 } };
  await page.evaluate(() => window.grognard.view.centreOn(3029, 60));
  const left = await page.evaluate(() => window.grognard.view.camera.x);
  await page.locator('.minimap').click(corner);
  await page.waitForFunction((left) => window.grognard.view.camera.x < left - 5, left);
  await page.evaluate(() => window.grognard.deciding.select(null));
}

async function enterAll(page, most) {
  for (let i = 0; i < most; i++) {
    // B goes to the last in the list: those who wait at the edge stand at its end.
    const before = await until(page, (s) => s.mine && s.able.length > 0);
    if (i === 0) await page.keyboard.press('Escape');
    await page.keyboard.press('b');
    const now = await until(page, (s) => s.selected && s.own > 0);
    const waits = await page.evaluate(
      (unit) => window.grognard.battle.at(unit) === null,
      now.selected,
    );
    if (!waits) return;
    await page.waitForFunction(() =>
      window.grognard.deciding.picks.has(window.grognard.deciding.cursor),
    );
    await page.keyboard.press('Enter');
    await until(page, (s) => s.plan !== null);
    await page.keyboard.press('Enter');
    await until(page, (s) => s.n > before.n && s.mine);
    if (i < most - 1) await page.keyboard.press('Escape');
  }
}

async function endPart(page) {
  for (;;) {
    const now = await until(page, (s) => s.mine || s.cover !== '' || s.asked !== s.side);
    if (!now.mine || now.cover) {
      await frame(page);
      return now;
    }
    if (await page.getByRole('alertdialog').locator('[role=radio]').count()) {
      await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'radio');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Enter');
    } else {
      await page.keyboard.press('Shift+Enter');
      if (await page.evaluate(() => window.grognard.deciding.ending))
        await page.keyboard.press('Shift+Enter');
    }
    await until(page, (s) => s.n > now.n);
  }
}

if (process.argv[1]?.endsWith('keyboard.mjs')) {
  const server = process.env.GROGNARD_URL ? null : await serve();
  try {
    console.log('by keyboard:', await byKeyboard(process.env.GROGNARD_URL ?? server.url));
  } finally {
    await server?.stop();
  }
}
