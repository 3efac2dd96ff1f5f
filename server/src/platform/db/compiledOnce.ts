import type { Compilable, CompiledQuery } from 'kysely';
import type { ReadDatabase } from './readDatabase.ts';

/**
 * Runs a statement of a hot path that is compiled once for each database handle: compiling costs more than running it.
 * @param build makes the statement from what stands for the values that each run is given, by their names
 */
export function compiledOnce<Db extends ReadDatabase, Given extends object, Row>(
  build: (db: Db, given: Given) => Compilable<Row>,
): (db: Db, given: Given) => Promise<Row[]> {
  const compiled = new WeakMap<Db, CompiledQuery<Row>>();
  return async (db, given) => {
    // A statement that is only compiled keeps whatever it is given in place of a value.
    const statement = compiled.get(db) ?? build(db, STAND_INS as Given).compile();
    compiled.set(db, statement);
    const parameters = statement.parameters.map((value) =>
      // `build` can only name what is given.
      value instanceof StandIn ? given[value.name as keyof Given] : value,
    );
    const query: CompiledQuery<Row> = { ...statement, parameters };
    return (await db.executeQuery(query)).rows;
  };
}

/** A value that is not known when the statement is compiled. */
export class StandIn {
  readonly name: PropertyKey;

  constructor(name: PropertyKey) {
    this.name = name;
  }
}

const STAND_INS = new Proxy({}, { get: (_target, name) => new StandIn(name) });
