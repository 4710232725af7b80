// Battles that simple bots have played to a moment worth a picture, uploaded as anybody may.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until, WEB } from './lib.mjs';

const HEAD = `
import sys
from grognard.bots import eager_bot, random_bot
from grognard.host.advice import adviser
from grognard.kernel import Ask
from grognard.kernel.conformance import RandomGame
from grognard.systems.registry import system_named
system, pack, purpose, units, turn, path = sys.argv[1:]
held = system_named(system)
chooser = {"premier": eager_bot, "nlc": random_bot}[system].choose
def fits(game, ask):
    return ask.purpose == purpose and game.state.table.turn >= int(turn)
for seed in range(60):
    game = RandomGame(held.rules, held.library.setting(pack, {}), seed, chooser)
    for _ in range(4000):
        ask = game.state.pending
        if not isinstance(ask, Ask):
            if type(ask).__name__ == "Over":
                break
        elif fits(game, ask) and worth(game, ask):
            open(path, "wb").write(game.journal.encoded())
            sys.exit(0)
        game.step()
sys.exit("such a moment did not come")
`;

const WORTH = {
  /** Any such question will do. */
  plain: 'worth = lambda game, ask: True\n',
  /** An attack by so many units is offered whose end is uncertain. */
  uncertain: `
def worth(game, ask):
    sage = adviser(held, game.state.table.setting)
    for order in ask.options:
        if len(getattr(order, "units", ())) < int(units):
            continue
        card = sage.look(game.state, ask.side, "odds", text=str(order))
        if 0.25 < card["chain"]["holder"].get(ask.side, 0) < 0.8:
            return True
    return False
`,
};

/** The file of a battle at a question of this purpose, not before a turn. */
export function played(system, pack, purpose, { turn = 1, units = 0, worth = 'plain' } = {}) {
  const python = process.env.GROGNARD_PYTHON ?? join(WEB, '..', '.venv', 'bin', 'python');
  const path = join(mkdtempSync(join(tmpdir(), 'moment-')), 'battle');
  const words = [system, pack, purpose, String(units), String(turn), path];
  execFileSync(python, ['-c', WORTH[worth] + HEAD, ...words], {
    env: { ...process.env, PYTHONPATH: process.env.GROGNARD_SOURCE ?? join(WEB, '..', 'src') },
    stdio: 'inherit',
  });
  return readFileSync(path);
}

/** Uploads a battle and sits down where it waits; gives its id. */
export async function uploaded(page, url, file) {
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
  await until(page, (now) => now.mine && !now.cover, 60000);
  return made.id;
}
