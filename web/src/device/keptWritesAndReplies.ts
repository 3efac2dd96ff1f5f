import { type DBSchema, deleteDB, type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb';
import * as z from 'zod/mini';
import { inPlaceOf, type PendingWrite, pendingWrite, type StoredWrite } from './pendingWrite.ts';

/**
 * What the app keeps on this phone, in IndexedDB (decision 038). Every function survives a database that is missing,
 * blocked, full, corrupt, or owned by a newer version of the app: reads resolve to undefined, writes to false.
 */
const DATABASE = 'companion';
const VERSION = 1;
/** Some browsers never answer the request to open a database. */
const OPEN_TIMEOUT_MS = 2000;
/** In characters of JSON. */
const MAX_REPLY_LENGTH = 2_000_000;
export const MAX_WRITES = 200;

/** An older version of the app may have stored it in another shape. */
const keptReply = z.object({ data: z.unknown(), at: z.number(), etag: z.optional(z.string()) });
/**
 * The last good reply to a call that reads. `at` is the time of the phone when it arrived; `etag` is the server's, unless
 * a write has changed the reply since.
 */
export type KeptReply = z.infer<typeof keptReply>;

interface Schema extends DBSchema {
  /** The replies, by the name that they have on phones in use. */
  answers: { key: [accountId: string, call: string]; value: KeptReply };
  writes: { key: number; value: PendingWrite; indexes: { accountId: string } };
}

/** The kept replies of one account, by call, or that to one call alone. Undefined if they cannot be read. */
export const readReplies = (accountId: string, call?: string): Promise<Map<string, KeptReply> | undefined> =>
  attempt(async (db) => {
    const { store } = db.transaction('answers');
    const replies = new Map<string, KeptReply>();
    const range = call === undefined ? keysOf(accountId) : IDBKeyRange.only([accountId, call]);
    const [keys, values] = await Promise.all([store.getAllKeys(range), store.getAll(range)]);
    for (const [position, [, call]] of keys.entries()) {
      const { success, data } = keptReply.safeParse(values[position]);
      if (success) replies.set(call, data);
    }
    return replies;
  });

/** Stores the last good reply to a call, unless it is too large. */
export async function storeReply(accountId: string, call: string, reply: KeptReply): Promise<boolean> {
  if (JSON.stringify(reply.data).length > MAX_REPLY_LENGTH) return false;
  return succeed((db) => db.put('answers', reply, [accountId, call]));
}

/** The writes of one account, in the order in which they were made. Undefined if they cannot be read. */
export const readWrites = (accountId: string): Promise<StoredWrite[] | undefined> =>
  attempt(async (db) => {
    const stored = await db.getAllFromIndex('writes', 'accountId', accountId);
    // The database has given every stored write its id.
    return stored.filter((write): write is StoredWrite => pendingWrite.safeParse(write).success);
  });

/**
 * Adds a write in place of those with the same intent. Returns its id, or `full` if this account has too many waiting.
 * @param sendingId a write that is being sent, which stays until it is answered
 */
export const addWrite = (write: PendingWrite, sendingId?: number): Promise<number | 'full' | undefined> =>
  attempt(async (db) => {
    const { store, done } = db.transaction('writes', 'readwrite');
    const others = await store.index('accountId').getAll(write.accountId);
    const replaced = others.filter(({ id, replaces }) => replaces === write.replaces && id !== sendingId);
    if (others.length - replaced.length >= MAX_WRITES) return 'full';
    for (const { id } of replaced) if (id !== undefined) void store.delete(id);
    const id = await store.add(inPlaceOf(replaced, write));
    await done;
    return id;
  });

/** Stores a write that has changed, unless it has been deleted, as signing out in another tab does. */
export const replaceWrite = (write: StoredWrite): Promise<boolean> =>
  succeed(async (db) => {
    const { store, done } = db.transaction('writes', 'readwrite');
    const stored = await store.get(write.id);
    // A database that was deleted and made again gives the same ids again.
    if (stored?.idempotencyKey === write.idempotencyKey) await store.put(write);
    await done;
  });

export const removeWrite = (id: number): Promise<boolean> => succeed((db) => db.delete('writes', id));

export interface Kept {
  /** The account whose replies stay. */
  repliesOf?: string;
  /** The account whose writes stay, or all. */
  writesOf?: string | 'everyone';
}

/** Deletes everything but what is named, or nothing if that fails. Returns whether it is deleted. */
export async function deleteExcept({ repliesOf, writesOf }: Kept): Promise<boolean> {
  const isDeleted = await succeed(async (db) => {
    const tx = db.transaction(['answers', 'writes'], 'readwrite');
    const [answers, writes] = [tx.objectStore('answers'), tx.objectStore('writes')];
    const deletions: Promise<unknown>[] = [tx.done];
    if (repliesOf === undefined) deletions.push(answers.clear());
    else {
      deletions.push(answers.delete(IDBKeyRange.upperBound([repliesOf], true)));
      deletions.push(answers.delete(IDBKeyRange.lowerBound([repliesOf, []], true)));
    }
    if (writesOf === undefined) deletions.push(writes.clear());
    else if (writesOf !== 'everyone') deletions.push(deleteOthers(writes, writesOf));
    await Promise.all(deletions);
  });
  if (isDeleted || repliesOf || writesOf) return isDeleted;
  // A database that cannot be opened can still be deleted.
  try {
    await inTime(deleteDB(DATABASE));
    return true;
  } catch {
    return false;
  }
}

async function deleteOthers(
  writes: IDBPObjectStore<Schema, ['answers', 'writes'], 'writes', 'readwrite'>,
  accountId: string,
): Promise<void> {
  for await (const cursor of writes) if (cursor.value.accountId !== accountId) await cursor.delete();
}

const keysOf = (accountId: string) => IDBKeyRange.bound([accountId], [accountId, []]);

let connection: Promise<IDBPDatabase<Schema>> | undefined;

async function open(): Promise<IDBPDatabase<Schema>> {
  const forget = () => {
    connection = undefined;
  };
  const opening = openDB<Schema>(DATABASE, VERSION, {
    upgrade: (db) => {
      db.createObjectStore('answers');
      db.createObjectStore('writes', { keyPath: 'id', autoIncrement: true }).createIndex('accountId', 'accountId');
    },
    // A newer version of the app in another tab waits for this connection to close.
    blocking: (_current, _next, event) => {
      forget();
      // The event's target is the connection.
      (event.target as IDBDatabase).close();
    },
    terminated: forget,
  });
  return inTime(opening).catch((error: unknown) => {
    forget();
    // It may still open, as on a busy phone.
    opening.then(
      (late) => {
        connection ??= Promise.resolve(late);
      },
      () => {},
    );
    throw error;
  });
}

const inTime = <Result>(work: Promise<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The database does not answer.')), OPEN_TIMEOUT_MS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });

async function attempt<Result>(run: (db: IDBPDatabase<Schema>) => Promise<Result>): Promise<Result | undefined> {
  try {
    connection ??= open();
    return await run(await connection);
  } catch {
    return undefined;
  }
}

const succeed = async (run: (db: IDBPDatabase<Schema>) => Promise<unknown>): Promise<boolean> =>
  (await attempt(async (db) => {
    await run(db);
    return true;
  })) ?? false;
