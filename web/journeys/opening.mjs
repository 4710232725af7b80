// How long from opening a Hagelberg table to the first legal move on the screen. By itself it wants
// 2 s at most, or OPENING_LIMIT; among the journeys it only tells, for a busy machine proves nothing.

import assert from 'node:assert/strict';
import { browser, newTable, serve } from './lib.mjs';

export async function opening(url, limit = Infinity) {
  const context = await browser({});
  const page = await context.newPage();
  const made = await newTable(page, url, 'hagelberg');
  await page.goto('about:blank');
  const from = Date.now();
  await page.goto(`${url}/table/${made.id}`, { waitUntil: 'commit' });
  await page.waitForFunction(
    () => window.grognard?.deciding.fresh && window.grognard.deciding.able.length > 0,
    undefined,
    { polling: 20 },
  );
  const took = Date.now() - from;
  await context.close();
  console.log(`      first legal move after ${took} ms`);
  assert.ok(took <= limit, `${took} ms`);
  return took;
}

if (process.argv[1]?.endsWith('opening.mjs')) {
  const server = process.env.GROGNARD_URL ? null : await serve();
  const limit = Number(process.env.OPENING_LIMIT ?? 2000);
  await opening(process.env.GROGNARD_URL ?? server.url, limit);
  await server?.stop();
}
