// The pictures of the documentation, of the real table: into shots/, or where --to says.
// Two eager sides bring Hagelberg to where the fighting is.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fight } from './fight.mjs';
import { browser, newTable, painted, serve, state, until, WEB } from './lib.mjs';

const to = process.argv.includes('--to')
  ? process.argv[process.argv.indexOf('--to') + 1]
  : join(WEB, 'shots');
mkdirSync(to, { recursive: true });
const server = process.env.GROGNARD_URL ? null : await serve();
const url = process.env.GROGNARD_URL ?? server.url;
const wanted = new Set(
  process.argv
    .filter((word) => word.startsWith('only='))
    .flatMap((word) => word.slice(5).split(',')),
);
const asked = (name) => !wanted.size || wanted.has(name);

const context = await browser({ ratio: 1.5 });
const page = await context.newPage();
const shot = async (name, on = page) => {
  await painted(on);
  await on.screenshot({ path: join(to, `${name}.png`) });
  console.log(name);
};

if (asked('start')) {
  await page.goto(url);
  await page.getByRole('button', { name: /Begin the battle/ }).waitFor();
  await page.waitForTimeout(6000);
  await page.screenshot({ path: join(to, 'start.png') });
}

const made = await newTable(page, url, 'hagelberg');
const seek = (test, most) => fight(page, test, most);

async function odds(name) {
  if (!asked(name)) return;
  await page.evaluate(() => {
    const { deciding, view } = window.grognard;
    const strong = (at) =>
      Math.max(...deciding.places.get(at).map(({ units }) => units?.length ?? 0));
    const at = [...deciding.targets].sort((a, b) => strong(b) - strong(a))[0];
    const kind = deciding.places.get(at)[0].kind;
    view.centreOn(at, 56);
    view.panBy(150, 40);
    deciding.attacks.open(kind, at);
    deciding.looks.hover(null);
  });
  await page.waitForFunction(
    () => window.grognard.deciding.attacks.now && !window.grognard.deciding.attacks.now.working,
  );
  await shot(name);
}

const middle = () =>
  page.evaluate(() => {
    const { battle, view } = window.grognard;
    const pieces = Object.values(battle.moving.pieces);
    let best = [0, pieces[0].hexes[0]];
    for (const { hexes } of pieces) {
      const [c, r] = [Math.floor(hexes[0] / 100), hexes[0] % 100];
      const near = pieces.filter(
        (p) =>
          Math.abs(Math.floor(p.hexes[0] / 100) - c) < 7 && Math.abs((p.hexes[0] % 100) - r) < 5,
      );
      const mixed = Math.min(
        near.filter((p) => battle.counters.own[p.id]).length,
        near.filter((p) => !battle.counters.own[p.id]).length,
      );
      const score = near.length + 4 * mixed;
      if (score > best[0]) best = [score, hexes[0]];
    }
    void view;
    return best[1];
  });

await until(page, (s) => s.mine);
let now = await seek((s) => s.purpose === 'declare-assault' && s.turn >= 5 && s.targets.length > 0);
console.log('turn', now.turn, now.purpose, 'line', now.n);
await odds('odds');
await page.evaluate(() => window.grognard.deciding.letGo());
now = await seek((s) => s.purpose === 'movement' && s.able.length > 3, 200);
if (asked('overview')) {
  await page.evaluate(() => {
    window.grognard.deciding.select(null);
    window.grognard.view.fit();
  });
  await shot('overview');
}
if (asked('close')) {
  const hex = await middle();
  await page.evaluate((hex) => window.grognard.view.centreOn(hex, 58), hex);
  await shot('close');
}
if (asked('inspector')) {
  // A battalion with a wide reach, pointing at a hex three steps away.
  for (const unit of now.able) {
    await page.evaluate((unit) => window.grognard.deciding.select(unit), unit);
    now = await until(page, (s) => s.selected === unit && s.own > 0);
    await page.waitForTimeout(350);
    if ((await state(page)).reach > 25) break;
    await page.evaluate(() => window.grognard.deciding.select(null));
  }
  await page.evaluate(() => {
    const { deciding, view, battle } = window.grognard;
    if (deciding.selected) view.centreOn(battle.at(deciding.selected) ?? 2427, 44);
    const goal = [...(deciding.reach?.hexes ?? [])]
      .filter(({ path }) => path.length === 3)
      .sort((a, b) => (b.stops ? 1 : 0) - (a.stops ? 1 : 0))[0];
    if (goal) deciding.plans.at(goal.hex);
  });
  await page.waitForTimeout(500);
  await shot('inspector');
}
now = await seek((s) => s.purpose === 'offensive-fire' && s.targets.length > 1, 300);
if (now.purpose === 'offensive-fire') await odds('odds-fire');

if (asked('phone')) {
  now = await seek((s) => s.purpose === 'movement' && s.able.length > 2, 300);
  const cookies = await context.cookies();
  const phone = await browser({ width: 390, height: 844, ratio: 2, touch: true });
  await phone.addCookies(cookies);
  const small = await phone.newPage();
  await small.goto(`${url}/table/${made.id}`);
  await small.waitForFunction(() => window.grognard?.view);
  const held = await until(small, (s) => s.mine && s.able.length > 0);
  for (const unit of held.able) {
    await small.evaluate((unit) => window.grognard.deciding.select(unit), unit);
    await small.waitForTimeout(700);
    if ((await state(small)).reach > 25) break;
  }
  await small.evaluate(() => {
    const { deciding } = window.grognard;
    const goal = [...(deciding.reach?.hexes ?? [])]
      .filter(({ path }) => path.length === 3)
      .sort((a, b) => (b.stops ? 1 : 0) - (a.stops ? 1 : 0))[0];
    if (goal) deciding.plans.at(goal.hex);
  });
  await small.waitForTimeout(500);
  await small.evaluate(() => {
    const { deciding, view, battle } = window.grognard;
    view.centreOn(battle.at(deciding.selected), 36);
  });
  await shot('phone', small);
  await phone.close();
}
if (context.faults.length) console.log(context.faults);
await context.close();
await server?.stop();
