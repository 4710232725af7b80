/** French: written orders, chits, formations and their spirit. */

import type { ordersEn } from './orders.en';

export const ordersFr = {
  'order.here': 'sur place',
  'order.forced': 'de nuit aussi',

  'desk.title': 'Bureau des ordres',
  'desk.divisions': 'Divisions …',
  'desk.fewer': 'Moins',
  'desk.what': 'Quoi',
  'desk.where': 'Où',
  'desk.pressMap': 'Choisissez ici, ou pressez un hexagone sur la carte',
  'desk.onMap': 'Sur la carte',
  'desk.pressHex': 'Pressez un hexagone sur la carte.',
  'desk.pressVia': 'Pressez les étapes l’une après l’autre.',
  'desk.unfold': 'Retour au bureau',
  'desk.chief': 'À qui il est rattaché',
  'desk.via': 'Étapes sur la carte',
  'desk.noVia': 'Aucune étape',
  'desk.notBefore': 'Pas avant',
  'desk.then': 'Puis …',
  'desk.await': 'puis attendre les ordres',
  'desk.drop': 'Rayer',

  'act.together': 'Qui l’accompagne',

  'bar.range': 'Portée',
  'bar.orders': 'Ordres',
  'unit.unseen': 'et {n} de plus, hors de vue',
  'unit.steps': 'force {n}, {strength}',
  'unit.quarters': 'Quartier général',
  'unit.chief': 'Commandant',
} as const satisfies Readonly<Record<keyof typeof ordersEn, string>>;
