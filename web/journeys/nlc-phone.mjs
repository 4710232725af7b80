// The Crossroads on a phone, 390 x 844, by touch: an order with its target on the map, then a move;
// and by keyboard alone on a desk: an order, the staff's pages.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { browser, newTable, painted, pointOf, serve, state, still, until, WEB } from './lib.mjs';
import { passUntil } from './nlc.mjs';

export async function orderByTouch(url, { shots = '' } = {}) {
  const context = await browser({ width: 390, height: 844, ratio: 2, touch: true });
  const page = await context.newPage();
  const shot = async (name) => {
    if (!shots) return;
    await painted(page);
    await page.screenshot({ path: join(shots, `${name}.png`) });
  };
  try {
    await newTable(page, url, 'crossroads', [
      { side: 'blue', who: 'me' },
      { side: 'red', who: 'random' },
    ]);
    await passUntil(page, ({ purpose }) => purpose === 'orders');
    await page.tap('[data-to=blue_1]');
    await page.tap('[data-type=attack]');
    await shot('phone-desk');
    await page.getByRole('button', { name: 'On the map' }).tap();
    await tap(page, 605);
    await page.getByText('Does he obey?').waitFor();
    await shot('phone-odds');
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 390, `the page is ${wide} wide`);
    const { n } = await state(page);
    await page.tap('.desk .commit');
    await until(page, (now) => now.n > n);
    await passUntil(page, ({ purpose }) => purpose === 'movement');
    const { able } = await state(page);
    await page.evaluate((unit) => window.grognard.deciding.select(unit), able[0]);
    await until(page, ({ reach }) => reach > 0);
    await shot('phone-move');
    await page.getByRole('button', { name: 'Army' }).tap();
    await page.getByRole('tab', { name: /^Cup/ }).tap();
    await page.locator('.staff').getByText('in the cup').waitFor();
    await shot('phone-staff');
    assert.deepEqual(context.faults, []);
    return await state(page);
  } finally {
    await context.close();
  }
}

async function tap(page, hex) {
  await page.evaluate((at) => window.grognard.view.reveal(at, 3), hex);
  await still(page);
  const { x, y } = await pointOf(page, hex);
  await page.touchscreen.tap(x, y);
}

export async function orderByKeys(url) {
  const context = await browser({});
  const page = await context.newPage();
  try {
    await newTable(page, url, 'crossroads', [
      { side: 'blue', who: 'me' },
      { side: 'red', who: 'random' },
    ]);
    await passUntil(page, ({ purpose }) => purpose === 'orders');
    await page.focus('[data-to=blue_2]');
    await page.keyboard.press('Enter');
    await page.focus('[data-type=probe]');
    await page.keyboard.press(' ');
    await page.focus('[data-role=place]');
    await page.keyboard.type('Four');
    await page.keyboard.press('Enter');
    await page.getByText('Does he obey?').waitFor();
    const { n } = await state(page);
    await page.focus('.desk .commit');
    await page.keyboard.press('Enter');
    await until(page, (now) => now.n > n);
    await page.focus('[data-tab="0"]');
    await page.keyboard.press('ArrowRight');
    await page.getByRole('tab', { name: 'Formations', selected: true }).waitFor();
    await page.locator('.staff .army').first().waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('tab', { name: /^Cup/, selected: true }).waitFor();
    assert.deepEqual(context.faults, []);
    return await state(page);
  } finally {
    await context.close();
  }
}

if (process.argv[1]?.endsWith('nlc-phone.mjs')) {
  const server = process.env.GROGNARD_URL ? null : await serve();
  const url = process.env.GROGNARD_URL ?? server.url;
  const to = process.argv.includes('--shots') ? join(WEB, 'shots') : '';
  try {
    console.log('phone:', (await orderByTouch(url, { shots: to })).turn);
    console.log('keys:', (await orderByKeys(url)).turn);
  } finally {
    await server?.stop();
  }
}
