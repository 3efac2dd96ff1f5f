import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { getEvent } from '../event/eventQueries.ts';
import { enqueue } from '../messages/outbox.ts';
import { signInSms } from '../messages/templates.ts';
import type { Services } from '../services.ts';
import { createCode } from './codes.ts';
import { createLink, textedLinkOpens } from './links.ts';

/**
 * Texts one SMS with a code and a link to a phone of this account, unless it was texted too recently or too often;
 * run it in a transaction. Nobody is told which of the two it was.
 */
export async function sendSignIn(
  db: Kysely<Database>,
  services: Services,
  accountId: string,
  phone: string,
): Promise<void> {
  const made = await createCode(db, services, phone, accountId);
  if (!made) return;
  const link = await createLink(db, services, accountId, phone, textedLinkOpens(services.now()));
  const event = await getEvent(db);
  await enqueue(db, services, {
    kind: 'sms',
    recipient: phone,
    subject: null,
    text: signInSms({ event: event.name, code: made.code, link, appUrl: services.config.appUrl }),
    expiresAt: made.expiresAt,
  });
}
