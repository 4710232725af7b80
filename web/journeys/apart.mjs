// A battle by file between two servers that never connect: begun on one start page, opened on the other,
// the dice agreed on, a part played and sent, a turn opened twice refused.

import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browser, serve, state } from './lib.mjs';

const ready = (page) => page.waitForFunction(() => window.grognard?.view);
const post = (page) => page.evaluate(() => window.grognard.battle.people?.post);
const folder = mkdtempSync(join(tmpdir(), 'turns-'));
let count = 0;

/** Hands the battle over; gives the file that is saved. */
async function sent(page) {
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Hand the battle over as a file' }).click();
  const file = join(folder, `${count++}.turn`);
  await (await saved).saveAs(file);
  await page.waitForFunction(() => window.grognard.battle.people?.post?.ours === false);
  return file;
}

async function opened(page, file) {
  await page.locator('.apart input[type=file]').setInputFiles(file);
  await page.waitForFunction(() => window.grognard.battle.people?.post?.ours);
}

/** Ends what is asked until the other side is. */
async function played(page) {
  const own = await page.evaluate(() => window.grognard.battle.side);
  for (let i = 0; i < 40; i++) {
    const now = await state(page);
    if (now.asked !== own || now.kind !== 'ask') return;
    const card = page.getByRole('alertdialog').locator('[role=radio]');
    if (await card.count()) {
      await card.last().click();
      await page.getByRole('button', { name: /^Answer/ }).click();
    } else {
      await page.locator('.bar .end').click();
      const anyway = page.getByRole('button', { name: /^End it/ });
      if (await anyway.count()) await anyway.click();
    }
    await page.waitForFunction((n) => window.grognard.battle.n > n, now.n);
    await page.waitForFunction(() => window.grognard.deciding.fresh);
  }
  throw new Error('this part does not end');
}

export async function byFile() {
  const servers = [await serve(), await serve()];
  const [one, other] = [await browser({}), await browser({})];
  try {
    const here = await one.newPage();
    await here.goto(servers[0].url);
    await here.getByRole('radio', { name: 'The duel' }).click();
    await here.getByRole('radio', { name: 'By file' }).click();
    await here.getByRole('button', { name: /^Begin the battle/ }).click();
    await ready(here);
    const first = await sent(here);

    const there = await other.newPage();
    await there.goto(servers[1].url);
    await there.getByLabel('Open a file').setInputFiles(first);
    await ready(there);
    assert.notEqual(
      await here.evaluate(() => window.grognard.battle.side),
      await there.evaluate(() => window.grognard.battle.side),
    );
    // Both put in their part of the dice, then whoever is asked plays.
    await opened(here, await sent(there));
    let [giver, taker] = [here, there];
    for (let part = 0; part < 3; part++) {
      await played(giver);
      const turn = await sent(giver);
      await opened(taker, turn);
      assert.equal(
        await giver.evaluate(() => window.grognard.battle.moving.turn),
        await taker.evaluate(() => window.grognard.battle.moving.turn),
      );
      [giver, taker] = [taker, giver];
      if (part) continue;
      // A turn is opened once: the start page says so, and nothing changes.
      const before = await post(giver);
      const again = await (giver === here ? one : other).newPage();
      await again.goto(servers[giver === here ? 0 : 1].url);
      await again.getByLabel('Open a file').setInputFiles(turn);
      await again.getByText(/opened already/).waitFor();
      await again.close();
      assert.deepEqual(await post(giver), before);
    }
    const faults = [...one.faults, ...other.faults].filter((each) => !/409/.test(each));
    assert.deepEqual(faults, []); // the turn that was refused is told by its status
  } finally {
    await Promise.all([one.close(), other.close()]);
    await Promise.all(servers.map((server) => server.stop()));
  }
}
