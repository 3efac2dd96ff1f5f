import { hasProvider, rejectKind } from '../../messages/outbox.ts';
import type { AccountRow, SessionRow } from '../../platform/db/identitySchema.ts';
import { DomainError, reject } from '../../platform/domainError.ts';
import { limit } from '../../platform/limit.ts';
import { MINUTE } from '../../platform/time.ts';
import type { Transacting } from '../../platform/transact.ts';
import { mailEmailProof } from './emailProof.ts';

const JUST_SENT = 'A link was just sent. Please wait a minute before you ask for another.';

/**
 * Mails another link that proves the e-mail.
 * @throws DomainError `forbidden` in a session that proved no phone, because the address may be someone else's; `conflict` when it
 * is proved; `limited` within a minute of the last request, or over the day's limit; `unavailable` without a mail provider
 */
export async function requestEmailProof(
  tx: Transacting,
  { account, session }: { account: AccountRow; session: SessionRow },
): Promise<void> {
  if (session.proved === 0)
    reject('forbidden', 'Please sign in with a code that we text to your phone, then ask for a link.');
  if (account.email_proved_at !== null) reject('conflict', 'Your email address is confirmed already.');
  if (account.registration_complete === 0 || account.email === '')
    reject('conflict', 'There is no email address to confirm.');
  if (!hasProvider(tx.config, 'mail')) rejectKind('mail');
  await limit(tx.db, tx.now(), { key: `email proof pause ${account.id}`, max: 1, window: MINUTE }, JUST_SENT);
  const wait = await mailEmailProof(tx.db, tx, account);
  if (wait === undefined) return;
  throw new DomainError('limited', 'We cannot mail you another link today.', { retryAfterMs: wait });
}
