// What the person of a long journey would do next; chosen inside the page from what it offers.
// `think` is sent to the page whole, so everything it needs stands inside it.

/** Gives `{way, text, unit, hex}`; `way` says by which control of the page it is done. */
export async function think(bold) {
  const { battle, deciding } = window.grognard;
  const any = (list) => list[Math.floor(Math.random() * list.length)];
  const column = (at) => Math.floor(at / 100);
  const distance = (a, b) => {
    const dx = Math.abs(column(a) - column(b));
    const dy = Math.abs(2 * ((a % 100) - (b % 100)) + (column(b) & 1) - (column(a) & 1));
    return dy <= dx ? dx : (dx + dy) / 2;
  };
  const foes = Object.values(battle.moving.counters)
    .filter((each) => each.shape && each.pips)
    .filter(({ id }) => !deciding.isOwn(id));
  const nearest = (at) =>
    Math.min(99, ...foes.flatMap(({ shape }) => shape.places.map((there) => distance(at, there))));
  const key = `${battle.side} ${battle.moving.turn} ${deciding.purpose} ${battle.moving.acting ?? ''}`;
  if (window.segment?.key !== key) window.segment = { key, count: 0, asked: new Set() };
  const { segment } = window;
  const end = () => ({ way: 'end', text: deciding.done.id });
  segment.count++;

  if (deciding.writing.active) {
    const written = deciding.options.filter(({ kind }) => kind !== 'done');
    const writes = written.length && (!deciding.done || (segment.count < 3 && Math.random() < 0.4));
    return writes ? { way: 'desk', text: any(written).id } : end();
  }
  if (deciding.card) {
    const bolder = deciding.options.filter(({ kind }) => kind !== 'done');
    const option = any(bolder.length && Math.random() < 0.7 ? bolder : deciding.options);
    return { way: 'card', text: option.id };
  }
  if (deciding.done && segment.count > bold) return end();
  const attacks = deciding.options.filter(
    ({ kind, target }) => target && ['fire', 'assault', 'bombard', 'charge'].includes(kind),
  );
  if (attacks.length && !battle.question.grouped && Math.random() < 0.75) {
    const option = any(attacks);
    return { way: 'attack', text: option.id, hex: option.at };
  }
  const able = deciding.able.filter((unit) => !segment.asked.has(unit));
  for (const unit of able.sort(() => Math.random() - 0.5)) {
    segment.asked.add(unit);
    const found = await chosenFor(unit);
    if (found) return found;
  }
  if (deciding.done) return end();
  segment.asked.clear();
  const left = deciding.options.filter(({ kind }) => kind !== 'done');
  if (left.length) return { way: 'list', text: any(left).id };
  for (const unit of deciding.able) {
    const found = await chosenFor(unit);
    if (found) return found;
  }
  return { way: 'stuck', text: '' };

  async function chosenFor(unit) {
    const reply = await battle.look({ type: 'options', unit });
    const own = reply?.options ?? [];
    const entering = own.filter(({ kind }) => kind === 'enter');
    if (!own.length) return null;
    if (entering.length && battle.at(unit) === null)
      return { way: 'enter', unit, text: any(entering).id };
    if (battle.question.grouped && battle.at(unit)) {
      const look = await battle.look({ type: 'look', what: 'reach', unit });
      const ways = [...(look?.found?.ways ?? [])];
      ways.sort((a, b) => nearest(a.path.at(-1)) - nearest(b.path.at(-1)) || a.cost - b.cost);
      const way = Math.random() < 0.7 ? ways[0] : any(ways);
      if (way) return { way: 'march', unit, hex: way.path.at(-1), text: way.id };
    }
    const option = any(own);
    return { way: 'own', unit, text: option.id, hex: option.at ?? 0 };
  }
}
