// Plays a battle to its verdict with one page for each person, and keeps account of it: which
// questions came, how each was answered, how long anybody waited.

import assert from 'node:assert/strict';
import { byHand } from './battles-hands.mjs';
import { think } from './battles-mind.mjs';
import { frame } from './lib.mjs';

/** Nobody may wait longer than this for anything: then the table has stalled. */
const STALLED = 120_000;

export class Account {
  purposes = {};
  answers = 0;
  slow = [];
  longest = { own: 0, other: 0, each: 0 };
  unhandy = [];

  note(purpose, how) {
    this.purposes[purpose] ??= { clicked: 0, told: 0, ways: [] };
    const held = this.purposes[purpose];
    held[how === 'told' ? 'told' : 'clicked']++;
    if (how !== 'told' && !held.ways.includes(how)) held.ways.push(how);
    this.answers++;
  }

  waited(ms, others, purpose) {
    const who = others ? 'other' : 'own';
    this.longest[who] = Math.max(this.longest[who], ms);
    const each = others ? ms / others : ms;
    if (others) this.longest.each = Math.max(this.longest.each, each);
    if (each > 2000) this.slow.push({ purpose, ms: Math.round(ms), others });
  }
}

/** Ready for a person: his question with all it offers, the hand-over, or the end. */
function isReady(n) {
  const { battle, deciding } = window.grognard;
  if (battle.n <= n) return false;
  if (battle.moving.question.kind === 'over') return 'over';
  if (battle.cover) return 'cover';
  return battle.mine && deciding.fresh && !deciding.busy ? 'mine' : false;
}

/** Waits until one of the pages can go on; gives the page and what for. */
async function someone(pages, n) {
  const until = Date.now() + STALLED;
  while (Date.now() < until) {
    for (const page of pages) {
      const ready = await page.evaluate(isReady, n);
      if (ready) return { page, ready };
    }
    await frame(pages[0]);
  }
  throw new Error(`the table has stalled: ${JSON.stringify(await where(pages[0]))}`);
}

const where = (page) =>
  page.evaluate(() => {
    const { battle, deciding } = window.grognard;
    return {
      n: battle.n,
      turn: battle.moving.turn,
      asked: battle.moving.question,
      purpose: deciding.purpose,
      status: battle.status,
    };
  });

/** `clicks`: so often each kind of question is answered by hand; `bold`: orders in a segment. */
export async function playOut(pages, { clicks = 1, bold = 6, most = 6000 } = {}) {
  const account = new Account();
  let n = -1;
  let from = Date.now();
  for (let i = 0; i < most; i++) {
    const { page, ready } = await someone(pages, n);
    const now = await where(page);
    if (n >= 0 && pages.length === 1)
      account.waited(Date.now() - from, await heardSince(page, n), now.purpose);
    if (ready === 'over') return ended(page, account);
    if (ready === 'cover') {
      await page.locator('.cover .commit').click();
      await page.waitForFunction(() => !window.grognard.battle.cover);
      continue;
    }
    const plan = await page.evaluate(think, bold);
    if (plan.way === 'stuck') throw new Error(`nothing can be answered: ${JSON.stringify(now)}`);
    n = now.n;
    from = await answered(page, plan, now, account, clicks);
  }
  throw new Error(`no end after ${most} answers`);
}

/** Gives when the answer was sent off. */
async function answered(page, plan, { purpose, n }, account, clicks) {
  const kind = `${purpose}`;
  const held = account.purposes[kind];
  const wants = !held || held.clicked < clicks || !held.ways.includes(plan.way);
  if (wants && (held?.clicked ? (held.tried ?? 0) < 4 : (held?.tried ?? 0) < 12)) {
    const from = Date.now();
    if (await byHand(page, plan)) {
      account.note(kind, plan.way);
      return Math.max(from, Date.now() - 50);
    }
    account.unhandy.push(`${kind} by ${plan.way}: ${plan.text}`);
    account.purposes[kind] ??= { clicked: 0, told: 0, ways: [] };
    account.purposes[kind].tried = (held?.tried ?? 0) + 1;
    await page.evaluate(() => {
      const { deciding } = window.grognard;
      deciding.listing = false;
      deciding.select(null);
    });
  }
  const from = Date.now();
  await page.evaluate(async (text) => {
    const { deciding } = window.grognard;
    await deciding.answer(text);
    if (deciding.held) await deciding.answer(deciding.held.id);
  }, plan.text);
  const after = await where(page);
  assert.ok(after.n > n, `${purpose}: the table did not take ${plan.text}`);
  account.note(kind, 'told');
  return from;
}

/** How many decisions of others lie between. */
const heardSince = (page, n) =>
  page.evaluate((after) => {
    const { battle } = window.grognard;
    const { sides } = battle.hello.seat;
    const others = battle.hello.sides.filter((side) => !sides.includes(side));
    return battle.lines.filter(({ number, who }) => number > after && others.includes(who)).length;
  }, n);

async function ended(page, account) {
  await page.locator('.over.card .prose').first().waitFor();
  const verdict = (await page.locator('.over.card .prose').first().textContent()).trim();
  const why = (await page.locator('.over.card .why').allTextContents()).join(' ').trim();
  const { turn, n } = await where(page);
  return { verdict, why, turn, lines: n, account };
}
