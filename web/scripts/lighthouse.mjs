// Lighthouse on the start page and on a table, the best of some runs each: what else the machine does
// makes a page slower and never faster. `make lighthouse` installs it and keeps the record.
//
//     node scripts/lighthouse.mjs --runs 3 --record ../bench/lighthouse.jsonl

import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { serve, WEB } from '../journeys/lib.mjs';

const { values: asked } = parseArgs({
  options: { runs: { type: 'string', default: '3' }, record: { type: 'string' } },
});
const GOALS = { performance: 95, accessibility: 95, 'best-practices': 95 };
const AT_TABLE = { performance: 90, accessibility: 90, 'best-practices': 90 };
const LIGHTHOUSE = join(WEB, 'lighthouse', 'node_modules', '.bin', 'lighthouse');
const scratch = mkdtempSync(join(tmpdir(), 'lighthouse-'));

function measured(address, cookie) {
  const file = join(scratch, 'report.json');
  const run = spawnSync(
    LIGHTHOUSE,
    [
      address,
      '--preset=desktop',
      '--quiet',
      '--output=json',
      `--output-path=${file}`,
      `--only-categories=${Object.keys(GOALS).join(',')}`,
      '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
      ...(cookie ? [`--extra-headers=${JSON.stringify({ Cookie: cookie })}`] : []),
    ],
    { env: { ...process.env, CHROME_PATH: process.env.CHROMIUM }, encoding: 'utf8' },
  );
  if (run.status !== 0) throw new Error(run.stderr || String(run.error));
  const { categories, audits, lighthouseVersion } = JSON.parse(readFileSync(file, 'utf8'));
  const scores = Object.fromEntries(
    Object.entries(categories).map(([name, { score }]) => [name, Math.round(score * 100)]),
  );
  const missed = Object.values(audits)
    .filter(
      ({ score, scoreDisplayMode: mode }) =>
        mode !== 'informative' && score < 0.9 && score !== null,
    )
    .map(({ id }) => id);
  return { scores, missed, version: lighthouseVersion };
}

const server = await serve();
let failed = false;
try {
  const begun = await fetch(`${server.url}/api/games`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ scenario: 'duel', seats: [{ side: 'prussian', who: 'captain' }] }),
  });
  const { id } = await begun.json();
  const [cookie] = begun.headers.getSetCookie()[0].split(';');
  for (const [page, address, goals] of [
    ['start', '/', GOALS],
    ['table', `/table/${id}`, AT_TABLE],
  ]) {
    const runs = [];
    for (let i = 0; i < Number(asked.runs); i++) runs.push(measured(server.url + address, cookie));
    runs.sort((one, other) => other.scores.performance - one.scores.performance);
    const [{ scores, missed, version }] = runs;
    const passed = Object.entries(goals).every(([name, least]) => scores[name] >= least);
    failed ||= !passed;
    const line = {
      date: new Date().toISOString().slice(0, 10),
      test: 'lighthouse',
      page,
      ...scores,
      performances: runs.map((run) => run.scores.performance),
      missed,
      version,
      load: Number(readFileSync('/proc/loadavg', 'utf8').split(' ')[0]),
      passed,
      command: `web/scripts/lighthouse.mjs --runs ${asked.runs}`,
    };
    console.log(JSON.stringify(line));
    if (asked.record) appendFileSync(asked.record, `${JSON.stringify(line)}\n`);
  }
} finally {
  await server.stop();
}
process.exit(failed ? 1 : 0);
