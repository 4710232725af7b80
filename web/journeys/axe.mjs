// axe on every page, by day, by candlelight and in high contrast; nothing serious may be found.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { begun } from './campaign.mjs';
import { browser, laidOut, newTable, painted, serve, until } from './lib.mjs';
import { passUntil } from './nlc.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export async function check(page, where, counts = grave) {
  // Evaluated by the debugger: the pages' own policy lets no other script in.
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() =>
    window.axe.run(document, { resultTypes: ['violations'] }),
  );
  return violations
    .filter(counts)
    .flatMap(({ id, nodes }) =>
      nodes
        .slice(0, 4)
        .map(
          ({ target, failureSummary }) =>
            `${where}: ${id} ${target} ${failureSummary?.split('\n')[1] ?? ''}`,
        ),
    );
}

/** A page in three themes and two languages: nothing at all may be found. */
export async function everyLook(page, address, where, ready) {
  const found = [];
  // Pictures of maps are hidden from those who cannot see them.
  await page.route('**/api/maps/*', (route) => route.fulfill({ status: 404, json: {} }));
  for (const theme of ['light', 'dark', 'contrast'])
    for (const language of ['en', 'fr']) {
      await page.evaluate(
        (kept) => localStorage.setItem('grognard.preferences', JSON.stringify(kept)),
        { theme, language },
      );
      await page.goto('about:blank'); // an address with a fragment is else the same page
      await page.goto(address);
      await page.locator(ready).first().waitFor();
      found.push(...(await check(page, `${where}, ${theme}, ${language}`, () => true)));
    }
  return found;
}

const grave = ({ impact }) => impact === 'serious' || impact === 'critical';

export async function accessible(url) {
  const found = [];
  for (const theme of ['light', 'dark', 'contrast']) {
    const context = await browser({});
    const page = await context.newPage();
    await page.addInitScript((theme) => {
      localStorage.setItem('grognard.preferences', JSON.stringify({ theme }));
    }, theme);
    await page.goto(url);
    await page.getByRole('button', { name: /Begin the battle/ }).waitFor();
    await laidOut(page);
    found.push(...(await check(page, `start, ${theme}`)));
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('button', { name: 'Log in' }).waitFor();
    found.push(...(await check(page, `account, ${theme}`)));
    await page.goto(`${url}/rules/premier/P33.4`);
    await page.locator('.here').first().waitFor();
    found.push(...(await check(page, `rules, ${theme}`)));
    await begun(page, url);
    await laidOut(page);
    found.push(...(await check(page, `campaign, ${theme}`)));
    await page.keyboard.press('1');
    found.push(...(await check(page, `battle of a campaign, ${theme}`)));
    await page.keyboard.press('Escape');
    const made = await newTable(page, url, 'first-shots');
    await until(page, (s) => s.mine);
    await painted(page);
    found.push(...(await check(page, `table, ${theme}`)));
    await page.evaluate(() => window.grognard.deciding.answer('done'));
    await until(page, (s) => s.purpose === 'movement' && s.able.length > 0);
    await page.keyboard.press('n');
    await until(page, (s) => s.own > 0);
    await painted(page);
    found.push(...(await check(page, `unit, ${theme}`)));
    await planInPencil(page);
    found.push(...(await check(page, `planning, ${theme}`)));
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Menu' }).click();
    found.push(...(await check(page, `menu, ${theme}`)));
    await page.getByRole('button', { name: 'Keys' }).click();
    found.push(...(await check(page, `keys, ${theme}`)));
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Step through' }).click();
    await page.waitForFunction(() => window.grognard.playback.frame);
    found.push(...(await check(page, `past, ${theme}`)));
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => window.grognard.playback.at === -1);
    await page.evaluate(() => window.grognard.deciding.answer('done'));
    await until(page, (s) => s.purpose === 'offensive-fire' && s.targets.length > 0);
    await page.evaluate(() =>
      window.grognard.deciding.attacks.open('fire', window.grognard.deciding.targets[0]),
    );
    await page.waitForFunction(() => !window.grognard.deciding.attacks.now?.working);
    found.push(...(await check(page, `odds, ${theme}`)));
    await page.goto(`${url}/table/${made.id}?text`);
    await page.getByRole('heading', { name: 'What may be done' }).waitFor();
    found.push(...(await check(page, `text, ${theme}`)));
    found.push(...(await ordersChecked(page, url, theme)));
    await context.close();
  }
  return found;
}

/** A path bent through a hex, the pencil in hand and a ghost on the map. */
async function planInPencil(page) {
  await page.waitForFunction(() => window.grognard.deciding.reach?.ways.length > 0);
  await page.evaluate(() => {
    const { deciding, battle } = window.grognard;
    const far = deciding.reach.ways.find(({ path }) => path.length > 1);
    deciding.bending.through(far.path[0]);
    deciding.bending.press(far.path.at(-1));
    deciding.ghosts.take(true);
    deciding.ghosts.press(battle.at(deciding.selected) + 2, null, true);
  });
  await page.locator('.inspector .via button').waitFor();
  await page.locator('.ghosts li button').waitFor();
}

/** A table with written orders: the desk with its odds, the staff's pages. */
async function ordersChecked(page, url, theme) {
  await newTable(page, url, 'crossroads');
  await passUntil(page, (s) => s.purpose === 'orders' && s.side === 'blue');
  await page.click('[data-to=blue_1]');
  await page.click('[data-type=attack]');
  await page.selectOption('[data-role=place]', { label: 'Four Ways 0605' });
  await page.getByText('Does he obey?').waitFor();
  const found = await check(page, `desk, ${theme}`);
  await page.getByRole('tab', { name: 'Formations' }).click();
  await page.locator('.staff .army').first().waitFor();
  found.push(...(await check(page, `formations, ${theme}`)));
  await page.getByRole('tab', { name: /^Cup/ }).click();
  found.push(...(await check(page, `cup, ${theme}`)));
  return found;
}

if (process.argv[1]?.endsWith('axe.mjs')) {
  const server = process.env.GROGNARD_URL ? null : await serve();
  const found = await accessible(process.env.GROGNARD_URL ?? server.url);
  await server?.stop();
  for (const line of found) console.log(line);
  console.log(`axe: ${found.length} serious or critical`);
  process.exitCode = found.length ? 1 : 0;
}
