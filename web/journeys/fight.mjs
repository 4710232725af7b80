// Two eager sides on one screen, played through the table's own line: brings a battle to where
// pictures are worth taking. Stops as soon as `test(state)` is true.

import { frame, state, until } from './lib.mjs';

export async function fight(page, test, most = 900) {
  for (let i = 0; i < most; i++) {
    const cover = page.getByRole('button', { name: /^I am/ });
    if (await cover.count()) await cover.click().catch(() => {});
    const now = await until(
      page,
      (s) => (s.cover === '' && s.mine) || s.kind !== 'ask' || s.cover !== '',
      30000,
    );
    if (now.cover) continue;
    if (now.kind !== 'ask' || test(now)) return now;
    await page.evaluate(step);
    await frame(page);
  }
  return state(page);
}

/** One answer, chosen in the page. */
async function step() {
  const { battle, deciding } = window.grognard;
  const columnOf = (at) => Math.floor(at / 100);
  const distance = (a, b) => {
    const dx = Math.abs(columnOf(a) - columnOf(b));
    const dy = Math.abs(2 * ((a % 100) - (b % 100)) + (columnOf(b) & 1) - (columnOf(a) & 1));
    return dy <= dx ? dx : (dx + dy) / 2;
  };
  const foes = Object.values(battle.moving.counters).filter(
    ({ id, shape, pips }) => shape && pips && !deciding.isOwn(id),
  );
  const far = (at) =>
    Math.min(99, ...foes.flatMap(({ shape }) => shape.places.map((there) => distance(at, there))));
  const goal = (at) => (foes.length ? far(at) : distance(at, 2427));
  window.moved ??= new Set();
  const key = (unit) => `${battle.side}${battle.moving.turn}${unit}`;
  const done = deciding.done ?? deciding.options[deciding.options.length - 1];
  if (deciding.purpose === 'movement') {
    const [waiting] = deciding.waitingToEnter;
    const listed = waiting && (await battle.look({ type: 'options', unit: waiting }));
    const entering = (listed?.offers ?? []).filter(({ role }) => role === 'enter');
    if (entering.length) {
      const best = [...entering].sort(
        (a, b) => goal(a.at) - goal(b.at) || (a.formation === 'column' ? -1 : 1),
      );
      await battle.answer(best[0].id);
      return;
    }
    for (const unit of deciding.able) {
      const at = battle.at(unit);
      if (!at || battle.counter(unit).arm === 'artillery' || window.moved.has(key(unit))) continue;
      window.moved.add(key(unit));
      const here = far(at);
      if (here <= 1) continue;
      const reply = await battle.look({ type: 'look', what: 'reach', unit });
      const ways = (reply?.found.ways ?? []).filter(({ path }) => goal(path.at(-1)) < goal(at));
      if (!ways.length) continue;
      ways.sort((a, b) => goal(a.path.at(-1)) - goal(b.path.at(-1)) || a.cost - b.cost);
      if (await battle.answer(ways[0].id)) return;
    }
    await battle.answer('done');
    return;
  }
  const charge = deciding.options.find(({ kind, warns }) => kind === 'charge' && !warns);
  const rides = deciding.options.filter(({ role, path }) => role === 'step' && path?.length);
  if (charge || rides.length) {
    rides.sort((a, b) => goal(a.at) - goal(b.at));
    await battle.answer((charge ?? rides[0]).id);
    return;
  }
  const eager = deciding.options.filter(({ kind }) =>
    ['target', 'react', 'counter', 'square', 'advance'].includes(kind),
  );
  if (eager.length) {
    await battle.answer(eager[eager.length - 1].id);
    return;
  }
  const fire = deciding.options.filter(({ kind }) => kind === 'fire');
  const assault = deciding.options.filter(({ kind }) => kind === 'assault');
  const act = (fire.length ? fire : assault).sort(
    (a, b) => (b.units?.length ?? 0) - (a.units?.length ?? 0),
  )[0];
  await battle.answer((act ?? done).id);
}
