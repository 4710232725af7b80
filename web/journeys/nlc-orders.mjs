// Quatre Bras against the computer: an order is written, refused while it cannot be, sent, kept
// waiting, and at last obeyed. Orders are obeyed by dice: a battle in which none has to wait is
// begun again.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { browser, newTable, painted, serve, state, until, WEB } from './lib.mjs';
import { passUntil, pressHex } from './nlc.mjs';

const BODY = 'fr_ii';
const LEADER = 'reille';
const GOAL = 1213;
const BATTLES = 15;
const SEATS = [
  { side: 'french', who: 'me' },
  { side: 'allied', who: 'random' },
];

/** What the papers say of the body: its order in words, and whether another waits. */
const force = (page) =>
  page.evaluate(async (leader) => {
    const { papers } = window.grognard.deciding;
    await papers.refresh();
    const rows = papers.card.cards[0].cards.flatMap((card) => card.rows);
    const at = rows.findIndex(({ units }) => units?.includes(leader));
    const order = rows[at].parts.map(({ text }) => text).join('');
    return { order, waiting: rows[at + 1]?.tone === 'waits' };
  }, LEADER);

export async function ordersDelayed(url, { shots = '' } = {}) {
  const context = await browser({});
  const page = await context.newPage();
  const shot = async (name) => {
    if (!shots) return;
    await painted(page);
    await page.screenshot({ path: join(shots, `${name}.png`) });
  };
  try {
    for (let battle = 0; battle < BATTLES; battle++) {
      const seen = await oneBattle(page, url, battle === 0 ? shot : async () => {});
      if (!seen) continue;
      assert.deepEqual(context.faults, []);
      return seen;
    }
    throw new Error(`no order had to wait in ${BATTLES} battles`);
  } finally {
    await context.close();
  }
}

async function oneBattle(page, url, shot) {
  await newTable(page, url, 'quatre-bras', SEATS);
  await passUntil(page, ({ purpose }) => purpose === 'orders');
  await shot('quatre-bras-table');
  await refusedWhileWritten(page);
  await write(page, GOAL);
  await page.evaluate(() => document.querySelector('.desk').scrollBy(0, 240));
  await shot('order-desk');
  await page.click('.desk .commit');
  await page.locator('.staff').getByText('On their way').waitFor();
  const { turn } = await state(page);
  await passUntil(page, (now) => now.purpose === 'movement' || now.turn > turn);
  return (await force(page)).waiting ? obeyedAtLast(page, GOAL, shot) : null;
}

/** Nobody may be told to retreat while the army stands: the reason and its clause are there at once. */
async function refusedWhileWritten(page) {
  await page.click(`[data-to="${BODY}"]`);
  await page.click('[data-type=general_retreat]');
  await page.selectOption('[data-role=place]', { label: 'Frasnes 1119 1019' });
  const refusal = page.locator('.desk .verdict .refuse').first();
  await refusal.waitFor();
  assert.match(await refusal.textContent(), /N\d+/);
  assert.ok(await page.locator('.desk .commit').isDisabled());
}

export async function write(page, goal) {
  await page.click(`[data-to="${BODY}"]`);
  await page.click('[data-type=attack]');
  await pressHex(page, goal);
  await page.waitForFunction(
    (hex) => window.grognard.deciding.writing.offer?.id.endsWith(`attack ${hex}`),
    goal,
  );
  await page.getByText('Does he obey?').waitFor();
  assert.ok(!(await page.locator('.desk .commit').isDisabled()));
}

async function obeyedAtLast(page, goal, shot) {
  await page.locator('.staff .waits').first().waitFor();
  const told = await page.locator('.staff .waits').first().textContent();
  assert.match(told, /Obeys next turn|Hesitates/);
  await shot('order-waiting');
  const obeys = () =>
    force(page).then(({ order, waiting }) => !waiting && order.includes(`attack ${goal}`));
  for (let i = 0; i < 6; i++) {
    const { turn, kind } = await state(page);
    if (await obeys()) {
      await shot('order-obeyed');
      return told.trim();
    }
    if (kind === 'over' || !(await force(page)).waiting) return null;
    await passUntil(page, (next) => next.turn > turn && next.purpose === 'orders');
    await until(page, ({ mine }) => mine);
    // What had to wait is settled after orders are given: on to the formations.
    await passUntil(
      page,
      (next) => next.purpose !== 'orders' && next.purpose !== 'record-decision',
    );
  }
  return null;
}

if (process.argv[1]?.endsWith('nlc-orders.mjs')) {
  const server = process.env.GROGNARD_URL ? null : await serve();
  const to = process.argv.includes('--shots') ? join(WEB, 'shots') : '';
  try {
    console.log(
      'orders:',
      await ordersDelayed(process.env.GROGNARD_URL ?? server.url, { shots: to }),
    );
  } finally {
    await server?.stop();
  }
}
