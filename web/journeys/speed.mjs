// How fast the table is, measured by hand on Hagelberg: frames while the map is panned, by oneself and
// while computers play; from a click to the drawn answer. `--record FILE` adds a line to it.
//
//     make table-speed

import { appendFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { browser, known, newTable, painted, serve, until } from './lib.mjs';

const ORDERS = 40;
const ZOOMS = [12, 30, 46];

/** The median, the 95th of a hundred and the longest, in milliseconds. */
function spread(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share) =>
    Number(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))].toFixed(1));
  return { count: sorted.length, median: at(0.5), p95: at(0.95), most: at(1) };
}

/** Times between frames while the map is drawn to and fro. */
async function panned(page) {
  await page.evaluate(() => {
    window.trial = { gaps: [], running: true };
    let last = performance.now();
    const tick = (now) => {
      window.trial.gaps.push(now - last);
      last = now;
      if (window.trial.running) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  await page.mouse.move(700, 420);
  await page.mouse.down();
  for (let i = 1; i <= 120; i++) {
    const turn = (i / 120) * 4 * Math.PI;
    await page.mouse.move(700 + 240 * Math.sin(turn), 420 + 160 * Math.sin(2 * turn));
    await page.waitForTimeout(8);
  }
  await page.mouse.up();
  return spread(
    await page.evaluate(() => {
      window.trial.running = false;
      return window.trial.gaps.slice(2);
    }),
  );
}

/** From the press to the frame that shows what came of it. */
async function pressed(page, unit) {
  const select = await page.evaluate(async (unit) => {
    const { deciding } = window.grognard;
    const from = performance.now();
    deciding.select(unit);
    while (deciding.loaded !== unit) await new Promise(requestAnimationFrame);
    return performance.now() - from;
  }, unit);
  await known(page, unit);
  const order = await page.evaluate(async () => {
    const { battle, deciding } = window.grognard;
    const [front] = deciding.plans.fronts;
    if (!front) return null;
    const [from, { n }] = [performance.now(), battle];
    deciding.plans.face(front.id);
    while (battle.n === n) await new Promise(requestAnimationFrame);
    return performance.now() - from;
  });
  return { select, order };
}

// Computers answer at the pace at which somebody watches them.
const server = await serve(undefined, undefined, 'grognard', 4);
const context = await browser({ reduced: false });
const page = await context.newPage();
const found = { date: new Date().toISOString().slice(0, 10), load: loadavg()[0].toFixed(1) };
try {
  await newTable(page, server.url, 'hagelberg');
  let now = await until(page, ({ mine, able }) => mine && able.length > 0);
  for (const zoom of ZOOMS) {
    await page.evaluate((zoom) => window.grognard.view.centreOn(2826, zoom), zoom);
    await painted(page);
    found[`pan, ${zoom} px`] = await panned(page);
  }
  const trials = [];
  for (let i = 0; trials.length < ORDERS && i < 4 * ORDERS; i++) {
    trials.push(await pressed(page, now.able[i % now.able.length]));
    now = await until(page, ({ mine }) => mine);
  }
  found.select = spread(trials.map(({ select }) => select));
  found.order = spread(trials.flatMap(({ order }) => order ?? []));
  await newTable(page, server.url, 'hagelberg', [
    { side: 'french', who: 'greedy' },
    { side: 'coalition', who: 'greedy' },
  ]);
  await page.evaluate(() => window.grognard.view.centreOn(2826, 30));
  await painted(page);
  found['pan, 30 px, computers play'] = await panned(page);
} finally {
  await context.close();
  await server.stop();
}
const line = JSON.stringify(found);
const to = process.argv.indexOf('--record');
if (to > 0) appendFileSync(process.argv[to + 1], `${line}\n`);
console.log(line);
