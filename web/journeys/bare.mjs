// A system that sends little: the real battle, with all that other systems may not have taken out of
// its documents on the way (formations, facings, counters, calendar). The table must serve it alike.

import assert from 'node:assert/strict';
import { browser, newTable, serve, until } from './lib.mjs';

export async function bareSystem(url) {
  const context = await browser({});
  const page = await context.newPage();
  const bare = (counter) =>
    counter && {
      id: counter.id,
      name: `Brigade ${counter.id}`,
      side: counter.side,
      shape: counter.shape && { places: counter.shape.places },
      pips: 4,
      left: 4,
      ...(counter.id.endsWith('1') ? { state: 'disrupted', order: 'disorder' } : {}),
    };
  const stripped = (counters) =>
    Object.fromEntries(Object.entries(counters).map(([id, counter]) => [id, bare(counter)]));
  await page.routeWebSocket(/ws\/games/, (line) => {
    line.connectToServer().onMessage((text) => line.send(JSON.stringify(poorer(JSON.parse(text)))));
  });
  function poorer(message) {
    const { view, change } = message;
    if (message.type === 'hello') {
      const { id, title, date, sides, side_names } = message.setting;
      return { ...message, setting: { id, title, date, sides, side_names } };
    }
    if (view?.counters) {
      const { side, turn, phasing, question } = view;
      const counters = stripped(view.counters);
      const cup = { french: 3 };
      return {
        ...message,
        view: { side, turn, phasing, segment: 'action', question, counters, armies: [], cup },
      };
    }
    if (change)
      return {
        ...message,
        change: {
          ...(change.counters ? { counters: stripped(change.counters) } : {}),
          ...(change.question ? { question: change.question } : {}),
        },
      };
    return message;
  }
  await newTable(page, url, 'duel');
  let now = await until(page, (s) => s.mine && s.able.length > 0);
  await page.getByRole('button', { name: 'Brigade F1' }).first().click();
  now = await until(page, (s) => s.reach > 0);
  assert.equal(await page.locator('.inspector').getByText('4 of 4 strength, disrupted').count(), 1);
  assert.equal(await page.getByRole('button', { name: /^Column/ }).count(), 0);
  const goal = await page.evaluate(
    () =>
      window.grognard.deciding.reach.ways.find((way) => !way.stops && way.path.length === 2)
        .path[1],
  );
  await page.evaluate((hex) => window.grognard.deciding.press({ hex, unit: null }), goal);
  now = await until(page, (s) => s.n > now.n && s.mine);
  assert.equal(await page.evaluate(() => window.grognard.battle.at('F1')), goal);
  assert.deepEqual(context.faults, []);
  await context.close();
  return now;
}

if (process.argv[1]?.endsWith('bare.mjs')) {
  const server = process.env.GROGNARD_URL ? null : await serve();
  try {
    await bareSystem(process.env.GROGNARD_URL ?? server.url);
    console.log('a system that sends little: ok');
  } finally {
    await server?.stop();
  }
}
