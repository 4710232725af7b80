/** Problèmes. */

import type { puzzlesEn } from './puzzles.en';

export const puzzlesFr: Record<keyof typeof puzzlesEn, string> = {
  'nav.puzzles': 'Problèmes',
  'nav.label': 'Salles',
  'puzzle.all': 'Problèmes',
  'puzzle.about':
    'Une position, un ordre à donner. Trouvez celui d’un bon chef ; le moteur pèse le vôtre.',
  'puzzle.find': 'Trouvez le meilleur ordre',
  'puzzle.count': '{n} résolus sur {all}',
  'puzzle.done': 'résolu',
  'puzzle.give': 'Donner cet ordre',
  'puzzle.solved': 'C’est cela',
  'puzzle.missed': 'Il y a mieux',
  'puzzle.forbidden': 'Un bon chef ne le ferait pas',
  'puzzle.yours': 'Votre ordre',
  'puzzle.meant': 'L’ordre cherché',
  'puzzle.next': 'Le problème suivant',
  'puzzle.again': 'Essayer encore',
};
