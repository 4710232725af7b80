// The start page: all of it in one window, the first lesson first, systems and forces shown, plainer
// opponents behind a door; on a phone the lesson and the sides without scrolling. axe in every theme and language.

import assert from 'node:assert/strict';
import { everyLook } from './axe.mjs';
import { browser, laidOut, serve } from './lib.mjs';

/** So many bytes the start page may cost, faces and pictures of the maps included. */
const MOST = 500_000;

export async function startPage(url) {
  const context = await browser({});
  const page = await context.newPage();
  try {
    const sent = await weighed(context, page);
    await page.goto(url);
    await page.locator('.begin .commit').waitFor();
    await laidOut(page);
    assert.ok(sent() < MOST, `${sent()} bytes over the wire`);
    const tall = await page.evaluate(() => document.documentElement.scrollHeight);
    assert.ok(tall <= 900, `${tall} px high`);
    const first = page.locator('main button').first();
    assert.equal(await first.getAttribute('data-lesson'), 'first-shots');
    assert.ok((await page.locator('[data-system]').count()) >= 4);
    for (const heading of await page.locator('[data-system]').all())
      assert.ok(await inSight(heading, 900), await heading.textContent());
    await page.getByText('13 of foot, 3 of horse, 3 batteries').waitFor();
    assert.equal(await page.locator('[data-level=greedy]').isVisible(), false);
    await page.locator('.more summary').click();
    await page.locator('[data-level=greedy]').click();
    await page.getByRole('button', { name: 'I know the game' }).click();
    await page.getByRole('heading', { name: 'Lessons' }).waitFor();
    assert.deepEqual(await everyLook(page, url, 'start', '.begin .commit'), []);
    assert.deepEqual(context.faults, []);
  } finally {
    await context.close();
  }
  await onPhone(url);
}

/** What has come over the wire, in bytes. */
async function weighed(context, page) {
  let sum = 0;
  const line = await context.newCDPSession(page);
  await line.send('Network.enable');
  line.on('Network.loadingFinished', ({ encodedDataLength }) => {
    sum += encodedDataLength;
  });
  return () => sum;
}

async function onPhone(url) {
  const context = await browser({ width: 390, height: 844, touch: true });
  const page = await context.newPage();
  try {
    await page.goto(url);
    await page.locator('.begin .commit').waitFor();
    for (const what of ['[data-lesson]', '.badge', '.sides button', '.begin .commit'])
      assert.ok(await inSight(page.locator(what).first(), 844), what);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.equal(wide, 390);
  } finally {
    await context.close();
  }
}

async function inSight(what, height) {
  const { y, height: tall } = await what.boundingBox();
  return y >= 0 && y + Math.min(tall, 40) <= height;
}

if (process.argv[1]?.endsWith('start.mjs')) {
  const server = process.env.GROGNARD_URL ? null : await serve();
  try {
    await startPage(process.env.GROGNARD_URL ?? server.url);
    console.log('the start page: ok');
  } finally {
    await server?.stop();
  }
}
