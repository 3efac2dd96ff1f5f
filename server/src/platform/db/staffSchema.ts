import { FAIR_COUNTS } from './fairCounts.ts';
import { bigint, flag, integer, type Row, table, text, time } from './table.ts';

const staffId = () => text().references('staff.id', 'cascade');
const role = () => text<'owner' | 'editor' | 'host'>();

/** The tables of the staff (decision 046), with the conventions of `schema.ts`. */
export const staffSchema = {
  /** A member of the staff. A removed one keeps the row, because the audit log names it. */
  staff: table({
    id: text().primaryKey(),
    email: text(),
    /** `email` in lower case, unique. Null once removed, so that the address can be invited again. */
    email_key: text().nullable().unique(),
    name: text(),
    role: role(),
    /** Argon2id. */
    password_hash: text(),
    /** Encrypted. Set while the second factor is being set up, and once it is. */
    totp_secret: text().nullable(),
    totp_enabled_at: time().nullable(),
    /** The time step of the last code that was accepted: no code counts twice. */
    totp_step: bigint().default(0),
    created_at: time(),
    updated_at: time(),
    removed_at: time().nullable(),
  }),

  /**
   * A flood that was dismissed: the unconfirmed accounts that registered from a network in a span of time. They refer to
   * it until they are confirmed or it is undone.
   */
  dismissals: table(
    {
      id: text().primaryKey(),
      network: text(),
      since: time(),
      until: time(),
      /** How many they were. */
      accounts: integer(),
      created_at: time().indexed(),
      created_by: staffId(),
      undone_at: time().nullable(),
    },
    FAIR_COUNTS,
  ),

  /** A signed-in browser. Ending a session deletes its row. */
  staff_sessions: table({
    id: text().primaryKey(),
    staff_id: staffId().indexed(),
    token_hash: text().unique(),
    /** 1 while the password was right and the second factor is missing: the session may only complete the sign-in. */
    needs_second_factor: flag(),
    /** What the browser calls itself, for the member's list of sessions. */
    user_agent: text(),
    created_at: time(),
    /** When a person last used it; written at most once a minute. */
    last_used_at: time().indexed(),
    /** When the member last entered the password, or used a passkey. */
    confirmed_at: time(),
    /** When the member last gave a second factor here: a code, or a passkey. */
    factor_at: time().nullable().since(FAIR_COUNTS),
  }),

  /** Accepting or revoking an invitation deletes its row. */
  staff_invitations: table({
    id: text().primaryKey(),
    token_hash: text().unique(),
    email: text(),
    email_key: text().indexed(),
    role: role(),
    /** Null: by the operator's command. */
    invited_by: staffId().nullable(),
    created_at: time(),
    expires_at: time().indexed(),
  }),

  /** Using a reset, or asking for another, deletes its row. */
  staff_password_resets: table({
    token_hash: text().primaryKey(),
    /** Empty for the operator's link: no one ends it by asking for another. */
    email_key: text().indexed(),
    /** Null for an unknown e-mail: a request leaves the same traces either way. */
    staff_id: staffId().nullable(),
    created_at: time().indexed(),
  }),

  staff_passkeys: table({
    /** The credential's id, base64url. */
    id: text().primaryKey(),
    staff_id: staffId().indexed(),
    name: text(),
    /** COSE, base64url. */
    public_key: text(),
    counter: bigint(),
    /** JSON: string[] */
    transports: text(),
    created_at: time(),
    last_used_at: time().nullable(),
  }),

  /** What a passkey must sign, once. */
  staff_challenges: table({
    challenge_hash: text().primaryKey(),
    /** Who registers a passkey; null for a sign-in. */
    staff_id: staffId().nullable(),
    created_at: time().indexed(),
  }),

  /** Using a code deletes its row. */
  staff_recovery_codes: table({
    staff_id: staffId(),
    /** HMAC under a key that is not in the database. */
    code_hmac: text(),
  }).primaryKey('staff_id', 'code_hmac'),

  /** A stage screen. Revoking its key deletes the row. */
  stage_screens: table({
    id: text().primaryKey(),
    name: text(),
    key_hash: text().unique(),
    created_by: text().references('staff.id'),
    created_at: time(),
    /** Written at most once a minute. */
    last_used_at: time().nullable(),
  }),

  /** A browser that shows a code, until a member enters it and the browser has claimed its key; or until it expires. */
  stage_pairings: table(
    {
      id: text().primaryKey(),
      /** Of the secret with which the browser claims the key of its stage screen. */
      token_hash: text().unique(),
      /** HMAC under a key that is not in the database. Null once the code was entered, so that it counts once. */
      code_hmac: text().nullable().unique(),
      /** Null until the code was entered. */
      stage_screen_id: text().references('stage_screens.id', 'cascade').nullable().indexed(),
      expires_at: time().indexed(),
    },
    '0003_stage',
  ),

  /** A link with which a speaker reads what attendees think of an item. Revoking it deletes the row. */
  summary_links: table({
    id: text().primaryKey(),
    content_id: text().references('content.id').indexed(),
    /** For the staff: who got it. */
    name: text(),
    token_hash: text().unique(),
    created_by: text().references('staff.id'),
    created_at: time(),
    expires_at: time().indexed(),
    uses: integer(),
    last_used_at: time().nullable(),
  }),

  /** What the staff changed: never what an attendee has written, so that an erasure stays whole. */
  audit_log: table({
    id: text().primaryKey(),
    at: time(),
    /** Null: by the operator's command. */
    staff_id: text().references('staff.id').nullable(),
    /** The name of the call or command. */
    action: text(),
    entity: text(),
    entity_id: text(),
    /** JSON: string[] */
    fields: text(),
    /** JSON: what was chosen from a list, such as a state, by field. Null in rows of earlier versions. */
    choices: text().nullable().since('0003_stage'),
    /** Of the request; null for a command. */
    trace_id: text().nullable(),
  }).index(['at', 'id'], { name: 'by_at' }),
};

export type StaffRow = Row<(typeof staffSchema)['staff']>;
export type StaffInvitationRow = Row<(typeof staffSchema)['staff_invitations']>;
