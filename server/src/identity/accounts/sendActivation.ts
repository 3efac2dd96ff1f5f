import { getEvent } from '../../event/eventQueries.ts';
import { countPacedMailTo } from '../../messages/mailLimit.ts';
import { enqueue, isCarried } from '../../messages/outbox.ts';
import { activationMail } from '../../messages/templates.ts';
import type { AccountRow } from '../../platform/db/schema.ts';
import type { Services } from '../../platform/services.ts';
import { transact } from '../../platform/transact.ts';
import { createActivationLink } from './createActivationLink.ts';

/**
 * Mails an activation link to the owner of an imported account that somebody tries to register again (decisions). Not
 * once its phone is proved: the owner signs in by that, and the e-mail may be another's (decision 022).
 * Repeats within a minute, and more than five a day, send nothing: a form must not be a way to flood a mailbox.
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
    if ((await countPacedMailTo(tx.db, now(), 'activation', account.email)) !== undefined) return;
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
