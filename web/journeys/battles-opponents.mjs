// The computer as an opponent: chosen on the start page by level and temperament, seen thinking,
// given a seat and asked to leave it; and after the battle, what it had in mind.

import assert from 'node:assert/strict';
import { browser, serve, until } from './lib.mjs';

const LEVELS = ['conscript', 'sergeant', 'captain', 'colonel', 'marshal'];
const TEMPERS = ['historical', 'aggressive', 'cautious'];

export async function opponents(url) {
  const context = await browser({});
  try {
    const page = await context.newPage();
    await page.goto(url);
    await page.getByRole('radio', { name: 'The duel' }).click();
    await offered(page);
    await page.click('[data-level=sergeant]');
    await page.selectOption('[data-temper]', 'cautious');
    await page.getByRole('button', { name: /Begin the battle/ }).click();
    await page.waitForFunction(() => window.grognard?.battle.people);
    await page.evaluate(listen);
    const kinds = await seats(page);
    assert.deepEqual(Object.values(kinds).sort(), ['human', 'sergeant:cautious']);
    await until(page, ({ mine }) => mine);
    assert.equal(await told(page), 403);

    // The seat is handed to each level in turn, and taken back.
    for (const level of LEVELS) {
      await give(page, level);
      await page.waitForFunction(
        (wanted) =>
          Object.values(window.grognard.battle.people.seats).some(({ kind }) => kind === wanted),
        level,
      );
      if (await page.evaluate(() => window.grognard.battle.isOver)) break;
      await page.getByRole('button', { name: 'Menu' }).click();
      const back = page.getByRole('button', { name: /^Take my seat back/ });
      await back.click({ timeout: 5000 }).catch(() => page.keyboard.press('Escape'));
      if (await page.evaluate(() => window.grognard.battle.isOver)) break;
      await page.waitForFunction(
        () =>
          window.grognard.battle.isOver ||
          !window.grognard.battle.isComputer(window.grognard.battle.side),
      );
    }
    if (!(await page.evaluate(() => window.grognard.battle.isOver))) await give(page, 'captain');

    // Both sides are the computer's now: it plays to the verdict, and then tells why.
    await page.waitForFunction(() => window.grognard.battle.isOver, undefined, {
      timeout: 300_000,
      polling: 200,
    });
    await page.locator('.over.card .prose').first().waitFor();
    assert.ok(await page.locator('.over.card .why li').count(), 'the verdict is not explained');
    const heard = await page.evaluate(() => [...window.heard]);
    assert.ok(
      heard.some((words) => /Sergeant, cautious is thinking/.test(words)),
      heard.join(' | '),
    );
    await page.getByRole('button', { name: 'What the computer had in mind' }).click();
    const line = page.locator('.reasons .line').first();
    await line.waitFor();
    const count = await page.locator('.reasons li').count();
    await line.click();
    await page.waitForFunction(() => window.grognard.playback.at > 0);
    assert.equal(await told(page), 200);
    assert.deepEqual(context.faults, []);
    return `${count} reasons`;
  } finally {
    await context.close();
  }
}

/** Every level and temperament stands there with what it means; the usual level is chosen. */
async function offered(page) {
  assert.equal(await page.locator('[data-level=captain]').getAttribute('aria-checked'), 'true');
  const seen = new Set();
  for (const level of LEVELS)
    for (const temper of TEMPERS) {
      await page.click(`[data-level=${level}]`);
      await page.selectOption('[data-temper]', temper);
      const text = await page.locator('.setup .about').textContent();
      assert.ok(text.length > 20, `${level} ${temper}`);
      seen.add(text);
    }
  assert.equal(seen.size, LEVELS.length * TEMPERS.length);
}

/** Keeps what the table says about who is thinking. */
function listen() {
  window.heard = new Set();
  const note = () => {
    const text = document.querySelector('.other')?.textContent ?? '';
    if (text.includes('thinking')) window.heard.add(text);
  };
  new MutationObserver(note).observe(document.body, {
    subtree: true,
    childList: true,
    characterData: true,
  });
  note();
}

const seats = (page) =>
  page.evaluate(() =>
    Object.fromEntries(window.grognard.battle.people.seats.map(({ side, kind }) => [side, kind])),
  );

async function give(page, level) {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.locator('details.bot > summary').click();
  await page.locator(`dialog [data-level=${level}]`).click();
  await page.getByRole('button', { name: /^Let the computer play my side/ }).click();
}

/** What the server says to whoever asks for the reasons. */
const told = (page) =>
  page.evaluate(
    async () => (await fetch(`/api/games/${window.grognard.battle.game}/reasons`)).status,
  );

if (process.argv[1]?.endsWith('battles-opponents.mjs')) {
  const server = process.env.GROGNARD_URL ? null : await serve();
  try {
    console.log('opponents:', await opponents(process.env.GROGNARD_URL ?? server.url));
  } finally {
    await server?.stop();
  }
}
