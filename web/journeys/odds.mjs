// The odds officer at the table: the card of a fire and of an assault before they are made, with
// bars that are everything together, and what the enemy could do, on the map and as a list.

import assert from 'node:assert/strict';
import { fight } from './fight.mjs';
import { browser, clickHex, known, newTable, state, until } from './lib.mjs';

/** Battles begun until the dice allow what is to be shown. */
const TRIES = 8;
const WAIT = { timeout: 60000 };

export async function odds(url) {
  const context = await browser({});
  const page = await context.newPage();
  const left = new Set(['fire', 'assault', 'threat']);
  try {
    for (let tries = 0; tries < TRIES && left.size; tries++) {
      await newTable(page, url, 'village');
      await battle(page, left);
    }
    assert.deepEqual([...left], [], 'the dice never allowed it');
    assert.deepEqual(context.faults, []);
  } finally {
    await context.close();
  }
}

/** One battle, as long as it offers something that has not been seen. */
async function battle(page, left) {
  const asks = { fire: 'offensive-fire', assault: 'declare-assault' };
  for (let most = 0; most < 12 && left.size; most++) {
    const wanted = (s) =>
      s.targets.length > 0 &&
      ((left.has('fire') && s.purpose === asks.fire) || s.purpose === asks.assault);
    const now = await fight(page, wanted);
    if (!wanted(now)) return;
    const kind = now.purpose === asks.fire ? 'fire' : 'assault';
    if (left.has(kind)) {
      await outOfReach(page);
      await weigh(page, kind);
      left.delete(kind);
    }
    if (kind === 'assault' && left.has('threat') && (await threats(page))) left.delete('threat');
    await page.evaluate(() => window.grognard.battle.answer('done'));
    await until(page, (s) => s.n > now.n);
  }
}

/** Who presses an enemy whom the chosen unit cannot strike is told why, with the clause. */
async function outOfReach(page) {
  const unit = await page.evaluate(() => window.grognard.deciding.able[0]);
  await page.evaluate((unit) => window.grognard.deciding.select(unit), unit);
  await known(page, unit);
  const foe = await page.evaluate(() => {
    const { battle, deciding } = window.grognard;
    return Object.values(battle.moving.counters)
      .filter(({ id, shape, pips }) => shape && pips && !deciding.isOwn(id))
      .map(({ shape }) => shape.places[0])
      .find((at) => !deciding.places.has(at));
  });
  assert.ok(foe, `${unit} can strike everybody`);
  await clickHex(page, foe);
  await page.locator('.toast .clause').last().waitFor();
  await page.evaluate(() => window.grognard.deciding.select(null));
}

/** Opens the card by its key, reads it, and leaves it. */
async function weigh(page, kind) {
  await page.locator('#field').focus();
  await page.keyboard.press(kind === 'fire' ? 'f' : 'a');
  const card = page.getByRole('dialog');
  await card.locator('.share').first().waitFor(WAIT);
  const bars = await readBars(page);
  assert.ok(bars.length >= 2, 'bars');
  for (const { words, sum } of bars) near(sum, `${words} is ${sum} % together`);
  const said = await card.locator('.bars').first().getAttribute('aria-label');
  near(
    figures(said).reduce((a, b) => a + b, 0),
    `the end in words: ${said}`,
  );
  if (kind === 'assault') {
    const words = await card.textContent();
    assert.match(words, /in the end/i);
    assert.match(words, /on the way/i);
    assert.match(words, /melee|checks/i);
    await card.getByText('The account, link by link').click();
  }
  const { at, target } = await page.evaluate(() => {
    const { odds, target } = window.grognard.deciding.attacks.now;
    return { at: odds.at, target };
  });
  assert.equal(at, target);
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !window.grognard.deciding.attacks.now);
}

/** The overlay by its key and by its button; false where nobody is threatened. */
async function threats(page) {
  const before = await state(page);
  await page.locator('#field').focus();
  await page.keyboard.press('t');
  const panel = page.getByRole('region', { name: 'What the enemy could do' });
  await panel.waitFor(WAIT);
  await page.waitForFunction(() => window.grognard.deciding.looks.threats, undefined, WAIT);
  const rows = panel.locator('li button');
  const found = (await rows.count()) > 0;
  if (found) {
    await rows.first().click();
    await page.waitForFunction(
      () => {
        const { looks } = window.grognard.deciding;
        return looks.threatHex !== null && looks.threatened.has(looks.threatHex);
      },
      undefined,
      WAIT,
    );
    assert.match(await panel.textContent(), /(Fire|Assault|Charge) by /);
    assert.match(await panel.textContent(), /\d\.\d %/);
    await panel.locator('summary').first().click();
    for (const { words, sum } of await readBars(page)) near(sum, `${words} is ${sum} %`);
  }
  await page.getByRole('button', { name: 'Threat', exact: true }).click();
  await panel.waitFor({ state: 'detached', ...WAIT });
  assert.equal((await state(page)).n, before.n, 'looking changed something');
  return found;
}

/** Every bar that is shown: what it is about, and its figures together. */
async function readBars(page) {
  const texts = await page
    .locator('.share')
    .evaluateAll((all) =>
      all.map((each) => [
        each.querySelector('.what').textContent,
        [...each.querySelectorAll('li b')].map((b) => b.textContent),
      ]),
    );
  return texts.map(([words, parts]) => ({
    words,
    sum: parts.reduce((sum, text) => sum + figures(text)[0], 0),
  }));
}

const figures = (text) => [...text.matchAll(/(\d+(?:[.,]\d+)?)\s*%/g)].map((m) => Number(m[1]));

function near(sum, words) {
  assert.ok(Math.abs(sum - 100) < 0.75, words);
}

if (import.meta.url === `file://${process.argv[1]}`) {
  const { serve } = await import('./lib.mjs');
  const server = process.env.GROGNARD_URL ? null : await serve();
  try {
    await odds(process.env.GROGNARD_URL ?? server.url);
    console.log('ok');
  } finally {
    await server?.stop();
  }
}
