/** French: the whole chain of an attack, and what the enemy could do. */

import type { oddsEn } from './odds.en';

export const oddsFr = {
  'odds.between': '{low} à {high}',
  'odds.thisAnswer': 'Si vous répondez ainsi',

  'threat.title': 'Ce que l’ennemi pourrait faire',
  'threat.watcher': 'Les menaces sont montrées à ceux qui jouent.',
} as const satisfies Readonly<Record<keyof typeof oddsEn, string>>;
