import * as z from 'zod/mini';
import { defineCall, results } from '../defineCall.ts';

/*
 * The programme: everything that staff can change about the event, in the shape of the event pack (docs/event-pack.md),
 * but flat. A value is text or a list of texts, as it is typed; a missing field, '' and [] are the same. Edits are made to
 * the draft; attendees see the revision that was published last.
 */

/** Those who change the programme. */
export const PROGRAMME_STAFF = ['owner', 'editor'] as const;

export const PROGRAMME_LISTS = ['agenda', 'speakers', 'sponsors', 'campaigns', 'questions'] as const;
export type ProgrammeList = (typeof PROGRAMME_LISTS)[number];
/** Of each there is one: its fields are edited without an id. */
export const PROGRAMME_RECORDS = ['event', 'texts', 'pictures'] as const;
export type ProgrammeRecord = (typeof PROGRAMME_RECORDS)[number];

/** Of a list of texts, such as a question's options. */
export const TEXTS_MAX = 200;
/** In characters, of one value: a privacy policy has a third. Hostile Markdown of this length takes 0.2 s. */
export const TEXT_MAX = 30_000;
const fieldValue = z.union([z.string(), z.array(z.string()).check(z.maxLength(TEXTS_MAX))]);
export type FieldValue = z.infer<typeof fieldValue>;

const entryId = z.string().check(z.minLength(1), z.maxLength(64));
const entryFields = z.record(z.string(), fieldValue);
/** An entry of a list: its `id`, and its fields. */
export const programmeEntry = z.catchall(z.object({ id: entryId }), fieldValue);
export type ProgrammeEntry = z.infer<typeof programmeEntry>;

export const programme = z.object({
  /**
   * id, name, host, tagline, timeZone, firstDay, days, termsVersion, color, helpDeskEmail, helpDeskPhone, breakoutsFilter,
   * speakersFilter; lists of text: organizationTypes, tiers, dayFilters, rooms.
   */
  event: z.record(z.string(), fieldValue),
  /** Markdown: welcome, thanks, about, privacyPolicy. */
  texts: z.record(z.string(), fieldValue),
  /** SHA-256 of each picture, by its name in the pack: `logo.svg`, `speakers/ada.jpg`, `sponsors/acme.svg`. */
  pictures: z.record(z.string(), fieldValue),
  /** day, start, end, category, title, subtitle, room, speakers, sponsor, body. In the order of the pack. */
  agenda: z.array(programmeEntry),
  /** name, role, organization, picture, bio. */
  speakers: z.array(programmeEntry),
  /** name, tier, url, logo, about. */
  sponsors: z.array(programmeEntry),
  /** title. */
  campaigns: z.array(programmeEntry),
  /** campaign (its id), type, question, options. */
  questions: z.array(programmeEntry),
});
export type Programme = z.infer<typeof programme>;

/** What is wrong with the draft, or odd. */
const finding = z.object({
  /** A list or a record. */
  list: z.string(),
  id: z.nullable(z.string()),
  field: z.nullable(z.string()),
  text: z.string(),
});
export type ProgrammeFinding = z.infer<typeof finding>;

/** A member who has the draft open now. */
const presence = z.object({ staffId: z.string(), name: z.string(), place: z.string() });
export type Presence = z.infer<typeof presence>;

const draftState = z.object({
  /** Rises with each edit. */
  version: z.int(),
  /** The last published revision; 0 on a server without an event. */
  revision: z.int(),
  publishedAt: z.nullable(z.string()),
  /** How many fields and entries differ from what is published. */
  changes: z.int(),
  /** When the draft will be published by itself, and who has planned it. */
  publishAt: z.nullable(z.string()),
  publishBy: z.nullable(z.string()),
  /**
   * When a plan was given up, because the draft had problems, or because `publishBy` may not publish any more; null after
   * the next publication or plan.
   */
  publishFailedAt: z.nullable(z.string()),
  /** Whether what is published is the demo event. */
  isDemo: z.boolean(),
});
export type DraftState = z.infer<typeof draftState>;

export const getProgramme = defineCall({
  method: 'GET',
  path: '/staff/programme',
  caller: PROGRAMME_STAFF,
  summary: 'The draft of the programme, what is wrong with it, and whether it is published.',
  answer: results(
    z.object({
      draft: draftState,
      programme,
      /** They prevent the draft from being published. */
      problems: z.array(finding),
      warnings: z.array(finding),
    }),
  ),
});

const list = z.enum(PROGRAMME_LISTS);
/** The id after whose entry it is placed; null for the first place. */
const after = z.nullable(entryId);

/** One edit of the draft. What it expects to find is part of it, so that nothing of another member is lost. */
export const programmeEdit = z.discriminatedUnion('op', [
  /** `from` is the value that the member saw; null for a missing one. `id` is null for a record. */
  z.object({
    op: z.literal('set'),
    list: z.enum([...PROGRAMME_LISTS, ...PROGRAMME_RECORDS]),
    id: z.nullable(entryId),
    field: z.string().check(z.minLength(1), z.maxLength(200)),
    from: z.nullable(fieldValue),
    to: z.nullable(fieldValue),
  }),
  /** Without an id the server makes one of the title, name or question. Without `after` it comes last. */
  z.object({ op: z.literal('add'), list, id: z.optional(entryId), fields: entryFields, after: z.optional(after) }),
  /** `from` is the entry that the member saw. */
  z.object({ op: z.literal('remove'), list, id: entryId, from: entryFields }),
  z.object({ op: z.literal('move'), list, id: entryId, after }),
]);
export type ProgrammeEdit = z.infer<typeof programmeEdit>;

/** Why an edit was not made. */
const editConflict = z.object({
  /** Its place among the edits that were sent. */
  index: z.int(),
  /** `changed`: another member has changed the same field; `gone`: has removed the entry; `taken`: the id is in use. */
  reason: z.enum(['changed', 'gone', 'taken']),
  /** What is there now. */
  current: z.nullable(fieldValue),
});
export type EditConflict = z.infer<typeof editConflict>;

/** The most that may be edited at once, and by one import: more than one schedule needs. */
export const EDITS_MAX = 5000;
/** As JSON. */
export const EDITS_BYTES_MAX = 4 * 1024 * 1024;

export const editProgramme = defineCall({
  method: 'POST',
  path: '/staff/programme/edits',
  caller: PROGRAMME_STAFF,
  summary:
    'Edits the draft: all of the edits, or none where one of them conflicts with those of another member. 400 with a message per field for values that no programme may have.',
  idempotent: true,
  maxBodyBytes: EDITS_BYTES_MAX,
  body: z.object({ edits: z.array(programmeEdit).check(z.minLength(1), z.maxLength(EDITS_MAX)) }),
  answer: results(
    z.object({
      version: z.int(),
      /** Empty when the edits were made. */
      conflicts: z.array(editConflict),
      /** The ids of the added entries, in the order of the edits. */
      added: z.array(z.string()),
      /** Edits that take these back. */
      undo: z.array(programmeEdit),
    }),
  ),
});

export const previewMarkdown = defineCall({
  method: 'POST',
  path: '/staff/programme/preview',
  caller: PROGRAMME_STAFF,
  summary: 'A Markdown text as the phones show it.',
  body: z.object({ markdown: z.string().check(z.maxLength(TEXT_MAX)) }),
  answer: results(z.object({ html: z.string() })),
});

/** In bytes, before base64. */
export const PROGRAMME_PICTURE_MAX = 5 * 1024 * 1024;
/** Below `/api`, before the SHA-256: for the staff, also while the draft is not published. */
export const PROGRAMME_PICTURE_PATH = '/staff/programme/pictures/';

export const uploadPicture = defineCall({
  method: 'POST',
  path: '/staff/programme/pictures',
  caller: PROGRAMME_STAFF,
  summary: 'Stores a picture, checked by its content. An edit of the draft then gives it to an entry.',
  maxBodyBytes: Math.ceil((PROGRAMME_PICTURE_MAX * 4) / 3) + 4096,
  body: z.object({
    /** Base64. */
    content: z.string({ error: 'Required' }),
    place: z.enum(['logo', 'speakers', 'sponsors']),
    /** The entry that it is for, which gives it its name. */
    id: z.optional(entryId),
  }),
  answer: results(
    z.object({
      /** Its name in the pack: `speakers/ada.jpg`. The entry's field has the part after the slash. */
      path: z.string(),
      sha256: z.string(),
      /** Null for an SVG without a size. */
      width: z.nullable(z.int()),
      height: z.nullable(z.int()),
      /** What attendees will notice, such as that it is large; empty where nothing is. */
      warning: z.string(),
    }),
  ),
});

/** A difference between two programmes. */
const change = z.object({
  list: z.string(),
  id: z.nullable(z.string()),
  /** Title, name or question; empty for a record. */
  label: z.string(),
  kind: z.enum(['added', 'removed', 'changed', 'moved']),
  field: z.nullable(z.string()),
  from: z.nullable(fieldValue),
  to: z.nullable(fieldValue),
});
export type ProgrammeChange = z.infer<typeof change>;

export const getProgrammeChanges = defineCall({
  method: 'GET',
  path: '/staff/programme/changes',
  caller: PROGRAMME_STAFF,
  summary: 'What publishing the draft would change.',
  answer: results(z.array(change)),
});

export const publishProgramme = defineCall({
  method: 'POST',
  path: '/staff/programme/publish',
  caller: PROGRAMME_STAFF,
  summary:
    'Publishes the draft at once, or at a time. 409 if it was edited since the version that the member saw; 400 with what is wrong with it.',
  idempotent: true,
  body: z.object({
    version: z.int(),
    /** ISO 8601, within a year: the draft as it is then. Null takes a plan back. Absent: at once. */
    at: z.optional(z.nullable(z.string())),
  }),
  answer: results(draftState),
});

export const discardDraft = defineCall({
  method: 'POST',
  path: '/staff/programme/discard',
  caller: PROGRAMME_STAFF,
  summary:
    'Makes the draft what is published. 409 if it was edited since the version that the member saw. Without an undo where that would be more than may be edited at once.',
  body: z.object({ version: z.int() }),
  answer: results(z.object({ draft: draftState, undo: z.array(programmeEdit) })),
});

const revision = z.object({
  revision: z.int(),
  /** ISO 8601. */
  publishedAt: z.string(),
  /** The member's name; null for the operator and for a member who was removed. */
  by: z.nullable(z.string()),
  /** `start`: the pack at the server's start; `load`: the command; `console`; `planned`; `rollback`; `import`; `demo`. */
  origin: z.enum(['start', 'load', 'console', 'planned', 'rollback', 'demo']),
  /** How many fields and entries it changed. */
  changes: z.int(),
});
export type Revision = z.infer<typeof revision>;

export const getRevisions = defineCall({
  method: 'GET',
  path: '/staff/programme/revisions',
  caller: PROGRAMME_STAFF,
  summary: 'Everything that was published, the newest first.',
  answer: results(z.array(revision)),
});

export const getRevisionChanges = defineCall({
  method: 'GET',
  path: '/staff/programme/revisions/{revision}',
  caller: PROGRAMME_STAFF,
  summary: 'What a revision changed, and what rolling back to it would change.',
  answer: results(z.object({ made: z.array(change), rollback: z.array(change) })),
});

export const rollBackProgramme = defineCall({
  method: 'POST',
  path: '/staff/programme/revisions/{revision}/rollback',
  caller: PROGRAMME_STAFF,
  summary:
    'Publishes an earlier revision again, as a new one. Votes, answers and ids stay. 409 while the draft has changes that are not published.',
  body: z.object({ version: z.int() }),
  answer: results(draftState),
});

export const reportPresence = defineCall({
  method: 'POST',
  path: '/staff/programme/presence',
  caller: PROGRAMME_STAFF,
  summary: 'Says where in the draft the member is, every ten seconds; answers who else is in it.',
  body: z.object({ place: z.string().check(z.maxLength(200)) }),
  answer: results(z.array(presence)),
});
