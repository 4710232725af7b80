// A battle by its guide: *Do it for me* is pressed wherever it is offered, to the last lesson. The
// map stays the same map through answers, a take-back and a line that was lost.

import assert from 'node:assert/strict';
import { browser, known, newTable, serve, state, until } from './lib.mjs';
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

/** The lessons in which orders are written, to the reckoning in the fourth turn. */
export const ordersTaught = (url) =>
  taught(
    url,
    'crossroads',
    ['What would they do by themselves?', 'An order for Aubry', 'Write early, write little'],
    undefined,
    'What counts at the end',
  );

/** The lessons of a battle to the last one; the first of them are `always` those. */
export async function taught(url, battle, always, afterThree = async () => {}, last = LAST) {
  const context = await browser({});
  const page = await context.newPage();
  try {
    await page.goto(url);
    await page.locator(`[data-lesson=${battle}]`).click();
    await page.waitForFunction(() => window.grognard?.view && window.grognard.battle.moving);
    await until(page, ({ mine }) => mine);
    await page.locator('.guide').waitFor();
    await aimsAsJudged(page);
    const same = await sameMap(page);
    const learnt = [];
    for (;;) {
      await until(page, ({ mine }) => mine);
      const title = await lessonNow(page);
      if (title === last) break;
      if (title) learnt.push(title);
      const now = await state(page);
      if (title) {
        await besideItsSubject(page);
        await page.locator('.guide .answer').first().click();
        await until(page, ({ n }) => n > now.n);
      } else if (ON_THE_WAY.includes(now.purpose)) await rideOn(page, now.n);
      else await passOn(page);
      // A card may show the hex that it asks about; in the first turn there is none.
      const { turn, purpose } = await state(page);
      await same(battle === 'first-shots' && turn === 1, purpose);
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

/** What decides the battle is one key away, or one press where a card has the keys; it reads as judged. */
async function aimsAsJudged(page) {
  if (await page.locator('.cards [role=radio]').count()) await page.locator('button.aims').click();
  else await page.keyboard.press('y');
  await page.locator('.grades li').first().waitFor();
  const { found } = await page.evaluate(() =>
    window.grognard.battle.look({ type: 'look', what: 'aims' }),
  );
  const shown = await page.evaluate(() => ({
    verdict: document.querySelector('.aims .now b').textContent,
    now: [...document.querySelectorAll('.grades > li.is h3')].map((each) =>
      each.firstChild.textContent.trim(),
    ),
    marks: [...document.querySelectorAll('.grades .mark')].map((each) =>
      each.classList.contains('met'),
    ),
  }));
  assert.equal(shown.verdict, found.verdict);
  assert.deepEqual(
    shown.now,
    found.grades.filter(({ now }) => now).map(({ title }) => title),
  );
  assert.deepEqual(
    shown.marks,
    found.grades.flatMap(({ tallies = [] }) => tallies.map(({ met = false }) => met)),
  );
  await page.keyboard.press('Escape');
  await page.locator('.grades').waitFor({ state: 'detached' });
}

/** Questions that go on after their lesson, hex by hex. */
const ON_THE_WAY = ['ride', 'closing-move'];

/** The title of the lesson, once it is known whether there is one for this question. */
async function lessonNow(page) {
  await page.waitForFunction(() => window.grognard.lessons?.settled());
  return page.evaluate(() => document.querySelector('.guide h2')?.textContent ?? '');
}

/** A lesson is counted, names no unit by its id, and lies on the middle of no hex that it speaks of. */
async function besideItsSubject(page) {
  const { label, text, covered, buttons, about } = await page.evaluate(() => {
    const { view, lessons } = window.grognard;
    const card = document.querySelector('.guide').getBoundingClientRect();
    const box = view.canvas.getBoundingClientRect();
    // How much room there is hangs on where dice led the subjects: beside.test.ts sees that it is taken.
    const inside = ({ x, y }) =>
      box.x + x > card.left &&
      box.x + x < card.right &&
      box.y + y > card.top &&
      box.y + y < card.bottom;
    return {
      label: document.querySelector('.guide .label').textContent,
      text: document.querySelector('.guide').textContent,
      buttons: ['.zoom', '.minimap'].filter((each) => {
        const { left, right, top, bottom } = document.querySelector(each).getBoundingClientRect();
        return left < card.right && right > card.left && top < card.bottom && bottom > card.top;
      }),
      covered: lessons.about().filter((hex) => inside(view.pointOf(hex))),
      about: lessons.about().length,
    };
  });
  assert.match(label, /^Lesson \d+ of \d+$/);
  assert.doesNotMatch(text, /\b[FP]\d+\b(?!\.)|@/);
  assert.deepEqual([...covered, ...buttons], []);
  if (text.includes('The horse goes first')) assert.equal(about, 1, 'the hussars are its subject');
}

/** A charge goes on: one hex further, or at whom it can strike. */
async function rideOn(page, before) {
  await until(page, ({ own }) => own > 0);
  await page.evaluate(() => {
    const { deciding } = window.grognard;
    void deciding.answer(deciding.own[0].id);
  });
  await until(page, ({ n }) => n > before);
}

/** Keeps the view and where it looks; the answer says whether both are still the same, with ground. */
async function sameMap(page) {
  await page.evaluate(() => {
    const { view } = window.grognard;
    view.panBy(37, 23);
    window.kept = { view, camera: JSON.stringify(view.camera), bare: 0 };
    // Three lines across the map: one colour alone, or a pixel that nobody drew, is a bare frame.
    view.on('frame', () => {
      const { width, height } = view.canvas;
      const isBare = [0.25, 0.5, 0.75].some((at) => {
        const { data } = view.ctx.getImageData(0, Math.round(height * at), width, 1);
        const pixels = new Set(new Uint32Array(data.buffer));
        return pixels.size < 2 || pixels.has(0xff000000);
      });
      if (isBare) window.kept.bare++;
    });
  });
  return async (unmoved = true, purpose = 'nothing asked') => {
    const still = await page.evaluate(() => {
      const { view } = window.grognard;
      return {
        view: view === window.kept.view,
        camera: JSON.stringify(view.camera) === window.kept.camera,
        bare: window.kept.bare,
      };
    });
    assert.equal(still.bare, 0, 'a frame had no ground');
    assert.ok(still.view, 'the map was made anew');
    assert.ok(still.camera || !unmoved, `the map was moved: ${purpose}`);
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
  await page.getByText('Back at the table').waitFor();
  await same();
  await page.evaluate(() => void window.grognard.battle.again());
  await until(page, (now) => now.mine && now.n > n + 1);
  await same();
}

/** Twenty answers, a take-back, a lost line and another player at the same screen: one map, unmoved. */
export async function oneMap(url) {
  const context = await browser({});
  const page = await context.newPage();
  try {
    await newTable(page, url, 'hagelberg');
    let now = await until(page, ({ mine, able }) => mine && able.length > 0);
    const same = await sameMap(page);
    for (let i = 0; i < 20; i++) {
      await turned(page, now.able);
      now = await until(page, ({ mine, n }) => mine && n > now.n);
      await same();
    }
    await takenBackAndLost(page, same);
    now = await state(page);
    await page.evaluate(() => void window.grognard.deciding.answer('done'));
    await page.getByRole('button', { name: /^I am/ }).click();
    await until(page, ({ mine, side }) => mine && side !== now.side);
    await same();
    assert.deepEqual(context.faults, []);
  } finally {
    await context.close();
  }
}

/** The first unit that can be turned where it stands is turned. */
async function turned(page, able) {
  for (const unit of able) {
    await page.evaluate((unit) => window.grognard.deciding.select(unit), unit);
    await known(page, unit);
    const done = await page.evaluate(() => {
      const { plans } = window.grognard.deciding;
      const [front] = plans.fronts;
      if (front) plans.face(front.id);
      return front !== undefined;
    });
    if (done) return;
  }
  throw new Error('nobody can be turned any more');
}

if (process.argv[1]?.endsWith('lessons.mjs')) {
  const server = process.env.GROGNARD_URL ? null : await serve();
  const [journey = 'lessons'] = process.argv.slice(2);
  try {
    const url = process.env.GROGNARD_URL ?? server.url;
    console.log(journey, await { lessons, ordersTaught, oneMap }[journey](url));
  } finally {
    await server?.stop();
  }
}
