/**
 * Numbers from 0 up to 1 for a simulation of millions of steps: fast, and always the same for a seed. Each phone draws
 * from its own, so that further phones change nothing for it.
 */
export function seededRandom(seed: number): () => number {
  // A counter whose bits are mixed, so that neighbouring seeds differ from the first number on.
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}
