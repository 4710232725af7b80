// A battle by its guide: *Do it for me* is pressed wherever it is offered, to the last lesson. The
// map stays the same map through answers, a take-back and a line that was lost.

import assert from 'node:assert/strict';
import { browser, serve, state, until } from './lib.mjs';
import { passOn } from './nlc.mjs';

const LAST = 'On your own';
/** The lessons of the first turn are the same whatever the dice say. */
const ALWAYS = [
  'The horse goes first',
  'March',
  'A second column',
  'Horse waits its hour',
  'Enough for now',
  'The first shot',
];

export const lessons = (url) => taught(url, 'first-shots', ALWAYS, takenBackAndLost);

/** Lessons without an order to press: the way is chosen. */
const WAYS = ['ride', 'closing-move'];

/** The lessons of a battle to the last one; the first of them are `always` those. */
export async function taught(url, battle, always, afterThree = async () => {}) {
  const context = await browser({});
  const page = await context.newPage();
  try {
    await page.goto(url);
    await page.locator(`[data-lesson=${battle}]`).click();
    await page.waitForFunction(() => window.grognard?.view && window.grognard.battle.moving);
    await until(page, ({ mine }) => mine);
    await page.locator('.guide').waitFor();
    const same = await sameMap(page);
    const learnt = [];
    for (;;) {
      await until(page, ({ mine }) => mine);
      await page.waitForFunction(() => !document.querySelector('.guide[aria-busy=true]'));
      const title = await lessonNow(page);
      if (title === LAST) break;
      if (title) learnt.push(title);
      const now = await state(page);
      const help = page.locator('.guide .answer');
      if (await help.count()) {
        await help.first().click();
        // The odds of an attack are laid open before it is made.
        const { attack } = await until(page, ({ n, attack }) => n > now.n || attack);
        if (attack) await page.locator('.cards .commit').click();
        await until(page, ({ n }) => n > now.n);
      } else if (WAYS.includes(now.purpose)) await rideOn(page, now.n);
      else await passOn(page);
      // A card may show the hex that it asks about; in the first turn there is none.
      await same(battle === 'first-shots' && (await state(page)).turn === 1);
      if (learnt.length === 3) await afterThree(page, same);
      assert.notEqual((await state(page)).kind, 'over', `the last lesson never came: ${learnt}`);
    }
    assert.deepEqual([...new Set(learnt)].slice(0, always.length), always);
    assert.deepEqual(context.faults, []);
    return learnt;
  } finally {
    await context.close();
  }
}

const lessonNow = (page) =>
  page.evaluate(() => document.querySelector('.guide h2')?.textContent ?? '');

/** A charge goes on: one hex further, or at whom it can strike. */
async function rideOn(page, before) {
  await until(page, ({ own }) => own > 0);
  await page.evaluate(() => {
    const { deciding } = window.grognard;
    void deciding.answer(deciding.own[0].id);
  });
  await until(page, ({ n }) => n > before);
}

/** Keeps the view and where it looks; the answer says whether both are still the same. */
async function sameMap(page) {
  await page.evaluate(() => {
    const { view } = window.grognard;
    view.panBy(37, 23);
    window.kept = { view, camera: JSON.stringify(view.camera) };
  });
  return async (unmoved = true) => {
    const still = await page.evaluate(() => {
      const { view } = window.grognard;
      return {
        view: view === window.kept.view,
        camera: JSON.stringify(view.camera) === window.kept.camera,
      };
    });
    assert.ok(still.view, 'the map was made anew');
    assert.ok(still.camera || !unmoved, 'the map was moved');
  };
}

/** The last order is taken back, the line is lost, and the order is given again. */
async function takenBackAndLost(page, same) {
  const { n } = await state(page);
  await page.evaluate(() => void window.grognard.battle.takeBack());
  await page.waitForFunction(() => window.grognard.battle.redo.length > 0);
  await until(page, ({ mine }) => mine);
  await same();
  await page.evaluate(() => window.grognard.battle.line.socket.close());
  await page.waitForFunction(() => window.grognard.battle.status !== 'open');
  await page.waitForFunction(() => window.grognard.battle.status === 'open');
  await until(page, ({ mine }) => mine);
  await same();
  await page.evaluate(() => void window.grognard.battle.again());
  await until(page, (now) => now.mine && now.n > n + 1);
  await same();
}

if (process.argv[1]?.endsWith('lessons.mjs')) {
  const server = process.env.GROGNARD_URL ? null : await serve();
  try {
    console.log('lessons:', await lessons(process.env.GROGNARD_URL ?? server.url));
  } finally {
    await server?.stop();
  }
}
