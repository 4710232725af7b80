// Two browsers at one table: an invitation taken up, the server killed and started again on the
// same store, both come back by themselves and play on; a take-back is asked and allowed; somebody
// who only watches sees no hidden value.

import assert from 'node:assert/strict';
import { browser, serve, until } from './lib.mjs';

export async function online() {
  let server = await serve();
  const host = await browser({});
  const guest = await browser({});
  const watcher = await browser({});
  try {
    const first = await host.newPage();
    await first.goto(server.url);
    await first.getByRole('radio', { name: 'The duel' }).click();
    await first.getByRole('radio', { name: 'Invite a friend' }).click();
    await first.getByRole('button', { name: /Begin the battle/ }).click();
    const link = await first.getByRole('dialog').getByRole('textbox').first().inputValue();
    await first.getByRole('link', { name: 'Take your seat' }).click();
    await first.waitForFunction(() => window.grognard?.view);
    const second = await guest.newPage();
    await second.goto(link);
    await second.waitForFunction(() => window.grognard?.view);
    const third = await watcher.newPage();
    const frames = [];
    third.on('websocket', (line) =>
      line.on('framereceived', ({ payload }) => frames.push(String(payload))),
    );
    await third.goto(`${first.url()}?watch=1`);
    await third.waitForFunction(() => window.grognard?.view);

    let now = await until(first, (s) => s.mine);
    await first.locator('.bar .end').click();
    if (now.able.length)
      await first
        .getByRole('button', { name: /^End it/ })
        .click({ timeout: 2000 })
        .catch(() => {});
    await until(first, (s) => s.n > now.n);

    // The server dies without a word; both say so and keep what they know.
    server.child.kill('SIGKILL');
    await first.getByRole('alert').waitFor();
    await second.getByRole('alert').waitFor();
    server = await serve(server.port, server.home);
    await until(first, (s) => s.status === 'open', 40000);
    now = await until(second, (s) => s.status === 'open', 40000);
    const both = [await until(first, (s) => s.n >= 0), now];
    assert.equal(both[0].n, both[1].n);

    // Whoever is asked goes on; the other sees it.
    const [active, passive] = both[0].mine ? [first, second] : [second, first];
    now = await until(active, (s) => s.mine);
    await finish(active, now);
    await until(passive, (s) => s.n > now.n);

    // A take-back beyond the frontier needs the other's word.
    await passive.evaluate(() => void window.grognard.battle.takeBack(0));
    await active.getByRole('button', { name: 'Allow' }).click();
    await passive.waitForFunction(() =>
      window.grognard.battle.lines.some(({ back }) => back === 0),
    );

    const told = frames.join('\n');
    assert.ok(frames.length > 1);
    // The words of the figures are everybody's; what stands on a counter is not.
    const hidden = told.match(/"(morale|melee|fire_check)":\s*(?!"\p{L}|\s)/u);
    assert.equal(hidden, null, `the watcher was told ${hidden?.[0]}`);
    assert.deepEqual([...host.faults, ...guest.faults, ...watcher.faults], []);
    return now;
  } finally {
    await Promise.all([host.close(), guest.close(), watcher.close()]);
    await server.stop();
  }
}

async function finish(page, now) {
  const radios = page.getByRole('alertdialog').locator('[role=radio]');
  if (await radios.count()) {
    await radios.last().click();
    await page.getByRole('button', { name: /^Answer/ }).click();
  } else {
    await page.locator('.bar .end').click();
    const anyway = page.getByRole('button', { name: /^End it/ });
    if (await anyway.count()) await anyway.click();
  }
  await until(page, (s) => s.n > now.n);
}

if (process.argv[1]?.endsWith('online.mjs')) console.log('online:', await online());
