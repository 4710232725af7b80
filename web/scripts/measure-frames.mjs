// Frame times of panning and zooming with 6,000 hexes and 1,200 counters, headless, without GPU.
//
//   node scripts/measure-frames.mjs [--json]
//
// Real wheel and drag events go to the page. Two numbers for each trial: the time from one
// animation frame to the next (what people see; 16.7 ms is 60 a second) and the time that drawing
// took in it.

import { openScene, settled, withDemo } from './browser.mjs';

const SIZE = { width: 1440, height: 900 };
const BOUND = 1000 / 60;

function spread(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  const round = (value) => Math.round(value * 100) / 100;
  return {
    frames: sorted.length,
    median: round(at(0.5)),
    p95: round(at(0.95)),
    most: round(at(1)),
  };
}

async function recorded(page, act) {
  await page.evaluate(() => {
    const trial = { gaps: [], draws: [], running: true };
    window.trial = trial;
    const stop = window.demo.views[0].on('frame', (ms) => trial.draws.push(ms));
    let last = performance.now();
    const tick = (now) => {
      trial.gaps.push(now - last);
      last = now;
      if (trial.running) requestAnimationFrame(tick);
      else stop();
    };
    requestAnimationFrame(tick);
  });
  await act();
  const { gaps, draws } = await page.evaluate(() => {
    window.trial.running = false;
    return { gaps: window.trial.gaps.slice(2), draws: window.trial.draws };
  });
  return { between: spread(gaps), drawing: spread(draws) };
}

async function drag(page, steps) {
  await page.mouse.move(720, 450);
  await page.mouse.down();
  for (let i = 1; i <= steps; i++) {
    const a = (i / steps) * 4 * Math.PI;
    await page.mouse.move(720 + 330 * Math.sin(a), 450 + 260 * Math.sin(2 * a));
    await page.waitForTimeout(8);
  }
  await page.mouse.up();
}

async function wheel(page, steps, delta) {
  await page.mouse.move(720, 450);
  for (let i = 0; i < steps; i++) {
    await page.mouse.wheel(0, delta);
    await page.waitForTimeout(12);
  }
}

const report = await withDemo(async (context, url) => {
  const page = await openScene(context, url, { query: 'scene=grand', ...SIZE });
  const results = {};
  for (const [name, scale] of [
    ['whole map', 0],
    ['18 px', 18],
    ['30 px', 30],
    ['60 px', 60],
  ]) {
    await page.evaluate((s) => {
      const view = window.demo.views[0];
      if (s) view.centreOn(5030, s);
      else view.fit();
    }, scale);
    await settled(page);
    results[`pan, ${name}`] = await recorded(page, () => drag(page, 160));
    await settled(page);
  }
  await page.evaluate(() => window.demo.views[0].fit());
  await settled(page);
  results['zoom in'] = await recorded(page, () => wheel(page, 110, -24));
  await settled(page);
  results['zoom out'] = await recorded(page, () => wheel(page, 110, 24));
  return results;
});

if (process.argv.includes('--json')) console.log(JSON.stringify(report, null, 2));
else
  for (const [name, { between, drawing }] of Object.entries(report))
    console.log(
      `${name.padEnd(16)} between frames: median ${between.median} p95 ${between.p95} most ${between.most} ms` +
        ` | drawing: median ${drawing.median} p95 ${drawing.p95} ms (${between.frames} frames)`,
    );
const slow = Object.entries(report).filter(([, { between }]) => between.median > BOUND * 1.05);
if (slow.length) {
  console.error(`slower than 60 frames a second: ${slow.map(([name]) => name).join('; ')}`);
  process.exitCode = 1;
}
