// Pictures of the other pages: start, campaign, study, puzzles, report, rules, and the table in words.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { laidOut, newTable, until, WEB } from './lib.mjs';
import { brought, played } from './moments.mjs';

/** The page of a campaign that stands as its file says; the outcomes in it are invented. */
async function campaignPage(studio, page, name) {
  await page.goto(studio.url);
  const text = readFileSync(join(WEB, 'fixtures', `${name}.campaign`), 'utf8');
  const made = await page.evaluate(async (body) => {
    return (await fetch('/api/campaigns/upload', { method: 'POST', body })).json();
  }, text);
  await page.goto(`${studio.url}/campaign/${made.id}`);
  await page.locator('.theatre').waitFor();
  await laidOut(page);
}

const medals = (page, count) =>
  page.waitForFunction(
    (count) => document.querySelectorAll('.medal canvas.there').length === count,
    count,
  );

async function startPage(studio, page) {
  await page.goto(studio.url);
  await page.getByRole('button', { name: /Begin the battle/ }).waitFor();
  await laidOut(page);
  await studio.shot(page);
}

const over = (pack) => played('premier', pack, 'over');

/** A study of a battle that is over: a mark, a note, an arrow, and a variation that was played. */
async function studied(studio, page) {
  const game = await brought(page, studio.url, over('village'));
  await page.goto(`${studio.url}/table/${game}`);
  await page.waitForFunction(() => window.grognard?.view && window.grognard.battle.moving);
  await page.getByRole('button', { name: 'Step through' }).last().click();
  const bar = page.getByRole('group', { name: 'Step through' });
  const n = await page.evaluate(() => Math.round(window.grognard.battle.n / 2));
  await bar.getByRole('slider').fill(String(n));
  await page.waitForFunction((n) => window.grognard.playback.frame?.n === n, n);
  await bar.getByRole('button', { name: 'Study this battle' }).click();
  const shown = () =>
    page.waitForFunction(
      () =>
        window.grognard?.study?.frame &&
        window.grognard.study.frame.n === window.grognard.study.line,
    );
  await page.waitForURL(/\/study\//);
  await shown();
  // A line on which something hung.
  await page.locator('.tree .row').nth(2).click();
  await page.locator('.tree .row').nth(2).and(page.locator('[aria-current]')).waitFor();
  await shown();
  const address = page.url();
  await page.getByLabel('Title of the study').fill('The village, lost and won');
  await page.getByRole('radio', { name: '!? interesting' }).click();
  await page
    .getByLabel('Note')
    .fill('The reserve goes in an hour too early; the guns had not spoken.');
  await page.waitForFunction(() => window.grognard.study.saved === 'saved');
  await page.getByRole('button', { name: 'Play on from here' }).click();
  await page.waitForFunction(() => window.grognard?.battle?.hello?.study?.in);
  for (let i = 0; i < 4; i++) {
    const cover = page.getByRole('button', { name: /^I am/ });
    const { n, cover: covered } = await until(page, (s) => s.mine || s.cover !== '');
    if (covered) await cover.click();
    else {
      await page.evaluate(() => {
        const { deciding } = window.grognard;
        void deciding.answer(deciding.done?.id ?? deciding.options[0].id);
      });
      await until(page, (s) => s.n > n || s.cover !== '');
    }
  }
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Back to the study' }).click();
  await page.waitForFunction(() => window.grognard?.study?.branch === 1);
  await page.locator('.variation .row').first().waitFor();
  await page.getByLabel('Name of the variation').fill('The reserve waits');
  await page.getByLabel('Name of the variation').blur();
  await page.waitForFunction(() => window.grognard.study.saved === 'saved');
  await page.goto(studio.url);
  await page.goto(address);
  await shown();
}

export const PAGES = {
  start: async (studio) => startPage(studio, await studio.person()),
  'start-phone': async (studio) => startPage(studio, await studio.phone()),

  async campaign(studio) {
    const page = await studio.person({ ratio: 1.25 });
    await campaignPage(studio, page, 'after-hagelberg');
    await medals(page, 5);
    await studio.shot(page);
  },

  async 'campaign-recovery'(studio) {
    const page = await studio.person();
    await campaignPage(studio, page, 'after-hagelberg-unspread');
    const sheet = page.getByRole('dialog', { name: 'Who comes back' });
    await sheet.getByRole('button', { name: 'Evenly' }).click();
    await sheet.locator('.stepper button:first-child:enabled').first().click();
    await studio.shot(page);
  },

  async 'campaign-phone'(studio) {
    const page = await studio.phone();
    await campaignPage(studio, page, 'after-hagelberg');
    await page.getByRole('radio', { name: /^FS/ }).tap();
    await medals(page, 4);
    await page.evaluate(() => document.querySelector('.theatre').scrollIntoView({ block: 'end' }));
    await studio.shot(page);
  },

  async study(studio) {
    const page = await studio.person();
    await studied(studio, page);
    await studio.shot(page);
  },

  async report(studio) {
    const page = await studio.person({ height: 1400 });
    const game = await brought(page, studio.url, over('hagelberg'));
    await page.goto(`${studio.url}/report/${game}`);
    await page.getByRole('heading', { name: 'Verdict' }).waitFor();
    await studio.shot(page);
  },

  async puzzles(studio) {
    const page = await studio.person();
    await page.goto(`${studio.url}/puzzles`);
    await page.locator('main li a').first().waitFor();
    await studio.shot(page);
  },

  async puzzle(studio) {
    const page = await studio.person();
    await page.goto(`${studio.url}/puzzles/premier-assault-01-flank`);
    await page.locator('[data-order="assault 0505 F1"]').click();
    await page.getByRole('button', { name: 'Give this order' }).click();
    await page.getByText('That is it').waitFor();
    await studio.shot(page);
  },

  async rules(studio) {
    const page = await studio.person();
    await page.goto(`${studio.url}/rules/premier/2`);
    await page.getByRole('searchbox').fill('form square');
    await page.getByRole('searchbox').press('Enter');
    await page.getByRole('heading', { name: 'form square' }).waitFor();
    await studio.shot(page);
  },

  async 'in-words'(studio) {
    const page = await studio.person();
    await page.goto(studio.url);
    const { id } = await newTable(page, studio.url, 'duel');
    await page.goto(`${studio.url}/table/${id}?text`);
    await page.locator('.units button').first().click();
    await page
      .getByRole('button', { name: /^To \d{4} for / })
      .first()
      .waitFor();
    await studio.shot(page, { still: false });
  },
};
