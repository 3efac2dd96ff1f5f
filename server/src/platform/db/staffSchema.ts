import type { Generated, Selectable } from 'kysely';

/** The tables of the staff (decision 046), with the conventions of `schema.ts`. */
export interface StaffTables {
  staff: StaffTable;
  staff_sessions: StaffSessionTable;
  staff_invitations: StaffInvitationTable;
  staff_password_resets: StaffPasswordResetTable;
  staff_passkeys: StaffPasskeyTable;
  staff_challenges: StaffChallengeTable;
  staff_recovery_codes: StaffRecoveryCodeTable;
  stage_screens: StageScreenTable;
  summary_links: SummaryLinkTable;
  audit_log: AuditLogTable;
}

/** A member of the staff. A removed one keeps the row, because the audit log names it. */
interface StaffTable {
  id: string;
  email: string;
  /** `email` in lower case, unique. Null once removed, so that the address can be invited again. */
  email_key: string | null;
  name: string;
  role: 'owner' | 'editor' | 'host';
  /** Argon2id. */
  password_hash: string;
  /** Encrypted. Set while the second factor is being set up, and once it is. */
  totp_secret: string | null;
  totp_enabled_at: number | null;
  /** The time step of the last code that was accepted: no code counts twice. */
  totp_step: Generated<number>;
  created_at: number;
  updated_at: number;
  removed_at: number | null;
}

/** A signed-in browser. Ending a session deletes its row. */
interface StaffSessionTable {
  id: string;
  staff_id: string;
  token_hash: string;
  /** 1 while the password was right and the second factor is missing: the session may do nothing else. */
  needs_second_factor: 0 | 1;
  /** What the browser calls itself, for the member's list of sessions. */
  user_agent: string;
  created_at: number;
  /** Written at most once a minute. */
  last_used_at: number;
  /** When the member last entered the password, or used a passkey. */
  confirmed_at: number;
}

/** Accepting or revoking an invitation deletes its row. */
interface StaffInvitationTable {
  id: string;
  token_hash: string;
  email: string;
  email_key: string;
  role: StaffTable['role'];
  /** Null: by the operator's command. */
  invited_by: string | null;
  created_at: number;
  expires_at: number;
}

/** Using a reset, or asking for another, deletes its row. */
interface StaffPasswordResetTable {
  token_hash: string;
  email_key: string;
  /** Null for an unknown e-mail: a request leaves the same traces either way. */
  staff_id: string | null;
  created_at: number;
}

interface StaffPasskeyTable {
  /** The credential's id, base64url. */
  id: string;
  staff_id: string;
  name: string;
  /** COSE, base64url. */
  public_key: string;
  counter: number;
  /** JSON: string[] */
  transports: string;
  created_at: number;
  last_used_at: number | null;
}

/** What a passkey must sign, once. */
interface StaffChallengeTable {
  challenge_hash: string;
  /** Who registers a passkey; null for a sign-in. */
  staff_id: string | null;
  created_at: number;
}

/** Using a code deletes its row. */
interface StaffRecoveryCodeTable {
  staff_id: string;
  /** HMAC under a key that is not in the database. */
  code_hmac: string;
}

/** A stage screen. Revoking its key deletes the row. */
interface StageScreenTable {
  id: string;
  name: string;
  key_hash: string;
  created_by: string;
  created_at: number;
  /** Written at most once a minute. */
  last_used_at: number | null;
}

/** A link with which a speaker reads what attendees think of an item. Revoking it deletes the row. */
interface SummaryLinkTable {
  id: string;
  content_id: string;
  /** For the staff: who got it. */
  name: string;
  token_hash: string;
  created_by: string;
  created_at: number;
  expires_at: number;
  uses: number;
  last_used_at: number | null;
}

/** What the staff changed: never the values, so that an erasure stays whole. */
interface AuditLogTable {
  id: string;
  at: number;
  /** Null: by the operator's command. */
  staff_id: string | null;
  /** The name of the call or command. */
  action: string;
  entity: string;
  entity_id: string;
  /** JSON: string[] */
  fields: string;
  /** Of the request; null for a command. */
  trace_id: string | null;
}

export type StaffRow = Selectable<StaffTable>;
export type StaffInvitationRow = Selectable<StaffInvitationTable>;
