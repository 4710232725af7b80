// The hands of the person in a long journey: the map, the buttons, the cards and the order desk of
// the page, as a mouse finds them. Each gives true when the battle has gone on by it.

import { unfold } from './lib.mjs';
import { pressHex } from './nlc.mjs';

const now = (page) => page.evaluate(() => window.grognard.battle.n);

/** Did the battle go on? A card that asks "are you aware?" is confirmed first. */
async function went(page, before, timeout = 15000) {
  const ready = page.waitForFunction(
    (n) => {
      const { battle, deciding } = window.grognard;
      return battle.n > n || deciding.held || deciding.ending || deciding.plans.now;
    },
    before,
    { timeout, polling: 50 },
  );
  await ready.catch(() => {});
  if ((await now(page)) > before) return true;
  for (const button of [
    '.cards [aria-labelledby=held-title] .commit',
    '.ending .commit',
    '.inspector .buttons .commit',
  ])
    if (await page.locator(button).count()) {
      await page.locator(button).first().click();
      return page
        .waitForFunction(
          (n) => window.grognard.battle.n > n || window.grognard.deciding.held,
          before,
          { timeout, polling: 50 },
        )
        .then(async () => (await now(page)) > before || heldConfirmed(page, before, timeout))
        .catch(() => false);
    }
  return false;
}

async function heldConfirmed(page, before, timeout) {
  await page.locator('.cards [aria-labelledby=held-title] .commit').click();
  return page
    .waitForFunction((n) => window.grognard.battle.n > n, before, { timeout, polling: 50 })
    .then(() => true)
    .catch(() => false);
}

/** An option by the words that the page writes on its button. */
async function radio(page, id) {
  const text = await page.evaluate((wanted) => {
    const { own, options } = window.grognard.deciding;
    return [...own, ...options].find((option) => option.id === wanted)?.text;
  }, id);
  if (!text) return false;
  await unfold(page);
  await page
    .locator('.cards [role=radio].option')
    .filter({ has: page.getByText(text, { exact: true }) })
    .first()
    .click();
  await page.locator('.cards .buttons .answer').click();
  return true;
}

const HANDS = {
  async card(page, { text }, before) {
    await page.locator('.cards [role=radio].option').first().waitFor();
    return (await radio(page, text)) && went(page, before);
  },

  async end(page, _, before) {
    const finish = page.locator('.desk .finish, .bar .end').first();
    if (await finish.count()) await finish.click();
    else await radio(page, 'done');
    return went(page, before);
  },

  async list(page, { text }, before) {
    await page.evaluate(() => window.grognard.deciding.select(null));
    if (!(await page.locator('.cards .options').count())) await page.keyboard.press('m');
    await page.locator('.cards .options').waitFor({ timeout: 4000 });
    return (await radio(page, text)) && went(page, before);
  },

  async attack(page, { hex }, before) {
    await pressHex(page, hex);
    const commit = page.locator('.cards .commit:not([disabled])').first();
    await commit.waitFor({ timeout: 10000 });
    await commit.click();
    return went(page, before);
  },

  async march(page, { unit, hex }, before) {
    await taken(page, unit);
    await page.waitForFunction((at) => window.grognard.deciding.reachBy.has(at), hex, {
      timeout: 8000,
      polling: 50,
    });
    await pressHex(page, hex);
    if (await went(page, before, 3000)) return true;
    await page.keyboard.press('Enter');
    return went(page, before, 6000);
  },

  async enter(page, { unit }, before) {
    const waiting = page.locator('.bar .paper').filter({ hasText: /\d/ }).first();
    if (await waiting.count()) await waiting.click();
    await page.evaluate((wanted) => window.grognard.deciding.select(wanted), unit);
    await page.waitForFunction(() => window.grognard.deciding.picks.size > 0, undefined, {
      timeout: 8000,
      polling: 50,
    });
    const hex = await page.evaluate(() => [...window.grognard.deciding.picks][0]);
    await pressHex(page, hex);
    if (await went(page, before, 3000)) return true;
    await page.keyboard.press('Enter');
    return went(page, before, 6000);
  },

  /** What the inspector lists for a unit besides marches, and what the list of all options shows. */
  async own(page, { unit, text, hex }, before) {
    await taken(page, unit);
    const offered = await page
      .waitForFunction((at) => window.grognard.deciding.picks.has(at), hex, {
        timeout: 3000,
        polling: 50,
      })
      .then(
        () => true,
        () => false,
      );
    if (offered) {
      await pressHex(page, hex);
      if (await went(page, before, 3000)) return true;
    }
    const act = page.locator('.inspector button.act');
    await act
      .first()
      .waitFor({ timeout: 6000 })
      .catch(() => {});
    if (await act.count()) {
      await act.first().click();
      const commit = page.locator('.cards .commit:not([disabled])').first();
      if (await went(page, before, 3000)) return true;
      if (await commit.count()) {
        await commit.click();
        return went(page, before);
      }
    }
    return HANDS.list(page, { text }, before);
  },

  /** An order written at the desk: to whom, what, where; what cannot be is not sent. */
  async desk(page, { text }, before) {
    const to = page.locator('.desk [data-to]:not([disabled])').first();
    if (!(await to.count())) return others(page, text, before);
    await to.click();
    for (const type of ['attack', 'defend', 'march', 'reserve', 'fall_back']) {
      const kind = page.locator(`.desk [data-type=${type}]`);
      if (!(await kind.count())) continue;
      await kind.click();
      const places = await page.locator('.desk [data-role=place] option').count();
      for (let at = 1; at < Math.min(places, 7); at++) {
        await page.selectOption('.desk [data-role=place]', { index: at });
        await page.waitForFunction(() => !window.grognard.deciding.writing.working, undefined, {
          polling: 50,
        });
        if (await page.locator('.desk .commit:not([disabled])').count()) break;
      }
      if (!(await page.locator('.desk .commit:not([disabled])').count())) continue;
      await page.locator('.desk .commit').click();
      return went(page, before);
    }
    return others(page, text, before);
  },
};

/** What the desk offers besides orders; or that there is nothing more to write. */
async function others(page, text, before) {
  const chips = page.locator('.desk .chips:not([role]) button:not(.wide)');
  if (await chips.count()) {
    await chips.first().click();
    return went(page, before);
  }
  return HANDS.end(page, { text }, before);
}

/** Takes a unit up where it stands; of several in a hex, by its button. */
async function taken(page, unit) {
  const hex = await page.evaluate((wanted) => window.grognard.battle.at(wanted), unit);
  await page.evaluate(() => window.grognard.deciding.select(null));
  if (hex) await pressHex(page, hex);
  const chosen = await page.evaluate(() => window.grognard.deciding.selected);
  if (chosen === unit) return;
  const name = await page.evaluate((wanted) => window.grognard.battle.names.unit(wanted), unit);
  const button = page.locator('.inspector .stack button', { hasText: name }).first();
  if (chosen && (await button.count())) await button.click();
  else await page.evaluate((wanted) => window.grognard.deciding.select(wanted), unit);
}

/** Does it by hand. A wrong turn of the hand is no fault of the table: it says so and is left. */
export async function byHand(page, plan) {
  const before = await now(page);
  try {
    return await HANDS[plan.way](page, plan, before);
  } catch (problem) {
    if ((await now(page)) > before) return true;
    if (!/Timeout/.test(String(problem))) throw problem;
    return false;
  }
}
