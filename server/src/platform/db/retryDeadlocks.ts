import pRetry from 'p-retry';

const RETRIES = 4;
const DEADLOCK = '40P01';

/** Whether PostgreSQL has aborted a transaction, because it and another one waited for each other. */
export const isDeadlock = (error: Error): boolean => 'code' in error && error.code === DEADLOCK;

/**
 * Runs again what ended in a deadlock.
 * @param run starts the whole transaction
 */
export const retryDeadlocks = <Result>(run: () => Promise<Result>): Promise<Result> =>
  pRetry(run, { retries: RETRIES, minTimeout: 0, shouldRetry: ({ error }) => isDeadlock(error) });
