// The record of the long journeys: a line for each battle in bench/battles.jsonl, and a page of the
// latest of each in bench/battles.md.

import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { WEB } from './lib.mjs';

const LINES = join(WEB, '..', 'bench', 'battles.jsonl');
const PAGE = join(WEB, '..', 'bench', 'battles.md');

export const seconds = (ms) => (ms / 1000).toFixed(1);
const waited = (ms) => (ms ? `${seconds(ms)} s` : '–');

export function keep(battle) {
  const date = new Date().toISOString().slice(0, 10);
  const load = Math.round((10 * loadavg()[1]) / cpus().length) / 10;
  appendFileSync(LINES, `${JSON.stringify({ date, load, ...battle })}\n`);
  writeFileSync(PAGE, page(latest()));
}

/** The last word on every battle, in the order in which they first came. */
function latest() {
  const found = new Map();
  const text = existsSync(LINES) ? readFileSync(LINES, 'utf8') : '';
  for (const line of text.split('\n').filter(Boolean)) {
    const battle = JSON.parse(line);
    found.set(battle.name, battle);
  }
  return [...found.values()].sort((a, b) => a.name.localeCompare(b.name));
}

function page(battles) {
  return `${[
    '# Whole battles in the browser',
    '',
    'Command: `make battles` (or `npm run battles -- --record "part of a name"` in `web/`). A program plays with',
    'the controls of the page. Each kind of question is answered by hand (map, cards, order desk, buttons) at',
    'least once in every battle in which it comes; the rest goes through the same line without a mouse. Each',
    'battle ended with its verdict and the reasons for it on the page, and without an error in the console.',
    'A unit that enters, or that no click reaches, is selected by the program. The last record of each battle',
    'stands here: rows may come from different runs.',
    '',
    'Waits are from an answer to the next question that can be answered, the longest of the battle: after an own',
    'answer; while the computer decides, all its decisions in a row; and that, per decision. They are what the',
    'clock showed: *load* is how many processes waited for each core of the machine meanwhile.',
    '',
    '| battle | date | verdict | turns | lines | answers | took | own wait | computer | per decision | load |',
    '|---|---|---|---|---|---|---|---|---|---|---|',
    ...battles.map(
      ({ name, date, load, verdict, turn, lines, took, account: { answers, longest } }) =>
        `| ${name} | ${date} | ${verdict} | ${turn} | ${lines} | ${answers} | ${seconds(took)} s | ${waited(longest.own)} | ${waited(longest.other)} | ${waited(longest.each)} | ${load ?? '–'} |`,
    ),
    '',
    '## How each kind of question was answered',
    '',
    '| battle of | question | by hand | through | otherwise |',
    '|---|---|---|---|---|',
    ...questions(battles),
  ].join('\n')}\n`;
}

function questions(battles) {
  const all = {};
  for (const { name, account } of battles)
    for (const [purpose, { clicked, told, ways }] of Object.entries(account.purposes)) {
      const key = `${name.split(',')[0]} | ${purpose}`;
      all[key] ??= { clicked: 0, told: 0, ways: new Set() };
      all[key].clicked += clicked;
      all[key].told += told;
      for (const way of ways) all[key].ways.add(way);
    }
  return Object.entries(all)
    .sort()
    .map(
      ([key, { clicked, told, ways }]) =>
        `| ${key} | ${clicked} | ${[...ways].join(', ')} | ${told} |`,
    );
}
