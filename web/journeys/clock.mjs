// The movement clock: chosen on the start page, shown at the table, running for the side that moves.

import assert from 'node:assert/strict';
import { browser, serve, until } from './lib.mjs';

export async function withClock(url, shot = '') {
  const context = await browser({});
  const page = await context.newPage();
  await page.goto(url);
  await page.getByRole('radio', { name: /^The duel/ }).click();
  await page.getByRole('combobox', { name: 'Movement clock' }).selectOption('advisory');
  await page.getByRole('radio', { name: 'Same screen' }).click();
  await page.getByRole('button', { name: /Begin the battle/ }).click();
  await page.waitForFunction(() => window.grognard?.view);
  await until(page, (s) => s.mine && s.purpose === 'movement');
  const timer = page.getByRole('timer');
  await timer.waitFor();
  const first = await timer.textContent();
  assert.match(first, /\d\d:\d\d/);
  await page.waitForFunction(
    (old) => document.querySelector('[role=timer]')?.textContent !== old,
    first,
  );
  if (shot) await page.screenshot({ path: shot });
  assert.deepEqual(context.faults, []);
  await context.close();
}

if (process.argv[1]?.endsWith('clock.mjs')) {
  const server = process.env.GROGNARD_URL ? null : await serve();
  try {
    await withClock(process.env.GROGNARD_URL ?? server.url, process.argv[2] ?? '');
    console.log('with the clock: ok');
  } finally {
    await server?.stop();
  }
}
