import pRetry from 'p-retry';

const RETRIES = 4;
const DEADLOCK = '40P01';

/**
 * Runs a transaction again that PostgreSQL has aborted, because it and another one waited for each other.
 * @param run starts the whole transaction
 */
export const retryDeadlocks = <Result>(run: () => Promise<Result>): Promise<Result> =>
  pRetry(run, {
    retries: RETRIES,
    minTimeout: 0,
    shouldRetry: ({ error }) => 'code' in error && error.code === DEADLOCK,
  });
