import type { Kysely } from 'kysely';
import type { Database } from '../platform/db/schema.ts';
import { reject } from '../platform/domainError.ts';
import type { Transacting } from '../platform/transact.ts';

/** In characters, of several notes that were joined. It bounds what one account can pile up. */
const JOINED_MAX = 10_000;

const TOO_LONG = 'This note and the one that you have on another device are too long together. Shorten one of them.';

/**
 * What is stored of two notes on one session (decision 072): the later one, and before it the earlier one, unless that is
 * the text which the later one was made from, or either is part of the other. So no text is lost.
 * @param before the texts which the later one may take the place of
 */
export function joinNotes(earlier: string, later: string, before: readonly string[] = []): string {
  if (before.includes(earlier) || later.includes(earlier)) return later;
  return earlier.includes(later) ? earlier : `${earlier}\n\n${later}`;
}

interface OwnNote {
  accountId: string;
  contentId: string;
  note: string;
  before: readonly string[];
}

/**
 * Stores an account's note on a session. Lock the account first, so that two of its devices come one after the other.
 * @returns what is stored
 * @throws DomainError `conflict` when it is too long together with what another device has stored
 */
export async function saveOwnNote(
  { db, now }: Transacting,
  { accountId, contentId, note, before }: OwnNote,
): Promise<string> {
  const stored = await db
    .selectFrom('own_notes')
    .select('note')
    .where('account_id', '=', accountId)
    .where('content_id', '=', contentId)
    .executeTakeFirst();
  const joined = joinNotes(stored?.note ?? '', note, before);
  if (joined.length > JOINED_MAX && joined !== stored?.note) reject('conflict', TOO_LONG);
  const changed = { note: joined, updated_at: now() };
  await db
    .insertInto('own_notes')
    .values({ account_id: accountId, content_id: contentId, created_at: now(), ...changed })
    .onConflict((conflict) => conflict.columns(['account_id', 'content_id']).doUpdateSet(changed))
    .execute();
  return joined;
}

/** Moves the notes of one account to another. Where both have one on the same session, they are joined. */
export async function moveOwnNotes(db: Kysely<Database>, from: string, to: string): Promise<void> {
  const notesOf = (accountId: string) =>
    db.selectFrom('own_notes').selectAll().where('account_id', '=', accountId).execute();
  const kept = new Map((await notesOf(to)).map((row) => [row.content_id, row]));
  for (const moved of await notesOf(from)) {
    const same = kept.get(moved.content_id);
    if (!same) continue;
    await db
      .updateTable('own_notes')
      .set({ note: joinNotes(same.note, moved.note), updated_at: Math.max(same.updated_at, moved.updated_at) })
      .where('account_id', '=', to)
      .where('content_id', '=', moved.content_id)
      .execute();
    await db
      .deleteFrom('own_notes')
      .where('account_id', '=', from)
      .where('content_id', '=', moved.content_id)
      .execute();
  }
  await db.updateTable('own_notes').set({ account_id: to }).where('account_id', '=', from).execute();
}
