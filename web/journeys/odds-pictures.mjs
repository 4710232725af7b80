// Pictures of the odds card and of the threat overlay, of the real table: into shots/, or where
// --to says. Battles played by simple bots are uploaded at the moment that is to be shown.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { browser, painted, serve, WEB } from './lib.mjs';
import { played, uploaded } from './moments.mjs';

const to = process.argv.includes('--to')
  ? process.argv[process.argv.indexOf('--to') + 1]
  : join(WEB, 'shots');
mkdirSync(to, { recursive: true });
/** Opens the card of the attack whose end is least certain. */
async function weigh(page, wanted) {
  await page.evaluate(async (wanted) => {
    const { battle, deciding, view } = window.grognard;
    const targets = deciding.options.filter(({ kind }) => kind === wanted).map((o) => o.at);
    let best = [-1, 0];
    for (const target of new Set(targets)) {
      deciding.attacks.open(wanted, target);
      const text = deciding.attacks.now.offer.id;
      const reply = await battle.look({ type: 'look', what: 'odds', text });
      const ends = (reply?.found.cards ?? []).find(({ rows = [] }) => rows[0]?.apart)?.rows[0]
        .shares;
      const ours = ends?.find(({ tone }) => tone === 'good')?.chance ?? 0;
      const open = Math.min(ours, 1 - ours);
      if (open > best[0]) best = [open, target];
    }
    view.centreOn(best[1], 52);
    view.panBy(150, 60);
    deciding.attacks.open(wanted, best[1]);
    deciding.looks.hover(null);
  }, wanted);
  await page.waitForFunction(() => window.grognard.deciding.attacks.now?.odds);
}

/** Shows the threats to the hex with the most to fear. */
async function threats(page) {
  await page.evaluate(() => {
    const { deciding } = window.grognard;
    deciding.letGo();
    if (!deciding.looks.show.threat) deciding.looks.toggle('threat');
  });
  await page.waitForFunction(() => window.grognard.deciding.looks.threats);
  await page.evaluate(() => {
    const { deciding, view } = window.grognard;
    const { looks } = deciding;
    const feared = looks.threats.cards?.[0]?.rows[0].at;
    if (!feared) return;
    view.centreOn(feared, 40);
    view.panBy(120, 20);
    deciding.select(deciding.stackAt(feared)[0]);
    void looks.lookAtThreat(feared);
  });
  await page.waitForFunction(() => {
    const { looks } = window.grognard.deciding;
    return looks.threatHex && looks.threatened.has(looks.threatHex);
  });
}

const server = process.env.GROGNARD_URL ? null : await serve();
const url = process.env.GROGNARD_URL ?? server.url;
const contexts = [];
async function table(settings = {}) {
  const context = await browser({ ratio: 1, ...settings });
  contexts.push(context);
  return context.newPage();
}
const shot = async (page, name) => {
  await painted(page);
  await page.screenshot({ path: join(to, `${name}.png`) });
  console.log(name);
};

try {
  const premier = played('premier', 'hagelberg', 'declare-assault', {
    turn: 3,
    units: 2,
    worth: 'uncertain',
  });
  const page = await table();
  await uploaded(page, url, premier);
  await weigh(page, 'assault');
  await shot(page, 'odds-assault');
  await threats(page);
  await shot(page, 'threat-overlay');
  const small = await table({ width: 390, height: 844, ratio: 2, touch: true, scheme: 'dark' });
  await uploaded(small, url, premier);
  await weigh(small, 'assault');
  await shot(small, 'odds-phone');
  await threats(small);
  await shot(small, 'threat-phone');
  const other = await table();
  await uploaded(
    other,
    url,
    played('nlc', 'crossroads', 'assault', { turn: 2, units: 1, worth: 'uncertain' }),
  );
  await weigh(other, 'assault');
  await shot(other, 'odds-nlc-assault');
  await threats(other);
  await shot(other, 'threat-nlc');
  for (const context of contexts) if (context.faults.length) console.log(context.faults);
} finally {
  for (const context of contexts) await context.close();
  await server?.stop();
}
