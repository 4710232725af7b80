// The Crossroads with both sides on one screen: a whole turn, with a move of a stack, an order by
// the list of places, the cup and the formations looked at; and two browsers with a watcher.

import assert from 'node:assert/strict';
import { browser, clickHex, frame, known, newTable, serve, state, until } from './lib.mjs';
import { passOn, passUntil } from './nlc.mjs';

export async function crossroads(url) {
  const context = await browser({});
  const page = await context.newPage();
  try {
    await newTable(page, url, 'crossroads');
    await passUntil(page, ({ purpose, side }) => purpose === 'orders' && side === 'blue');
    await page.click('[data-to=blue_1]');
    await page.click('[data-type=attack]');
    await page.selectOption('[data-role=place]', { label: 'Four Ways 0605' });
    await page.getByText('Does he obey?').waitFor();
    const { n } = await state(page);
    await page.click('.desk .commit');
    await until(page, (now) => now.n > n);

    const { turn: from } = await moveSomebody(page);
    await lookAtStaff(page);
    const end = await passUntil(page, ({ turn, mine }) => turn > from && mine);
    assert.equal(end.turn, from + 1);
    assert.deepEqual(context.faults, []);
    return end;
  } finally {
    await context.close();
  }
}

/** The cup decides who is asked first, and whoever it is may have nowhere to go. */
async function moveSomebody(page) {
  for (let tries = 0; tries < 12; tries++) {
    await passUntil(page, (now) => now.purpose === 'movement' && now.mine && now.able.length);
    const moved = await moveStack(page);
    if (moved) return moved;
    await passOn(page);
  }
  throw new Error('nobody could move');
}

/** The first unit that can go somewhere, with whoever shares its hex, marches by a press. */
async function moveStack(page) {
  const { able } = await state(page);
  for (const unit of able) {
    await page.evaluate((wanted) => window.grognard.deciding.select(wanted), unit);
    await known(page, unit);
    const now = await state(page);
    if (!now.reach) continue;
    const along = page.locator('.inspector .stack button[aria-pressed]').first();
    if (await along.count()) {
      await along.click();
      await page.waitForFunction(() => window.grognard.deciding.reach?.ways.length);
    }
    const hex = await page.evaluate(() => {
      const { deciding } = window.grognard;
      const free = deciding.reach.ways.filter(({ path }) => !deciding.stackAt(path.at(-1)).length);
      return free[0]?.path.at(-1) ?? 0;
    });
    if (!hex) continue;
    await clickHex(page, hex);
    await page.waitForFunction((n) => {
      const { battle, deciding } = window.grognard;
      return battle.n > n || deciding.plans.now !== null;
    }, now.n);
    if ((await state(page)).n === now.n) await clickHex(page, hex);
    const moved = await until(page, ({ n }) => n > now.n);
    assert.ok(
      await page.evaluate(
        ([id, at]) => window.grognard.battle.counter(id).shape.places.includes(at),
        [unit, hex],
      ),
    );
    return moved;
  }
  return null;
}

async function lookAtStaff(page) {
  await page.getByRole('tab', { name: 'Formations' }).click();
  await page.getByText('1st Blue Division').last().waitFor();
  await page.locator('.staff .army').first().waitFor();
  await page.getByRole('tab', { name: /^Cup/ }).click();
  await page.locator('.staff').getByText('in the cup').waitFor();
  await page.getByRole('tab', { name: 'Orders' }).click();
}

/** Two browsers and one that watches: orders of a side are in no frame of the others. */
export async function together(url) {
  const host = await browser({});
  const guest = await browser({});
  const watcher = await browser({});
  try {
    const first = await host.newPage();
    const made = await newTable(first, url, 'crossroads', [
      { side: 'blue', who: 'me' },
      { side: 'red', who: 'open' },
    ]);
    const second = await guest.newPage();
    const frames = [];
    second.on('websocket', (line) =>
      line.on('framereceived', ({ payload }) => frames.push(String(payload))),
    );
    const token = made.invitations[0].token;
    await second.goto(`${url}/table/${made.id}?seat=${token}`);
    await second.waitForFunction(() => window.grognard?.battle.moving);
    const third = await watcher.newPage();
    third.on('websocket', (line) =>
      line.on('framereceived', ({ payload }) => frames.push(String(payload))),
    );
    await third.goto(`${url}/table/${made.id}?watch=1`);
    await third.waitForFunction(() => window.grognard?.battle.moving);

    const pages = [first, second];
    await passTogether(pages, (now) => now.purpose === 'orders' && now.side === 'blue');
    await first.click('[data-to=blue_2]');
    await first.click('[data-type=attack]');
    await first.selectOption('[data-role=place]', { label: 'the mill 0904' });
    await first.getByText('Does he obey?').waitFor();
    await first.click('.desk .commit');
    await first.locator('.staff').getByText('On their way').waitFor();
    const end = await passTogether(pages, (now) => now.turn >= 2);
    const [one, other] = await Promise.all(pages.map(state));
    assert.equal(one.turn, other.turn);
    // Lines are numbered for each side: who sent an order has heard of more than the others.
    assert.ok(one.n > other.n, `${one.n} lines of one, ${other.n} of the other`);
    await third.waitForFunction((n) => window.grognard.battle.n <= n, other.n);
    const told = frames.join('\n');
    assert.ok(
      !told.includes('"blue_2":{"id":"blue_2","side":"blue","formation":"blue_2"'),
      'an order was told',
    );
    assert.ok(!told.includes('"event":"OrderSent"'), 'a dispatch was told');
    assert.deepEqual([...host.faults, ...guest.faults, ...watcher.faults], []);
    return end;
  } finally {
    await Promise.all([host.close(), guest.close(), watcher.close()]);
  }
}

/** Whoever is asked goes on, until something holds for one of them. */
async function passTogether(pages, test, most = 200) {
  for (let i = 0; i < most; i++) {
    for (const page of pages) {
      const now = await state(page);
      if (now.fresh && now.mine && test(now)) return now;
    }
    const asked = await whoIsAsked(pages);
    const now = await state(asked);
    if (test(now)) return now;
    await passOn(asked);
  }
  throw new Error('went on in vain');
}

async function whoIsAsked(pages) {
  for (let i = 0; i < 300; i++) {
    for (const page of pages) {
      const now = await state(page);
      if (now.mine && now.fresh) return page;
    }
    await frame(pages[0]);
  }
  throw new Error('nobody is asked');
}

if (process.argv[1]?.endsWith('nlc-hotseat.mjs')) {
  const server = process.env.GROGNARD_URL ? null : await serve();
  const url = process.env.GROGNARD_URL ?? server.url;
  try {
    console.log('crossroads:', await crossroads(url));
    console.log('together:', await together(url));
  } finally {
    await server?.stop();
  }
}
