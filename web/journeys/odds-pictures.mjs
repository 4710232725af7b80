// Pictures of the odds card and of the threat overlay, of the real table: into shots/, or where
// --to says. Battles played by simple bots are uploaded at the moment that is to be shown.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browser, painted, serve, until, WEB } from './lib.mjs';

const to = process.argv.includes('--to')
  ? process.argv[process.argv.indexOf('--to') + 1]
  : join(WEB, 'shots');
mkdirSync(to, { recursive: true });
const python = process.env.GROGNARD_PYTHON ?? join(WEB, '..', '.venv', 'bin', 'python');

/** Plays until an attack by so many units is offered whose end is uncertain. */
const PLAY = `
import sys
from grognard.bots import eager_bot, random_bot
from grognard.host.advice import adviser
from grognard.kernel import Ask
from grognard.kernel.conformance import RandomGame
from grognard.systems.registry import system_named
system, pack, purpose, units, turn, path = sys.argv[1:]
held = system_named(system)
chooser = {"premier": eager_bot, "nlc": random_bot}[system].choose
for seed in range(60):
    game = RandomGame(held, held.setting(pack, {}), seed, chooser)
    for _ in range(4000):
        ask = game.state.pending
        if not isinstance(ask, Ask):
            if type(ask).__name__ == "Over":
                break
        elif ask.purpose == purpose and game.state.table.turn >= int(turn):
            sage = adviser(held, game.state.table.setting)
            for order in ask.options:
                if len(getattr(order, "units", ())) < int(units):
                    continue
                card = sage.look(game.state, ask.side, "odds", text=str(order))
                if 0.25 < card["chain"]["holder"].get(ask.side, 0) < 0.8:
                    open(path, "wb").write(game.journal.encoded())
                    sys.exit(0)
        game.step()
sys.exit("such a moment did not come")
`;

function played(system, pack, purpose, units, turn) {
  const path = join(mkdtempSync(join(tmpdir(), 'odds-')), 'battle');
  execFileSync(python, ['-c', PLAY, system, pack, purpose, String(units), String(turn), path], {
    env: { ...process.env, PYTHONPATH: process.env.GROGNARD_SOURCE ?? join(WEB, '..', 'src') },
    stdio: 'inherit',
  });
  return readFileSync(path);
}

async function uploaded(page, url, file) {
  await page.goto(url);
  const made = await page.evaluate(
    async (bytes) =>
      (await fetch('/api/games/upload', { method: 'POST', body: new Uint8Array(bytes) })).json(),
    [...file],
  );
  await page.goto(`${url}/table/${made.id}`);
  await page.waitForFunction(() => window.grognard?.view && window.grognard.battle.moving);
  const cover = page.getByRole('button', { name: /^I am/ });
  if (await cover.count()) await cover.click();
  return until(page, (now) => now.mine && !now.cover, 60000);
}

/** Opens the card of the attack whose end is least certain. */
async function weigh(page, wanted) {
  await page.evaluate(async (wanted) => {
    const { battle, deciding, view } = window.grognard;
    const targets = deciding.options.filter(({ kind }) => kind === wanted).map((o) => o.target);
    let best = [-1, 0];
    for (const target of new Set(targets)) {
      deciding.attacks.open(wanted, target);
      const { text } = deciding.attacks.now;
      const reply = await battle.look({ type: 'look', what: 'odds', text });
      const ours = reply?.found.chain.holder[battle.side] ?? 0;
      const open = Math.min(ours, 1 - ours);
      if (open > best[0]) best = [open, target];
    }
    view.centreOn(best[1], 52);
    view.panBy(150, 60);
    deciding.attacks.open(wanted, best[1]);
    deciding.looks.hover(null);
  }, wanted);
  await page.waitForFunction(() => window.grognard.deciding.attacks.now?.odds);
}

/** Shows the threats to the hex with the most to fear. */
async function threats(page) {
  await page.evaluate(() => {
    const { deciding } = window.grognard;
    deciding.letGo();
    if (!deciding.looks.show.threat) deciding.looks.toggle('threat');
  });
  await page.waitForFunction(() => window.grognard.deciding.looks.threats);
  await page.evaluate(() => {
    const { deciding, view } = window.grognard;
    const { looks } = deciding;
    const feared = [...looks.threats.hexes].sort(
      (a, b) =>
        b.assault.length +
        b.firers.length +
        b.charge.length -
        (a.assault.length + a.firers.length + a.charge.length),
    )[0];
    view.centreOn(feared.hex, 40);
    view.panBy(120, 20);
    deciding.select(deciding.stackAt(feared.hex)[0]);
    void looks.lookAtThreat(feared.hex);
  });
  await page.waitForFunction(() => {
    const { looks } = window.grognard.deciding;
    return looks.threatHex && looks.threatened.has(looks.threatHex);
  });
}

const server = process.env.GROGNARD_URL ? null : await serve();
const url = process.env.GROGNARD_URL ?? server.url;
const contexts = [];
async function table(settings = {}) {
  const context = await browser({ ratio: 1, ...settings });
  contexts.push(context);
  return context.newPage();
}
const shot = async (page, name) => {
  await painted(page);
  await page.screenshot({ path: join(to, `${name}.png`) });
  console.log(name);
};

try {
  const premier = played('premier', 'hagelberg', 'declare-assault', 2, 3);
  const page = await table();
  await uploaded(page, url, premier);
  await weigh(page, 'assault');
  await shot(page, 'odds-assault');
  await threats(page);
  await shot(page, 'threat-overlay');
  const small = await table({ width: 390, height: 844, ratio: 2, touch: true, scheme: 'dark' });
  await uploaded(small, url, premier);
  await weigh(small, 'assault');
  await shot(small, 'odds-phone');
  await threats(small);
  await shot(small, 'threat-phone');
  const other = await table();
  await uploaded(other, url, played('nlc', 'crossroads', 'assault', 1, 2));
  await weigh(other, 'assault');
  await shot(other, 'odds-nlc-assault');
  await threats(other);
  await shot(other, 'threat-nlc');
  for (const context of contexts) if (context.faults.length) console.log(context.faults);
} finally {
  for (const context of contexts) await context.close();
  await server?.stop();
}
