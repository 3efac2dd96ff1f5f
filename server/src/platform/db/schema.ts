import type { AskState } from '@companion/contract/ask';
import type { PollState, ResultsShownTo } from '@companion/contract/live';
import type { Generated, Selectable } from 'kysely';
import type { StaffTables } from './staffSchema.ts';

/**
 * The tables, the same on both engines (decision 002): ids are text, times are milliseconds since 1970 (UTC),
 * flags are 0 or 1, lists are JSON text.
 */
export interface Database extends StaffTables {
  events: EventTable;
  campaigns: CampaignTable;
  questions: QuestionTable;
  polls: PollTable;
  stage: StageTable;
  content: ContentTable;
  accounts: AccountTable;
  consents: ConsentTable;
  sessions: SessionTable;
  phone_changes: PhoneChangeTable;
  login_phones: LoginPhoneTable;
  login_codes: LoginCodeTable;
  link_tokens: LinkTokenTable;
  link_devices: LinkDeviceTable;
  known_devices: KnownDeviceTable;
  answers: AnswerTable;
  answer_approvals: AnswerApprovalTable;
  votes: VoteTable;
  comments: CommentTable;
  asks: AskTable;
  ask_upvotes: AskUpvoteTable;
  feedback: FeedbackTable;
  password_resets: PasswordResetTable;
  outbox: OutboxTable;
  idempotency_keys: IdempotencyKeyTable;
  rate_limits: RateLimitTable;
  tickets: TicketTable;
  ticket_fetches: TicketFetchTable;
  invitations: InvitationTable;
  erasures: ErasureTable;
  change_counter: ChangeCounterTable;
  changes: ChangeTable;
}

export type Flag = 0 | 1;

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

/** The state of a question; without a row it is open, and no one sees its results (decision 048). */
interface PollTable {
  question_id: string;
  /** As it was set: an open one whose `closes_at` has passed is closed. */
  state: PollState;
  shown_to: ResultsShownTo;
  /** When an open one closes by itself, or when a closed one closed. */
  closes_at: number | null;
  /** Its place in the running order of the stage, from 0. */
  stage_position: number | null;
  /** 0 until it was changed. */
  version: number;
}

/** One row, from the first change on: the question on stage. A change of a poll or of the stage locks it first. */
interface StageTable {
  id: 1;
  question_id: string | null;
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

interface AccountTable {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
  /** `email` in lower case, unique. Null while there is none. */
  email_key: string | null;
  /** When the owner proved `email`; null while unproved. Sign-in links go to proved addresses only. */
  email_proved_at: number | null;
  /** Of an imported account: the key of `email` while another account holds that address unproved. */
  email_claim_key: string | null;
  /** National format. Sign-in uses `phone_e164`, which is unique; null while there is none. */
  phone: string;
  phone_e164: string | null;
  /** When the owner first proved a phone; null while `phone_e164` is unproved. */
  phone_proved_at: number | null;
  organization_name: string;
  organization_type: string;
  registration_complete: Flag;
  pre_event_complete: Flag;
  post_event_complete: Flag;
  sms_enabled: Flag;
  /** Since when, and why (the provider's code), an SMS to `phone_e164` does not arrive; null while it does. */
  sms_undeliverable_at: number | null;
  sms_undeliverable_code: string | null;
  /** Argon2id; null for attendees, who sign in by phone. */
  password_hash: string | null;
  /** `registration`, or the ticketing service it was imported from. */
  source: string;
  /** When the last activation link was sent to an imported attendee; null once that message proved undeliverable. */
  invited_at: number | null;
  created_at: number;
  updated_at: number;
}

/** Who accepted which version of the terms, when. */
interface ConsentTable {
  id: string;
  account_id: string;
  terms_version: string;
  action: 'registration' | 'activation';
  accepted_at: number;
}

/** A refresh family. The tokens themselves are derived, never stored (decision 004). */
interface SessionTable {
  id: string;
  account_id: string;
  /** 1 when a code or a link that was texted to the phone opened the session. */
  proved: Flag;
  /** The link that opened the session, if any. */
  link_id: string | null;
  /** Number of the current refresh token; its predecessor is its parent. */
  generation: number;
  created_at: number;
  /** When the current token and its predecessor were issued. */
  rotated_at: number;
  previous_rotated_at: number;
  expires_at: number;
  ended_at: number | null;
}

/** A new phone that an account claims, until the session that requested it proves it (decision 022). */
interface PhoneChangeTable {
  account_id: string;
  session_id: string;
  /** National format. */
  phone: string;
  phone_e164: string;
  /** HMAC of the newest code, under a key that is not in the database. */
  code_hmac: string;
  tries: number;
  created_at: number;
  /** When the newest code was texted, and when it expires. */
  texted_at: number;
  expires_at: number;
}

/** One row per phone that was texted recently: concurrent sign-ins of a phone lock this row. */
interface LoginPhoneTable {
  phone_e164: string;
  /** Not used: tries are counted in `rate_limits`. */
  tries: number;
  /** When it was texted: renewed once a day. */
  tries_since: number;
}

interface LoginCodeTable {
  id: string;
  phone_e164: string;
  account_id: string;
  /** HMAC under a key that is not in the database. */
  code_hmac: string;
  /** Tries by devices that are new to the account; known devices have their own count. */
  tries: number;
  known_tries: Generated<number>;
  /** 1 when a known device requested it. */
  known_device: Generated<Flag>;
  /** `mail`: a link was mailed instead, so the code was not sent. */
  way: Generated<'sms' | 'mail'>;
  created_at: number;
  expires_at: number;
  used_at: number | null;
}

interface LinkTokenTable {
  id: string;
  token_hash: string;
  account_id: string;
  /** The phone that the link was texted to and therefore proves; null for a mailed link. */
  phone_e164: string | null;
  /** The address that the link was mailed to, in lower case; null for a texted link. */
  email_key: string | null;
  created_at: number;
  open_before: number;
  first_opened_at: number | null;
  exchanges: number;
  /** Set at sign-out: no further device may open it. */
  closed_at: number | null;
}

interface LinkDeviceTable {
  link_id: string;
  device_hash: string;
  created_at: number;
  ended_at: number | null;
  /** The last session that the link opened on the device. */
  session_id: Generated<string | null>;
}

/** The hashed mark of a device that signed in by proving the phone. Deleted with all sessions of the account. */
interface KnownDeviceTable {
  account_id: string;
  device_hash: string;
  created_at: number;
}

interface AnswerTable {
  account_id: string;
  question_id: string;
  campaign_id: string;
  /** JSON: (string | number)[] */
  answers: string;
  comment: string;
  created_at: number;
}

/** A text that a stage screen may show. */
interface AnswerApprovalTable {
  account_id: string;
  question_id: string;
  approved_at: number;
}

interface VoteTable {
  account_id: string;
  content_id: string;
  vote: 'up' | 'down';
  created_at: number;
  updated_at: number;
}

interface CommentTable {
  account_id: string;
  content_id: string;
  comment: string;
  created_at: number;
  updated_at: number;
}

/** A question from the hall to the speakers of a session. */
interface AskTable {
  id: string;
  account_id: string;
  content_id: string;
  text: string;
  state: AskState;
  created_at: number;
  /** When it last got a state. */
  updated_at: number;
}

interface AskUpvoteTable {
  ask_id: string;
  account_id: string;
  created_at: number;
}

interface FeedbackTable {
  id: string;
  account_id: string;
  message: string;
  created_at: number;
}

interface PasswordResetTable {
  token_hash: string;
  email_key: string;
  /** Null for an unknown e-mail: a request leaves the same traces either way. */
  account_id: string | null;
  created_at: number;
  expires_at: number;
  used_at: number | null;
}

export interface OutboxTable {
  id: string;
  kind: 'sms' | 'mail';
  recipient: string;
  subject: string | null;
  /** Encrypted: it may hold a code or a link. */
  text: string;
  created_at: number;
  /** After this the message is dropped, such as an expired code. */
  expires_at: number;
  attempts: number;
  next_attempt_at: number;
  leased_until: number;
  /** When the provider accepted it; and when it proved undeliverable, possibly after that. */
  sent_at: number | null;
  failed_at: number | null;
  last_error: string | null;
  /** The account that it is for; null where there is none, or more than one. */
  account_id: string | null;
  /** The budget that an SMS counts against; a sign-in that does not arrive is mailed. Null for other mails. */
  purpose: 'sign-in' | 'invitation' | 'share' | null;
  /** 1 where a person waits for it, as for a sign-in code: it is sent before others. */
  urgent: Generated<Flag>;
  /** The provider's id of the message. */
  provider_id: string | null;
}

interface IdempotencyKeyTable {
  /** The account, or `public` for calls without a session. */
  scope: string;
  key: string;
  call: string;
  body_hash: string;
  /** Encrypted: it may hold credentials. */
  answer: string;
  created_at: number;
}

interface RateLimitTable {
  key: string;
  /** What still counts: the newest quarter of the window, and the four before it. */
  count: number;
  before_1: Generated<number>;
  before_2: Generated<number>;
  before_3: Generated<number>;
  before_4: Generated<number>;
  /** When the newest quarter ends. */
  window_start: number;
}

/** One attendee, as the ticketing service has it. */
interface TicketTable {
  source: 'eventbrite';
  /** The service's `Attendee #`. */
  external_id: string;
  /** At most one valid ticket per account. Null: cancelled before it had one, or its e-mail is another attendee's. */
  account_id: string | null;
  status: 'valid' | 'cancelled';
  order_id: string;
  ticket_type: string;
  first_name: string;
  last_name: string;
  email: string;
  /** `email` in lower case. */
  email_key: string;
  /** National format, or empty. */
  phone: string;
  organization_name: string;
  organization_type: string;
  imported_at: number;
  updated_at: number;
  /** When it last changed according to the service's API; null while it was only imported from files. */
  source_changed_at: number | null;
  cancelled_at: number | null;
  /** Set when the person was erased: the row keeps no personal data and is never imported again. */
  erased_at: number | null;
}

/** An object of the ticketing service that a webhook reported as changed, to be fetched: one row per object. */
interface TicketFetchTable {
  /** `orders/1` or `events/1/attendees/2`, below the API's address. */
  path: string;
  /** How many fetches were requested, and how many of these the last import covers: due while they differ. */
  asks: number;
  done_asks: number;
  asked_at: number;
  next_attempt_at: number;
  leased_until: number;
  attempts: number;
  /** Set when a retry would not help; the next request clears it. */
  failed_at: number | null;
  last_error: string | null;
}

/** A message with an activation link to an imported attendee. */
interface InvitationTable {
  outbox_id: string;
  account_id: string;
  kind: OutboxTable['kind'];
  created_at: number;
}

/** Records that a person was erased, and how many rows that removed; not who it was. */
interface ErasureTable {
  id: string;
  rows: number;
  erased_at: number;
}

/** One row, from the first change on: the number of the last one. A transaction that records a change locks it until its commit. */
interface ChangeCounterTable {
  id: 1;
  seq: number;
}

/** What changed for those who watch live. A change that can be read has none below it that cannot (decision 047). */
interface ChangeTable {
  seq: number;
  topic: string;
  /** What it concerns, such as a question's id. */
  ref: string;
  at: number;
}

export type AccountRow = Selectable<AccountTable>;
/** An item as its pack has it; the server adds the other columns. */
export type ContentRow = Omit<Selectable<ContentTable>, 'event_id' | 'revision' | 'changed_at'>;
export type QuestionRow = Selectable<QuestionTable>;
export type EventRow = Selectable<EventTable>;
export type SessionRow = Selectable<SessionTable>;
export type PhoneChangeRow = Selectable<PhoneChangeTable>;
export type TicketRow = Selectable<TicketTable>;
export type { StaffInvitationRow, StaffRow } from './staffSchema.ts';
