import type { AccountRow } from '../db/schema.ts';
import { getEvent } from '../event/eventQueries.ts';
import { enqueue, isCarried } from '../messages/outbox.ts';
import { activationMail } from '../messages/templates.ts';
import type { Services } from '../services.ts';
import { transact } from '../transact.ts';
import { createActivationLink } from './createActivationLink.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const MAILS_AN_HOUR = 5;

/**
 * Mails an activation link to the owner of an imported account that somebody tries to register again (decisions). Not
 * once its phone is proved: the owner signs in by that, and the e-mail may be another's (decision 022).
 * Repeats within a minute, and more than five an hour, send nothing: a form must not be a way to flood a mailbox.
 */
export async function sendActivation(services: Services, found: AccountRow): Promise<void> {
  const { config, now } = services;
  // The answer claims no mail, so without anybody to carry one it can still be given.
  if (!isCarried(config, 'mail')) return;
  await transact(services, async (tx) => {
    // Taking the row makes requests for one account take turns, and shows what an import has changed meanwhile.
    const account = await tx.db
      .updateTable('accounts')
      .set({ updated_at: now() })
      .where('id', '=', found.id)
      .where('email', '=', found.email)
      .where('registration_complete', '=', 0)
      .where('phone_proved_at', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (!account) return;
    const recent = await tx.db
      .selectFrom('link_tokens')
      .select('created_at')
      .where('account_id', '=', account.id)
      .where('phone_e164', 'is', null)
      .where('created_at', '>', now() - HOUR)
      .execute();
    if (recent.length >= MAILS_AN_HOUR || recent.some((link) => link.created_at > now() - MINUTE)) return;
    const event = await getEvent(tx.db);
    const { link, expiresAt } = await createActivationLink(tx.db, tx, { event, account, phone: null });
    await enqueue(tx.db, tx, {
      kind: 'mail',
      recipient: account.email,
      ...activationMail({ event: event.name, firstName: account.first_name, link }),
      expiresAt,
      accountId: account.id,
    });
  });
}
