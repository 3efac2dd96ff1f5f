import { accountId } from './identitySchema.ts';
import { TOLD_OF_CHANGES } from './sessionNoticeSchema.ts';
import { integer, type Row, table, text, time } from './table.ts';

/** The tables of Web Push (decision 071). The conventions are those of `schema.ts`. */
export const pushSchema = {
  /** A browser that its owner has allowed to be pushed to, until its session ends. */
  push_devices: table(
    {
      id: text().primaryKey(),
      account_id: accountId().indexed(),
      session_id: text().references('sessions.id', 'cascade').indexed(),
      /** The address at the browser's push service. Whoever knows it, and the keys, can push. */
      endpoint: text().unique(),
      /** The browser's public key and secret for the encryption, Base64url. */
      p256dh: text(),
      auth: text(),
      created_at: time(),
    },
    TOLD_OF_CHANGES,
  ),

  /** One message to one device: the key keeps a second one away. Rows stay for a day after their message has ended. */
  push_messages: table(
    {
      /** The notice or the announcement that it is of. */
      source: text(),
      device_id: text().references('push_devices.id', 'cascade').indexed(),
      /** JSON: PushPayload of the contract. */
      payload: text(),
      /** After it, it is not sent. */
      expires_at: time().indexed(),
      attempts: integer().default(0),
      next_attempt_at: time(),
      leased_until: time().default(0),
      /** When the push service took it, or it was given up. */
      done_at: time().nullable(),
    },
    TOLD_OF_CHANGES,
  )
    .primaryKey('source', 'device_id')
    .index(['next_attempt_at'], { name: 'due', where: 'done_at is null' }),
};

export type PushDevice = Row<(typeof pushSchema)['push_devices']>;
export type PushMessage = Row<(typeof pushSchema)['push_messages']>;
