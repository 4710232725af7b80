// A part of Hagelberg on a phone, 390 x 844, by touch alone.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { browser, laidOut, newTable, painted, pointOf, serve, still, until, WEB } from './lib.mjs';

export async function onPhone(url, { shots = false } = {}) {
  const context = await browser({ width: 390, height: 844, ratio: 2, touch: true });
  const page = await context.newPage();
  const shot = async (name) => {
    if (!shots) return;
    await painted(page);
    await page.screenshot({ path: join(WEB, 'shots', `${name}.png`) });
  };
  await page.goto(url);
  await page.getByRole('button', { name: /Begin the battle/ }).waitFor();
  if (shots) {
    await laidOut(page);
    await page.screenshot({ path: join(WEB, 'shots', 'phone-start.png') });
  }
  await newTable(page, url, 'hagelberg');
  await until(page, (s) => s.mine && s.able.length > 0);
  await end(page);
  await page.getByRole('button', { name: /I am Prussians/ }).tap();
  await until(page, (s) => s.mine && s.side === 'coalition' && s.able.length > 0);
  // A battalion comes on and marches: a tap shows what it costs, the button goes.
  await page.getByRole('button', { name: /may enter$/ }).tap();
  let now = await until(page, (s) => s.own > 0);
  const unit = now.selected;
  const [edge] = await page.evaluate(() => [...window.grognard.deciding.picks]);
  await tap(page, edge);
  await until(page, (s) => s.plan === edge);
  await page.getByRole('button', { name: /^Enter at/ }).tap();
  now = await until(page, (s) => s.n > now.n && s.mine && s.reach > 0);
  assert.equal(now.selected, unit);
  const goal = await page.evaluate(() => {
    const { reach } = window.grognard.deciding;
    const far = [...reach.ways].sort(
      (a, b) => b.path.length - a.path.length || a.path.at(-1) - b.path.at(-1),
    );
    return (far.find(({ path }) => path.length === 3) ?? far[0]).path.at(-1);
  });
  await tap(page, goal);
  now = await until(page, (s) => s.plan === goal);
  await shot('phone');
  await page.getByRole('button', { name: /^March, / }).tap();
  now = await until(page, (s) => s.n > now.n && s.mine);
  await page.getByRole('button', { name: 'Army' }).tap();
  await shot('phone-army');
  await page.getByRole('button', { name: 'Close' }).tap();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `the page is ${wide} wide`);
  // Given up: the verdict is put away to look at the field, and comes back.
  await page.evaluate(() => {
    const { battle } = window.grognard;
    void battle.send({ type: 'resign', n: battle.n });
  });
  await page.getByRole('button', { name: /^Look at the field/ }).tap();
  await shot('phone-over');
  await page.getByRole('button', { name: /^The verdict/ }).tap();
  await page.locator('.over.card').waitFor();
  await shot('phone-verdict');
  assert.deepEqual(context.faults, []);
  await context.close();
  return now;
}

async function tap(page, hex) {
  await page.evaluate((hex) => window.grognard.view.centreOn(hex), hex);
  await still(page);
  const { x, y } = await pointOf(page, hex);
  await page.touchscreen.tap(x, y);
}

async function end(page) {
  const now = await until(page, (s) => s.mine);
  await page.locator('.bar .end').tap();
  const anyway = page.getByRole('button', { name: /^End it/ });
  if (await anyway.count()) await anyway.tap();
  await until(page, (s) => s.n > now.n);
}

if (process.argv[1]?.endsWith('phone.mjs')) {
  const server = process.env.GROGNARD_URL ? null : await serve();
  try {
    console.log(
      'on the phone:',
      await onPhone(process.env.GROGNARD_URL ?? server.url, {
        shots: process.argv.includes('--shots'),
      }),
    );
  } finally {
    await server?.stop();
  }
}
