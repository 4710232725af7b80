// The sister edition at the table: an assault from its declaration to the impetus by the guide of the
// first lesson, a Grand Charge met by a rallying square and ridden to its end, and a whole small battle against the computer.

import assert from 'node:assert/strict';
import { taught } from './lessons.mjs';
import { browser, newTable, serve, state, until } from './lib.mjs';
import { passOn, passUntil } from './nlc.mjs';

/** Battles begun until the dice allow what is to be shown. */
const TRIES = 8;
/** Who rides in the Grand Charge at the manor. */
const RIDERS = ['F1', 'F2', 'F3'];
/** The lessons of an assault that goes beyond its target. */
const ASSAULT = ['Declare from afar', 'The closing move', 'Impetus'];

export async function assaultTaught(url) {
  let learnt = [];
  for (let tries = 0; tries < TRIES; tries++) {
    learnt = await taught(url, 'first-assault-xxx', ASSAULT.slice(0, 1));
    if (ASSAULT.every((title) => learnt.includes(title))) return learnt;
  }
  throw new Error(`no assault went on by impetus: ${learnt}`);
}

export async function grandCharge(url) {
  const context = await browser({});
  const page = await context.newPage();
  try {
    for (let tries = 0; tries < TRIES; tries++) {
      await newTable(page, url, 'manor-xxx');
      if (await squareMet(page)) {
        assert.deepEqual(context.faults, []);
        return;
      }
    }
    throw new Error('nobody could form square before the charge');
  } finally {
    await context.close();
  }
}

/** The Grand Charge is called and ridden to its end; did foot before it try to form square? */
async function squareMet(page) {
  await passUntil(page, ({ purpose, mine }) => mine && purpose === 'designate-charges');
  await give(page, 'grand ');
  let tried = false;
  for (let most = 0; most < 200; most++) {
    const now = await until(
      page,
      ({ mine, cover, kind }) => mine || cover || kind === 'over',
      60000,
    );
    if (now.segment !== 'charge' && now.segment !== 'declaration') {
      await riddenOut(page);
      return tried;
    }
    if (now.mine && !now.cover && now.purpose === 'form-square' && !tried) {
      await give(page, 'square ');
      tried = true;
    } else if (now.mine && !now.cover && now.purpose === 'ride') await rideAtFoot(page);
    else await passOn(page);
  }
  throw new Error('the Grand Charge did not come to its end');
}

/** Whoever rode in the Grand Charge is exhausted when it is over, or lost. */
async function riddenOut(page) {
  const horse = await page.evaluate((riders) => {
    const { battle } = window.grognard;
    return riders
      .map((unit) => battle.counter(unit))
      .map(({ away, marks = [] }) => away || marks.join(' '));
  }, RIDERS);
  assert.ok(
    horse.every((marks) => marks === 'lost' || marks.includes('exhausted')),
    `${horse}`,
  );
}

/** Answers with the first option that begins so. */
async function give(page, words) {
  const { n } = await until(page, ({ options }) => options > 0);
  const id = await page.evaluate(
    (wanted) => window.grognard.deciding.options.find((one) => one.id.startsWith(wanted))?.id,
    words,
  );
  assert.ok(id, `it is not offered: ${words}`);
  await page.evaluate((wanted) => void window.grognard.deciding.answer(wanted), id);
  await until(page, (now) => now.n > n || now.cover !== '');
}

/** One step straight on, towards the foot that can form square. */
async function rideAtFoot(page) {
  const { n } = await state(page);
  await until(page, ({ own }) => own > 0);
  await page.evaluate(() => {
    const { deciding } = window.grognard;
    const on = deciding.own.find(({ id }) => id.endsWith(' S')) ?? deciding.own[0];
    void deciding.answer(on.id);
  });
  await until(page, (now) => now.n > n);
}

export async function captainMet(url) {
  const context = await browser({});
  const page = await context.newPage();
  try {
    await newTable(page, url, 'first-assault-xxx', [
      { side: 'french', who: 'me' },
      { side: 'prussian', who: 'captain' },
    ]);
    const ended = await passUntil(page, ({ kind }) => kind === 'over');
    assert.equal(ended.kind, 'over');
    assert.equal(ended.turn, 4);
    // The verdict is put away to look at the field, and comes back: by mouse, then by keys.
    const verdict = page.locator('.over.card');
    await page.getByRole('button', { name: /^Look at the field/ }).click();
    await verdict.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^The verdict/ }).click();
    await verdict.waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.pin .answer:focus').waitFor();
    assert.equal(await verdict.count(), 0);
    await page.keyboard.press('Enter');
    await verdict.waitFor();
    assert.deepEqual(context.faults, []);
  } finally {
    await context.close();
  }
}

if (process.argv[1]?.endsWith('an-xxx.mjs')) {
  const server = process.env.GROGNARD_URL ? null : await serve();
  const url = process.env.GROGNARD_URL ?? server.url;
  try {
    console.log('taught:', await assaultTaught(url));
    await grandCharge(url);
    await captainMet(url);
  } finally {
    await server?.stop();
  }
}
