// The table in words: a whole turn of the duel from lists of options, without a map.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { browser, serve, WEB } from './lib.mjs';

export async function inWords(url, { shots = false } = {}) {
  const context = await browser({});
  const page = await context.newPage();
  await page.goto(url);
  const made = await page.evaluate(async () => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ scenario: 'duel', seats: [] });
    return (await fetch('/api/games', { method: 'POST', headers, body })).json();
  });
  await page.goto(`${url}/table/${made.id}?text`);
  await page.getByRole('heading', { name: 'What may be done' }).waitFor();
  assert.equal(await page.locator('canvas').count(), 0);

  // A battalion is chosen, told what it may do, and marches.
  await page.locator('.units button').first().click();
  await page.getByRole('heading', { name: /^What .* may do$/ }).waitFor();
  const way = page.getByRole('button', { name: /^To \d{4} for / }).first();
  await way.waitFor();
  if (shots) await page.screenshot({ path: join(WEB, 'shots', 'text.png'), fullPage: true });
  const before = await page.getByRole('log').textContent();
  await way.click();
  await page.waitForFunction(
    (old) => document.querySelector('[role=log]')?.textContent !== old,
    before,
  );
  // A hex is read aloud.
  await page.getByLabel('Number of the place').fill('0505');
  await page.getByRole('button', { name: 'Read' }).click();
  await page.getByText(/^0505, /).waitFor();
  // The segment is ended; the other side is asked to sit down before it sees anything.
  const again = page.locator('.units button[aria-pressed=true]');
  if (await again.count()) await again.click();
  await page.getByRole('button', { name: 'End movement' }).click();
  await page.getByRole('button', { name: /^I am Prussians/ }).click();
  await page.getByRole('heading', { name: 'What may be done' }).waitFor();
  assert.deepEqual(context.faults, []);
  await context.close();
}

if (process.argv[1]?.endsWith('text.mjs')) {
  const server = process.env.GROGNARD_URL ? null : await serve();
  try {
    const shots = process.argv.includes('--shots');
    await inWords(process.env.GROGNARD_URL ?? server.url, { shots });
    console.log('in words: ok');
  } finally {
    await server?.stop();
  }
}
