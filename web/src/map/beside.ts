/** Where a card stands beside what it speaks of, without covering it. Pure. */

export interface Spot {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** So far a card keeps from the middle of the hex it speaks of. */
export const CLEAR = 60;
const EDGE = 8;
/** Right, left, below, above, and the corners between. */
const WAYS = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [1, 1],
  [-1, 1],
  [1, -1],
  [-1, -1],
] as const;

/** Where else it may stand, as shares of the window: the corners first, then all between. */
const SHARES = [0, 1, 0.5, 0.25, 0.75];

/**
 * The upper left corner of a card in a window: clear of all subjects by the `room` that their pieces
 * take, else as far from them as it can; where it can, upon nothing else that is `taken`, and upon as few of
 * the other `pieces` as it can.
 */
export function beside(
  subjects: readonly Spot[],
  card: Size,
  window: Size,
  taken: readonly (Spot & Size)[] = [],
  room = CLEAR,
  pieces: readonly Spot[] = [],
): Spot | null {
  if (!subjects.length) return null;
  const [width, height] = [window.width - card.width, window.height - card.height];
  const spots = [
    ...subjects.flatMap(({ x, y }) =>
      WAYS.map(([dx, dy]) => ({
        x: within(x + dx * (card.width / 2 + room) - card.width / 2, width),
        y: within(y + dy * (card.height / 2 + room) - card.height / 2, height),
      })),
    ),
    ...SHARES.flatMap((across) =>
      SHARES.map((down) => ({
        x: EDGE + across * Math.max(0, width - 2 * EDGE),
        y: EDGE + down * Math.max(0, height - 2 * EDGE),
      })),
    ),
  ];
  const away = (spot: Spot) =>
    Math.min(...subjects.map((subject) => distance(subject, spot, card)));
  const free = ({ x, y }: Spot) =>
    taken.every(
      (box) =>
        x + card.width < box.x ||
        y + card.height < box.y ||
        x > box.x + box.width ||
        y > box.y + box.height,
    );
  const covered = (spot: Spot) =>
    pieces.filter((piece) => distance(piece, spot, card) < room / 2).length;
  const apart = [room, room / 2].map((by) => spots.filter((spot) => away(spot) >= by));
  const found = apart.map((held) => held.filter(free)).find((held) => held.length);
  if (found) return least(found, covered);
  const beyond = spots.filter((spot) => away(spot) >= 1);
  const open = beyond.filter(free);
  return beyond.length ? least(open.length ? open : beyond, (spot) => -away(spot)) : null;
}

/** The first of those that have the least of something. */
function least(spots: readonly Spot[], of: (spot: Spot) => number): Spot {
  const counts = spots.map(of);
  return spots[counts.indexOf(Math.min(...counts))]!;
}

/** Where the line from a card to its subject begins: the nearest point of its edge. */
export function anchor(subject: Spot, at: Spot, { width, height }: Size): Spot {
  return {
    x: Math.max(at.x, Math.min(subject.x, at.x + width)),
    y: Math.max(at.y, Math.min(subject.y, at.y + height)),
  };
}

/** How far a point lies from a card; nothing within it. */
export function distance(subject: Spot, at: Spot, card: Size): number {
  const { x, y } = anchor(subject, at, card);
  return Math.hypot(subject.x - x, subject.y - y);
}

function within(value: number, most: number): number {
  return Math.max(EDGE, Math.min(value, most - EDGE));
}
