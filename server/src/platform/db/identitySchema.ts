import { FAIR_COUNTS } from './fairCounts.ts';
import { flag, integer, type Row, table, text, time } from './table.ts';

/** The account that a row belongs to, and with which it is deleted. */
/** The migration of decision 069. */
export const SAVED_SESSIONS = '0006_saved_sessions';

export const accountId = () => text().references('accounts.id', 'cascade');

/** The tables of accounts, their sessions and proofs. The conventions are those of `schema.ts`. */
export const identitySchema = {
  accounts: table({
    id: text().primaryKey(),
    first_name: text(),
    last_name: text(),
    email: text(),
    /** `email` in lower case, unique. Null while there is none. */
    email_key: text().nullable().unique(),
    /** When the owner proved `email`; null while unproved. Sign-in links go to proved addresses only. */
    email_proved_at: time().nullable(),
    /** Of an imported account: the key of `email` while another account holds that address unproved. */
    email_claim_key: text().nullable().indexed(),
    /** National format. Sign-in uses `phone_e164`, which is unique; null while there is none. */
    phone: text(),
    phone_e164: text().nullable().unique(),
    /** When the owner first proved a phone; null while `phone_e164` is unproved. */
    phone_proved_at: time().nullable(),
    organization_name: text(),
    organization_type: text(),
    registration_complete: flag(),
    pre_event_complete: flag(),
    post_event_complete: flag(),
    /** 0 without a phone, and after a merge with an account whose owner wants no texts: announcements are not texted. */
    sms_enabled: flag(),
    /** Since when, and why (the provider's code), an SMS to `phone_e164` does not arrive; null while it does. */
    sms_undeliverable_at: time().nullable(),
    sms_undeliverable_code: text().nullable(),
    /** Argon2id; null for attendees, who sign in by phone. */
    password_hash: text().nullable(),
    /** The hashed mark of the device that registered the account, until the first proof of the phone. */
    registered_on: text().nullable(),
    /** 1 from the first proof of the phone, if that was on another device, until the owner says who registered (decision 022). */
    registered_elsewhere: flag().default(0),
    /** 1 after the owner says that someone else registered, until they enter their own details. */
    details_due: flag().default(0),
    /** `registration`, the ticketing service it was imported from, or `staff`, which has added it. */
    source: text(),
    /** When the last activation link was sent to an imported attendee; null once that message proved undeliverable. */
    invited_at: time().nullable(),
    created_at: time(),
    updated_at: time(),
    /** When it was first confirmed: by a proof of its phone, or by a ticket (decision 056). */
    confirmed_at: time().nullable().since(FAIR_COUNTS),
    /** The dismissal that it is part of. */
    dismissal_id: text().nullable().indexed().since(FAIR_COUNTS),
    /** Since when it may neither ask the speakers nor upvote. */
    blocked_at: time().nullable().since(FAIR_COUNTS),
    /** The network that it registered from, until it is confirmed, at most 30 days. */
    registered_from: text().nullable().since(FAIR_COUNTS),
  })
    .index(['registered_from', 'created_at'], {
      name: 'by_network',
      where: 'registered_from is not null',
      since: FAIR_COUNTS,
    })
    // In this order: by the other one, a search for invitations would use it, and sort.
    .index(['source', 'registration_complete'], { name: 'by_registration' })
    .index(['created_at', 'id'], { name: 'to_invite', where: 'registration_complete = 0 and invited_at is null' }),

  /** Who accepted which version of the terms, when. */
  consents: table({
    id: text().primaryKey(),
    account_id: accountId().indexed(),
    terms_version: text(),
    action: text<'registration' | 'activation'>(),
    accepted_at: time(),
  }),

  /** A refresh family. The tokens themselves are derived, never stored (decision 004). */
  sessions: table({
    id: text().primaryKey(),
    account_id: accountId(),
    /** 1 when a code or a link that was texted to the phone opened the session. */
    proved: flag(),
    /** The link that opened the session, if any. */
    link_id: text().nullable(),
    /** Number of the current refresh token; its predecessor is its parent. */
    generation: integer(),
    created_at: time(),
    /** When the current token and its predecessor were issued. */
    rotated_at: time(),
    previous_rotated_at: time(),
    expires_at: time().indexed(),
    ended_at: time().nullable(),
  })
    // Also for the console, which counts who has signed in today in the order of the accounts (decision 053).
    .index(['account_id', 'created_at']),

  /** A new phone that an account claims, until the session that requested it proves it (decision 022). */
  phone_changes: table({
    account_id: accountId().primaryKey(),
    session_id: text().references('sessions.id', 'cascade').indexed(),
    /** National format. */
    phone: text(),
    phone_e164: text().indexed(),
    /** HMAC of the newest code, under a key that is not in the database. */
    code_hmac: text(),
    tries: integer(),
    created_at: time().indexed(),
    /** When the newest code was texted, and when it expires. */
    texted_at: time(),
    expires_at: time(),
  }),

  /** One row per phone that was texted recently: concurrent sign-ins of a phone lock this row. */
  login_phones: table({
    phone_e164: text().primaryKey(),
    /** When a code was made for it: renewed at most once a day. */
    requested_at: time().indexed(),
  }),

  login_codes: table({
    id: text().primaryKey(),
    phone_e164: text().references('login_phones.phone_e164'),
    account_id: accountId().indexed(),
    /** HMAC under a key that is not in the database. */
    code_hmac: text(),
    /** Tries by devices that are new to the account; known devices have their own count. */
    tries: integer(),
    known_tries: integer().default(0),
    /** 1 when a known device requested it. */
    known_device: flag().default(0),
    /** `mail`: a link was mailed instead, so the code was not sent. */
    way: text<'sms' | 'mail'>().default('sms'),
    created_at: time().indexed(),
    expires_at: time(),
    used_at: time().nullable(),
  }).index(['phone_e164', 'created_at']),

  link_tokens: table({
    id: text().primaryKey(),
    token_hash: text().unique(),
    account_id: accountId().indexed(),
    /** The phone that the link was texted to and therefore proves; null for a mailed link. */
    phone_e164: text().nullable(),
    /** The address that the link was mailed to, in lower case; null for a texted link, and one that was shown. */
    email_key: text().nullable(),
    /** 1 for a link that the staff has shown to the person, for a prepared account. It proves nothing. */
    shown: flag().default(0).since('0004_programme'),
    created_at: time(),
    open_before: time(),
    first_opened_at: time().nullable(),
    exchanges: integer(),
    /** Set at sign-out: no further device may open it. */
    closed_at: time().nullable(),
  }).index(['open_before'], { name: 'unopened', where: 'first_opened_at is null' }),

  link_devices: table({
    link_id: text().references('link_tokens.id', 'cascade'),
    device_hash: text(),
    created_at: time(),
    ended_at: time().nullable(),
    /** The last session that the link opened on the device. */
    session_id: text().nullable(),
  }).primaryKey('link_id', 'device_hash'),

  /** The hashed mark of a device that signed in by proving the phone. Deleted with all sessions of the account. */
  known_devices: table({
    account_id: text().references('accounts.id'),
    device_hash: text(),
    created_at: time().indexed(),
  }).primaryKey('account_id', 'device_hash'),

  /**
   * The secret address at which calendar apps read what an account has saved: derived from this random text and a key that is
   * not in the database. Deleted with all sessions of the account.
   */
  own_calendars: table(
    { account_id: accountId().primaryKey(), nonce: text().unique(), created_at: time() },
    SAVED_SESSIONS,
  ),

  password_resets: table({
    token_hash: text().primaryKey(),
    email_key: text(),
    /** Null for an unknown e-mail: a request leaves the same traces either way. */
    account_id: accountId().nullable().indexed(),
    created_at: time().indexed(),
    expires_at: time(),
    used_at: time().nullable(),
  }).index(['email_key', 'created_at']),

  /** Records that a person was erased, and how many rows that removed; not who it was. */
  erasures: table({
    id: text().primaryKey(),
    rows: integer(),
    erased_at: time(),
  }),
};

export type AccountRow = Row<(typeof identitySchema)['accounts']>;
export type SessionRow = Row<(typeof identitySchema)['sessions']>;
export type PhoneChangeRow = Row<(typeof identitySchema)['phone_changes']>;
