import type { Programme } from '@companion/contract/staff/programme';
import type { Kysely, Selectable } from 'kysely';
import type { RevisionOrigin } from '../platform/db/programmeSchema.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import type { Database } from '../platform/db/schema.ts';

export const NO_PROGRAMME: Programme = {
  ...{ event: {}, texts: {}, pictures: {} },
  ...{ agenda: [], speakers: [], sponsors: [], campaigns: [], questions: [] },
};

/** The draft, as it is stored. */
export interface Draft {
  programme: Programme;
  /** 0 before the first start has made one. */
  version: number;
  /** As a pack had it when it was loaded last. */
  loaded: Programme | null;
  removedIds: string[];
  publishAt: number | null;
  publishBy: string | null;
  publishFailedAt: number | null;
}

export async function readDraft(db: ReadDatabase): Promise<Draft> {
  const row = await db.selectFrom('programme_draft').selectAll().executeTakeFirst();
  return row ? draftOf(row) : draftOf(EMPTY);
}

/** The programme of the draft as it is stored, as JSON, which may be large. */
export async function readDraftText(db: ReadDatabase): Promise<{ programme: string; removedIds: string[] }> {
  const row = await db.selectFrom('programme_draft').select(['programme', 'removed_ids']).executeTakeFirst();
  const { programme, removed_ids: removedIds } = row ?? EMPTY;
  // As below.
  return { programme, removedIds: JSON.parse(removedIds) as string[] };
}

/** Lets one change of the programme proceed at a time, on every node. @returns the draft, as no one else changes it */
export async function lockDraft(db: Kysely<Database>): Promise<Draft> {
  const row = await db
    .insertInto('programme_draft')
    .values(EMPTY)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ id: 1 }))
    .returningAll()
    .executeTakeFirstOrThrow();
  return draftOf(row);
}

const EMPTY: Selectable<Database['programme_draft']> = {
  ...{ id: 1, programme: JSON.stringify(NO_PROGRAMME), version: 0, loaded: null, removed_ids: '[]' },
  ...{ publish_at: null, publish_by: null, publish_failed_at: null },
};

// Written by this folder only.
const draftOf = (row: Selectable<Database['programme_draft']>): Draft => ({
  programme: JSON.parse(row.programme) as Programme,
  version: row.version,
  loaded: row.loaded === null ? null : (JSON.parse(row.loaded) as Programme),
  removedIds: JSON.parse(row.removed_ids) as string[],
  publishAt: row.publish_at,
  publishBy: row.publish_by,
  publishFailedAt: row.publish_failed_at,
});

/** A revision with its programme. */
export interface PublishedRevision {
  revision: number;
  publishedAt: number;
  origin: RevisionOrigin;
  programme: Programme;
}

/** What attendees see. Undefined before the first start. */
export const readPublished = (db: ReadDatabase): Promise<PublishedRevision | undefined> => findRevision(db);

/** @param revision default: the newest */
export async function findRevision(db: ReadDatabase, revision?: number): Promise<PublishedRevision | undefined> {
  const row = await db
    .selectFrom('revisions')
    .selectAll()
    .$if(revision !== undefined, (query) => query.where('revision', '=', revision ?? 0))
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst();
  return (
    row && {
      revision: row.revision,
      publishedAt: row.published_at,
      origin: row.origin,
      // As above.
      programme: JSON.parse(row.programme) as Programme,
    }
  );
}
