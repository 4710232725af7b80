/** French: bending a path, and ghosts that are not orders. */

import type { planningEn } from './planning.en';

export const planningFr: Record<keyof typeof planningEn, string> = {
  'bend.through': 'Par',
  'bend.drop': 'Ne plus passer par {hex}',
  'bend.button': 'Infléchir le chemin',
  'bend.short': 'Infléchir',
  'bend.waits': 'Choisissez un hexagone de passage',
  'bend.fire': '{units} peut tirer.',
  'bend.charge': '{units} peut charger.',
  'bend.enemy': 'L’ennemi',
  'key.pencil': 'crayon : tenu, ou pressé une fois, pour poser des ombres',
  'ghost.pencil': 'Crayon',
  'ghost.title': 'Des ombres, pas des ordres',
  'ghost.hint': 'Choisissez une de vos unités, puis l’hexagone où vous la voudriez.',
  'ghost.hintUnit': 'Choisissez l’hexagone où vous voudriez {unit}.',
  'ghost.one': '{unit} : {hex}',
  'ghost.drop': '{unit} : {hex}, effacer',
  'ghost.clear': 'Tout effacer',
  'ghost.leave': 'Poser le crayon',
  'ghost.here': 'Ombre de {units}.',
  'ghost.laid': 'Ombre de {unit} en {hex}. Ce n’est pas un ordre.',
  'ghost.dropped': 'Ombre de {unit} effacée.',
  'ghost.on': 'Crayon en main.',
  'ghost.off': 'Crayon posé.',
  'ghost.faded': 'Quelque chose s’est révélé : les ombres s’effacent.',
};
