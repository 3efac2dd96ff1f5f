import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';

/** So that a flood of writes does not put off the first of them for long. */
const MOST_IN_A_GROUP = 250;
/** How often the file is asked for, and how long in all, while another process writes to it, in milliseconds. */
const ASK_EVERY = 5;
const PATIENCE = 5_000;
/** Also in the lowest byte of the codes that say more. */
const SQLITE_BUSY = 5;

/** The right to write, held by one member of a group at a time. */
export interface Turn {
  /** Runs a statement of this turn; once the database has taken the transaction back, none, but throws why it did. */
  run<Result>(statement: () => Result): Result;
  /** Keeps what was written; resolves once it is on disk. */
  keep(): Promise<void>;
  /** Takes back what was written in this turn, and nothing else. */
  undo(): void;
}

interface Group {
  members: number;
  committed: PromiseWithResolvers<void>;
}

/**
 * Lets writes that wait together share one transaction and so one fsync, which is what a durable write costs. Each
 * member writes in a savepoint of its own: an error in one takes back that one alone. Nobody is told that a write is
 * kept before the whole group is on disk.
 */
export class GroupCommit {
  readonly #writer: DatabaseSync;
  readonly #patience: number;
  readonly #waiting: PromiseWithResolvers<void>[] = [];
  #group: Group | undefined;
  #busy = false;

  /**
   * @param writer which does not wait for a busy file itself: that would hold up the whole process
   * @param patience how long another process's write is waited for, in milliseconds
   */
  constructor(writer: DatabaseSync, patience = PATIENCE) {
    this.#writer = writer;
    this.#patience = patience;
  }

  /** Waits for the right to write. Rejects when the database cannot begin a transaction. */
  async takeTurn(): Promise<Turn> {
    if (this.#busy) {
      const waiting = Promise.withResolvers<void>();
      this.#waiting.push(waiting);
      await waiting.promise;
    }
    this.#busy = true;
    try {
      this.#group ??= await this.#begin();
      this.#writer.exec('SAVEPOINT member');
    } catch (error) {
      // Whoever waits would only find the same, each after the whole patience with a busy file.
      for (const { reject } of this.#waiting.splice(0)) reject(error);
      this.#passOn(error);
      throw error;
    }
    const { committed } = this.#group;
    let failure: unknown;
    return {
      run: (statement) => {
        // Outside the transaction it would be kept by itself, whatever becomes of the rest.
        if (!this.#writer.isTransaction) throw failure;
        try {
          return statement();
        } catch (error) {
          failure = error;
          throw error;
        }
      },
      keep: async () => {
        this.#end('RELEASE member', failure);
        await committed.promise;
      },
      undo: () => this.#end('ROLLBACK TO member; RELEASE member', failure),
    };
  }

  async #begin(): Promise<Group> {
    for (let waited = 0; !this.#hasBegun(waited < this.#patience); waited += ASK_EVERY) await delay(ASK_EVERY);
    const group: Group = { members: 0, committed: Promise.withResolvers() };
    // Where every member went back, nobody listens.
    group.committed.promise.catch(() => {});
    return group;
  }

  /** @param mayBeBusy whether a busy file is no error, because it is asked for again */
  #hasBegun(mayBeBusy: boolean): boolean {
    try {
      this.#writer.exec('BEGIN IMMEDIATE');
      return true;
    } catch (error) {
      if (mayBeBusy && isBusy(error)) return false;
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
    this.#passOn(failure);
  }

  /** The next member's turn, or the end of the group once those that wait have had theirs. */
  #passOn(failure: unknown): void {
    // On a full disk SQLite takes the whole transaction back by itself: the group's earlier members lose theirs, too.
    if (this.#group && !this.#writer.isTransaction) this.#close(failure);
    if (this.#group && this.#group.members >= MOST_IN_A_GROUP) this.#commit();
    const next = this.#waiting.shift();
    this.#busy = next !== undefined;
    next?.resolve();
    // Later, so that what this round of the event loop still brings joins the group.
    if (!next && this.#group) setImmediate(() => this.finish());
  }

  /** Ends the group unless somebody is writing in it. */
  finish(): void {
    if (this.#group && !this.#busy) this.#commit();
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
