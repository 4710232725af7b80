// The situations that are photographed: for looking at, and as golden pictures.

export const SCENES = [
  { name: '1-overview', query: 'scene=overview', width: 1396, height: 1682 },
  { name: '2-close', query: 'scene=close', width: 1500, height: 1130 },
  { name: '3-orders', query: 'scene=orders', width: 1100, height: 820, ratio: 1.5 },
  { name: '4-reach', query: 'scene=reach', width: 390, height: 500, ratio: 2 },
  { name: '6-plates', query: 'scene=plates', width: 1500, height: 1100 },
  { name: '7-ladder', query: 'scene=ladder', width: 1440, height: 960 },
  { name: '9-village', query: 'scene=village', width: 900, height: 800 },
  { name: '9-duel', query: 'scene=duel', width: 800, height: 700 },
  { name: '9-contrast', query: 'scene=close&contrast', width: 900, height: 700 },
];

/** Smaller windows on the same situations, so that the kept pictures stay light. */
export const GOLDEN = [
  { name: 'overview', query: 'scene=overview', width: 620, height: 840 },
  { name: 'close', query: 'scene=close', width: 760, height: 560 },
  { name: 'orders', query: 'scene=orders', width: 620, height: 480 },
  { name: 'reach', query: 'scene=reach', width: 390, height: 420 },
  { name: 'plates', query: 'scene=plates', width: 1500, height: 1100 },
  { name: 'ladder', query: 'scene=ladder', width: 860, height: 620 },
];
