/** Seeded noise: the same map gives the same picture everywhere. No `Math.random` on the map. */

/** A stream of numbers in [0, 1) from a seed (mulberry32). */
export function stream(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** A number in [0, 1) for a pair of integers and a salt; fractions of the pair are dropped. */
export function hash(x: number, y: number, salt = 0): number {
  let n = Math.imul(x | 0, 374761393) + Math.imul(y | 0, 668265263) + Math.imul(salt, 1274126177);
  n = Math.imul(n ^ (n >>> 13), 1274126177);
  return ((n ^ (n >>> 16)) >>> 0) / 4294967296;
}

/** Smooth noise in [0, 1), one cell a unit. */
export function valueNoise(x: number, y: number, salt: number): number {
  const i = Math.floor(x);
  const j = Math.floor(y);
  const u = x - i;
  const v = y - j;
  const a = u * u * (3 - 2 * u);
  const b = v * v * (3 - 2 * v);
  const top = hash(i, j, salt) * (1 - a) + hash(i + 1, j, salt) * a;
  const bottom = hash(i, j + 1, salt) * (1 - a) + hash(i + 1, j + 1, salt) * a;
  return top * (1 - b) + bottom * b;
}
