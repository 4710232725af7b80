// The record: stepping through a battle, what happened since the last visit, a study from an older
// line, the battle file down and up again, the report, a seat given to the computer and taken back.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { browser, newTable, painted, serve, state, until, WEB } from './lib.mjs';

export async function record(url, { shots = false } = {}) {
  const context = await browser({});
  const page = await context.newPage();
  const shot = async (name) => {
    if (!shots) return;
    await painted(page);
    await page.screenshot({ path: join(WEB, 'shots', `${name}.png`) });
  };
  const made = await newTable(page, url, 'duel');
  await until(page, (s) => s.mine);
  await playOn(page, 12);
  const now = await until(page, (s) => s.mine || s.cover !== '');
  if (now.cover) await page.getByRole('button', { name: /^I am/ }).click();
  await until(page, (s) => s.mine);

  // Step through: back, on, by the slider, and to now again.
  await page.getByRole('button', { name: 'Step through' }).click();
  const bar = page.getByRole('group', { name: 'Step through' });
  await bar.waitFor();
  await bar.getByRole('button', { name: 'Back' }).click();
  await page.waitForFunction(
    () => window.grognard.playback.frame && window.grognard.playback.at < window.grognard.battle.n,
  );
  await bar.getByRole('slider').fill('1');
  await page.waitForFunction(() => window.grognard.playback.frame?.n === 1);
  await allAt(page);
  await shot('playback');

  // A study goes on from there, with all seats ours.
  await bar.getByRole('button', { name: 'Study from here' }).click();
  await page.waitForFunction((id) => !location.pathname.endsWith(id), made.id);
  await page.waitForFunction((id) => window.grognard.battle.game !== id, made.id);
  await page.waitForFunction(() => window.grognard.battle.hello?.seat.sides.length === 2);
  const study = await until(page, (s) => s.mine || s.cover !== '');
  assert.ok(study.n >= 0);

  // The battle file, saved and laid on the table again.
  await page.goto(`${url}/table/${made.id}`);
  await page.waitForFunction(() => window.grognard?.view);
  await until(page, (s) => s.mine || s.cover !== '');
  const cover = page.getByRole('button', { name: /^I am/ });
  if (await cover.count()) await cover.click();
  await page.getByRole('button', { name: 'Menu' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download the battle file' }).click(),
  ]);
  const path = await file.path();
  assert.ok(readFileSync(path, 'utf8').length > 200);
  const report = await page.evaluate(async (id) => {
    const answer = await fetch(`/api/games/${id}/report`);
    return [answer.status, await answer.text()];
  }, made.id);
  assert.equal(report[0], 200, report[1].slice(0, 200));
  assert.match(report[1], /<html/);

  // The computer takes the seat, plays, and gives it back.
  const before = await state(page);
  await page
    .getByRole('button', { name: /^Let the computer play my side/ })
    .first()
    .click();
  await page.waitForFunction((n) => window.grognard.battle.n > n, before.n, { timeout: 20000 });
  await page.waitForFunction(
    () => window.grognard.battle.cover !== '' || window.grognard.battle.mine,
  );
  if (await cover.count()) await cover.click();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: /^Take my seat back/ }).click();
  await page.waitForFunction(() =>
    window.grognard.battle.people.seats.every(({ kind }) => kind === 'human'),
  );

  await page.goto(url);
  await page.locator('input[accept*=".journal"]').setInputFiles(path);
  await page.waitForFunction(() => /\/table\//.test(location.pathname));
  await page.waitForFunction(() => window.grognard?.battle.hello);
  // Others may watch it, by a link, when its owner says so.
  await until(page, (s) => s.mine || s.cover !== '');
  if (await cover.count()) await cover.click();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'People' }).click();
  await page.getByLabel('Others may watch, by a link').check();
  const link = await page.getByLabel('A link to watch').inputValue();
  const friend = await browser({});
  const there = await friend.newPage();
  await there.goto(link);
  await there.waitForFunction(() => window.grognard?.battle.isWatching);
  await friend.close();
  assert.deepEqual(context.faults, []);
  // What is no battle file is refused with the reason.
  await page.goto(url);
  await page
    .locator('input[accept*=".journal"]')
    .setInputFiles({ name: 'x.journal', mimeType: 'text/plain', buffer: Buffer.from('{"no": 1}') });
  await page.getByRole('alert').waitFor();
  assert.match(await page.getByRole('alert').textContent(), /refused/);
  await context.close();
}

/** Clock, losses and journal are those of the line whose map is shown, not those of now. */
async function allAt(page) {
  const wanted = await page.evaluate(() => {
    const { playback, battle } = window.grognard;
    const { clock, turn } = playback.frame.view;
    return { time: clock.time, turn, now: battle.moving.turn };
  });
  assert.ok(wanted.turn < wanted.now, 'the battle has gone on since');
  await page.locator('.top .when b', { hasText: wanted.time }).waitFor();
  assert.match(
    await page.locator('.top .when span').textContent(),
    new RegExp(`${wanted.turn} of`),
  );
  await page.waitForFunction(
    () => !document.querySelector('.journal .list').textContent.includes('Turn 2,'),
  );
  assert.match(await page.locator('.journal .list').textContent(), /Turn 1,/);
  assert.equal(await page.locator('.replay [data-losses]').count(), 2);
}

/** Answers so many times, the last option of a card or the end of a segment. */
export async function playOn(page, most) {
  for (let i = 0; i < most; i++) {
    const now = await until(page, (s) => s.mine || s.cover !== '' || s.kind !== 'ask');
    if (now.kind !== 'ask') return;
    if (now.cover) {
      await page.getByRole('button', { name: /^I am/ }).click();
      await until(page, (s) => s.cover === '' && s.mine);
      continue;
    }
    await page.evaluate(async () => {
      const { deciding, battle } = window.grognard;
      await battle.answer((deciding.done ?? deciding.options[deciding.options.length - 1]).id);
    });
    await until(page, (s) => s.n > now.n || s.cover !== '');
  }
}

/** Somebody comes back after the computer has played on in his seat: a card tells what happened. */
export async function sinceLastVisit(url, { shots = false } = {}) {
  const context = await browser({});
  const page = await context.newPage();
  const made = await newTable(page, url, 'duel', [
    { side: 'french', who: 'me' },
    { side: 'prussian', who: 'random' },
  ]);
  await until(page, (s) => s.mine);
  await page.waitForFunction(() => window.grognard.battle.seenTo >= 0);
  const seen = (await state(page)).n;
  await page.evaluate(() => {
    const { battle } = window.grognard;
    battle.haveSeen = () => {};
    battle.giveSeat('french', 'random');
  });
  await page.waitForFunction((n) => window.grognard.battle.n > n + 12, seen, { timeout: 30000 });
  await page.goto(`${url}/table/${made.id}`);
  await page.getByRole('heading', { name: 'Since your last visit' }).waitFor();
  await page.locator('.since li').first().waitFor();
  if (shots) await page.screenshot({ path: join(WEB, 'shots', 'since.png') });
  await page.getByRole('button', { name: 'Play' }).click();
  await page.waitForFunction((n) => window.grognard.playback.frame?.n > n, seen);
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => window.grognard.playback.at === -1);
  await page.waitForFunction((n) => window.grognard.battle.seenTo > n, seen);
  assert.deepEqual(context.faults, []);
  await context.close();
}

if (process.argv[1]?.endsWith('record.mjs')) {
  const shots = process.argv.includes('--shots');
  const server = process.env.GROGNARD_URL ? null : await serve();
  try {
    await record(process.env.GROGNARD_URL ?? server.url, { shots });
    await sinceLastVisit(process.env.GROGNARD_URL ?? server.url, { shots });
    console.log('the record: ok');
  } finally {
    await server?.stop();
  }
}
