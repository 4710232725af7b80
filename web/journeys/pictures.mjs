// The pictures of the documentation, of the real table: into shots/, or where --to says.
// Two eager bots have brought Hagelberg to where the fighting is.

import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  browser,
  frame,
  known,
  laidOut,
  newTable,
  painted,
  serve,
  state,
  until,
  WEB,
} from './lib.mjs';
import { played, uploaded } from './moments.mjs';
import { bent, pencilled } from './planning-scenes.mjs';

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
page.setDefaultTimeout(120000);
const shot = async (name, on = page) => {
  await on.evaluate(() => {
    window.grognard.battle.toasts.list = [];
  });
  await painted(on);
  await on.screenshot({ path: join(to, `${name}.png`) });
  console.log(name);
};

if (asked('start')) {
  await page.goto(url);
  await page.getByRole('button', { name: /Begin the battle/ }).waitFor();
  await laidOut(page);
  await frame(page);
  await page.screenshot({ path: join(to, 'start.png') });
}

if (asked('lesson')) {
  await newTable(page, url, 'first-shots');
  await until(page, (s) => s.mine);
  await page.evaluate(() => window.grognard.deciding.answer('done'));
  await until(page, (s) => s.purpose === 'movement' && s.able.length > 0);
  await page.locator('.guide').waitFor();
  await page.evaluate(() => window.grognard.view.centreOn(705, 40));
  await shot('lesson');
}
if (asked('bent-path')) {
  await newTable(page, url, 'village');
  await bent(page);
  await shot('bent-path');
}
if (asked('ghosts')) {
  await newTable(page, url, 'village');
  await pencilled(page);
  await shot('ghosts');
}
for (const field of ['blankenfelde', 'gross-beeren', 'dennewitz-berlin', 'dennewitz-ney']) {
  if (!asked(field)) continue;
  await newTable(page, url, field);
  await until(page, (s) => s.purpose, 120000);
  await page.evaluate(() => window.grognard.view.fit());
  await shot(field);
}
async function odds(name) {
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
    const { battle, deciding, view } = window.grognard;
    const pieces = Object.values(battle.moving.counters)
      .filter((each) => each.shape && each.pips)
      .map((each) => ({ ...each, hexes: each.shape.places }));
    let best = [0, pieces[0].hexes[0]];
    for (const { hexes } of pieces) {
      const [c, r] = [Math.floor(hexes[0] / 100), hexes[0] % 100];
      const near = pieces.filter(
        (p) =>
          Math.abs(Math.floor(p.hexes[0] / 100) - c) < 7 && Math.abs((p.hexes[0] % 100) - r) < 5,
      );
      const mixed = Math.min(
        near.filter((p) => deciding.isOwn(p.id)).length,
        near.filter((p) => !deciding.isOwn(p.id)).length,
      );
      const score = near.length + 4 * mixed;
      if (score > best[0]) best = [score, hexes[0]];
    }
    void view;
    return best[1];
  });

const battles = new Map();
/** Sits down at Hagelberg when this is asked; gives the id of the battle. */
async function hagelberg(purpose, worth = 'plain', on = page) {
  const key = `${purpose}|${worth}`;
  if (!battles.has(key))
    battles.set(key, played('premier', 'hagelberg', purpose, { turn: 5, units: 2, worth }));
  return uploaded(on, url, battles.get(key));
}

if (asked('odds')) {
  await hagelberg('declare-assault', 'uncertain');
  await odds('odds');
}
const marching = ['overview', 'close', 'inspector'].some(asked);
if (marching) await hagelberg('movement');
let now = marching ? await until(page, (s) => s.able.length > 3) : null;
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
  const inland = await page.evaluate(
    (able) => able.filter((unit) => (window.grognard.battle.at(unit) ?? 0) % 100 > 8),
    now.able,
  );
  for (const unit of inland) {
    await page.evaluate((unit) => window.grognard.deciding.select(unit), unit);
    now = await until(page, (s) => s.selected === unit && s.own > 0);
    await known(page, unit);
    if ((await state(page)).reach > 25) break;
    await page.evaluate(() => window.grognard.deciding.select(null));
  }
  await page.evaluate(() => {
    const { deciding, view, battle } = window.grognard;
    if (deciding.selected) view.centreOn(battle.at(deciding.selected) ?? 2427, 44);
    const goal = [...(deciding.reach?.ways ?? [])]
      .filter(({ path }) => path.length === 3)
      .sort((a, b) => (b.stops ? 1 : 0) - (a.stops ? 1 : 0))[0];
    if (goal) void deciding.plans.march(goal);
  });
  await page.waitForFunction(() => window.grognard.deciding.plans.now);
  await shot('inspector');
}
if (asked('phone')) {
  const phone = await browser({ width: 390, height: 844, ratio: 2, touch: true });
  const small = await phone.newPage();
  await hagelberg('movement', 'plain', small);
  const held = await until(small, (s) => s.mine && s.able.length > 0);
  for (const unit of held.able) {
    await small.evaluate((unit) => window.grognard.deciding.select(unit), unit);
    await known(small, unit);
    if ((await state(small)).reach > 25) break;
  }
  await small.evaluate(() => {
    const { deciding } = window.grognard;
    const goal = [...(deciding.reach?.ways ?? [])]
      .filter(({ path }) => path.length === 3)
      .sort((a, b) => (b.stops ? 1 : 0) - (a.stops ? 1 : 0))[0];
    if (goal) void deciding.plans.march(goal);
  });
  await small.waitForFunction(() => window.grognard.deciding.plans.now);
  await small.evaluate(() => {
    const { deciding, view, battle } = window.grognard;
    view.centreOn(battle.at(deciding.selected), 36);
  });
  await shot('phone', small);
  await phone.close();
}
/** The page of a campaign that stands as its file says; the outcomes in it are invented. */
async function campaignPage(on, name) {
  await on.goto(url);
  const text = readFileSync(join(WEB, 'fixtures', `${name}.campaign`), 'utf8');
  const made = await on.evaluate(async (body) => {
    return (await fetch('/api/campaigns/upload', { method: 'POST', body })).json();
  }, text);
  await on.goto(`${url}/campaign/${made.id}`);
  await on.locator('.theatre').waitFor();
  await laidOut(on);
}
if (asked('campaign')) {
  await campaignPage(page, 'after-hagelberg');
  await page.waitForFunction(
    () => document.querySelectorAll('.medal canvas.there').length === 5,
    null,
    { timeout: 120_000 },
  );
  await page.screenshot({ path: join(to, 'campaign.png') });
  await campaignPage(page, 'after-hagelberg-unspread');
  const sheet = page.getByRole('dialog', { name: 'Who comes back' });
  await sheet.getByRole('button', { name: 'Evenly' }).click();
  await sheet.locator('.stepper button:first-child:enabled').first().click();
  await page.screenshot({ path: join(to, 'campaign-recovery.png') });
  const phone = await browser({ width: 390, height: 844, ratio: 2, touch: true });
  const small = await phone.newPage();
  await campaignPage(small, 'after-hagelberg');
  await small.getByRole('radio', { name: /^FS/ }).tap();
  await small.waitForFunction(
    () => document.querySelectorAll('.medal canvas.there').length === 4,
    null,
    { timeout: 120_000 },
  );
  await small.screenshot({ path: join(to, 'campaign-phone.png') });
  await phone.close();
}
if (context.faults.length) console.log(context.faults);
await context.close();
await server?.stop();
