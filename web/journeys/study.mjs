// A study: a battle that is over is studied from its replay; a note, a glyph, an arrow and a variation that
// is played are put into it; somebody else opens the link at that move and can change nothing. axe on the
// page in every theme and language, for the owner and for the reader.

import assert from 'node:assert/strict';
import { everyLook } from './axe.mjs';
import { browser, clickHex, newTable, painted, serve, until } from './lib.mjs';
import { playOn } from './record.mjs';

const NOTE = 'The plan hangs <b>here</b>.';
const at = (page) =>
  page.evaluate(() => [window.grognard.study.branch, window.grognard.study.line]);
const shownAt = (page, n) =>
  page.waitForFunction(
    (n) => window.grognard?.study?.frame?.n === n && window.grognard.study.line === n,
    n,
  );
const kept = (page) => page.waitForFunction(() => window.grognard.study.saved === 'saved');

/** A battle in which one volley was fired, and a study of it. */
async function shotsFired(page, url) {
  const made = await newTable(page, url, 'first-shots');
  for (const words of ['done', 'done', 'fire 0706 F3@0803', null]) {
    const { n } = await until(page, (s) => s.mine || s.cover);
    await page.evaluate(
      ([words, n]) => {
        const { battle } = window.grognard;
        return battle.send(words ? { type: 'answer', n, text: words } : { type: 'resign', n });
      },
      [words, n],
    );
    await page.waitForFunction((n) => window.grognard.battle.n > n, n);
  }
  const study = await page.evaluate(async (game) => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ game });
    return (await (await fetch('/api/studies', { method: 'POST', headers, body })).json()).id;
  }, made.id);
  return { game: made.id, study };
}

/** The report on paper: white ground, the whole map in its own proportions, plots that nothing cuts. */
async function printed(page) {
  assert.ok((await page.locator('.report svg.marks').count()) > 0, 'no plot by the library');
  const { width, height } = page.viewportSize();
  await page.setViewportSize({ width: 688, height: 1017 }); // A4 within its margins
  await page.emulateMedia({ media: 'print' });
  const found = await page.evaluate(() => {
    const ground = (of) => getComputedStyle(document.querySelector(of)).backgroundColor;
    const wide = document.documentElement.clientWidth;
    const drawn = [...document.querySelectorAll('.report svg:not(.unseen), .report canvas')];
    const map = getComputedStyle(document.querySelector('.report canvas'));
    return {
      grounds: ['body', 'main.report', '.report .verdict'].map(ground),
      cut: drawn.filter((each) => each.getBoundingClientRect().right > wide + 1).length,
      fit: map.objectFit,
    };
  });
  const white = 'rgb(255, 255, 255)';
  assert.deepEqual(found, { grounds: [white, white, white], cut: 0, fit: 'contain' });
  const paper = await page.pdf({ printBackground: true, preferCSSPageSize: true });
  assert.ok(paper.length > 30000, `a PDF of ${paper.length} bytes`);
  await page.emulateMedia({ media: null });
  await page.setViewportSize({ width, height });
}

export async function studyShared(url, shot = '') {
  const context = await browser({});
  const other = await browser({});
  const page = await context.newPage();
  try {
    await newTable(page, url, 'duel');
    await until(page, (s) => s.mine);
    await playOn(page, 12);
    await page.evaluate(() => {
      const { battle } = window.grognard;
      return battle.send({ type: 'resign', n: battle.n });
    });
    await page.getByRole('button', { name: 'Step through' }).last().click();
    const bar = page.getByRole('group', { name: 'Step through' });
    await bar.getByRole('slider').fill('3');
    await page.waitForFunction(() => window.grognard.playback.frame?.n === 3);
    await bar.getByRole('button', { name: 'Study this battle' }).click();
    await page.waitForURL(/\/study\/[0-9a-f]{16}#3$/);
    await shownAt(page, 3);

    // A title, a glyph, a note, an arrow and a ring.
    await page.getByLabel('Title of the study').fill('The last hex');
    await page.getByRole('radio', { name: '!? interesting' }).click();
    await page.keyboard.press('Escape');
    await page.getByLabel('Note').fill(NOTE);
    await page.getByRole('button', { name: /^✎ Draw/ }).click();
    await page.getByLabel('Colour').selectOption('blue');
    await clickHex(page, 504);
    await clickHex(page, 506);
    await clickHex(page, 605);
    await clickHex(page, 605);
    await page.getByText('Arrow 0504 to 0506, blue').waitFor();
    await page.getByText('Ring around 0605, blue').waitFor();
    await kept(page);
    if (shot) {
      await painted(page);
      await page.screenshot({ path: shot });
    }

    // A variation leaves the line, is played, and is found in the study again.
    const before = await at(page);
    await page.getByRole('button', { name: 'Play on from here' }).click();
    await page.waitForFunction(() => window.grognard?.battle?.hello?.study?.in);
    await until(page, (s) => s.mine);
    assert.match(await page.title(), /Study: /);
    await playOn(page, 3);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Back to the study' }).click();
    await page.waitForFunction(() => window.grognard?.study?.branch === 1);
    await page.locator('.variation .row').first().waitFor();
    await page.getByLabel('Name of the variation').fill('Straight on');
    await page.getByLabel('Name of the variation').blur();
    await page.getByLabel('Note').fill('Played out.');
    await kept(page);
    await page.locator(`.tree .row[data-line="${before[1]}"]`).first().click();
    await shownAt(page, before[1]);
    const link = await page.getByLabel('Link to this move').inputValue();

    // Somebody else, who has never been here.
    const reader = await other.newPage();
    await reader.goto(link);
    await shownAt(reader, 3);
    await reader.getByRole('heading', { name: 'The last hex' }).waitFor();
    await reader.locator('aside .noted').getByText(NOTE, { exact: true }).waitFor();
    await reader.locator('aside').getByText('interesting').waitFor();
    await reader.getByText('Arrow 0504 to 0506, blue').waitFor();
    assert.equal(await reader.evaluate(() => window.grognard.view.overlays.drawn.length), 2);
    assert.equal(await reader.locator('textarea, input:not([readonly])').count(), 0);
    for (const name of ['Play on from here', 'Throw the study away', 'Erase'])
      assert.equal(await reader.getByRole('button', { name }).count(), 0, name);
    const refused = await reader.evaluate(async (id) => {
      const body = JSON.stringify({ revision: 0, title: 'Mine' });
      const headers = { 'content-type': 'application/json' };
      const put = await fetch(`/api/studies/${id}`, { method: 'PUT', headers, body });
      const gone = await fetch(`/api/studies/${id}`, { method: 'DELETE' });
      return [put.status, gone.status];
    }, new URL(link).pathname.split('/').at(-1));
    assert.deepEqual(refused, [403, 403]);
    // Along the line and into the variation by keys.
    await reader.locator('.tree').focus();
    await reader.keyboard.press('ArrowRight');
    await reader.waitForFunction(() => window.grognard.study.frame?.n > 3);
    await reader.keyboard.press('ArrowDown');
    await reader.waitForFunction(
      () => window.grognard.study.branch === 1 && window.grognard.study.frame,
    );
    await reader.getByText('Played out.').first().waitFor();

    // At a shot its chances are told, also to who only reads.
    const shots = await shotsFired(page, url);
    await reader.goto(`${url}/study/${shots.study}#4`);
    await reader
      .locator('.chances')
      .getByText(/Fire on 0706/)
      .waitFor();
    assert.ok(await reader.locator('.chances .bar').count(), 'no bar in the card of chances');

    // On the start page the owner finds it; what he takes away is gone.
    await page.goto(url);
    await page.getByRole('link', { name: 'The last hex' }).click();
    await shownAt(page, 0);

    // The report has the real map, and tells the verdict beside it.
    const report = `${url}/report/${shots.game}`;
    await page.goto(report);
    await page.getByRole('heading', { name: 'Verdict' }).waitFor();
    await painted(page);
    await printed(page);
    if (shot) await page.screenshot({ path: shot.replace('.png', '-report.png'), fullPage: true });
    assert.deepEqual(context.faults, []);
    assert.deepEqual(other.faults, []);
    assert.deepEqual(await everyLook(page, report, 'a report', '.report h2'), []);
    assert.deepEqual(await everyLook(page, link, 'a study', '.tree .row'), []);
    assert.deepEqual(await everyLook(reader, link, 'a study read', '.tree .row'), []);
  } finally {
    await context.close();
    await other.close();
  }
}

if (process.argv[1]?.endsWith('study.mjs')) {
  const server = process.env.GROGNARD_URL ? null : await serve();
  try {
    await studyShared(process.env.GROGNARD_URL ?? server.url, process.argv[2] ?? '');
    console.log('a study: ok');
  } finally {
    await server?.stop();
  }
}
