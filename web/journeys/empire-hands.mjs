// The measured table by mouse, by keyboard and on a phone, both sides on one screen: an order changed, a
// firefight, a charge with its answer, a wheel; and an outpost of two turns against the computer.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { played } from './empire.mjs';
import {
  browser,
  draftOf,
  drawn,
  frame,
  handleOf,
  newTable,
  painted,
  pointOf,
  serve,
  settled,
  state,
  unfold,
  until,
  WEB,
} from './lib.mjs';

const REHEARSAL = readFileSync(join(WEB, 'journeys', 'rehearsal.yaml'), 'utf8');
const OUTPOST = readFileSync(
  join(WEB, '..', 'src', 'grognard', 'library', 'outpost', 'scenario.yaml'),
  'utf8',
);
const ALL = ['ordered', 'firefight', 'charged', 'answered', 'wheeled'];
/** What a strike shows, by the question. */
const STRIKES = { 'preparatory-fire': 'firefight', charge: 'charged' };
/** Of a card the first option that fits is taken; the last fits always. */
const WANTED = {
  activate: [/Order .* to attack/i, /Activate/],
  charged: [/square/],
  control: [/ride on/i, /.*/],
};

/** A table for a pack of one's own. */
async function ownTable(page, url, text, seats = []) {
  await page.goto(url);
  const id = await page.evaluate(async (text) => {
    const answer = await fetch('/api/documents', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ files: { 'scenario.yaml': text } }),
    });
    return (await answer.json()).id;
  }, text);
  return newTable(page, url, id, seats, 'empire');
}

const goesOn = (now) => now.kind === 'over' || now.cover !== '' || now.mine;

/** Every question of the rehearsal is answered by these hands until all has been done. */
async function rehearsed(page, url, hands) {
  await ownTable(page, url, REHEARSAL);
  const seen = new Set();
  for (let most = 0; most < 60 && !ALL.every((each) => seen.has(each)); most++) {
    const now = await until(page, goesOn);
    assert.notEqual(now.kind, 'over', `${[...seen]}`);
    if (now.cover) {
      await hands.sits(page);
      await until(page, (s) => s.cover === '' && s.mine);
      continue;
    }
    if (now.purpose === 'movement' && now.able.includes('F2')) {
      assert.match(await hands.wheels(page), /^wheel left \d+/);
      seen.add('wheeled');
    } else if (now.targets.length && STRIKES[now.purpose] && !seen.has(STRIKES[now.purpose])) {
      await hands.strikes(page, now);
      seen.add(STRIKES[now.purpose]);
    } else if (now.options && !(await page.evaluate(() => window.grognard.deciding.inSegment))) {
      const taken = await hands.picks(page, WANTED[now.purpose] ?? [/.*/]);
      if (/^change-order/.test(taken)) seen.add('ordered');
      if (now.purpose === 'charged') seen.add('answered');
    } else await hands.ends(page);
    await until(page, (s) => s.n > now.n);
  }
  assert.deepEqual([...seen].sort(), [...ALL].sort());
}

/** The words of the option that is wanted; those of the first where none is. */
const wantedOf = (page, wanted) =>
  page.evaluate(
    (wanted) => {
      const texts = window.grognard.deciding.options.map(({ text }) => text);
      for (const [source, flags] of wanted) {
        const found = texts.find((text) => new RegExp(source, flags).test(text));
        if (found) return found;
      }
      return document.querySelector('.cards [role=radio] b').textContent;
    },
    wanted.map(({ source, flags }) => [source, flags]),
  );

const option = (page, text) =>
  page.locator('.cards [role=radio]').filter({ has: page.getByText(text, { exact: true }) });

const chosen = (page) =>
  page.evaluate(() => {
    const { deciding } = window.grognard;
    return deciding.chosen ?? deciding.options[0].id;
  });

// --- by keyboard

const focused = (page, test) =>
  page.waitForFunction((source) => {
    const { activeElement } = document;
    return (
      activeElement?.matches?.('[role=radio]') ||
      new RegExp(source).test(activeElement?.textContent ?? '')
    );
  }, test.source);

const keys = {
  async sits(page) {
    await focused(page, /^I am/);
    await page.keyboard.press('Enter');
  },
  async picks(page, wanted) {
    await focused(page, /^$/);
    const text = await wantedOf(page, wanted);
    const options = await page.evaluate(() => window.grognard.deciding.options.length);
    const taking = page.locator('.cards [role=radio][aria-checked=true] b');
    for (let i = 0; i < options && (await taking.textContent()) !== text; i++)
      await page.keyboard.press('ArrowDown');
    assert.equal(await taking.textContent(), text);
    const taken = await chosen(page);
    await page.keyboard.press('Enter');
    return taken;
  },
  async strikes(page, { purpose }) {
    await page.keyboard.press(purpose === 'charge' ? 'x' : 'f');
    await until(page, (s) => s.attack !== null);
    await page.waitForFunction(() => window.grognard.deciding.attacks.now?.working === false);
    if (process.env.EMPIRE_SHOT)
      await page.screenshot({ path: `${process.env.EMPIRE_SHOT}-keys-${purpose}.png` });
    await page.keyboard.press('Enter');
  },
  async wheels(page) {
    for (let i = 0; i < 6 && (await state(page)).selected !== 'F2'; i++) {
      const { selected } = await state(page);
      await page.keyboard.press('n');
      await until(page, (s) => s.selected !== selected);
    }
    await page.waitForFunction(() => window.grognard.deciding.reach?.drafts);
    for (const key of [',', ',', ',', 'Control+,', ...Array(4).fill('Shift+ArrowUp')])
      await page.keyboard.press(key);
    await settled(page);
    const { legs } = await draftOf(page);
    await page.keyboard.press('Enter');
    return legs[0];
  },
  async ends(page) {
    await page.keyboard.press('Shift+Enter');
    if (await page.evaluate(() => window.grognard.deciding.ending))
      await page.keyboard.press('Shift+Enter');
  },
};

// --- by a pointer

/** Hands that point: `on` presses something of the page, `at` a place, `pulled` draws from one to another. */
const pointing = ({ name, on, at, pulled }) => ({
  sits: (page) => on(page.getByRole('button', { name: /^I am/ })),
  async picks(page, wanted) {
    await page.locator('.cards [role=radio]').first().waitFor();
    const text = await wantedOf(page, wanted);
    await unfold(page);
    await on(option(page, text).first());
    const taken = await chosen(page);
    await on(page.locator('.cards .answer'));
    return taken;
  },
  async strikes(page, { targets: [target], purpose }) {
    await page.evaluate((at) => window.grognard.view.centreOn(at, 40), target);
    await at(page, await pointOf(page, target));
    await until(page, (s) => s.attack !== null);
    await page.waitForFunction(() => window.grognard.deciding.attacks.now?.working === false);
    if (process.env.EMPIRE_SHOT)
      await page.screenshot({ path: `${process.env.EMPIRE_SHOT}-${name}-${purpose}.png` });
    await on(page.locator('.cards .commit'));
  },
  async wheels(page) {
    const from = await page.evaluate(() => window.grognard.battle.at('F2'));
    await page.evaluate((at) => window.grognard.view.centreOn(at, 40), from);
    await at(page, await pointOf(page, from));
    await until(page, (s) => s.selected === 'F2');
    await page.waitForFunction(() => window.grognard.deciding.reach?.drafts);
    await painted(page);
    for (const [kind, dx, dy] of [
      ['right', -6, -12],
      ['move', -72, -216],
    ]) {
      const { x, y } = await handleOf(page, kind);
      await pulled(page, { x, y }, { x: x + dx, y: y + dy });
      await frame(page);
      await settled(page);
      await frame(page);
    }
    const { legs } = await draftOf(page);
    if (process.env.EMPIRE_SHOT)
      await page.screenshot({ path: `${process.env.EMPIRE_SHOT}-${name}-wheel.png` });
    await on(page.getByRole('button', { name: /^March/ }));
    return legs[0];
  },
  async ends(page) {
    await on(page.locator('.bar .end'));
    if (await page.evaluate(() => window.grognard.deciding.ending))
      await on(page.locator('.bar .end'));
  },
});

const mouse = pointing({
  name: 'mouse',
  on: (what) => what.click(),
  at: (page, { x, y }) => page.mouse.click(x, y),
  pulled: drawn,
});

/** Taps until the tap is felt: a busy browser takes a slow one for a long press. */
async function tapped(what) {
  const one = await what.elementHandle();
  const felt = one.evaluate(
    (button) => new Promise((done) => button.addEventListener('click', done, { once: true })),
  );
  let done = false;
  void felt.then(
    () => (done = true),
    () => (done = true),
  );
  for (let tries = 0; tries < 5 && !done; tries++) {
    await one.tap().catch(() => {});
    await frame(what.page());
  }
}

const finger = (line) => {
  const touch = (type, at) =>
    line.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
  return pointing({
    name: 'phone',
    on: tapped,
    async at(page, { x, y }) {
      await page.touchscreen.tap(x, y);
      // Handles are large once a finger was at work.
      await page.evaluate(() => {
        window.grognard.deciding.drafting.touched = true;
      });
    },
    async pulled(_page, from, to) {
      await touch('touchStart', from);
      for (let i = 1; i <= 6; i++) {
        const part = (a, b) => a + ((b - a) * i) / 6;
        await touch('touchMove', { x: part(from.x, to.x), y: part(from.y, to.y) });
      }
      await touch('touchEnd');
    },
  });
};

const walked = (options, handsOf) => async (url) => {
  const context = await browser(options);
  const page = await context.newPage();
  try {
    await rehearsed(page, url, await handsOf(context, page));
    assert.deepEqual(context.faults, []);
  } finally {
    await context.close();
  }
};

export const empireByMouse = walked({}, () => mouse);
export const empireByKeyboard = walked({}, () => keys);
export const empireByTouch = walked(
  { width: 390, height: 844, ratio: 2, touch: true },
  async (context, page) => finger(await context.newCDPSession(page)),
);

// --- against the computer

/** The outpost with a calendar of so many turns, to its verdict, against the default level. */
export async function outpostMet(url, turns = 2) {
  const context = await browser({});
  const page = await context.newPage();
  try {
    const late = new RegExp(`^ {2}- \\{turn: [${turns + 1}-9].*\n`, 'gm');
    const text = OUTPOST.replace('id: outpost', 'id: outpost-short').replace(late, '');
    await page.goto(url);
    const who = await page.evaluate(
      async () => (await (await fetch('/api/scenarios')).json()).opponents.default,
    );
    await ownTable(page, url, text, [
      { side: 'prussian', who: 'me' },
      { side: 'french', who },
    ]);
    const { kind, turn, ...seen } = await played(page);
    assert.deepEqual([kind, turn, seen.wheel], ['over', turns, true]);
    assert.deepEqual(context.faults, []);
    return seen;
  } finally {
    await context.close();
  }
}

if (process.argv[1]?.endsWith('empire-hands.mjs')) {
  const server = await serve();
  const all = {
    mouse: empireByMouse,
    keyboard: empireByKeyboard,
    touch: empireByTouch,
    computer: (url) => outpostMet(url, Number(process.argv[3] ?? 2)),
  };
  try {
    for (const [name, journey] of Object.entries(all)) {
      if (process.argv[2] && process.argv[2] !== name) continue;
      const from = Date.now();
      console.log(name, await journey(server.url), (Date.now() - from) / 1000);
    }
  } finally {
    await server.stop();
  }
}
