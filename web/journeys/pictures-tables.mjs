// Pictures of tables: the fields, marches and plans, what lies open beside the map.

import { draftOf, drawn, handleOf, known, newTable, state, until } from './lib.mjs';
import { played, uploaded } from './moments.mjs';
import { passUntil } from './nlc.mjs';
import { write } from './nlc-orders.mjs';
import { bent, pencilled } from './planning-scenes.mjs';

/** Nothing lies over the field itself. */
const BARE = '.field > :not(:first-child) { visibility: hidden !important; }';

/** A field of battle alone: as it opens, or as captains have fought on it to a turn. */
const field =
  (battle, turn = 1) =>
  async (studio) => {
    const page = await studio.person({ width: 1600, height: 1100, ratio: 1.25 });
    if (turn > 1) await atMoment(studio, page, 'premier', battle, 'movement', { turn });
    else await newTable(page, studio.url, battle);
    await until(page, (s) => s.purpose || s.cover, 120_000);
    const cover = page.getByRole('button', { name: /^I am/ });
    if (await cover.count()) await cover.click();
    await page.addStyleTag({ content: BARE });
    await page.evaluate(() => window.grognard.view.fit());
    await studio.shot(page, { of: page.locator('.field') });
  };

/** Somebody sits down at a battle that has come to this question. */
export async function atMoment(studio, page, system, pack, purpose, options = {}) {
  await uploaded(page, studio.url, played(system, pack, purpose, options));
  return until(page, (s) => s.mine);
}

export const marching = (studio, page) =>
  atMoment(studio, page, 'premier', 'hagelberg', 'movement', { turn: 8 });

/** Where most of both sides stand near each other. */
export const thick = (page) =>
  page.evaluate(() => {
    const { battle, deciding } = window.grognard;
    const pieces = Object.values(battle.moving.counters)
      .filter((each) => each.shape && each.pips)
      .map(({ id, shape }) => ({ own: deciding.isOwn(id), at: shape.places[0] }));
    const near = (a, b) =>
      Math.abs(Math.floor(a / 100) - Math.floor(b / 100)) < 7 &&
      Math.abs((a % 100) - (b % 100)) < 5;
    const weight = ({ at }) => {
      const by = pieces.filter((each) => near(at, each.at));
      const own = by.filter((each) => each.own).length;
      return by.length + 4 * Math.min(own, by.length - own);
    };
    return pieces.sort((a, b) => weight(b) - weight(a))[0].at;
  });

/** A unit with a wide reach is selected; gives where it stands. */
async function reaching(page, least = 25) {
  const { able } = await until(page, (s) => s.mine && s.able.length > 0);
  for (const unit of able) {
    await page.evaluate((id) => window.grognard.deciding.select(id), unit);
    await known(page, unit);
    if ((await state(page)).reach >= least) break;
  }
  return page.evaluate(() => {
    const { battle, deciding } = window.grognard;
    return battle.at(deciding.selected);
  });
}

/** The selected unit points at a place so many steps away, at one where it is stopped if it can. */
async function pointing(page, steps = 3) {
  await page.evaluate((steps) => {
    const { deciding } = window.grognard;
    const goal = [...deciding.reach.ways]
      .filter(({ path }) => path.length === steps)
      .sort((a, b) => (b.stops ? 1 : 0) - (a.stops ? 1 : 0))[0];
    void deciding.plans.march(goal);
  }, steps);
  await page.waitForFunction(() => window.grognard.deciding.plans.now);
}

const centred = (page, at, scale) =>
  page.evaluate(([at, scale]) => window.grognard.view.centreOn(at, scale), [at, scale]);

/** A base is led ahead and aside by its handle; nothing is ordered yet. Who is nearest to the enemy first. */
async function drafted(page, size = 1) {
  const bases = await page.evaluate(() => {
    const { battle, deciding } = window.grognard;
    const at = (id) => {
      const place = battle.at(id);
      return [Math.floor(place / 1e6) - 1, place % 1e6];
    };
    const foes = Object.values(battle.moving.counters)
      .filter((each) => each.shape && each.pips && !deciding.isOwn(each.id))
      .map(({ id }) => at(id));
    const near = (id) =>
      Math.min(...foes.map(([x, y]) => Math.hypot(x - at(id)[0], y - at(id)[1])));
    return deciding.able
      .filter((id) => battle.counter(id).arm !== 'leader')
      .sort((a, b) => near(a) - near(b));
  });
  for (const unit of bases) {
    await page.evaluate((id) => window.grognard.deciding.select(id), unit);
    await page.waitForFunction(() => window.grognard.deciding.loaded !== null);
    if (!(await page.evaluate(() => window.grognard.deciding.drafting.can('ahead')))) continue;
    const { at, heading } = await page.evaluate((id) => {
      const { battle } = window.grognard;
      return { at: battle.at(id), heading: battle.counter(id).shape.heading };
    }, unit);
    await centred(page, at, 46 * size);
    const [sin, cos] = [Math.sin((heading * Math.PI) / 180), Math.cos((heading * Math.PI) / 180)];
    const front = await handleOf(page, 'move');
    const [ahead, aside] = [100 * size, 45 * size];
    await drawn(page, front, {
      x: front.x + ahead * sin + aside * cos,
      y: front.y - ahead * cos + aside * sin,
    });
    const { legs, cost } = await draftOf(page);
    if (legs.length > 1 && cost > 0) return;
    await page.keyboard.press('Escape');
  }
  throw new Error('no base can be wheeled and led ahead');
}

export const TABLES = {
  blankenfelde: field('blankenfelde'),
  'gross-beeren': field('gross-beeren'),
  'dennewitz-berlin': field('dennewitz-berlin'),
  'dennewitz-ney': field('dennewitz-ney'),
  dennewitz: field('dennewitz', 12),
  hagelberg: field('hagelberg'),

  async lesson(studio) {
    const page = await studio.person();
    await newTable(page, studio.url, 'first-shots', [
      { side: 'french', who: 'me' },
      { side: 'prussian', who: 'holding' },
    ]);
    await until(page, (s) => s.mine);
    await page.evaluate(() => window.grognard.deciding.answer('done'));
    await until(page, (s) => s.purpose === 'movement' && s.able.length > 0);
    await page.locator('.guide').waitFor();
    await studio.shot(page);
  },

  async overview(studio) {
    const page = await studio.person();
    await marching(studio, page);
    await page.evaluate(() => window.grognard.view.fit());
    await studio.shot(page);
  },

  async close(studio) {
    const page = await studio.person();
    await marching(studio, page);
    await centred(page, await thick(page), 58);
    await studio.shot(page);
  },

  async inspector(studio) {
    const page = await studio.person();
    await marching(studio, page);
    const at = await reaching(page);
    await centred(page, at, 44);
    await pointing(page);
    await studio.shot(page);
  },

  async aims(studio) {
    const page = await studio.person();
    await marching(studio, page);
    await page.keyboard.press('y');
    await page.locator('.grades li').first().waitFor();
    await page.evaluate(() => window.grognard.view.fit());
    await studio.shot(page);
  },

  async legend(studio) {
    const page = await studio.person();
    await marching(studio, page);
    await page.keyboard.press("'");
    const sheet = page.getByRole('dialog');
    await sheet.locator('canvas').first().waitFor();
    await studio.shot(page, { of: sheet });
  },

  async fan(studio) {
    const page = await studio.person();
    await marching(studio, page);
    await page.evaluate(() => {
      const { battle, deciding, view } = window.grognard;
      const places = Object.values(battle.moving.counters)
        .filter((each) => each.shape)
        .map(({ shape }) => shape.places[0]);
      const at = places.sort((a, b) => deciding.stackAt(b).length - deciding.stackAt(a).length)[0];
      view.centreOn(at, 50);
      deciding.fanOut(at);
    });
    await page.locator('.fan').waitFor();
    await studio.shot(page, { of: page.locator('.field') });
  },

  async minimap(studio) {
    const page = await studio.person();
    await marching(studio, page);
    await centred(page, await thick(page), 40);
    await studio.shot(page, { of: page.locator('.minimap') });
  },

  async phone(studio) {
    const page = await studio.phone();
    await marching(studio, page);
    const at = await reaching(page);
    await pointing(page);
    await centred(page, at, 30);
    await studio.shot(page);
  },

  async 'bent-path'(studio) {
    const page = await studio.person();
    await newTable(page, studio.url, 'village');
    await bent(page);
    await studio.shot(page);
  },

  async ghosts(studio) {
    const page = await studio.person();
    await newTable(page, studio.url, 'village');
    await pencilled(page);
    await studio.shot(page);
  },

  async 'order-desk'(studio) {
    const page = await studio.person();
    await newTable(page, studio.url, 'quatre-bras', [
      { side: 'french', who: 'me' },
      { side: 'allied', who: 'captain' },
    ]);
    await passUntil(page, ({ purpose }) => purpose === 'orders');
    await write(page, 1213);
    await studio.shot(page);
  },

  async 'quatre-bras'(studio) {
    const page = await studio.person();
    await atMoment(studio, page, 'nlc', 'quatre-bras', 'movement', { turn: 3, side: 'french' });
    await centred(page, await reaching(page, 8), 40);
    await studio.shot(page);
  },

  async 'an-xxx'(studio) {
    const page = await studio.person();
    await atMoment(studio, page, 'an-xxx', 'hagelberg-xxx', 'movement', { turn: 4 });
    const at = await reaching(page);
    await centred(page, at, 44);
    await pointing(page);
    await studio.shot(page);
  },

  async empire(studio) {
    const page = await studio.person();
    await atMoment(studio, page, 'empire', 'hagelberg-empire', 'movement', { turn: 2 });
    await drafted(page);
    await studio.shot(page);
  },

  async 'empire-phone'(studio) {
    const page = await studio.phone();
    await atMoment(studio, page, 'empire', 'hagelberg-empire', 'movement', { turn: 2 });
    await drafted(page, 0.7);
    await studio.shot(page);
  },
};
