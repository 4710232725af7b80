// A campaign from the start page: begun, its first battle played to the verdict, the points seen to move,
// the returning increments spread, and the next battle opened with the survivors on its map. The small
// campaign is a pack of our own, brought by its file, as anybody can bring one.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { browser, serve, WEB } from './lib.mjs';

const PACK = join(WEB, '..', 'tests', 'campaign', 'packs', 'two-villages.yaml');
const OWN = '.campaigns input[accept^=".yaml"]';
const ALL_BATTLE = 240_000;

const file = (changed = (text) => text) => ({
  name: 'two-villages.yaml',
  mimeType: 'application/yaml',
  buffer: Buffer.from(changed(readFileSync(PACK, 'utf8'))),
});
const campaignOf = (page) =>
  page.evaluate(async () => {
    const id = location.pathname.split('/').at(-1);
    return (await fetch(`/api/campaigns/${id}`)).json();
  });
const sideways = (page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

async function atTable(page) {
  await page.waitForURL(/\/table\//);
  await page.waitForFunction(() => {
    const { battle, view } = window.grognard ?? {};
    return view && battle?.moving && location.pathname.endsWith(battle.game);
  });
}

/** From the start page to the page of a campaign of our own against the computer. */
export async function begun(page, url) {
  await page.goto(url);
  await page.locator(OWN).setInputFiles(file());
  const dialog = page.getByRole('dialog', { name: 'Two villages' });
  await dialog.locator('.more summary').click();
  await dialog.locator('[data-level=greedy]').click();
  await dialog.getByLabel('Losses of other corps').selectOption('on');
  await dialog.getByRole('button', { name: 'Begin the campaign' }).click();
  await page.locator('.theatre .medal.next').waitFor();
  return page.url();
}

export async function campaign(url) {
  const context = await browser({});
  const page = await context.newPage();
  try {
    await page.goto(url);
    const wrong = (text) => text.replace('pack: duel', 'pack: dual');
    await page.locator(OWN).setInputFiles(file(wrong));
    const fault = await page.locator('.campaigns .faults li').first().textContent();
    assert.match(fault, /two-villages\.yaml:\d+/);

    const address = await begun(page, url);
    assert.equal(await page.locator('.now text').textContent(), '0');
    await page.locator('tbody tr').first().hover();
    assert.equal(await page.locator('.now text').textContent(), '+5', 'what it would change');
    await page.locator('.calendar').hover();

    // Two tabs begin the same battle.
    const other = await context.newPage();
    await other.goto(address);
    await other.locator('.theatre .medal.next').waitFor();
    for (const tab of [page, other]) {
      await tab.getByRole('button', { name: /Open the next battle|Go to the battle/ }).click();
      await atTable(tab);
    }
    assert.equal(new URL(page.url()).pathname, new URL(other.url()).pathname);
    await other.close();

    // The computer fights it out in both seats.
    await seatToComputer(page);
    const back = page.getByRole('link', { name: 'Back to the campaign' });
    await back.waitFor({ timeout: ALL_BATTLE });
    await back.click();

    // The points have moved, and who comes back is spread by hand.
    await page.locator('.theatre .medal.fought').waitFor();
    const after = await campaignOf(page);
    const [first] = after.battles;
    assert.equal(after.score.total, first.points);
    const shown = (await page.locator('.now text').textContent()).replace('−', '-');
    assert.equal(Number(shown), after.score.total);
    const [duty] = after.duties;
    assert.ok(duty, `somebody comes back: ${JSON.stringify(first.lost)}`);
    const sheet = page.getByRole('dialog', { name: 'Who comes back' });
    await sheet.getByRole('button', { name: 'Evenly' }).click();
    await sheet.getByRole('button', { name: 'Clear' }).click();
    assert.ok(await sheet.getByRole('button', { name: /Send them on/ }).isDisabled());
    const plus = sheet.locator('.stepper button:last-child:enabled');
    while (await plus.count()) await plus.first().click();
    await sheet.getByRole('button', { name: 'Send them on' }).click();
    await sheet.waitFor({ state: 'detached' });

    // The next battle has the survivors on its map.
    const ready = await campaignOf(page);
    assert.deepEqual(ready.duties, []);
    const strength = ready.forces.find(({ side }) => side === 'french').strength;
    const formation = ready.formations.find(({ side }) => side === 'french');
    assert.equal(strength, formation.now);
    assert.ok(strength < formation.began, 'the first day has cost something');
    await page.getByRole('button', { name: /Open the next battle/ }).click();
    await atTable(page);
    const onMap = await page.evaluate(async () => {
      const game = location.pathname.split('/').at(-1);
      const { view } = await (await fetch(`/api/games/${game}/past?at=0`)).json();
      return Object.values(view.counters)
        .filter(({ side }) => side === 'french')
        .reduce((sum, { left }) => sum + (left ?? 0), 0);
    });
    assert.equal(onMap, strength);

    // What if the first day had gone otherwise: a campaign of its own.
    await page.goto(address);
    await page.locator('.theatre .medal.fought').waitFor();
    await page.keyboard.press('1');
    await page.getByRole('button', { name: /^What if/ }).click();
    await page.waitForURL((now) => now.href !== address);
    await page.locator('.theatre .medal.next').waitFor();
    assert.equal((await campaignOf(page)).score.total, 0);
    assert.deepEqual(
      context.faults.filter((each) => !/400/.test(each)),
      [],
    );
  } finally {
    await context.close();
  }
}

async function seatToComputer(page) {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.locator('details.bot > summary').click();
  await page.locator('details.bot .more summary').click();
  await page.locator('details.bot [data-level=greedy]').click();
  await page.getByRole('button', { name: /^Let the computer play my side/ }).click();
  await page.keyboard.press('Escape');
}

/** The same page on a phone: nothing lies outside, and the next battle is in reach of a thumb. */
export async function campaignOnPhone(url) {
  const context = await browser({ width: 390, height: 844, touch: true });
  const page = await context.newPage();
  try {
    await begun(page, url);
    assert.equal(await sideways(page), 0);
    await page.getByRole('radio', { name: /^FD/ }).tap();
    await page.getByText('the whole village').waitFor();
    await page.getByRole('button', { name: /Open the next battle/ }).tap();
    await atTable(page);
    assert.deepEqual(context.faults, []);
  } finally {
    await context.close();
  }
}

if (process.argv[1]?.endsWith('campaign.mjs')) {
  const server = await serve();
  try {
    await campaign(server.url);
    await campaignOnPhone(server.url);
    console.log('ok');
  } finally {
    await server.stop();
  }
  process.exit(0);
}
