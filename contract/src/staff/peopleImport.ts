import * as z from 'zod/mini';
import { defineCall, results } from '../defineCall.ts';
import { PEOPLE_STAFF } from './people.ts';
import { pageNumber } from './staffFields.ts';

/** In bytes: far above the largest event's export. */
export const PEOPLE_FILE_MAX = 32 * 1024 * 1024;
/** Compressed, and in base64, such a file is much smaller. */
const UPLOAD_MAX = 12 * 1024 * 1024;
export const IMPORT_ROWS_PER_PAGE = 100;

/** What became of a row of the file. */
export const IMPORT_OUTCOMES = ['new', 'changed', 'unchanged', 'cancelled', 'rejected'] as const;
/** What the report can be narrowed to. */
export const IMPORT_FILTERS = [...IMPORT_OUTCOMES, 'warning'] as const;

export const TOO_LARGE = 'The file is too large for an export of attendees. Check that it is the right one.';
const upload = z.object({
  /** An attendee export of Eventbrite or a list (CSV), compressed with gzip, in base64. */
  content: z
    .string({ error: 'Required' })
    .check(z.minLength(1, 'The file is empty.'), z.maxLength(UPLOAD_MAX, TOO_LARGE)),
});
/** How many rows the answer of a check shows as they were read. */
export const IMPORT_SAMPLE = 3;

const begun = results(z.object({ importId: z.string() }));

export const checkPeopleImport = defineCall({
  method: 'POST',
  path: '/staff/people/imports/check',
  caller: PEOPLE_STAFF,
  summary:
    'Begins a dry run of an import: it reports every row, and writes no one. Answers once the file is read, with its first rows.',
  maxBodyBytes: UPLOAD_MAX + 4096,
  body: upload,
  answer: results(
    z.object({
      importId: z.string(),
      /**
       * The first rows as they were read; none of a file that cannot be read. They are not stored. A node of an earlier
       * version does not say.
       */
      sample: z.optional(
        z.array(z.object({ row: z.int(), firstName: z.string(), lastName: z.string(), email: z.string() })),
      ),
    }),
  ),
});

export const importPeople = defineCall({
  method: 'POST',
  path: '/staff/people/imports',
  caller: PEOPLE_STAFF,
  summary: 'Begins an import of attendees. Importing a file twice changes nothing more.',
  maxBodyBytes: UPLOAD_MAX + 4096,
  body: upload,
  answer: begun,
});

export const getPeopleImport = defineCall({
  method: 'GET',
  path: '/staff/people/imports/{importId}',
  caller: PEOPLE_STAFF,
  summary: 'How far an import is; and once it has ended, its report. It is kept for a day.',
  query: z.object({ filter: z.optional(z.enum(IMPORT_FILTERS)), page: pageNumber }),
  answer: results(
    z.object({
      isDryRun: z.boolean(),
      /** `stopped`: it ended early, for `error`; what was reported is imported. */
      state: z.enum(['running', 'done', 'stopped']),
      rows: z.int(),
      done: z.int(),
      counts: z.array(z.object({ filter: z.enum(IMPORT_FILTERS), rows: z.int() })),
      /** Of the whole file. */
      warnings: z.array(z.string()),
      error: z.string(),
      /** Tickets on record that the file does not have: they stay. */
      others: z.int(),
      /** A page of the report. */
      report: z.array(
        z.object({
          row: z.int(),
          /** The number of the attendee at the ticketing service. */
          attendee: z.string(),
          outcome: z.enum(IMPORT_OUTCOMES),
          detail: z.string(),
          warnings: z.array(z.string()),
        }),
      ),
      reported: z.int(),
    }),
  ),
});
export const getInvitees = defineCall({
  method: 'GET',
  path: '/staff/people/invitees',
  caller: PEOPLE_STAFF,
  summary: 'How many people were not invited yet, and which messages that takes.',
  answer: results(
    z.object({
      people: z.int(),
      mails: z.int(),
      texts: z.int(),
      /** How many SMS the provider charges for: a long text is several. */
      textParts: z.int(),
      /** How many texts the budget of invitations allows today; the others are invited by mail only. */
      textsLeft: z.int(),
      /** Why no one can be invited now; empty if they can. */
      obstacle: z.string(),
    }),
  ),
});

export const invitePeople = defineCall({
  method: 'POST',
  path: '/staff/people/invitees',
  caller: PEOPLE_STAFF,
  stepUp: true,
  summary: 'Invites everyone who was not invited yet. 409 if they are others than were counted.',
  body: z.object({ people: z.int({ error: 'Required' }) }),
  answer: results(z.object({ invited: z.int(), left: z.int() })),
});
