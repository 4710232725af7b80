// What the journeys and the pictures of bent paths and ghosts have in common.

import { state, until } from './lib.mjs';

export const plan = (page) =>
  page.evaluate(() => {
    const { plans } = window.grognard.deciding;
    const { now, option } = plans;
    return (
      now && {
        hex: now.hex,
        via: now.via ?? null,
        path: option.path,
        cost: option.cost,
        costs: option.costs ?? null,
        text: option.id,
      }
    );
  });

/** Waits for the plan that goes through these hexes to its end. */
export async function planned(page, via, hex) {
  await page.waitForFunction(
    ([via, hex]) => {
      // The server's way has its costs; until it is there the sheet may still grow.
      const { now, option } = window.grognard.deciding.plans;
      return now?.hex === hex && String(now.via ?? []) === String(via) && option.costs;
    },
    [via, hex],
  );
  return plan(page);
}

export const placeOf = (page, unit) => page.evaluate((id) => window.grognard.battle.at(id), unit);

/** A hex two steps away and one beside the straight way to it, both within reach and far from fire. */
function detour(page) {
  return page.evaluate(() => {
    const { deciding, battle } = window.grognard;
    const stands = new Set(
      Object.values(battle.moving.counters)
        .filter((each) => each.shape && each.pips)
        .flatMap(({ shape }) => shape.places),
    );
    const { zones } = deciding.looks;
    const ways = deciding.reach.ways.filter(
      ({ path }) => !stands.has(path.at(-1)) && !path.some((at) => zones[at]),
    );
    const left = deciding.reach.allowance;
    for (const end of ways.filter(({ path, cost }) => path.length === 2 && cost <= left / 2))
      for (const by of ways.filter(({ path, cost }) => path.length === 1 && cost <= left / 4))
        if (!end.path.includes(by.path.at(-1)))
          return { by: by.path.at(-1), end: end.path.at(-1), straight: end.cost };
    return null;
  });
}

/** A unit that can make a detour is selected. */
export async function wanderer(page) {
  const { able } = await until(page, (s) => s.mine && s.able.length > 0);
  for (const unit of able) {
    await page.evaluate((id) => window.grognard.deciding.select(id), unit);
    await page.waitForFunction((id) => {
      const { deciding } = window.grognard;
      return deciding.selected === id && (deciding.reach !== null || !deciding.piece(id));
    }, unit);
    const found = (await state(page)).reach ? await detour(page) : null;
    if (found) return { unit, ...found };
  }
  throw new Error('nobody can make a detour');
}

export async function lay(page, unit, hex) {
  await page.evaluate(
    ([id, at]) => {
      const { deciding } = window.grognard;
      deciding.select(id);
      deciding.ghosts.take(true);
      deciding.ghosts.press(at, null, false);
      deciding.ghosts.take(false);
    },
    [unit, hex],
  );
}

/** Empty hexes two and three rows from a unit, on the map. */
export function freeHexes(page, unit) {
  return page.evaluate((id) => {
    const { battle, view } = window.grognard;
    const at = battle.at(id);
    const taken = new Set(
      Object.values(battle.moving.counters)
        .filter((each) => each.shape && each.pips)
        .flatMap(({ shape }) => shape.places),
    );
    return [2, -2, 3, -3, 202, -202, 200, -200]
      .map((step) => at + step)
      .filter((hex) => hex > 0 && view.ground.has(hex) && !taken.has(hex));
  }, unit);
}

/** A path bent round something, ready to be marched. */
export async function bent(page) {
  await until(page, (s) => s.mine);
  while ((await state(page)).purpose !== 'movement') {
    const { n } = await state(page);
    await page.evaluate(() => window.grognard.deciding.answer('done'));
    await until(page, (s) => s.n > n && s.mine);
  }
  const found = await wanderer(page);
  await page.evaluate((hex) => window.grognard.deciding.bending.through(hex), found.by);
  await planned(page, [], found.by);
  await page.evaluate((hex) => window.grognard.deciding.bending.press(hex), found.end);
  await planned(page, [found.by], found.end);
  await page.evaluate((hex) => window.grognard.view.centreOn(hex, 46), found.by);
}

/** Three battalions where one would like them. */
export async function pencilled(page) {
  await until(page, (s) => s.mine);
  const units = await page.evaluate(() => {
    const { battle, deciding } = window.grognard;
    return Object.keys(battle.moving.counters).filter(
      (id) => deciding.piece(id) && deciding.isOwn(id),
    );
  });
  const ends = new Set();
  for (const unit of units.slice(0, 3)) {
    const hex = (await freeHexes(page, unit)).find((at) => !ends.has(at));
    ends.add(hex);
    await lay(page, unit, hex);
  }
  await page.evaluate(
    (hex) => {
      const { deciding, view } = window.grognard;
      deciding.select(null);
      deciding.ghosts.take(true);
      view.centreOn(hex, 46);
      view.panBy(-0.12 * view.width, -0.1 * view.height);
    },
    [...ends][0],
  );
}
