// A browser on a running server, for the journeys and the pictures of the documentation.

import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

export const WEB = join(dirname(fileURLToPath(import.meta.url)), '..');
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
];

/** A server of its own on a free port, with an empty store; `program` is the module that is run. The
 * computer answers as fast as it can, unless a `pace` is asked for. */
export async function serve(
  port = 8200 + Math.floor(Math.random() * 300),
  home = mkdtempSync(join(tmpdir(), 'grognard-')),
  program = 'grognard',
  pace = 0,
) {
  const python = process.env.GROGNARD_PYTHON ?? join(WEB, '..', '.venv', 'bin', 'python');
  const child = spawn(
    python,
    ['-m', program, 'serve', '--port', String(port), '--pace', String(pace)],
    {
      cwd: join(WEB, '..'),
      env: {
        ...process.env,
        GROGNARD_HOME: home,
        PYTHONPATH: process.env.GROGNARD_SOURCE ?? join(WEB, '..', 'src'),
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  const url = `http://127.0.0.1:${port}`;
  for (let i = 0; i < 200; i++) {
    try {
      await fetch(`${url}/api/me`);
      return { url, home, port, child, stop: () => stopped(child) };
    } catch {
      await new Promise((later) => setTimeout(later, 150));
    }
  }
  child.kill();
  throw new Error('the server did not start');
}

async function stopped(child) {
  if (child.exitCode !== null) return;
  const gone = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  await gone;
}

export async function browser({
  width = 1440,
  height = 900,
  ratio = 1,
  touch = false,
  scheme = 'light',
  reduced = true,
} = {}) {
  const context = await chromium.launchPersistentContext(mkdtempSync(join(tmpdir(), 'table-')), {
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    headless: true,
    args: FLAGS,
    viewport: { width, height },
    deviceScaleFactor: ratio,
    hasTouch: touch,
    isMobile: touch,
    colorScheme: scheme,
    reducedMotion: reduced ? 'reduce' : 'no-preference',
    locale: 'en-GB',
  });
  context.faults = [];
  context.on('page', (page) => watch(page, context.faults));
  for (const page of context.pages()) watch(page, context.faults);
  return context;
}

/** What a browser says of a server that is killed, of what is refused, and of how pixels are read. */
const EXPECTED =
  /WebSocket|ERR_CONNECTION|ERR_CONTENT_LENGTH|ERR_EMPTY_RESPONSE|403|404|willReadFrequently/;

function watch(page, faults) {
  page.on('console', (message) => {
    const isFault = ['error', 'warning'].includes(message.type());
    if (isFault && !EXPECTED.test(message.text())) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
}

/** Sets up a battle over HTTP with the page's own cookie and opens its table. */
export async function newTable(page, url, scenario, seats = [], system = undefined) {
  if (!page.url().startsWith(url)) await page.goto(url);
  const made = await page.evaluate(
    async ([scenario, seats, system]) => {
      const answer = await fetch('/api/games', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ scenario, seats, system }),
      });
      return answer.json();
    },
    [scenario, seats, system],
  );
  await page.goto(`${url}/table/${made.id}`);
  await page.waitForFunction(() => window.grognard?.view && window.grognard.battle.moving);
  return made;
}

export const state = (page) =>
  page.evaluate(() => {
    const { battle, deciding } = window.grognard;
    return {
      n: battle.n,
      mine: battle.mine,
      side: battle.side,
      cover: battle.cover,
      purpose: deciding.purpose,
      turn: battle.moving.turn,
      segment: battle.moving.segment,
      phasing: battle.moving.phasing,
      asked: battle.moving.question.side,
      kind: battle.moving.question.kind,
      selected: deciding.selected,
      able: deciding.able,
      options: deciding.options.length,
      own: deciding.own.length,
      reach: deciding.reach?.ways.length ?? 0,
      targets: deciding.targets,
      plan: deciding.plans.now?.hex ?? null,
      attack: deciding.attacks.now?.offer?.id ?? null,
      held: deciding.held?.words ?? '',
      status: battle.status,
      fresh: deciding.fresh && !deciding.busy,
    };
  });

export async function until(page, test, timeout = 20000) {
  const from = Date.now();
  for (;;) {
    const now = await state(page);
    if (now.fresh && test(now)) return now;
    if (Date.now() - from > timeout)
      throw new Error(`waited in vain: ${test} at ${JSON.stringify(now)}`);
    await frame(page);
  }
}

/** The page has drawn what it was given: two frames, for the first may have begun before. */
export const frame = (page) =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );

/** Answers of one kind that a card has folded are laid open. */
export async function unfold(page) {
  const folded = page.locator('.cards .sheaf[aria-expanded=false]');
  while (await folded.count()) await folded.first().click();
}

/** All is known of a unit that was chosen. */
export const known = (page, unit) =>
  page.waitForFunction((unit) => window.grognard.deciding.loaded === unit, unit);

/** The maps of the start page are laid out. */
export const laidOut = (page) =>
  page.waitForFunction(
    () =>
      [...document.querySelectorAll('.thumb canvas, .strip canvas, .backdrop canvas')].every(
        (ground) => ground.matches('.there'),
      ),
    undefined,
    { timeout: 120000, polling: 500 },
  );

/** The map has come to where it was sent. */
export async function still(page) {
  await page.waitForFunction(() => !window.grognard.view.flight.active);
  await frame(page);
}

/** Waits until the map is painted. */
export async function painted(page) {
  await frame(page);
  await page.waitForFunction(() => window.grognard.view.isSharp, undefined, {
    timeout: 60000,
    polling: 100,
  });
  await frame(page);
}

/** Where a hex lies on the page. */
export async function pointOf(page, hex) {
  return page.evaluate((hex) => {
    const { view } = window.grognard;
    const box = view.canvas.getBoundingClientRect();
    const { x, y } = view.pointOf(hex);
    return { x: box.x + x, y: box.y + y };
  }, hex);
}

/** Brings a hex into the window and clicks it. */
export async function clickHex(page, hex, options = {}) {
  await page.evaluate((hex) => window.grognard.view.reveal(hex, 5), hex);
  await still(page);
  const { x, y } = await pointOf(page, hex);
  await page.mouse.click(x, y, options);
}

/** What was asked of a draft is answered. */
export const settled = (page) =>
  page.waitForFunction(() => window.grognard.deciding.drafting.isSettled);

/** Where a handle of the piece in hand lies on the page: move, or the left or right corner. */
export const handleOf = (page, kind) =>
  page.evaluate((kind) => {
    const { view } = window.grognard;
    const { base, large } = view.overlays.handles;
    const { x: ox, y: oy, scale } = view.camera;
    const out = ((large ? 20 : 12) + 4) / scale;
    const aside = kind === 'move' ? 0 : (base.width / 2 + out) * (kind === 'left' ? -1 : 1);
    const ahead = base.depth / 2 + (kind === 'move' ? Math.max(0.42, 2.6 * out) : 0);
    const [sin, cos] = [Math.sin(base.angle), Math.cos(base.angle)];
    const box = view.canvas.getBoundingClientRect();
    const x = base.x + sin * ahead + cos * aside;
    const y = base.y - cos * ahead + sin * aside;
    return { x: box.x + (x - ox) * scale, y: box.y + (y - oy) * scale };
  }, kind);

/** Draws something over the map with the mouse, in steps. */
export async function drawn(page, from, to) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 5 });
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.mouse.up();
  await settled(page);
}

/** The draft in hand: its legs, its cost, what it was stopped by. */
export const draftOf = (page) =>
  page.evaluate(() => {
    const { drafting } = window.grognard.deciding;
    const { offer } = drafting;
    return {
      legs: drafting.legs.map(({ kind, side = '', form = '', by = '' }) =>
        [kind, side, form, by].filter(Boolean).join(' '),
      ),
      cost: offer?.cost ?? 0,
      heading: offer?.shape?.heading ?? -1,
      stops: offer?.stops ?? drafting.refused?.text ?? '',
      beyond: !!offer?.beyond,
    };
  });
