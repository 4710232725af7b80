// A pack of one's own: a faulty one is told line by line, a sound one is chosen and begun; its record is
// opened on a server that has never seen the pack.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { browser, serve, state, until, WEB } from './lib.mjs';

const DUEL = join(WEB, '..', 'src', 'grognard', 'library', 'duel');
const TITLE = 'A meadow of our own';
const PACK = 'input[accept^=".zip"]';
const RECORD = 'input[accept^=".journal"]';

/** The files of a battle that no library has. */
const pack = (changed = (text) => text) =>
  readdirSync(DUEL)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => {
      const text = readFileSync(join(DUEL, name), 'utf8');
      const own = text.replace('id: duel', 'id: meadow').replace('The duel', TITLE);
      return { name, mimeType: 'application/yaml', buffer: Buffer.from(changed(own)) };
    });

export async function ownPack(url) {
  const other = await serve();
  const context = await browser({});
  const page = await context.newPage();
  try {
    await page.goto(url);
    const wrong = (text) => text.replace('class: fr_line', 'class: fr_lien');
    await page.locator(PACK).setInputFiles(pack(wrong));
    const told = await page.locator('.faults li').first().textContent();
    assert.match(told, /scenario\.yaml:\d+/);
    await page.locator(PACK).setInputFiles(pack());
    await page.getByRole('heading', { name: TITLE }).waitFor();
    await page.locator('.against button').nth(1).click();
    await page.locator('.begin button').click();
    await page.waitForFunction(() => window.grognard?.view && window.grognard.battle.moving);
    const { n } = await until(page, ({ mine }) => mine);
    const game = new URL(page.url()).pathname.split('/').at(-1);
    const record = await page.evaluate(
      async (id) => (await fetch(`/api/games/${id}/journal`)).text(),
      game,
    );
    await page.goto(other.url);
    const file = { name: 'meadow.journal', mimeType: 'text/plain', buffer: Buffer.from(record) };
    await page.locator(RECORD).setInputFiles(file);
    await page.waitForFunction(() => window.grognard?.view && window.grognard.battle.moving);
    await until(page, ({ mine }) => mine);
    assert.ok((await state(page)).n >= n);
    assert.deepEqual(
      context.faults.filter((fault) => !/400/.test(fault)),
      [],
    );
  } finally {
    await context.close();
    await other.stop();
  }
}

if (process.argv[1]?.endsWith('bring.mjs')) {
  const server = await serve();
  try {
    await ownPack(process.env.GROGNARD_URL ?? server.url);
    console.log('ok');
  } finally {
    await server.stop();
  }
}
