import { integer, table, text, time } from './table.ts';

/** The migration that makes these tables, and what other tables have for them. */
export const PROGRAMME = '0004_programme';

/** What has published a revision. */
export type RevisionOrigin = 'start' | 'load' | 'console' | 'planned' | 'rollback' | 'demo';

const member = () => text().references('staff.id', 'set null').nullable();

/** The tables of the programme (decision 061), with the conventions of `schema.ts`. */
export const programmeSchema = {
  /**
   * One row, as in `stage`, from the first start on: the programme as the staff edit it. A change of the programme locks
   * it first.
   */
  programme_draft: table(
    {
      id: integer<1>().primaryKey(),
      /** JSON: Programme of the contract. */
      programme: text(),
      /** Rises with each change of the draft. */
      version: integer(),
      /** JSON: Programme, as a pack had it when it was loaded last. Null before the first load. */
      loaded: text().nullable(),
      /** JSON: string[], the ids of entries that were removed: no new entry gets one of them. */
      removed_ids: text(),
      /** When the draft is to be published by itself, and who has planned it. */
      publish_at: time().nullable(),
      publish_by: member(),
      /** When a planned publication was given up, because the draft had problems. Null after the next one. */
      publish_failed_at: time().nullable(),
    },
    PROGRAMME,
  ),

  /** What was published. The one with the highest number is what attendees see. */
  revisions: table(
    {
      /** 0: what a server without an event shows. */
      revision: integer().primaryKey(),
      published_at: time(),
      /** Null: the operator. */
      published_by: member(),
      origin: text<RevisionOrigin>(),
      /** How many fields and entries it changed. */
      changes: integer(),
      /** JSON: Programme of the contract. */
      programme: text(),
    },
    PROGRAMME,
  ),

  /** Pictures, by their content. In the database, so that every node has them. */
  assets: table(
    {
      /** Of the content, in hexadecimal. */
      sha256: text().primaryKey(),
      /** What its file would be called after the last dot. */
      type: text<'svg' | 'png' | 'jpg' | 'webp'>(),
      /** Base64. */
      content: text(),
      /** Since when neither the draft nor a revision has it. Null while one has. */
      unused_since: time().nullable().indexed(),
      /** The first revision that has it. */
      revision: integer().nullable(),
    },
    PROGRAMME,
  ),

  /** The YAML files of the pack that was loaded last: an export writes the programme into them, with their comments. */
  pack_files: table(
    {
      name: text().primaryKey(),
      content: text(),
    },
    PROGRAMME,
  ),

  /** Where in the draft a member is, or was last. */
  programme_presence: table(
    {
      staff_id: text().references('staff.id', 'cascade').primaryKey(),
      place: text(),
      seen_at: time().indexed(),
    },
    PROGRAMME,
  ),
};
