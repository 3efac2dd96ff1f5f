import type { Generated, Selectable } from 'kysely';
import type { Flag } from './flag.ts';

/** The tables of accounts, their sessions and proofs. The conventions are those of `schema.ts`. */
export interface IdentityTables {
  accounts: AccountTable;
  consents: ConsentTable;
  sessions: SessionTable;
  phone_changes: PhoneChangeTable;
  login_phones: LoginPhoneTable;
  login_codes: LoginCodeTable;
  link_tokens: LinkTokenTable;
  link_devices: LinkDeviceTable;
  known_devices: KnownDeviceTable;
  password_resets: PasswordResetTable;
  erasures: ErasureTable;
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
  /** The hashed mark of the device that registered the account, until the first proof of the phone. */
  registered_on: Generated<string | null>;
  /** 1 from the first proof of the phone, if that was on another device, until the owner says who registered (decision 022). */
  registered_elsewhere: Generated<Flag>;
  /** 1 after the owner says that someone else registered, until they enter their own details. */
  details_due: Generated<Flag>;
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
  /** When a code was made for it: renewed at most once a day. */
  requested_at: number;
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

interface PasswordResetTable {
  token_hash: string;
  email_key: string;
  /** Null for an unknown e-mail: a request leaves the same traces either way. */
  account_id: string | null;
  created_at: number;
  expires_at: number;
  used_at: number | null;
}

/** Records that a person was erased, and how many rows that removed; not who it was. */
interface ErasureTable {
  id: string;
  rows: number;
  erased_at: number;
}

export type AccountRow = Selectable<AccountTable>;
export type SessionRow = Selectable<SessionTable>;
export type PhoneChangeRow = Selectable<PhoneChangeTable>;
