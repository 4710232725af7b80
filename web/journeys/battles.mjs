// Whole battles at the table, to the verdict: two people with two browsers, and one person against
// the computer's levels. Takes long; `make battles` runs it and keeps the record in bench/battles.md.
//
//     node journeys/battles.mjs [--record] [part of a name ...]

import assert from 'node:assert/strict';
import { opponents } from './battles-opponents.mjs';
import { playOut } from './battles-play.mjs';
import { keep, seconds } from './battles-record.mjs';
import { browser, newTable, serve } from './lib.mjs';

const LEVELS = ['conscript', 'sergeant', 'captain', 'colonel', 'marshal'];
const SIDES = {
  village: ['french', 'prussian'],
  crossroads: ['blue', 'red'],
  'quatre-bras': ['french', 'allied'],
};

/** One person against a computer player. */
async function against(url, scenario, who, mine) {
  const context = await browser({});
  try {
    const page = await context.newPage();
    const seats = SIDES[scenario].map((side) => ({ side, who: side === mine ? 'me' : who }));
    await newTable(page, url, scenario, seats);
    const end = await playOut([page]);
    assert.deepEqual(context.faults, []);
    return end;
  } finally {
    await context.close();
  }
}

/** Two people: the second comes by the link of the invitation. */
async function together(url, scenario) {
  const [host, guest] = [await browser({}), await browser({})];
  try {
    const [first, second] = [await host.newPage(), await guest.newPage()];
    const [mine, theirs] = SIDES[scenario];
    const made = await newTable(first, url, scenario, [
      { side: mine, who: 'me' },
      { side: theirs, who: 'open' },
    ]);
    await second.goto(`${url}${made.invitations[0].link}`);
    await second.waitForFunction(() => window.grognard?.view && window.grognard.battle.moving);
    const end = await playOut([first, second]);
    for (const page of [first, second]) await page.locator('.over.card .prose').first().waitFor();
    assert.deepEqual([...host.faults, ...guest.faults], []);
    return end;
  } finally {
    await Promise.all([host.close(), guest.close()]);
  }
}

const battles = {};
for (const scenario of ['village', 'crossroads'])
  LEVELS.forEach((level, i) => {
    battles[`${scenario}, against ${level}`] = (url) =>
      against(url, scenario, level, SIDES[scenario][i % 2]);
  });
battles['crossroads, against random'] = (url) => against(url, 'crossroads', 'random', 'red');
battles['crossroads, two people'] = (url) => together(url, 'crossroads');
battles['quatre-bras, against random'] = (url) => against(url, 'quatre-bras', 'random', 'french');
battles['quatre-bras, two people'] = (url) => together(url, 'quatre-bras');

const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const chosen = Object.entries(battles).filter(
  ([name]) => !wanted.length || wanted.some((word) => name.includes(word)),
);
let failed = 0;
const server = process.env.GROGNARD_URL ? null : await serve();
const url = process.env.GROGNARD_URL ?? server.url;
for (const [name, battle] of chosen) await told(name, () => battle(url));
if (!wanted.length) await told('the computer as an opponent', () => opponents(url));
await server?.stop();
process.exitCode = failed ? 1 : 0;

async function told(name, battle) {
  const from = Date.now();
  try {
    const end = await battle();
    const took = Date.now() - from;
    if (end.account) checked(name, end, took);
    console.log(`ok    ${name}: ${end.verdict ?? end} (${seconds(took)} s)`);
  } catch (problem) {
    failed++;
    console.log(`FAIL  ${name} (${seconds(Date.now() - from)} s): ${problem.stack ?? problem}`);
  }
}

/** The verdict must stand there with its reasons, and every kind of question was answered by hand. */
function checked(name, end, took) {
  if (process.env.VERBOSE) console.log(name, end.why, JSON.stringify(end.account));
  assert.ok(end.verdict && end.why, 'the verdict is not explained');
  const never = Object.entries(end.account.purposes).filter(([, { clicked }]) => !clicked);
  assert.deepEqual(
    never.map(([purpose]) => purpose),
    [],
    'never answered by hand',
  );
  if (process.argv.includes('--record')) keep({ name, took, ...end });
}
