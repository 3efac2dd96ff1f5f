import { getEvent } from '../../event/eventQueries.ts';
import { countMailTo, mailboxOf } from '../../messages/budgets.ts';
import { enqueue, hasProvider } from '../../messages/outbox.ts';
import { activationMail } from '../../messages/templates.ts';
import type { AccountRow } from '../../platform/db/identitySchema.ts';
import { lockManyAccounts } from '../../platform/db/lockManyAccounts.ts';
import { count } from '../../platform/limit.ts';
import type { Services } from '../../platform/services.ts';
import { MINUTE } from '../../platform/time.ts';
import { transact } from '../../platform/transact.ts';
import { createActivationLink } from '../session/links.ts';
import { claimTicket, findTicketToClaim } from '../tickets/claimTicket.ts';

/**
 * Mails an activation link after a registration with the e-mail of a prepared account, or of an account that was
 * activated without a proof of that e-mail, whose ticket its holder can then claim (decision 022). At most one mail a
 * minute and five a day are sent, so that the form cannot flood a mailbox.
 */
export async function sendActivation(services: Services, found: AccountRow): Promise<void> {
  const { config, now } = services;
  // The answer does not promise a mail, so it is also right without a provider.
  if (!hasProvider(config, 'mail')) return;
  const isActivated = found.registration_complete === 1;
  if (isActivated && !(await findTicketToClaim(services.db, found))) return;
  await transact(services, async (tx) => {
    if (isActivated) await lockManyAccounts(tx.db);
    // Locks the row: requests for one account wait for each other, and see what an import has changed since.
    const locked = await tx.db
      .updateTable('accounts')
      .set({ updated_at: now() })
      .where('id', '=', found.id)
      .where('email', '=', found.email)
      .where('registration_complete', '=', found.registration_complete)
      .returningAll()
      .executeTakeFirst();
    if (!locked) return;
    const pause = { key: `activation pause ${mailboxOf(locked.email)}`, max: 1, window: MINUTE };
    if (await count(tx.db, now(), pause)) return;
    if (await countMailTo(tx.db, now(), 'activation', locked.email)) return;
    const account = isActivated ? await claimTicket(tx, locked) : locked;
    if (!account) return;
    const event = await getEvent(tx.db);
    const { link, expiresAt } = await createActivationLink(tx, { event, account, phone: null });
    await enqueue(tx.db, tx, {
      kind: 'mail',
      recipient: account.email,
      ...activationMail({ event: event.name, firstName: account.first_name, link }),
      expiresAt,
      accountId: account.id,
    });
  });
}
