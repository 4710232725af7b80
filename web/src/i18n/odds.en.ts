/** English: the whole chain of an attack, and what the enemy could do. */

export const oddsEn = {
  'odds.between': '{low} to {high}',
  'odds.thisAnswer': 'If you answer so',

  'threat.title': 'What the enemy could do',
  'threat.watcher': 'Threats are shown to those who play.',
} as const satisfies Record<string, string>;
