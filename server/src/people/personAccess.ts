import { inviteBatch } from '../attendees/invite.ts';
import { getEvent } from '../event/eventQueries.ts';
import { closeLink, closeShownLinks, endAccess } from '../identity/session/endAccess.ts';
import { createLink } from '../identity/session/links.ts';
import { endSession, findSession } from '../identity/session/sessionStore.ts';
import { hasProvider } from '../messages/outbox.ts';
import type { AccountRow } from '../platform/db/identitySchema.ts';
import { reject } from '../platform/domainError.ts';
import { limit } from '../platform/limit.ts';
import { isLocal } from '../platform/readConfig.ts';
import type { Services } from '../platform/services.ts';
import { DAY, HOUR } from '../platform/time.ts';
import type { Transacting } from '../platform/transact.ts';
import { lockPerson } from './editPerson.ts';

const RESENT_A_DAY = 5;
const ACTIVATED = 'The person has activated, and signs in by phone.';

/** Ends one session of a person, and the link that has opened it. @throws DomainError `notFound` */
export async function endPersonSession(tx: Transacting, id: string, sessionId: string): Promise<void> {
  const account = await lockPerson(tx, id);
  const session = await findSession(tx.db, sessionId);
  if (session?.account_id !== account.id) reject('notFound', 'There is no such session.');
  await endSession(tx, session);
  if (session.link_id !== null) await closeLink(tx, session.link_id);
}

/** Signs a person out everywhere; no link that was sent before opens the account. */
export async function endPersonSessions(tx: Transacting, id: string): Promise<void> {
  await endAccess(tx, (await lockPerson(tx, id)).id, 'all');
}

/** @throws DomainError `conflict` for who has activated or has no address, `limited` */
export async function resendInvitation(tx: Transacting, id: string): Promise<void> {
  const account = await lockPrepared(tx, id);
  const obstacle = await obstacleToInvite(tx);
  if (obstacle) reject('conflict', obstacle);
  const perDay = { max: RESENT_A_DAY, window: DAY };
  const again = { ...perDay, key: `invitation again ${id}` };
  await limit(tx.db, tx.now(), again, 'The person was invited five times today. Show them a link instead.');
  // Also where the number has been several people's. It comes last: an erasure finds the counts of a person by it.
  const toNumber = { ...perDay, key: `invitation again to ${account.phone_e164}` };
  if (account.phone_e164 !== null)
    await limit(tx.db, tx.now(), toNumber, 'This number was texted five times today. Show the person a link instead.');
  const { people } = await inviteBatch(tx, { accountId: account.id, againBefore: Number.MAX_SAFE_INTEGER }, 1);
  if (people === 0) reject('conflict', 'The person has no e-mail address to invite them at. Show them a link instead.');
}

/** Why no one can be invited now; undefined if they can. Messages whose links do not open would count as invitations. */
export async function obstacleToInvite({ config, db, now }: Pick<Services, 'config' | 'db' | 'now'>) {
  if (!hasProvider(config, 'mail')) return 'This server sends no mail: the operator sets SMTP_URL.';
  if (!config.devOutbox && isLocal(config.appUrl))
    return `Attendees cannot open links to ${config.appUrl}: the operator sets APP_URL.`;
  if ((await getEvent(db)).ends_at <= now()) return 'The event has ended, so the links would not open.';
  return undefined;
}

/**
 * Makes a link for a person at the desk, in place of an earlier one. It must be opened within the hour, proves neither
 * phone nor e-mail, and exists before the activation only: no member can open an account that is its owner's.
 * @throws DomainError `conflict` once the person has activated
 */
export async function showLink(tx: Transacting, id: string): Promise<{ link: string; expiresAt: number }> {
  const account = await lockPrepared(tx, id);
  await closeShownLinks(tx, account.id);
  const expiresAt = tx.now() + HOUR;
  return { link: await createLink(tx, account.id, 'shown', expiresAt), expiresAt };
}

async function lockPrepared(tx: Transacting, id: string): Promise<AccountRow> {
  const account = await lockPerson(tx, id);
  if (account.registration_complete === 1) reject('conflict', ACTIVATED);
  return account;
}
