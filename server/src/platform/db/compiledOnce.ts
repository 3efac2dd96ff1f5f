import type { Compilable, CompiledQuery } from 'kysely';
import type { ReadDatabase } from './readDatabase.ts';

/**
 * Runs a statement of a hot path that is compiled once for each database handle: compiling costs more than running it.
 * @param build makes the statement with any values, which are kept: none may be a person's
 * @param parametersOf the values of one run, in the order in which the statement has them
 */
export function compiledOnce<Db extends ReadDatabase, Given, Row>(
  build: (db: Db) => Compilable<Row>,
  parametersOf: (given: Given) => readonly unknown[],
): (db: Db, given: Given) => Promise<Row[]> {
  const compiled = new WeakMap<Db, CompiledQuery<Row>>();
  return async (db, given) => {
    const statement = compiled.get(db) ?? build(db).compile();
    compiled.set(db, statement);
    const query: CompiledQuery<Row> = { ...statement, parameters: parametersOf(given) };
    return (await db.executeQuery(query)).rows;
  };
}
