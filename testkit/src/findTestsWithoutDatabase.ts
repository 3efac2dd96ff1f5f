import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '../..');

/** What opens a database, or starts the server or a command with one. */
const OPENS_DATABASE = ['testkit/src/testDatabase.ts', 'testkit/src/serverProcess.ts', 'testkit/src/runEvent.ts'];
const OPENING_CODE = /\/(openDatabase|openPostgres|preparingClient|groupCommit|sqliteDialect|main)\.ts'/;

/** The server's tests that use no database: they pass on every engine or on none, and run once. */
export function findTestsWithoutDatabase(): string[] {
  const known = new Map<string, boolean>();
  const opens = (file: string): boolean => {
    const before = known.get(file);
    if (before !== undefined) return before;
    // Of files that import each other the first one decides.
    known.set(file, OPENS_DATABASE.includes(file));
    const found = OPENS_DATABASE.includes(file) || OPENING_CODE.test(read(file)) || importsOf(file).some(opens);
    known.set(file, found);
    return found;
  };
  return globSync('server/src/**/*.test.ts', { cwd: ROOT }).filter((file) => !opens(file));
}

const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

/** The files of the test kit that a file imports. */
function importsOf(file: string): string[] {
  return [...read(file).matchAll(/from '(@companion\/testkit\/|\.{1,2}\/)([^']+)'/g)]
    .map(([, start = '', rest = '']) =>
      start.startsWith('@') ? `testkit/src/${rest}.ts` : path.join(path.dirname(file), start, rest),
    )
    .filter((imported) => imported.startsWith('testkit/') && existsSync(path.join(ROOT, imported)));
}
