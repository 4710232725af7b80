// Two people apart: an account with holidays, the panel of notices, and a battle whose days ran out and
// is claimed by whoever waited. axe finds nothing in any of the panels, by day and by candlelight.

import assert from 'node:assert/strict';
import { check } from './axe.mjs';
import { browser, serve } from './lib.mjs';

const DAY = 86_400_000;
/** By the clock of `scripts.late_server`. */
const later = (days) => new Date(Date.now() + (30 + days) * DAY);
const written = (days) => later(days).toISOString().slice(0, 10);
const ready = (page) => page.waitForFunction(() => window.grognard?.view);

async function nothingFound(page, where) {
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    assert.deepEqual(await check(page, `${where}, ${colorScheme}`, () => true), []);
  }
}

export async function daysRanOut() {
  const server = await serve(undefined, undefined, 'scripts.late_server');
  const [one, other] = [await browser({}), await browser({})];
  for (const context of [one, other]) await context.clock.setFixedTime(later(0));
  try {
    const host = await one.newPage();
    await host.goto(server.url);
    await host.getByRole('button', { name: 'Account' }).click();
    const account = host.getByRole('dialog', { name: 'Account' });
    await account.getByText('Notices', { exact: true }).waitFor();
    await account.getByLabel('Name').fill('Tauentzien');
    await account.getByLabel('Password').fill('canister at forty paces');
    await account.getByRole('button', { name: 'Make an account' }).click();
    await account.getByText('You are Tauentzien.').waitFor();

    // Holidays that end before they begin are refused; others are taken, and given back.
    await account.getByLabel('From').fill(written(5));
    await account.getByLabel('to', { exact: true }).fill(written(3));
    await account.getByRole('button', { name: 'Be away' }).click();
    await account.getByRole('alert').waitFor();
    await account.getByLabel('to', { exact: true }).fill(written(8));
    await account.getByRole('button', { name: 'Be away' }).click();
    await account.getByText(`${written(5)} – ${written(8)}`).waitFor();
    await account.getByRole('button', { name: 'Tell me in this browser' }).waitFor();
    await nothingFound(host, 'account, holidays, notices');
    await account.getByRole('button', { name: 'I am back' }).click();
    await account.getByRole('button', { name: 'I am back' }).waitFor({ state: 'detached' });
    await host.getByRole('button', { name: 'Close' }).click();

    await host.getByRole('radio', { name: 'The duel' }).click();
    await host.getByRole('radio', { name: 'Invite a friend' }).click();
    await host.getByLabel('Days for each move').selectOption('1');
    await host.getByRole('button', { name: /^Begin the battle/ }).click();
    const invited = host.getByRole('dialog');
    const link = await invited.getByRole('textbox').first().inputValue();
    await invited.getByRole('link', { name: 'Take your seat' }).click();
    await ready(host);
    const guest = await other.newPage();
    await guest.goto(link);
    await ready(guest);

    // Whoever is asked cannot claim; whoever waits can, and both are told.
    const asked = await host.evaluate(() => window.grognard.battle.mine);
    const [late, waiting] = asked ? [host, guest] : [guest, host];
    for (const page of [late, waiting])
      await page.getByRole('button', { name: /^People and talk/ }).click();
    await late.getByText('The time for this move is up.').waitFor();
    assert.equal(await late.getByRole('button', { name: 'Claim the battle' }).count(), 0);
    const claim = waiting.getByRole('button', { name: 'Claim the battle' });
    await claim.waitFor();
    await nothingFound(waiting, 'people, overdue');
    await claim.click();
    for (const page of [late, waiting])
      await page.waitForFunction(() => window.grognard.battle.isOver);
    await waiting
      .getByText(/ran out of time/)
      .first()
      .waitFor();
    // The holidays that were refused are all that a console may speak of.
    const faults = [...one.faults, ...other.faults];
    assert.deepEqual(
      faults.filter((fault) => !/status of 400/.test(fault)),
      [],
    );
  } finally {
    await one.close();
    await other.close();
    await server.stop();
  }
}
