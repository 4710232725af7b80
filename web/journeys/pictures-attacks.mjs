// Pictures of fighting: what is weighed before, what is seen while it happens, what is told after.

import { newTable, state, until } from './lib.mjs';
import { passOn } from './nlc.mjs';
import { atMoment, marching, thick } from './pictures-tables.mjs';

/** Opens the card of the attack whose end is least certain. */
async function weighed(page, kind) {
  await page.evaluate(async (wanted) => {
    const { battle, deciding, view } = window.grognard;
    const targets = deciding.options.filter(({ kind }) => kind === wanted).map((o) => o.at);
    let best = [-1, 0];
    for (const target of [...new Set(targets)].slice(0, 5)) {
      deciding.attacks.open(wanted, target);
      const text = deciding.attacks.now.offer.id;
      const reply = await battle.look({ type: 'look', what: 'odds', text });
      const ends = (reply?.found.cards ?? []).find(({ rows = [] }) => rows[0]?.apart)?.rows[0]
        .shares;
      const ours = ends?.find(({ tone }) => tone === 'good')?.chance ?? 0;
      const open = Math.min(ours, 1 - ours);
      if (open > best[0]) best = [open, target];
    }
    view.centreOn(best[1], 52);
    deciding.attacks.open(wanted, best[1]);
    deciding.looks.hover(null);
  }, kind);
  await page.waitForFunction(() => window.grognard.deciding.attacks.now?.odds);
}

/** An assault at Hagelberg that may well fail. */
const assault = (studio, page) =>
  atMoment(studio, page, 'premier', 'hagelberg', 'declare-assault', {
    turn: 3,
    units: 2,
    worth: 'uncertain',
    by: 'eager',
  });

/** The page learns to keep what it shows for a breath, from when it is told to. */
const breathing = (page) =>
  page.evaluate(() => {
    const later = window.setTimeout;
    window.holdBreath = () => {
      window.setTimeout = (work, time = 0, ...rest) =>
        time >= 1000 && time < 2000 ? 1 : later(work, time, ...rest);
    };
  });

/** The other side is given to a captain, and what is asked here is answered until he has moved. */
async function hisTurn(page, done) {
  const { side } = await state(page);
  await page.evaluate((own) => {
    const { battle } = window.grognard;
    for (const side of battle.hello.sides) if (side !== own) battle.giveSeat(side, 'captain');
  }, side);
  for (let i = 0; i < 60; i++) {
    if (await done()) return;
    await passOn(page);
    await until(page, ({ mine, kind }) => mine || kind === 'over', 120_000);
  }
  throw new Error('he never moved');
}

export const ATTACKS = {
  async 'odds-card'(studio) {
    const page = await studio.person();
    await assault(studio, page);
    await weighed(page, 'assault');
    await studio.shot(page);
  },

  async 'odds-nlc'(studio) {
    const page = await studio.person();
    await atMoment(studio, page, 'nlc', 'crossroads', 'assault', {
      units: 1,
      worth: 'uncertain',
      by: 'random',
    });
    await weighed(page, 'assault');
    await studio.shot(page);
  },

  async 'odds-phone'(studio) {
    const page = await studio.phone({ scheme: 'dark' });
    await assault(studio, page);
    await weighed(page, 'assault');
    await studio.shot(page);
  },

  async threat(studio) {
    const page = await studio.person();
    await assault(studio, page);
    await page.evaluate(() => {
      const { deciding } = window.grognard;
      deciding.letGo();
      if (!deciding.looks.show.threat) deciding.looks.toggle('threat');
    });
    await page.waitForFunction(() => window.grognard.deciding.looks.threats);
    await page.evaluate(() => {
      const { deciding, view } = window.grognard;
      const { looks } = deciding;
      const feared = looks.threats.cards[0].rows[0].at;
      view.centreOn(feared, 40);
      deciding.select(deciding.stackAt(feared)[0]);
      void looks.lookAtThreat(feared);
    });
    await page.waitForFunction(() => {
      const { looks } = window.grognard.deciding;
      return looks.threatHex && looks.threatened.has(looks.threatHex);
    });
    await studio.shot(page);
  },

  async charge(studio) {
    const page = await studio.person();
    await newTable(page, studio.url, 'charge');
    const { able } = await until(page, (s) => s.mine && s.purpose === 'designate-charges');
    await page.evaluate((unit) => window.grognard.deciding.select(unit), able[0]);
    await page.locator('.targets .chance').first().waitFor();
    await page.evaluate(() => {
      const { battle, deciding, view } = window.grognard;
      view.centreOn(battle.at(deciding.selected), 24);
      view.panBy(0.12 * view.width, 0.2 * view.height);
    });
    await studio.shot(page);
  },

  async question(studio) {
    const page = await studio.person();
    await atMoment(studio, page, 'premier', 'hagelberg', 'form-square', { turn: 2 });
    await page.locator('.cards .answer').waitFor();
    await page.locator('.cards .odds').waitFor();
    await studio.shot(page);
  },

  async 'empire-charge'(studio) {
    const page = await studio.person();
    await atMoment(studio, page, 'empire', 'outpost', 'charge', { side: 'prussian' });
    const { targets } = await until(page, (s) => s.targets.length > 0);
    await page.evaluate((at) => {
      const { deciding, view } = window.grognard;
      view.centreOn(at, 46);
      deciding.attacks.open(deciding.places.get(at)[0].kind, at);
    }, targets[0]);
    await page.waitForFunction(() => window.grognard.deciding.attacks.now?.odds);
    await studio.shot(page);
  },

  async moment(studio) {
    const page = await studio.person();
    await atMoment(studio, page, 'premier', 'hagelberg', 'offensive-fire', { turn: 3 });
    const { targets } = await until(page, (s) => s.targets.length > 0);
    await breathing(page);
    await page.evaluate(async (at) => {
      const { deciding, view } = window.grognard;
      window.holdBreath();
      view.centreOn(at, 52);
      const offer = deciding.places.get(at)[0];
      await deciding.answer(offer.id);
    }, targets[0]);
    await page.locator('.moment .card').waitFor();
    await studio.shot(page, { of: page.locator('.field') });
  },

  async 'while-he-moved'(studio) {
    const page = await studio.person();
    await marching(studio, page);
    const weighty = page.locator('.since.moved li').filter({ hasText: /lose|rout|disorder|fall/ });
    await hisTurn(page, async () => (await weighty.count()) > 1);
    await page.evaluate((at) => window.grognard.view.centreOn(at, 34), await thick(page));
    await studio.shot(page);
  },

  async 'enemy-turn'(studio) {
    const page = await studio.person({ reduced: false });
    await marching(studio, page);
    await breathing(page);
    await page.evaluate(() => {
      const { battle, following } = window.grognard;
      let held = false;
      const { shown } = following;
      following.shown = (step, at) => {
        const isHis = step.view.phasing !== battle.side;
        const isThrow = isHis && step.lines.some(({ dice }) => dice?.length);
        shown(step, at);
        if (!isThrow || held) return;
        held = true;
        window.holdBreath();
        following.pause();
      };
    });
    const paused = () => page.evaluate(() => window.grognard.following.paused);
    const { side } = await state(page);
    await page.evaluate((own) => {
      const { battle } = window.grognard;
      for (const side of battle.hello.sides) if (side !== own) battle.giveSeat(side, 'captain');
    }, side);
    for (let i = 0; i < 60 && !(await paused()); i++) {
      await passOn(page);
      await page.waitForFunction(
        () => window.grognard.following.paused || window.grognard.battle.mine,
      );
    }
    await page.waitForFunction(() => {
      const told = window.grognard.following.words.slice(0, 20);
      return document.querySelector('.moment')?.textContent.includes(told);
    });
    await studio.shot(page);
  },
};
