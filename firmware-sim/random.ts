/** Reproducible random numbers: the same seed gives the same simulation. */
export interface Random {
  /** From 0 up to, but not including, 1. */
  next(): number;
  between(least: number, most: number): number;
  whole(least: number, most: number): number;
  chance(probability: number): boolean;
  /** Around 0, with this standard deviation. */
  normal(deviation?: number): number;
  pick<T>(items: readonly T[]): T;
  shuffled<T>(items: readonly T[]): T[];
  /** A separate stream, so that one device's life does not depend on the number of other devices. */
  fork(name: string | number): Random;
}

export function createRandom(seed: number | string): Random {
  const next = mulberry32(hash(String(seed)));
  const between = (least: number, most: number): number => least + (most - least) * next();
  const whole = (least: number, most: number): number => Math.floor(between(least, most + 1));
  return {
    next,
    between,
    whole,
    chance: (probability) => next() < probability,
    normal(deviation = 1) {
      const radius = Math.sqrt(-2 * Math.log(1 - next()));
      return deviation * radius * Math.cos(2 * Math.PI * next());
    },
    pick(items) {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
    shuffled: (items) =>
      items
        .map((item) => ({ item, place: next() }))
        .sort((a, b) => a.place - b.place)
        .map(({ item }) => item),
    fork: (name) => createRandom(`${seed}/${name}`),
  };
}

/** FNV-1a. */
function hash(text: string): number {
  let state = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) state = Math.imul(state ^ text.charCodeAt(i), 0x01000193);
  return state >>> 0;
}

function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
