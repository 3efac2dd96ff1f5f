import { defineConfig } from 'vitest/config';
import { COMPILE_CACHE } from './testkit/src/compileCache.ts';
import { findTestsWithoutDatabase } from './testkit/src/findTestsWithoutDatabase.ts';
import { scaled } from './testkit/src/timeScale.ts';

// For the processes of the tests, and the threads and programs that they start.
Object.assign(process.env, COMPILE_CACHE);

const server = { include: ['server/src/**/*.test.ts'] };
/** Tests of one engine have its name in the file name. All others that use a database run on both. */
const only = (engine: string) => [`server/src/**/*.${engine}.test.ts`];
const repository = [
  'bench/src/simulation/scalingDocument.test.ts',
  'testkit/src/checkBoundaries.test.ts',
  'testkit/src/operationsDocument.test.ts',
  'testkit/src/references.test.ts',
  'testkit/src/repository.test.ts',
  'testkit/src/requirements.test.ts',
  'testkit/src/specTables.test.ts',
];
const operations = ['testkit/src/operationsSamples.test.ts'];

// The browser's tests (*.spec.ts) are Playwright's: see playwright.config.ts.
export default defineConfig({
  test: {
    environment: 'node',
    // No test sets its own limit, because that would not follow the speed of the machine.
    testTimeout: scaled(120_000),
    hookTimeout: scaled(120_000),
    teardownTimeout: scaled(30_000),
    expect: { poll: { timeout: scaled(20_000) } },
    // As in playwright.config.ts: a shared CI machine may stall. The stage names tests that needed a second attempt.
    retry: process.env.CI === 'true' ? 1 : 0,
    pool: 'forks',
    // A process runs one file after another: starting it and importing the server cost more than most files' tests.
    isolate: false,
    // The next test file runs in the same process.
    unstubGlobals: true,
    // One worker per core: the default would leave one of two cores idle.
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: { ...server, name: 'server-sqlite', env: { TEST_DATABASE: 'sqlite' }, exclude: only('postgres') },
      },
      {
        extends: true,
        test: {
          ...server,
          name: 'server-postgres',
          env: { TEST_DATABASE: 'postgres' },
          exclude: [...only('sqlite'), ...findTestsWithoutDatabase()],
          globalSetup: 'testkit/src/startTestPostgres.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{contract,client,web,console,testkit,bench}/src/**/*.test.ts', 'web/{build,dev}/*.test.ts'],
          exclude: [...repository, ...operations],
        },
      },
      {
        extends: true,
        test: {
          name: 'operations',
          include: operations,
          env: { TEST_DATABASE: 'postgres' },
          globalSetup: ['testkit/src/startTestPostgres.ts', 'testkit/src/ensureOperationsTools.ts'],
        },
      },
      { extends: true, test: { name: 'repository', include: repository } },
    ],
  },
});
