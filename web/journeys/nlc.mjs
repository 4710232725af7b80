// Hands for tables with written orders: what is asked is answered by pressing what is on the page.

import { known, pointOf, state, still, until } from './lib.mjs';

/** Presses a hex in the left of the map, where no card lies over it. */
export async function pressHex(page, hex) {
  await page.evaluate((at) => {
    const { view } = window.grognard;
    view.centreOn(at);
    view.panBy(view.width * 0.22, 0);
  }, hex);
  await still(page);
  const { x, y } = await pointOf(page, hex);
  await page.mouse.click(x, y);
}

/** Ends what is asked now in the plainest way: no order, no move, the first that is offered. */
export async function passOn(page) {
  const now = await until(page, ({ mine, cover, kind }) => mine || cover || kind === 'over');
  if (now.kind === 'over') return now;
  if (now.cover) {
    await page.click('.cover .commit, .cover button');
    return until(page, ({ cover }) => !cover);
  }
  const before = now.n;
  if (await page.locator('.desk').count()) await page.click('.desk .finish');
  else if (await page.locator('.cards .card .answer').count()) await answer(page);
  else await endSegment(page, before);
  return until(page, ({ n, cover, kind }) => n !== before || cover || kind === 'over', 30000);
}

/** Declines where one may decline, else takes the first. */
async function answer(page) {
  const text = await page.evaluate(() => {
    const { options } = window.grognard.deciding;
    return (options.find(({ kind }) => kind === 'done') ?? options[0]).id;
  });
  await page.evaluate((wanted) => {
    window.grognard.deciding.chosen = wanted;
  }, text);
  await page.click('.cards .card .answer');
}

async function endSegment(page, before) {
  if (await page.locator('.bar .end').count()) {
    await page.click('.bar .end');
    await page.waitForFunction((n) => {
      const { battle, deciding } = window.grognard;
      return battle.n !== n || deciding.ending || deciding.held;
    }, before);
    const held = page.locator('.ending .commit');
    if ((await state(page)).n === before && (await held.count())) await held.click();
    return;
  }
  await obey(page);
}

/** Orders bind: something must move before the segment may end. The first move on offer is made. */
async function obey(page) {
  const { able } = await state(page);
  for (const unit of able) {
    await page.evaluate((wanted) => window.grognard.deciding.select(wanted), unit);
    await known(page, unit);
    const text = await page.evaluate(() => {
      const { deciding } = window.grognard;
      const ways = [...(deciding.reach?.ways ?? [])].sort((a, b) => b.cost - a.cost);
      return ways[0]?.id ?? deciding.own[0]?.id ?? '';
    });
    if (!text) continue;
    await page.evaluate((wanted) => window.grognard.deciding.answer(wanted), text);
    return;
  }
}

/** Goes on until something holds, or so many answers were given. */
export async function passUntil(page, test, most = 400) {
  for (let i = 0; i < most; i++) {
    const settled = ({ mine, cover, kind }) => mine || cover || kind === 'over';
    const now = await until(page, (each) => settled(each) || test(each), 60000);
    if (now.kind === 'over' || test(now)) return now;
    await passOn(page);
  }
  throw new Error(`went on in vain: ${test}`);
}
