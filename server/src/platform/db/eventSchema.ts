import type { PollState, ResultsShownTo } from '@companion/contract/live';
import type { QuestionType } from '@companion/contract/question';
import type { ShownBetween } from '@companion/contract/staff/betweenPolls';
import type { HallCounts } from '@companion/contract/staff/safeguards';
import { FAIR_COUNTS } from './fairCounts.ts';
import { SAVED_SESSIONS } from './identitySchema.ts';
import { PROGRAMME } from './programmeSchema.ts';
import { bigint, flag, integer, type Row, table, text, time } from './table.ts';

/**
 * What a change is about: what is on stage, the texts that the stage shows, the list of questions with their states, the
 * agenda, the zone, names and texts of the event, the questions from the hall to a session, whose counts the hall is shown,
 * the draft of the programme, the announcements.
 */
export type ChangeTopic =
  | 'stage'
  | 'results'
  | 'questions'
  | 'agenda'
  | 'event'
  | 'audienceQuestions'
  | 'safeguards'
  | 'programme'
  | 'announcements';

/** The tables of the event: its pack, its polls, and what has changed on them. The conventions are those of `schema.ts`. */
export const eventSchema = {
  /** One row: the event that was published last. */
  events: table({
    id: text().primaryKey(),
    name: text(),
    host: text(),
    tagline: text(),
    time_zone: text(),
    starts_at: time(),
    ends_at: time(),
    help_desk_email: text(),
    help_desk_phone: text(),
    terms_version: text(),
    /** Sanitized HTML. */
    welcome: text(),
    thanks: text(),
    about: text(),
    privacy_policy: text(),
    /** As `#0e4a5a`, dark enough to be read on white; null without one. */
    color: text().nullable().since('0003_stage'),
    /** The SHA-256 of the logo. Null until it was published. */
    logo: text().nullable().since(PROGRAMME),
    /** JSON: EventNames of the contract. Null where a node of an earlier version has published it. */
    names: text().nullable().since('0005_event_names'),
    /** JSON: how many people each room holds, by its name. Null until it was published. */
    rooms: text().nullable().since(SAVED_SESSIONS),
  }),

  campaigns: table({
    id: text().primaryKey(),
    title: text(),
    position: integer(),
    /** 1 once the pack no longer has it; what attendees wrote stays. */
    hidden: flag(),
  }),

  questions: table({
    id: text().primaryKey(),
    campaign_id: text().references('campaigns.id'),
    position: integer(),
    question: text(),
    type: text<QuestionType>(),
    /** JSON: string[] */
    options: text(),
    hidden: flag(),
  }),

  /**
   * The state of a question; without a row it is open, and its results are shown to no one, in a survey to the staff.
   * One for the stage has a row from its first load on (decision 048).
   */
  polls: table({
    question_id: text().primaryKey().references('questions.id'),
    /** As it was set: an open one whose `closes_at` has passed is closed. */
    state: text<PollState>(),
    shown_to: text<ResultsShownTo>(),
    /** When an open one closes by itself, or when a closed one closed. */
    closes_at: time().nullable(),
    /** When it was last opened; null if that is not known. */
    opened_at: time().nullable(),
    /** Its place in the running order of the stage, from 0. */
    stage_position: integer().nullable(),
    /** 0 until it was changed. */
    version: integer(),
  }),

  content: table({
    id: text().primaryKey(),
    campaign_id: text(),
    position: integer(),
    type: text(),
    category: text(),
    title: text(),
    subtitle: text().nullable(),
    starts_at: time().nullable(),
    ends_at: time().nullable(),
    sponsor: text().nullable(),
    slug: text().nullable(),
    /** Sanitized HTML. */
    body: text(),
    room: text().nullable(),
    /** JSON: string[] */
    speaker_ids: text(),
    tier: text().nullable(),
    url: text().nullable(),
    /** JSON: PictureInfo of the contract. Null without a picture, or where nothing is known of it. */
    picture: text().nullable(),
    /** The SHA-256 of the picture. */
    asset: text().nullable().since(PROGRAMME),
    hidden: flag(),
    /** The event whose pack had the item last: items that an earlier event hid do not belong to this one. Null until loaded. */
    event_id: text().nullable(),
    /** How often, and when last, the item changed in what a calendar shows; set by `loadPack`. */
    revision: integer().default(0),
    changed_at: time().default(0),
  }),

  /**
   * One row, from the first change on, so that a restore fills an empty table: what is on stage. A change of a poll or of
   * the stage locks it first.
   */
  stage: table({
    id: integer<1>().primaryKey(),
    question_id: text().references('questions.id').nullable(),
    /** The session whose questions from the hall are on stage, while no question of a campaign is. */
    content_id: text().references('content.id').nullable(),
    /** What shows while neither of them is on stage; null until a host has chosen. */
    between_polls: text<ShownBetween>().nullable().since('0003_stage'),
  }),

  /** One row at most: the staff's picture for the stage between polls. In the database, so that every node has it. */
  stage_pictures: table(
    {
      /** SHA-256 of the content. */
      id: text().primaryKey(),
      type: text(),
      /** Base64. */
      content: text(),
      alt: text(),
    },
    '0003_stage',
  ),

  /** One row, as in `stage`; without it the hall is shown `automatic`, and nothing is paused (decision 056). */
  safeguards: table(
    {
      id: integer<1>().primaryKey(),
      hall_counts: text<HallCounts>(),
      registration_paused: flag(),
      confirmation_required: flag(),
      version: integer(),
    },
    FAIR_COUNTS,
  ),

  /** One row, from the first backup on: when the newest was taken. */
  last_backup: table({ id: integer<1>().primaryKey(), taken_at: time() }, '0003_stage'),

  /** One row, as in `stage`: the number of the last one. A transaction that records a change locks it until its commit. */
  change_counter: table({
    id: integer<1>().primaryKey(),
    seq: bigint(),
  }),

  /** What changed for those who watch live. A change that can be read has none below it that cannot (decision 047). */
  changes: table({
    seq: bigint().primaryKey(),
    topic: text<ChangeTopic>(),
    /** What it concerns, such as a question's id. */
    ref: text(),
    at: time().indexed(),
  })
    // For the newest change of each topic, and for the sweep.
    .index(['topic', 'seq']),
};

/** An item as its pack has it; the server adds the other columns. */
export type ContentRow = Omit<Row<(typeof eventSchema)['content']>, 'event_id' | 'revision' | 'changed_at'>;
export type QuestionRow = Row<(typeof eventSchema)['questions']>;
export type EventRow = Row<(typeof eventSchema)['events']>;
