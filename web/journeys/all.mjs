// All journeys, one after the other, on a server of their own. GROGNARD_PYTHON names the Python.
// Dice and chits fall as they will, so a journey that stumbles is walked a second time; the first
// fall is printed all the same, and two falls are a failure. `--times 5` walks all of them so often,
// `--only NAME`, once or more, only these.

import { assaultTaught, captainMet, grandCharge } from './an-xxx.mjs';
import { byFile } from './apart.mjs';
import { accessible } from './axe.mjs';
import { bareSystem } from './bare.mjs';
import { ownPack } from './bring.mjs';
import { campaign, campaignOnPhone } from './campaign.mjs';
import { chargeSeen } from './charge.mjs';
import { withClock } from './clock.mjs';
import { linesTaught } from './empire.mjs';
import { ghostsMeasured } from './empire-ghosts.mjs';
import { empireByKeyboard, empireByMouse, empireByTouch, outpostMet } from './empire-hands.mjs';
import { enemyTurn } from './enemy-turn.mjs';
import { byKeyboard } from './keyboard.mjs';
import { lessons, oneMap, ordersTaught } from './lessons.mjs';
import { serve } from './lib.mjs';
import { lostLine } from './lost-line.mjs';
import { meadowByKeyboard, meadowByMouse, meadowByTouch, onTheMeadow } from './meadow.mjs';
import { byMouse } from './mouse.mjs';
import { crossroads, together } from './nlc-hotseat.mjs';
import { ordersDelayed } from './nlc-orders.mjs';
import { orderByKeys, orderByTouch } from './nlc-phone.mjs';
import { odds } from './odds.mjs';
import { online } from './online.mjs';
import { opening } from './opening.mjs';
import { daysRanOut } from './overdue.mjs';
import { onPhone } from './phone.mjs';
import { bentByTouch, bentPaths, ghostsLaid } from './planning.mjs';
import { puzzleSolved } from './puzzle.mjs';
import { record, sinceLastVisit } from './record.mjs';
import { rulesFound } from './rules.mjs';
import { startPage } from './start.mjs';
import { studyShared } from './study.mjs';
import { inWords } from './text.mjs';
import { friends } from './together.mjs';

const journeys = {
  'the start page': startPage,
  'by mouse, both sides': byMouse,
  'by keyboard, both sides': byKeyboard,
  'the first lessons, and one map throughout': lessons,
  'one map through twenty answers, a take-back, a lost line and another seat': oneMap,
  'lessons in which orders are written': ordersTaught,
  'on a phone': onPhone,
  'the record: past, study, file, report, seat to the computer': record,
  'five lost lines while computers play': lostLine,
  'since the last visit': sinceLastVisit,
  "a pack of one's own, and its record on another server": ownPack,
  'a campaign: begun, fought, spread, gone on with': campaign,
  'a campaign on a phone': campaignOnPhone,
  'a puzzle solved': puzzleSolved,
  'a study made, shared, and opened by somebody else': studyShared,
  'in words': inWords,
  'the rules, searched': rulesFound,
  'with the movement clock': withClock,
  'a system that sends little': bareSystem,
  'odds and threats': odds,
  'a charge seen and ridden': chargeSeen,
  'a path bent by mouse and keys': bentPaths,
  'a path bent by touch': bentByTouch,
  'ghosts that are no orders': ghostsLaid,
  'first legal move': opening,
  'an order sent, delayed, obeyed': ordersDelayed,
  'the crossroads, one screen, a whole turn': crossroads,
  'the crossroads, two browsers and a watcher': together,
  'an order by touch': orderByTouch,
  'an order by keyboard': orderByKeys,
  'a measured battle by its guide, to the last lesson': linesTaught,
  'a measured battle: order, fire, charge and wheel by mouse': empireByMouse,
  'a measured battle: order, fire, charge and wheel by keyboard': empireByKeyboard,
  'a measured battle: order, fire, charge and wheel on a phone': empireByTouch,
  'a measured battle: a group in its box, arcs of a ghost, ends by name': ghostsMeasured,
  'a measured battle, whole, against the default level': outpostMet,
  'An XXX: an assault from its declaration on, by the guide': assaultTaught,
  'An XXX: a Grand Charge, met by a rallying square': grandCharge,
  'An XXX: a small battle against the default level': captainMet,
  'a battle by file between two servers that never connect': byFile,
  'two friends: a link, presence, talk, a rematch': friends,
  'apart: holidays, notices, and a battle whose days ran out': daysRanOut,
  accessible: async (url) => {
    const found = await accessible(url);
    if (found.length) throw new Error(found.join('\n'));
  },
};
// These have a server of their own.
const apart = {
  "the enemy's turn, watched and skipped": enemyTurn,
  'a measured table, by mouse': () => onTheMeadow(meadowByMouse),
  'a measured table, by keyboard': () => onTheMeadow(meadowByKeyboard),
  'a measured table, by touch and in words': () => onTheMeadow(meadowByTouch),
  'online, server killed, take-back by consent, watcher': online,
};
let failed = 0;
const tell = async (name, work, tries = 2) => {
  const from = Date.now();
  try {
    await work();
    console.log(`ok    ${name} (${((Date.now() - from) / 1000).toFixed(1)} s)`);
  } catch (problem) {
    const last = tries === 1;
    console.log(`${last ? 'FAIL ' : 'FELL '} ${name}: ${problem.stack ?? problem}`);
    if (last) failed++;
    else await tell(name, work, tries - 1);
  }
};
const only = process.argv.flatMap((word, at, all) => (word === '--only' ? [all[at + 1]] : []));
const flag = process.argv.indexOf('--times');
const times = flag < 0 ? 1 : Number(process.argv[flag + 1]);
for (let i = 0; i < times; i++) {
  const server = await serve();
  for (const [name, journey] of Object.entries(journeys))
    if (!only.length || only.includes(name)) await tell(name, () => journey(server.url));
  await server.stop();
  for (const [name, journey] of Object.entries(apart))
    if (!only.length || only.includes(name)) await tell(name, journey);
}
process.exit(failed ? 1 : 0); // a browser that a fallen journey left open does not keep us
