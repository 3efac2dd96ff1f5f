import type { ReadDatabase } from './db/readDatabase.ts';

/**
 * Makes a value once for each server, which its own handle tells apart: two in one process, as in tests, share none.
 * @param make gets what the first call was given
 */
export function perServer<Given extends { db: ReadDatabase }, Value>(
  make: (given: Given) => Value,
): (given: Given) => Value {
  const made = new WeakMap<ReadDatabase, { value: Value }>();
  return (given) => {
    const one = made.get(given.db) ?? { value: make(given) };
    made.set(given.db, one);
    return one.value;
  };
}
