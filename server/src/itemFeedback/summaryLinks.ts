import { randomUUID } from 'node:crypto';
import { SUMMARY_PATH, type SummaryLink } from '@companion/contract/staff/summaryLinks';
import type { Kysely, Selectable } from 'kysely';
import { lockMember } from '../identity/staff/memberQueries.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import type { Database } from '../platform/db/schema.ts';
import { hashToken, isOwnToken, makeToken } from '../platform/deriveKeys.ts';
import { reject } from '../platform/domainError.ts';
import type { Services } from '../platform/services.ts';
import { DAY, isoTime } from '../platform/time.ts';
import { autocommit, type Transacting } from '../platform/transact.ts';

/** More than a session has speakers; a stolen session must not fill the table. */
const MAX_LINKS = 50;

type Row = Selectable<Database['summary_links']>;

/** The links of an item, the newest first. */
export async function listSummaryLinks(db: ReadDatabase, contentId: string): Promise<SummaryLink[]> {
  const rows = await db
    .selectFrom('summary_links')
    .selectAll()
    .where('content_id', '=', contentId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(toLink);
}

interface NewLink {
  contentId: string;
  name: string;
  days: number;
  createdBy: string;
}

/**
 * @returns the link with its token, which is stored nowhere
 * @throws DomainError `conflict` when the item has too many
 */
export async function createSummaryLink(
  tx: Transacting,
  { contentId, name, days, createdBy }: NewLink,
): Promise<SummaryLink & { link: string }> {
  const { db, config, keys } = tx;
  // Before the row, as a removal of the member does: each would otherwise wait for the other.
  await lockMember(db, createdBy);
  if ((await listSummaryLinks(db, contentId)).length >= MAX_LINKS) {
    reject('conflict', `There are ${MAX_LINKS} links to this already. Revoke one first.`);
  }
  const token = makeToken(keys, 'summary');
  const created_at = tx.now();
  const row = { id: randomUUID(), content_id: contentId, name, created_by: createdBy, created_at };
  const made = await db
    .insertInto('summary_links')
    .values({ ...row, token_hash: hashToken(token), expires_at: created_at + days * DAY, uses: 0, last_used_at: null })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...toLink(made), link: `${config.appUrl}${SUMMARY_PATH}#token=${token}` };
}

/** @returns the item that it led to; undefined if it was revoked already */
export async function revokeSummaryLink(db: Kysely<Database>, id: string): Promise<string | undefined> {
  const revoked = await db.deleteFrom('summary_links').where('id', '=', id).returning('content_id').executeTakeFirst();
  return revoked?.content_id;
}

/**
 * The link with this token.
 * @throws DomainError `notFound` that says why it shows nothing
 */
export async function findSummaryLink({ db, keys, now }: Services, token: string): Promise<Row> {
  // Invented tokens cost no query.
  if (!isOwnToken(keys, 'summary', token)) reject('notFound', 'This link is not complete. Please open it again.');
  const row = await db
    .selectFrom('summary_links')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  if (!row) {
    reject('notFound', 'This link was revoked, or expired long ago. Please ask the organizer for a new one.');
  }
  if (row.expires_at <= now()) reject('notFound', 'This link has expired. Please ask the organizer for a new one.');
  return row;
}

/** Counts that a link was opened. */
export async function countUse(services: Services, id: string): Promise<void> {
  const last_used_at = services.now();
  await autocommit(services, (db) =>
    db
      .updateTable('summary_links')
      .set((row) => ({ uses: row('uses', '+', 1), last_used_at }))
      .where('id', '=', id)
      .execute(),
  );
}

const toLink = ({ id, name, created_at, expires_at, uses, last_used_at }: Row): SummaryLink => ({
  id,
  name,
  createdAt: isoTime(created_at),
  expiresAt: isoTime(expires_at),
  uses,
  lastUsedAt: isoTime(last_used_at),
});
