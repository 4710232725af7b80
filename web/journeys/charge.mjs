// A charge that one can see: its reach and its targets with points and chances, one press at a target,
// and the whole way is ridden until somebody may answer.

import assert from 'node:assert/strict';
import { browser, clickHex, newTable, painted, serve, state, until } from './lib.mjs';

export async function chargeSeen(url, shot = '') {
  const context = await browser({});
  const page = await context.newPage();
  try {
    await newTable(page, url, 'charge');
    let now = await until(page, (s) => s.mine && s.purpose === 'designate-charges');
    const [unit] = now.able;
    await page.evaluate((unit) => window.grognard.deciding.select(unit), unit);
    await page.locator('.targets [data-aim]').first().waitFor();
    const aims = await page.evaluate(() => window.grognard.deciding.aims.list);
    assert.ok(aims.length >= 3 && aims.every(({ path }) => path.length));
    assert.ok((await page.evaluate(() => window.grognard.deciding.reach.ways.length)) > 50);
    // The nearest are weighed by themselves.
    await page.locator('.targets .chance').first().waitFor({ timeout: 30000 });
    await page.evaluate((at) => window.grognard.view.reveal(at, 6), aims[0].at);
    if (shot) {
      await painted(page);
      await page.screenshot({ path: shot });
    }
    // One press at a ringed target: the odds of this charge, and the button names it.
    await clickHex(page, aims[0].at);
    await page.waitForFunction(() => window.grognard.deciding.attacks.now?.odds);
    assert.equal(
      await page.evaluate(() => window.grognard.deciding.attacks.now.target),
      aims[0].at,
    );
    await page.locator('.cards .commit').click();
    now = await until(page, (s) => s.n > now.n && s.mine);
    await page.evaluate(() => window.grognard.deciding.answer('done'));
    now = await until(page, (s) => s.purpose === 'ride' && s.mine);
    await page.waitForFunction(() => window.grognard.deciding.aims.list.length > 0);
    const from = await page.evaluate(() => {
      const { battle, deciding } = window.grognard;
      return battle.at(deciding.selected);
    });
    const aim = await page.evaluate(() => window.grognard.deciding.aims.list.find(({ id }) => id));
    await clickHex(page, aim.at);
    await until(page, (s) => s.n > now.n);
    const here = await page.evaluate((unit) => window.grognard.battle.at(unit), unit);
    assert.ok(here !== from && aim.path.indexOf(here) > 0, `${unit} stands in ${here}`);
    if ((await state(page)).purpose === 'declare-target') {
      const { rider, foes, texts } = await page.evaluate((unit) => {
        const { battle, deciding } = window.grognard;
        const { counters } = battle.moving;
        const foes = Object.values(counters).filter(({ side }) => side !== battle.side);
        return {
          rider: counters[unit].name,
          foes: foes.map(({ name }) => name),
          texts: deciding.options.map(({ text }) => text),
        };
      }, unit);
      for (const text of texts)
        assert.ok(!text.includes(rider) && foes.some((foe) => text.includes(foe)), text);
    }
    assert.deepEqual(context.faults, []);
  } finally {
    await context.close();
  }
}

if (process.argv[1]?.endsWith('charge.mjs')) {
  const server = process.env.GROGNARD_URL ? null : await serve();
  try {
    await chargeSeen(process.env.GROGNARD_URL ?? server.url, process.argv[2] ?? '');
    console.log('a charge: ok');
  } finally {
    await server?.stop();
  }
}
