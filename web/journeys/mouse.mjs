// A whole turn of Hagelberg with both sides on one screen, by mouse alone.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { browser, clickHex, frame, laidOut, painted, pointOf, serve, until, WEB } from './lib.mjs';

export async function byMouse(url, { shots = false } = {}) {
  const context = await browser({});
  const page = await context.newPage();
  const shot = async (name) => {
    if (!shots) return;
    await painted(page);
    await page.screenshot({ path: join(WEB, 'shots', `${name}.png`) });
  };
  await page.goto(url);
  await page
    .getByRole('radio', { name: /^Hagelberg/ })
    .first()
    .waitFor();
  if (shots) {
    await laidOut(page);
    await page.screenshot({ path: join(WEB, 'shots', 'start.png') });
  }
  (await shots) && page.screenshot({ path: join(WEB, 'shots', 'start.png') });
  await page.getByRole('radio', { name: 'Same screen' }).click();
  await page.getByRole('button', { name: /Begin the battle/ }).click();
  await page.waitForFunction(() => window.grognard?.battle.moving);

  // The French: three units enter, a battalion turns.
  let now = await until(page, (s) => s.mine && s.able.length > 0);
  assert.equal(now.side, 'french');
  await page.evaluate(() => window.grognard.view.fit());
  await shot('overview');
  await page.evaluate(() => window.grognard.view.centreOn(3029, 40));
  await clickHex(page, 3029);
  now = await until(page, (s) => s.selected && s.own > 0);
  const before = now.n;
  await turnSouth(page);
  now = await until(page, (s) => s.n > before && s.mine);
  assert.equal(await headingAt(page, 3029), 180);
  await enterAll(page);
  await endPart(page);

  // Hand-over, then the Coalition: seven units enter, one marches on.
  await page.getByRole('button', { name: /I am Prussians/ }).click();
  now = await until(page, (s) => s.mine && s.side === 'coalition' && s.able.length > 0);
  await enterAll(page);
  now = await endPart(page);
  while (now.turn === 1) {
    if (now.cover) await page.getByRole('button', { name: /^I am/ }).click();
    await until(page, (s) => s.cover === '' && s.mine);
    now = await endPart(page);
  }
  now = await until(page, (s) => s.turn === 2);
  assert.equal(now.turn, 2);
  assert.deepEqual(context.faults, []);
  await context.close();
  return now;
}

/** Presses the arrow at the side of the hex where the chosen battalion stands. */
async function turnSouth(page) {
  const { x, y } = await pointOf(page, 3029);
  const side = await page.evaluate(() => window.grognard.view.camera.scale);
  await page.waitForFunction(() => window.grognard.view.overlays.fronts.length === 5);
  await page.mouse.click(x, y + 1.04 * side);
}

const headingAt = (page, hex) =>
  page.evaluate((hex) => {
    const { battle, deciding } = window.grognard;
    return battle.counter(deciding.stackAt(hex)[0]).shape.heading;
  }, hex);

/** Everybody who waits at the edge comes onto the map. */
async function enterAll(page) {
  for (;;) {
    const now = await until(page, (s) => s.mine && s.able.length >= 0);
    const button = page.getByRole('button', { name: /may enter$/ });
    if (!(await button.count())) return;
    await button.first().click();
    const chosen = await until(page, (s) => s.selected && s.own > 0);
    const hexes = await page.evaluate(() => [...window.grognard.deciding.picks]);
    assert.ok(hexes.length, `${chosen.selected} has nowhere to enter`);
    await clickHex(page, hexes[hexes.length >> 1]);
    await until(page, (s) => s.plan !== null);
    await page.getByRole('button', { name: /^Enter at/ }).click();
    await until(page, (s) => s.n > now.n && s.mine && s.plan === null);
    await frame(page);
  }
}

/** Ends this side's part: segments by their button, questions in their card, the last option each. */
async function endPart(page) {
  for (;;) {
    const now = await until(
      page,
      (s) => s.mine || s.cover !== '' || s.kind === 'over' || s.asked !== s.side,
    );
    if (!now.mine || now.cover) return now;
    const card = page.getByRole('alertdialog').locator('[role=radio]');
    if (await card.count()) {
      await card.last().click();
      await page.getByRole('button', { name: /^Answer/ }).click();
    } else {
      await page.locator('.bar .end').click();
      const anyway = page.getByRole('button', { name: /^End it/ });
      if (await anyway.count()) await anyway.click();
    }
    await until(page, (s) => s.n > now.n);
  }
}

if (process.argv[1]?.endsWith('mouse.mjs')) {
  const shots = process.argv.includes('--shots');
  const server = process.env.GROGNARD_URL ? null : await serve();
  try {
    console.log('by mouse:', await byMouse(process.env.GROGNARD_URL ?? server.url, { shots }));
  } finally {
    await server?.stop();
  }
}
