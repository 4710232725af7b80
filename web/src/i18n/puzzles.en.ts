/** Puzzles. */

export const puzzlesEn = {
  'nav.puzzles': 'Puzzles',
  'nav.label': 'Rooms',
  'puzzle.all': 'Puzzles',
  'puzzle.about':
    'A position, one order to give. Find the one a good commander gives; the engine weighs yours.',
  'puzzle.find': 'Find the best order',
  'puzzle.count': '{n} of {all} solved',
  'puzzle.done': 'solved',
  'puzzle.give': 'Give this order',
  'puzzle.solved': 'That is it',
  'puzzle.missed': 'There is a better one',
  'puzzle.forbidden': 'No good commander would',
  'puzzle.yours': 'Your order',
  'puzzle.meant': 'The order that was looked for',
  'puzzle.next': 'The next puzzle',
  'puzzle.again': 'Try again',
};
