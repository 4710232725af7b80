// Two friends at one table: a name and a link, the other comes and is told, the lost link is had again,
// they talk, one resigns, and they fight once more with the sides changed.

import assert from 'node:assert/strict';
import { browser } from './lib.mjs';

const ready = (page) => page.waitForFunction(() => window.grognard?.view);
const MARKUP = '<b onclick="alert(1)">En avant</b> & "vite"';

async function people(page) {
  await page.getByRole('button', { name: /^People and talk/ }).click();
  return page.getByRole('dialog', { name: 'People and talk' });
}

export async function friends(url) {
  const [one, other] = [await browser({}), await browser({})];
  try {
    const host = await one.newPage();
    await host.goto(url);
    await host.getByRole('radio', { name: 'The duel' }).click();
    await host.getByRole('radio', { name: 'Invite a friend' }).click();
    await host.getByLabel('I am called').fill('Ney');
    await host.getByLabel('Days for each move').selectOption('3');
    await host.getByRole('button', { name: /^Begin the battle/ }).click();
    const invited = host.getByRole('dialog');
    const lost = await invited.getByRole('textbox').first().inputValue();
    // This server listens to its own machine only, and says so.
    await invited.getByText(/--host 0\.0\.0\.0/).waitFor();
    await invited.getByRole('link', { name: 'Take your seat' }).click();
    await ready(host);

    // The link was lost: another is made, and the first opens nothing any more.
    const sheet = await people(host);
    await sheet.getByText('nobody yet').waitFor();
    await sheet.getByRole('button', { name: 'A link', exact: true }).click();
    await sheet.locator('.link').nth(1).waitFor();
    const link = await sheet.locator('.link').first().inputValue();
    assert.notEqual(link, lost);
    await host.getByRole('button', { name: 'Close' }).click();

    const guest = await other.newPage();
    await guest.goto(url);
    await guest.evaluate(() =>
      localStorage.setItem('grognard.preferences', JSON.stringify({ name: 'Bülow' })),
    );
    await guest.goto(lost);
    await ready(guest);
    assert.equal(await guest.evaluate(() => window.grognard.battle.side), '');
    await guest.goto(link);
    await ready(guest);
    assert.ok(await guest.evaluate(() => window.grognard.battle.side));
    await host.getByText('Bülow has joined.').waitFor();

    // They talk: text stays text.
    const his = await people(guest);
    await his.getByLabel('Say something').fill(MARKUP);
    await his.getByLabel('Say something').press('Enter');
    await his.getByRole('log').getByText(MARKUP).waitFor();
    await guest.getByRole('button', { name: 'Close' }).click();
    const mine = await people(host);
    await mine.getByRole('log').getByText(MARKUP).waitFor();
    assert.equal(await mine.getByRole('log').locator('b', { hasText: 'En avant' }).count(), 0);
    await mine.getByText(/^3 days for each move; the next is due/).waitFor();

    // A standing order is a sentence: not understood, tried, given, withdrawn; the other hears nothing of it.
    await host.getByRole('button', { name: 'Close' }).click();
    await host.getByRole('button', { name: 'Menu', exact: true }).click();
    await host.getByRole('button', { name: 'Standing orders' }).click();
    const orders = host.getByRole('dialog', { name: 'Standing orders' });
    await orders.getByLabel('An order in a sentence').fill('make coffee');
    await orders.getByRole('button', { name: 'Try it' }).click();
    await orders.getByText(/Nothing that is asked here is called “coffee”/).waitFor();
    await orders.getByRole('button', { name: 'decline fire under 10 %' }).click();
    await orders.getByRole('button', { name: 'Try it' }).click();
    await orders.getByText('Nothing of the kind was asked yet.').waitFor();
    await orders.getByRole('button', { name: 'Give the order' }).click();
    await orders.getByRole('button', { name: 'Withdraw' }).waitFor();
    await orders.getByText(/decline, if the chance is under 10 %$/).waitFor();
    assert.equal((await host.evaluate(() => window.grognard.battle.standing)).length, 1);
    assert.equal((await guest.evaluate(() => window.grognard.battle.standing)).length, 0);
    await orders.getByRole('button', { name: 'Withdraw' }).click();
    await orders.getByText('None is given.').waitFor();
    await host.getByRole('button', { name: 'Close' }).click();
    await people(host);

    // One resigns; both are told, and go on with the sides changed.
    const before = await host.evaluate(() => window.grognard.battle.side);
    await mine.getByRole('button', { name: 'Resign' }).click();
    await mine.getByRole('button', { name: 'Yes, give the battle up' }).click();
    await guest
      .getByText(/ resigned\./)
      .first()
      .waitFor();
    await guest.getByRole('button', { name: 'Once more, sides changed' }).click();
    await ready(guest);
    await host.getByRole('link', { name: 'To the next battle' }).click();
    await host.waitForFunction(
      (side) => window.grognard?.battle.side && window.grognard.battle.side !== side,
      before,
    );
    assert.equal(await guest.evaluate(() => window.grognard.battle.side), before);
    assert.deepEqual([...one.faults, ...other.faults], []);
  } finally {
    await Promise.all([one.close(), other.close()]);
  }
}
