// Pictures of playing together and apart.

import { laidOut, until } from './lib.mjs';
import { played, uploaded } from './moments.mjs';

const named = (page, name) =>
  page.evaluate(
    (name) => localStorage.setItem('grognard.preferences', JSON.stringify({ name })),
    name,
  );

async function comes(studio, name) {
  const page = await studio.person();
  await page.goto(studio.url);
  await named(page, name);
  return page;
}

/** Sets up a battle of this side against somebody; gives what the server says of it. */
const begun = (page, scenario, side, more = {}) =>
  page.evaluate(
    async ([scenario, side, more]) => {
      const library = await (await fetch('/api/scenarios')).json();
      const { sides, system } = library.scenarios.find(({ id }) => id === scenario);
      const { name } = JSON.parse(localStorage.getItem('grognard.preferences'));
      const seats = Object.keys(sides).map((each) =>
        each === side ? { side: each, who: 'me', name } : { side: each, who: 'open' },
      );
      const answer = await fetch('/api/games', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ scenario, system, seats, ...more }),
      });
      return answer.json();
    },
    [scenario, side, more],
  );

const ready = (page) =>
  page.waitForFunction(() => window.grognard?.view && window.grognard.battle.moving);

async function people(page) {
  await page.getByRole('button', { name: /^People and talk/ }).click();
  return page.getByRole('dialog', { name: 'People and talk' });
}

async function says(page, words) {
  const box = page.getByLabel('Say something');
  await box.fill(words);
  await box.press('Enter');
  await page.getByRole('log').getByText(words).waitFor();
}

/** Girard has begun Hagelberg over days, and Hirschfeld has taken the link. */
async function two(studio) {
  const host = await comes(studio, 'Girard');
  const made = await begun(host, 'hagelberg', 'french', { days: 3 });
  await host.goto(`${studio.url}/table/${made.id}`);
  await ready(host);
  const guest = await comes(studio, 'Hirschfeld');
  await guest.goto(`${studio.url}${made.invitations[0].link}`);
  await ready(guest);
  return [host, guest];
}

export const TOGETHER = {
  async together(studio) {
    const [host, guest] = await two(studio);
    await people(guest);
    await says(guest, 'Good evening. It rains here as it did then.');
    await says(guest, 'I shall be back on Thursday; take your time.');
    await people(host);
    await says(host, 'Then no fire from us today, only bayonets.');
    await studio.shot(host);
  },

  async 'standing-orders'(studio) {
    const page = await studio.person();
    await uploaded(page, studio.url, played('premier', 'hagelberg', 'movement', { turn: 6 }));
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('button', { name: 'Standing orders' }).click();
    const sheet = page.getByRole('dialog', { name: 'Standing orders' });
    const order = sheet.getByLabel('An order in a sentence');
    await order.fill('decline fire under 10 %');
    await sheet.getByRole('button', { name: 'Give the order' }).click();
    await sheet.getByRole('button', { name: 'Withdraw' }).waitFor();
    await order.fill('always form square');
    await sheet.getByRole('button', { name: 'Try it' }).click();
    await sheet.locator('[role=status] b').waitFor();
    await studio.shot(page);
  },

  async waiting(studio) {
    const [host, guest] = await two(studio);
    for (const [scenario, side, days] of [
      ['quatre-bras', 'french', 7],
      ['village', 'prussian', 1],
    ]) {
      const { invitations } = await begun(host, scenario, side, { days });
      await guest.goto(`${studio.url}${invitations[0].link}`);
      await ready(guest);
    }
    await begun(guest, 'gross-beeren', 'coalition', { listed: true, days: 5 });
    await begun(guest, 'outpost', 'prussian', { listed: true });
    await host.goto(studio.url);
    await host.getByRole('button', { name: /Begin the battle/ }).waitFor();
    await laidOut(host);
    await studio.shot(host, { of: host.locator('.aside') });
  },

  async 'by-file'(studio) {
    const page = await studio.person();
    await page.goto(studio.url);
    await page.getByRole('radio', { name: 'By file' }).click();
    await page.getByRole('button', { name: /^Begin the battle/ }).click();
    await ready(page);
    await until(page, () => true);
    await page.locator('.apart').waitFor();
    await studio.shot(page);
  },
};
