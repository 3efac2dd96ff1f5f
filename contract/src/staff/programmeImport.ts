import * as z from 'zod/mini';
import { defineCall, results } from '../defineCall.ts';
import { PROGRAMME_STAFF, programmeEdit } from './programme.ts';

/** What a column of a table may be. */
export const TABLE_FIELDS = [
  ...(['title', 'day', 'date', 'start', 'end', 'duration', 'room', 'speakers', 'category', 'description'] as const),
  ...(['subtitle', 'id', 'role', 'organization', 'tier', 'url', 'options'] as const),
] as const;
export type TableField = (typeof TABLE_FIELDS)[number];

/** Of one file, in bytes. A schedule of thousands of sessions has a few megabytes. */
export const IMPORT_FILE_MAX = 10 * 1024 * 1024;
/** Base64 takes four bytes for three. */
const CONTENT_MAX = Math.ceil(IMPORT_FILE_MAX / 3) * 4;

const fileName = z.string().check(z.minLength(1), z.maxLength(200));
const address = z.string().check(z.trim(), z.minLength(1, 'Required'), z.maxLength(2000, 'Is too long'));
const column = z.nullable(z.enum(TABLE_FIELDS));

const source = z.discriminatedUnion('kind', [
  /** A schedule, and of Sessionize a second file with its speakers; or a spreadsheet as CSV or TSV. Base64. */
  z.object({
    kind: z.literal('files'),
    files: z
      .array(z.object({ name: fileName, content: z.string().check(z.maxLength(CONTENT_MAX, 'Must be 10 MB or less')) }))
      .check(z.minLength(1, 'Required'), z.maxLength(2)),
  }),
  z.object({ kind: z.literal('addresses'), addresses: z.array(address).check(z.minLength(1), z.maxLength(2)) }),
  /** Rows of a spreadsheet, as they are copied. */
  z.object({
    kind: z.literal('text'),
    text: z.string().check(z.minLength(1, 'Required'), z.maxLength(IMPORT_FILE_MAX, 'Must be 10 MB or less')),
  }),
]);
export type ImportSource = z.infer<typeof source>;

/** What became of a row. */
const outcome = z.enum(['unchanged', 'new', 'changed', 'kept', 'removed', 'left out', 'warning', 'rejected']);
export type ImportOutcome = z.infer<typeof outcome>;

const report = z.object({
  /** How many sessions, speakers and other entries have each outcome. */
  totals: z.array(z.object({ part: z.string(), outcome, count: z.int() })),
  /** Those that need a look first: rejected, then warnings, then the changes. The unchanged ones are only counted. */
  rows: z.array(z.object({ part: z.string(), outcome, name: z.string(), why: z.nullable(z.string()) })),
  /** Rows that are not in `rows`, because there are too many. */
  leftOut: z.int(),
});

export const importProgramme = defineCall({
  method: 'POST',
  path: '/staff/programme/import',
  caller: PROGRAMME_STAFF,
  summary:
    'Imports a schedule into the draft: of Sessionize, pretalx, frab or Pentabarf, or a spreadsheet. `dryRun` reports every row and changes nothing.',
  maxBodyBytes: 2 * CONTENT_MAX + 64 * 1024,
  body: z.object({
    source,
    /** Of a spreadsheet: what each column is, in place of what its header says. */
    columns: z.optional(z.array(column).check(z.maxLength(200))),
    /** The time zone of the event; times without an offset are read in it. */
    zone: z.string().check(z.minLength(1, 'Required'), z.maxLength(64)),
    /** Default: that of the event if it has other sessions, else that of the first session. */
    firstDay: z.optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/, 'Must be a date'))),
    mainRoom: z.optional(z.string().check(z.maxLength(300))),
    /** Imports the other rows where some are rejected. */
    skipBad: z.boolean(),
    dryRun: z.boolean(),
    /** Of the dry run that the member saw: 409 if what would be imported has changed since. Required without `dryRun`. */
    digest: z.optional(z.string().check(z.maxLength(64))),
  }),
  answer: results(
    z.object({
      report,
      /** Of a spreadsheet: what each column is. */
      columns: z.array(z.object({ header: z.string(), field: column, samples: z.array(z.string()) })),
      /** Why nothing of it can be imported; null if it can. */
      problem: z.nullable(z.string()),
      /** Of the schedule, by name. */
      rooms: z.array(z.string()),
      /** That the event would have. */
      firstDay: z.nullable(z.string()),
      /** What would be removed, if that is most of what was imported before; else null. */
      removal: z.nullable(z.string()),
      /** Identifies what would be imported; null where nothing would change. */
      digest: z.nullable(z.string()),
      /** Edits that take the import back. Empty after a dry run. */
      undo: z.array(programmeEdit),
    }),
  ),
});
export type ImportResult = z.infer<typeof importProgramme.answer>['results'];
