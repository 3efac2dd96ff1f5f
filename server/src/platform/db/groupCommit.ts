import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';

/** Bounds how long a flood of writes can delay the commit of the first of them. */
const MAX_GROUP_SIZE = 250;
/** How often a busy file is tried, and for how long, while another process writes to it. */
const RETRY_INTERVAL_MS = 5;
const BUSY_TIMEOUT_MS = 5_000;
/** The primary result code; extended codes keep it in their lowest byte. */
const SQLITE_BUSY = 5;

/** The right to write, held by one member of a group at a time. */
export interface WriteLock {
  /** Runs a statement. After the database has rolled the transaction back, throws the error that caused it. */
  run<Result>(statement: () => Result): Result;
  /** Commits this member's writes with its group; resolves once they are on disk. */
  commit(): Promise<void>;
  /** Rolls back this member's writes, and nothing else. */
  rollback(): void;
}

interface Group {
  members: number;
  committed: PromiseWithResolvers<void>;
}

/**
 * Lets writes that wait at the same time share one transaction and so one fsync, which is what a durable write costs.
 * Each member writes in its own savepoint, so its error rolls back its writes alone. No write is acknowledged before
 * the whole group is on disk.
 */
export class GroupCommit {
  readonly #writer: DatabaseSync;
  readonly #busyTimeoutMs: number;
  readonly #waiting: PromiseWithResolvers<void>[] = [];
  #group: Group | undefined;
  #isLocked = false;

  /**
   * @param writer must not wait for a busy file itself: that would block the whole process
   * @param busyTimeoutMs how long to wait for another process to finish its write
   */
  constructor(writer: DatabaseSync, busyTimeoutMs = BUSY_TIMEOUT_MS) {
    this.#writer = writer;
    this.#busyTimeoutMs = busyTimeoutMs;
  }

  /** Waits for the right to write. Rejects when the database cannot begin a transaction. */
  async acquire(): Promise<WriteLock> {
    if (this.#isLocked) {
      const waiting = Promise.withResolvers<void>();
      this.#waiting.push(waiting);
      await waiting.promise;
    }
    this.#isLocked = true;
    try {
      this.#group ??= await this.#begin();
      this.#writer.exec('SAVEPOINT member');
    } catch (error) {
      // All others would fail the same way, each after the full timeout if the file is busy.
      for (const { reject } of this.#waiting.splice(0)) reject(error);
      this.#release(error);
      throw error;
    }
    const { committed } = this.#group;
    let failure: unknown;
    return {
      run: (statement) => {
        // Outside the transaction the statement would commit at once, even if the rest rolls back.
        if (!this.#writer.isTransaction) throw failure;
        try {
          return statement();
        } catch (error) {
          failure = error;
          throw error;
        }
      },
      commit: async () => {
        this.#end('RELEASE member', failure);
        await committed.promise;
      },
      rollback: () => this.#end('ROLLBACK TO member; RELEASE member', failure),
    };
  }

  async #begin(): Promise<Group> {
    for (let waited = 0; !this.#tryBegin(waited < this.#busyTimeoutMs); waited += RETRY_INTERVAL_MS) {
      await delay(RETRY_INTERVAL_MS);
    }
    const group: Group = { members: 0, committed: Promise.withResolvers() };
    // A group whose members all rolled back has no listener.
    group.committed.promise.catch(() => {});
    return group;
  }

  /** @param canRetry whether to report a busy file as false instead of throwing */
  #tryBegin(canRetry: boolean): boolean {
    try {
      this.#writer.exec('BEGIN IMMEDIATE');
      return true;
    } catch (error) {
      if (canRetry && isBusy(error)) return false;
      throw error;
    }
  }

  #end(statement: string, cause: unknown): void {
    let failure = cause;
    try {
      this.#writer.exec(statement);
      if (this.#group) this.#group.members += 1;
    } catch (error) {
      failure ??= error;
    }
    this.#release(failure);
  }

  /** Passes the lock to the next member, or schedules the end of the group when none waits. */
  #release(failure: unknown): void {
    // On a full disk SQLite rolls the whole transaction back, so the group's earlier members fail too.
    if (this.#group && !this.#writer.isTransaction) this.#close(failure);
    if (this.#group && this.#group.members >= MAX_GROUP_SIZE) this.#commit();
    const next = this.#waiting.shift();
    this.#isLocked = next !== undefined;
    next?.resolve();
    // Deferred, so that writes of the same round of the event loop can join the group.
    if (!next && this.#group) setImmediate(() => this.finish());
  }

  /** Ends the group unless one of its members is writing. */
  finish(): void {
    if (this.#group && !this.#isLocked) this.#commit();
  }

  #commit(): void {
    try {
      this.#writer.exec('COMMIT');
      this.#close();
    } catch (error) {
      if (this.#writer.isTransaction) this.#writer.exec('ROLLBACK');
      this.#close(error);
    }
  }

  #close(failure?: unknown): void {
    const group = this.#group;
    this.#group = undefined;
    if (failure === undefined) group?.committed.resolve();
    else group?.committed.reject(failure);
  }
}

const isBusy = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  (error.errcode & 0xff) === SQLITE_BUSY;
