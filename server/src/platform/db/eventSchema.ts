import type { PollState, ResultsShownTo } from '@companion/contract/live';
import type { Generated, Selectable } from 'kysely';
import type { Flag } from './flag.ts';

/** The tables of the event: its pack, its polls, and what has changed on them. The conventions are those of `schema.ts`. */
export interface EventTables {
  events: EventTable;
  campaigns: CampaignTable;
  questions: QuestionTable;
  polls: PollTable;
  stage: StageTable;
  content: ContentTable;
  change_counter: ChangeCounterTable;
  changes: ChangeTable;
}

/** One row: the event of the pack that was loaded last. */
interface EventTable {
  id: string;
  name: string;
  host: string;
  tagline: string;
  time_zone: string;
  starts_at: number;
  ends_at: number;
  help_desk_email: string;
  help_desk_phone: string;
  terms_version: string;
  /** Sanitized HTML. */
  welcome: string;
  thanks: string;
  about: string;
  privacy_policy: string;
}

interface CampaignTable {
  id: string;
  title: string;
  position: number;
  /** 1 once the pack no longer has it; what attendees wrote stays. */
  hidden: Flag;
}

interface QuestionTable {
  id: string;
  campaign_id: string;
  position: number;
  question: string;
  type: string;
  /** JSON: string[] */
  options: string;
  hidden: Flag;
}

/** The state of a question; without a row it is open, and its results are shown to no one, or to the staff in a survey (decision 048). */
interface PollTable {
  question_id: string;
  /** As it was set: an open one whose `closes_at` has passed is closed. */
  state: PollState;
  shown_to: ResultsShownTo;
  /** When an open one closes by itself, or when a closed one closed. */
  closes_at: number | null;
  /** When it was last opened; null if that is not known. */
  opened_at: number | null;
  /** Its place in the running order of the stage, from 0. */
  stage_position: number | null;
  /** 0 until it was changed. */
  version: number;
}

/** One row, from the first change on: what is on stage. A change of a poll or of the stage locks it first. */
interface StageTable {
  id: 1;
  question_id: string | null;
  /** The session whose questions from the hall are on stage, while no question of a campaign is. */
  content_id: string | null;
}

interface ContentTable {
  id: string;
  campaign_id: string;
  position: number;
  type: string;
  category: string;
  title: string;
  subtitle: string | null;
  starts_at: number | null;
  ends_at: number | null;
  sponsor: string | null;
  slug: string | null;
  /** Sanitized HTML. */
  body: string;
  room: string | null;
  /** JSON: string[] */
  speaker_ids: string;
  tier: string | null;
  url: string | null;
  /** JSON: PictureInfo of the contract. Null without a picture, or where nothing is known of it. */
  picture: string | null;
  hidden: Flag;
  /** The event whose pack had the item last: items that an earlier event hid do not belong to this one. Null until loaded. */
  event_id: string | null;
  /** How often, and when last, the item changed in what a calendar shows; set by `loadPack`. */
  revision: Generated<number>;
  changed_at: Generated<number>;
}

/** One row, from the first change on: the number of the last one. A transaction that records a change locks it until its commit. */
interface ChangeCounterTable {
  id: 1;
  seq: number;
}

/**
 * What a change is about: what is on stage, the texts that the stage shows, the list of questions with their states, the
 * agenda, the questions from the hall to a session.
 */
export type ChangeTopic = 'stage' | 'results' | 'questions' | 'agenda' | 'audienceQuestions';

/** What changed for those who watch live. A change that can be read has none below it that cannot (decision 047). */
interface ChangeTable {
  seq: number;
  topic: ChangeTopic;
  /** What it concerns, such as a question's id. */
  ref: string;
  at: number;
}

/** An item as its pack has it; the server adds the other columns. */
export type ContentRow = Omit<Selectable<ContentTable>, 'event_id' | 'revision' | 'changed_at'>;
export type QuestionRow = Selectable<QuestionTable>;
export type EventRow = Selectable<EventTable>;
