import { PreparingClient } from './preparingClient.ts';
import { isDeadlock, retryDeadlocks } from './retryDeadlocks.ts';

/**
 * A connection that repeats a statement which PostgreSQL aborted because of a deadlock: nothing of it is stored. Within
 * a transaction all of its statements are lost, so that `transact` repeats the whole.
 */
export class RetryingClient extends PreparingClient {
  // biome-ignore lint/suspicious/noExplicitAny: as in PreparingClient
  override query(...args: any[]): any {
    const running = super.query(...args);
    // Other forms of the call get a callback, or a query of their own; only the pool uses them.
    if (!(running instanceof Promise)) return running;
    return running.catch((error: Error) => {
      if (!isDeadlock(error) || this.getTransactionStatus() !== 'I') throw error;
      return retryDeadlocks(() => super.query(...args));
    });
  }
}
