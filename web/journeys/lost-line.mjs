// Two computers play, somebody watches, and the line breaks five times: afterwards the journal on the
// screen is the server's, line for line, and the page was never held up for long.

import assert from 'node:assert/strict';
import { browser, newTable, serve } from './lib.mjs';

const BREAKS = 5;
/** A page that answers nobody for so long, in milliseconds, is blocked. */
const LONGEST = 1500;
/** Answers a second: fast, and yet the battle outlasts the breaks. */
const PACE = 12;

export async function lostLine() {
  const server = await serve(undefined, undefined, undefined, PACE);
  const context = await browser({});
  const page = await context.newPage();
  try {
    await newTable(page, server.url, 'hagelberg', [
      { side: 'french', who: 'greedy' },
      { side: 'coalition', who: 'greedy' },
    ]);
    await page.evaluate(listen);
    for (let i = 0; i < BREAKS; i++) {
      const from = await page.evaluate(() => window.grognard.battle.n);
      await page.waitForFunction((from) => window.grognard.battle.n > from + 9, from);
      await page.evaluate(() => window.grognard.battle.line.socket.close());
      await page.waitForFunction(() => window.grognard.battle.status === 'lost');
      await page.evaluate(() => window.grognard.battle.hurry());
      await page.waitForFunction(() => window.grognard.battle.status === 'open');
    }
    const { kept, told } = await page.evaluate(compared);
    assert.ok(told.length > 40, `${told.length} lines`);
    assert.deepEqual(kept, told);
    const held = await page.evaluate(() => window.heldUp);
    assert.ok(held < LONGEST, `the page was blocked for ${held} ms`);
    assert.deepEqual(context.faults, []);
  } finally {
    await context.close();
    await server.stop();
  }
}

/** In the page: how long it was held up at most. */
function listen() {
  window.heldUp = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries())
      window.heldUp = Math.max(window.heldUp, Math.round(duration));
  }).observe({ type: 'longtask' });
}

/** In the page: the lines that were kept, and the server's up to the last of them. */
async function compared() {
  const { battle } = window.grognard;
  const words = ({ number, answer = '', tellings = [] }) =>
    [number, answer, ...tellings.map(({ parts }) => parts.map(({ text }) => text).join(''))].join(
      ' ',
    );
  const kept = battle.lines.map(words);
  const last = battle.lines.at(-1).number;
  const all = [];
  for (;;) {
    const after = all.at(-1)?.number ?? -1;
    const { lines } = await battle.look({ type: 'log', after, most: 500 });
    all.push(...lines);
    if (!lines.length || lines.at(-1).number >= last) break;
  }
  return { kept, told: all.filter(({ number }) => number <= last).map(words) };
}

if (process.argv[1]?.endsWith('lost-line.mjs')) {
  await lostLine();
  console.log('five lost lines: ok');
}
