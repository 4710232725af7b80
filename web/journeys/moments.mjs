// Battles that computers have played to a moment worth a picture, uploaded as anybody may.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until, WEB } from './lib.mjs';

const HEAD = `
import sys
from grognard.bots import roster
from grognard.host.advice import adviser
from grognard.kernel import Ask
from grognard.kernel.conformance import RandomGame
from grognard.systems.registry import system_named
system, pack, purpose, units, turn, asked, who, path = sys.argv[1:]
held = system_named(system)
setting = held.library.setting(pack, {})
sides = held.rules.sides(setting)
def fits(game, ask):
    return (ask.purpose == purpose and game.state.table.turn >= int(turn)
            and asked in ("", ask.side))
def kept(game):
    open(path, "wb").write(game.journal.encoded())
    sys.exit(0)
for seed in range(60):
    players = {side: roster.player(who, held, setting, side, seed) for side in sides}
    game = RandomGame(held.rules, setting, seed,
                      lambda view, ask, stream: players[ask.side](view, ask, stream))
    for _ in range(20000):
        ask = game.state.pending
        if type(ask).__name__ == "Over":
            if purpose == "over":
                kept(game)
            break
        if isinstance(ask, Ask) and fits(game, ask) and worth(game, ask):
            kept(game)
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

const known = new Map();

/** The file of a battle at a question of this purpose, not before a turn; 'over' is its end. */
export function played(
  system,
  pack,
  purpose,
  { turn = 1, units = 0, side = '', worth = 'plain', by = 'captain' } = {},
) {
  const words = [system, pack, purpose, String(units), String(turn), side, by];
  const key = [...words, worth].join(' ');
  if (known.has(key)) return known.get(key);
  const python = process.env.GROGNARD_PYTHON ?? join(WEB, '..', '.venv', 'bin', 'python');
  const path = join(mkdtempSync(join(tmpdir(), 'moment-')), 'battle');
  execFileSync(python, ['-c', WORTH[worth] + HEAD, ...words, path], {
    env: { ...process.env, PYTHONPATH: process.env.GROGNARD_SOURCE ?? join(WEB, '..', 'src') },
    stdio: 'inherit',
  });
  known.set(key, readFileSync(path));
  return known.get(key);
}

/** Uploads a battle as a file that somebody has; gives its id. */
export async function brought(page, url, file) {
  await page.goto(url);
  const made = await page.evaluate(
    async (bytes) =>
      (await fetch('/api/games/upload', { method: 'POST', body: new Uint8Array(bytes) })).json(),
    [...file],
  );
  return made.id;
}

/** Uploads a battle and sits down where it waits; gives its id. */
export async function uploaded(page, url, file) {
  const id = await brought(page, url, file);
  await page.goto(`${url}/table/${id}`);
  await page.waitForFunction(() => window.grognard?.view && window.grognard.battle.moving);
  const cover = page.getByRole('button', { name: /^I am/ });
  if (await cover.count()) await cover.click();
  await until(page, (now) => now.mine && !now.cover, 60000);
  return id;
}
