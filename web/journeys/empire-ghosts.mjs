// The ghost of a measured move, both sides on one screen: a group taken by a box and by a key, its box
// and what it could shoot at from there, an end by its name, and the order of battle with points and duty.

import assert from 'node:assert/strict';
import { browser, draftOf, newTable, painted, pointOf, serve, settled, until } from './lib.mjs';

/** The first question about a move; everything before it is passed over. */
async function toMovement(page) {
  for (let most = 0; most < 20; most++) {
    const now = await until(page, (s) => s.cover !== '' || s.mine);
    if (now.cover) {
      await page.getByRole('button', { name: /^I am/ }).click();
      await until(page, (s) => s.cover === '' && s.mine);
      continue;
    }
    if (now.purpose === 'movement') return;
    if (await page.evaluate(() => window.grognard.deciding.inSegment)) {
      await page.keyboard.press('Shift+Enter');
      if (await page.evaluate(() => window.grognard.deciding.ending))
        await page.keyboard.press('Shift+Enter');
    } else await page.locator('.cards .answer').click();
    await until(page, (s) => s.n > now.n);
  }
  assert.fail('nobody moves');
}

const at = (page, unit) => page.evaluate((id) => window.grognard.battle.at(id), unit);
const along = (page) => page.evaluate(() => [...window.grognard.deciding.along]);
const laid = (page, kind) =>
  page.evaluate((kind) => window.grognard.view.overlays[kind].map(({ tone }) => tone), kind);

async function boxed(page, from, to) {
  await page.keyboard.down('Shift');
  await page.mouse.move(from.x - 40, from.y + 40);
  await page.mouse.down();
  await page.mouse.move(from.x, from.y);
  await page.mouse.move(to.x + 40, to.y - 40);
  await painted(page);
  assert.ok((await laid(page, 'outlines')).includes('group'), 'the box is drawn');
  await page.mouse.up();
  await page.keyboard.up('Shift');
}

export async function ghostsMeasured(url) {
  const context = await browser({});
  const page = await context.newPage();
  try {
    await newTable(page, url, 'outpost', [], 'empire');
    await toMovement(page);
    const lines = await page.locator('.oob .lines').allTextContents();
    assert.ok(
      lines.some((text) => /CP · Attack: .* · 0 of \d done/.test(text)),
      `${lines}`,
    );
    assert.ok(
      lines.some((text) => /: .*CP · break 0 of 7/.test(text)),
      `${lines}`,
    );

    // A group by a box: the first and whoever may go with him.
    await page.evaluate((to) => window.grognard.view.centreOn(to, 34), await at(page, 'P1'));
    await painted(page);
    await boxed(
      page,
      await pointOf(page, await at(page, 'P1')),
      await pointOf(page, await at(page, 'P4')),
    );
    await page.waitForFunction(() => window.grognard.deciding.reach?.unit.includes('+'));
    assert.deepEqual(await along(page), ['P4']);
    for (let i = 0; i < 3; i++) await page.keyboard.press('Shift+ArrowUp');
    await settled(page);
    await painted(page);
    const outlines = await laid(page, 'outlines');
    assert.ok(outlines.includes('group'), 'the box of the group');
    assert.ok(outlines.includes('near') || outlines.includes('far'), 'the arcs of the ghost');
    assert.equal((await draftOf(page)).legs[0], 'ahead 6000');
    assert.ok(await page.locator('.draft .named').count(), 'the end has a name');
    if (process.env.EMPIRE_SHOT)
      await page.screenshot({ path: `${process.env.EMPIRE_SHOT}-group.png` });

    // The whole group by a key, and nobody of it again.
    await page.keyboard.press('Escape');
    await page.keyboard.press('*');
    assert.deepEqual((await along(page)).sort(), ['P4', 'P5']);
    await page.keyboard.press('*');
    assert.deepEqual(await along(page), []);

    // An end by its name, by keys alone.
    await page.waitForFunction(() => window.grognard.deciding.reach?.drafts);
    await page.keyboard.press(':');
    await page.locator('.ends button:focus').waitFor();
    const wanted = await page.locator('.ends button:focus span').textContent();
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => window.grognard.deciding.drafting.offer !== null);
    const named = await page.locator('.draft .named').textContent();
    assert.equal(named.toLowerCase(), wanted.toLowerCase());
    if (process.env.EMPIRE_SHOT)
      await page.screenshot({ path: `${process.env.EMPIRE_SHOT}-named.png` });
    assert.deepEqual(context.faults, []);
  } finally {
    await context.close();
  }
}

if (process.argv[1]?.endsWith('empire-ghosts.mjs')) {
  const server = await serve();
  try {
    await ghostsMeasured(server.url);
    console.log('ok');
  } finally {
    await server.stop();
  }
}
