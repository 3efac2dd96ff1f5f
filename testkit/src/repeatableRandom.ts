import { createHash } from 'node:crypto';

/** Returns numbers from 0 up to 1. The n-th one for a name depends on the seed only, whatever is drawn in between. */
export function repeatableRandom(seed: number): (name: string) => number {
  const counts = new Map<string, number>();
  return (name) => {
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    return createHash('sha256').update(`${seed} ${count} ${name}`).digest().readUInt32BE() / 2 ** 32;
  };
}
