// The enemy's turn, seen: told step by step at a pace, followed, sped up and skipped; then what
// mattered in it. A seat lent to the computer is taken back within one answer.

import assert from 'node:assert/strict';
import { browser, newTable, serve, state, until } from './lib.mjs';
import { passOn } from './nlc.mjs';

const PACE = 4;

export async function enemyTurn() {
  const server = await serve(undefined, undefined, undefined, PACE);
  const context = await browser({ reduced: false });
  const page = await context.newPage();
  try {
    await newTable(page, server.url, 'first-shots', [
      { side: 'french', who: 'me' },
      { side: 'prussian', who: 'greedy' },
    ]);
    await until(page, ({ mine }) => mine);
    await page.evaluate(listened);
    await watched(page);
    await takenBack(page);
    assert.deepEqual(context.faults, []);
  } finally {
    await context.close();
    await server.stop();
  }
}

/** In the page: keeps what was told, and when the computer's answers came. */
function listened() {
  const { battle, following } = window.grognard;
  const seen = { told: 0, at: [], own: [] };
  window.seen = seen;
  const { shown } = following;
  following.shown = (step, at) => {
    seen.told++;
    shown(step, at);
  };
  const { happened } = battle.events;
  battle.events = {
    ...battle.events,
    happened: (lines, before) => {
      for (const { who } of lines) {
        if (who === 'prussian') seen.at.push(performance.now());
        if (who === 'french') seen.own.push(performance.now());
      }
      happened(lines, before);
    },
  };
}

/** His part is told in steps under a bar; it can be made faster and skipped; its sum is numbered. */
async function watched(page) {
  for (let i = 0; i < 40; i++) {
    const { kind } = await until(page, ({ mine, kind }) => mine || kind === 'over', 60000);
    assert.notEqual(kind, 'over', 'no part of his was worth a summary');
    await page.waitForFunction(() => !window.grognard.following.active);
    if (await page.locator('.since.moved').count()) break;
    await passOn(page);
    if (await page.evaluate(() => window.grognard.following.active)) await sped(page);
  }
  const { told, at } = await page.evaluate(() => window.seen);
  assert.ok(told > 2, `${told} steps were told`);
  const fast = at.filter((time, i) => i >= PACE + 1 && time - at[i - PACE - 1] < 800);
  assert.deepEqual(fast, [], 'the computer answered too fast');
  await page.locator('.since.moved li').first().waitFor();
  const rows = await page.locator('.since.moved li').count();
  assert.ok(rows >= 1 && rows <= 5);
  const tags = await page.evaluate(() => window.grognard.deciding.looks.things.over.length);
  assert.equal(tags, await page.locator('.since.moved .hex').count());
}

async function sped(page) {
  const bar = page.locator('.follow');
  if (!(await bar.count())) return;
  await page.evaluate(() => document.querySelectorAll('.follow [role=radio]')[2]?.click());
  await page.keyboard.press('Space');
  await page.waitForFunction(() => window.grognard.following.waiting === 0);
}

/** Both sides played by computers are watched; the seat comes back before another answer is given. */
async function takenBack(page) {
  await page.evaluate(() => {
    window.seen.own = [];
    window.grognard.battle.giveSeat('french', 'greedy');
  });
  await page.waitForFunction(() => window.seen.own.length >= 2, undefined, { timeout: 60000 });
  assert.ok(await page.evaluate(() => window.grognard.following.active), 'it was not told');
  const before = await page.evaluate(() => {
    window.grognard.battle.giveSeat('french', 'human');
    return window.seen.own.length;
  });
  await until(page, ({ mine, kind }) => mine || kind === 'over', 60000);
  const after = await page.evaluate(() => window.seen.own.length);
  assert.ok(
    after - before <= 1,
    `${after - before} answers were given after the seat was wanted back`,
  );
  assert.equal((await state(page)).side, 'french');
}

if (process.argv[1]?.endsWith('enemy-turn.mjs')) await enemyTurn();
