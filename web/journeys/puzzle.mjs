// A puzzle: found in the list, answered wrongly and judged, answered rightly and solved; the list knows it.
// axe on both pages in every theme and language.

import assert from 'node:assert/strict';
import { everyLook } from './axe.mjs';
import { browser, serve } from './lib.mjs';

export async function puzzleSolved(url, shot = '') {
  const context = await browser({});
  const page = await context.newPage();
  try {
    await page.goto(url);
    await page.getByRole('link', { name: 'Puzzles', exact: true }).click();
    await page.locator('a[href="/puzzles/premier-assault-01-flank"]').click();
    const order = (id) => page.locator(`[data-order="${id}"]`);
    await order('done').click();
    await page.getByRole('button', { name: 'Give this order' }).click();
    await page.getByText('There is a better one').waitFor();
    await page.getByText('The order that was looked for').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await order('assault 0505 F1').click();
    await page.getByRole('button', { name: 'Give this order' }).click();
    await page.getByText('That is it').waitFor();
    await page.getByText('Through the flank the odds double.').waitFor();
    if (shot) await page.screenshot({ path: shot });
    await page.getByRole('link', { name: 'Puzzles', exact: true }).first().click();
    await page.getByText(/^1 of \d+ solved$/).waitFor();
    assert.deepEqual(context.faults, []);
    const one = `${url}/puzzles/premier-assault-01-flank`;
    assert.deepEqual(await everyLook(page, `${url}/puzzles`, 'puzzles', 'main li a'), []);
    assert.deepEqual(await everyLook(page, one, 'a puzzle', '[data-order]'), []);
  } finally {
    await context.close();
  }
}

if (process.argv[1]?.endsWith('puzzle.mjs')) {
  const server = process.env.GROGNARD_URL ? null : await serve();
  try {
    await puzzleSolved(process.env.GROGNARD_URL ?? server.url, process.argv[2] ?? '');
    console.log('a puzzle: ok');
  } finally {
    await server?.stop();
  }
}
