// Plays a battle on one screen at random through the table's own hands, and reports every kind of
// question that came up; nothing may get stuck. node journeys/wander.mjs SCENARIO STEPS

import { join } from 'node:path';
import { browser, frame, newTable, painted, serve, state, until, WEB } from './lib.mjs';

const [scenario = 'charge', steps = '300'] = process.argv.slice(2);
const server = process.env.GROGNARD_URL ? null : await serve();
const url = process.env.GROGNARD_URL ?? server.url;
const context = await browser({});
const page = await context.newPage();
await newTable(page, url, scenario);
const seen = new Map();
let seed = Number(process.env.SEED ?? 7);
const random = () => {
  seed = (seed * 1103515245 + 12345) % 2147483648;
  return seed / 2147483648;
};
const any = (list) => list[Math.floor(random() * list.length)];
let acted = 0;

for (let step = 0; step < Number(steps); step++) {
  const now = await until(page, (s) => s.mine || s.cover !== '' || s.kind !== 'ask', 30000);
  if (now.kind !== 'ask') break;
  if (now.cover) {
    await page.getByRole('button', { name: /^I am/ }).click();
    await until(page, (s) => s.cover === '' && s.mine);
    continue;
  }
  if (!seen.has(now.purpose)) {
    await painted(page);
    if (process.env.SHOTS)
      await page.screenshot({ path: join(WEB, 'shots', `ask-${now.purpose}.png`) });
  }
  if (now.held)
    await page.evaluate(() => window.grognard.deciding.answer(window.grognard.deciding.held.id));
  seen.set(now.purpose, (seen.get(now.purpose) ?? 0) + 1);
  const card = page.getByRole('alertdialog').locator('[role=radio]');
  if (await card.count()) {
    await card.nth(Math.floor(random() * Math.min(12, await card.count()))).click();
    await page.getByRole('button', { name: /^Answer/ }).click();
    acted = 0;
  } else if (acted < 12 && now.able.length && random() < 0.85) {
    acted++;
    await page.evaluate((unit) => window.grognard.deciding.select(unit), any(now.able));
    await page.waitForFunction(() => window.grognard.deciding.loaded);
    const done = await page.evaluate((chance) => {
      const { deciding } = window.grognard;
      const pick = (list) => list[Math.floor(chance * list.length)];
      if (deciding.targets.length) {
        deciding.press({ hex: pick(deciding.targets), unit: null });
        return 'attack';
      }
      const places = [...deciding.picks];
      if (places.length) {
        deciding.press({ hex: pick(places), unit: null });
        return deciding.plans.now ? 'plan' : 'place';
      }
      const reach = deciding.reach?.ways ?? [];
      if (reach.length && chance < 0.8) {
        deciding.press({ hex: pick(reach).path.at(-1), unit: null }, { shift: true });
        return 'march';
      }
      const other = deciding.own.filter(({ role }) => role !== 'march');
      if (other.length) {
        void deciding.answer(pick(other).id);
        return 'other';
      }
      return '';
    }, random());
    if (done === 'attack') {
      await page.waitForFunction(() => !window.grognard.deciding.attacks.now?.working);
      if (!seen.has('odds') && process.env.SHOTS)
        await page.screenshot({ path: join(WEB, 'shots', `odds-${now.purpose}.png`) });
      seen.set(`odds ${now.purpose}`, 1);
      await page.evaluate(() => window.grognard.deciding.attacks.commit());
    } else if (done === 'plan') await page.evaluate(() => window.grognard.deciding.plans.commit());
    await frame(page);
  } else {
    acted = 0;
    await page.evaluate(() => {
      const { deciding } = window.grognard;
      deciding.end();
      if (deciding.ending) deciding.end();
      if (deciding.held) void deciding.answer(deciding.held.id);
      if (!deciding.done) void deciding.answer(deciding.options[0].id);
    });
    await until(page, (s) => s.n > now.n || s.cover !== '');
  }
}
const end = await state(page);
console.log(
  scenario,
  'turn',
  end.turn,
  'line',
  end.n,
  end.kind,
  Object.fromEntries(seen),
  context.faults,
);
const toasts = await page.evaluate(() =>
  window.grognard.battle.toasts.list.map(({ text }) => text),
);
console.log(toasts);
await painted(page).catch(() => {});
await page.screenshot({ path: join(WEB, 'shots', `wander-${scenario}.png`) });
await context.close();
await server?.stop();
