import { randomUUID } from 'node:crypto';
import type { StaffRole } from '@companion/contract/defineCall';
import { INVITATION_PATH } from '@companion/contract/staff/staffInvitation';
import type { Kysely } from 'kysely';
import { getEvent } from '../../event/eventQueries.ts';
import { enqueue } from '../../messages/outbox.ts';
import { staffInvitationMail } from '../../messages/templates.ts';
import { lockManyAccounts } from '../../platform/db/lockManyAccounts.ts';
import type { ReadDatabase } from '../../platform/db/readDatabase.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { StaffInvitationRow, StaffRow } from '../../platform/db/staffSchema.ts';
import { hashToken, isOwnToken, makeToken } from '../../platform/deriveKeys.ts';
import { reject } from '../../platform/domainError.ts';
import type { Services } from '../../platform/services.ts';
import { HOUR } from '../../platform/time.ts';
import type { Transacting } from '../../platform/transact.ts';
import { emailKey } from '../accounts/accountQueries.ts';
import { findMemberByEmail, hasMembers } from './memberQueries.ts';

const INVITATION_LIFETIME = 48 * HOUR;
const NO_LONGER_VALID = 'This invitation is no longer valid. Please ask for a new one.';

/** In place of an e-mail: the first owner enters one. */
const FIRST_OWNER = '';

/** The link has the token, which is stored nowhere. */
export interface SentInvitation {
  invitation: StaffInvitationRow;
  link: string;
}

/**
 * Invites a person to the staff; an earlier invitation of the same person ends.
 * @param invitedBy null: the operator
 * @throws DomainError `conflict` if the person is a member
 */
export async function inviteStaff(
  tx: Transacting,
  { email, role, invitedBy }: { email: string; role: StaffRole; invitedBy: string | null },
): Promise<SentInvitation> {
  const { db } = tx;
  // Two invitations of one person would otherwise both stay.
  await lockManyAccounts(db);
  if (await findMemberByEmail(db, email)) {
    reject('conflict', 'This person is a member of the staff already.', { email: 'Is a member already' });
  }
  await revokeInvitation(db, { email });
  const { token, link } = newToken(tx);
  const invitation = await db
    .insertInto('staff_invitations')
    .values({
      id: randomUUID(),
      email,
      email_key: emailKey(email),
      role,
      invited_by: invitedBy,
      ...token,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { invitation, link };
}

/**
 * Makes the link by which the first owner joins a server without staff, in place of an earlier one. It works until anyone
 * is a member.
 * @returns undefined where there is staff
 */
export async function makeFirstOwnerLink(tx: Transacting): Promise<string | undefined> {
  if (await hasMembers(tx.db)) return undefined;
  return (await inviteStaff(tx, { email: FIRST_OWNER, role: 'owner', invitedBy: null })).link;
}

/**
 * Invites the same person for another 48 hours, by another link.
 * @throws DomainError `notFound`
 */
export async function renewInvitation(tx: Transacting, id: string, invitedBy: string): Promise<SentInvitation> {
  // Before the invitation, as a removal of its sender does: each would otherwise wait for the other.
  await lockManyAccounts(tx.db);
  const { token, link } = newToken(tx);
  const invitation = await tx.db
    .updateTable('staff_invitations')
    .set({ invited_by: invitedBy, ...token })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return { invitation: invitation ?? reject('notFound', 'This invitation was accepted or revoked.'), link };
}

function newToken({ config, keys, now }: Transacting) {
  const token = makeToken(keys, 'invitation');
  return {
    token: { token_hash: hashToken(token), created_at: now(), expires_at: now() + INVITATION_LIFETIME },
    link: `${config.appUrl}${INVITATION_PATH}#token=${token}`,
  };
}

/** Mails the link if a mail server is set. @returns whether it is; else the inviting person hands the link over */
export async function mailInvitation(
  tx: Transacting,
  { invitation: { email }, link }: SentInvitation,
): Promise<boolean> {
  if (!tx.config.smtp) return false;
  const { name, host } = await getEvent(tx.db);
  await enqueue(tx.db, tx, {
    kind: 'mail',
    recipient: email,
    ...staffInvitationMail({ event: name, host, link }),
    expiresAt: tx.now() + INVITATION_LIFETIME,
  });
  return true;
}

/** Reads an invitation, which changes nothing. @throws DomainError `notFound` */
export async function findInvitation(
  { keys, now }: Pick<Services, 'keys' | 'now'>,
  db: ReadDatabase,
  token: string,
): Promise<StaffInvitationRow> {
  // Invented tokens cost no query.
  if (!isOwnToken(keys, 'invitation', token)) reject('notFound', NO_LONGER_VALID);
  const found = await db
    .selectFrom('staff_invitations')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now())
    .executeTakeFirst();
  if (!found || (found.email === FIRST_OWNER && (await hasMembers(db)))) reject('notFound', NO_LONGER_VALID);
  return found;
}

/**
 * Makes the invited person a member. Of concurrent uses of one invitation exactly one succeeds.
 * @param email of the first owner; that of others is in the invitation
 * @throws DomainError `notFound`, or `conflict` if the person has become a member otherwise
 */
export async function acceptInvitation(
  tx: Transacting,
  { token, name, email, passwordHash }: { token: string; name: string; email: string; passwordHash: string },
): Promise<StaffRow> {
  const { db, now } = tx;
  // First, so that of the first owner's link and another invitation the later one finds a member.
  await lockManyAccounts(db);
  const invitation = await findInvitation(tx, db, token);
  if (!(await revokeInvitation(db, { id: invitation.id }))) reject('notFound', NO_LONGER_VALID);
  await revokeInvitation(db, { email: FIRST_OWNER });
  if (await findMemberByEmail(db, email)) reject('conflict', 'You are a member already. Please sign in.');
  return db
    .insertInto('staff')
    .values({
      id: randomUUID(),
      email,
      email_key: emailKey(email),
      name,
      role: invitation.role,
      password_hash: passwordHash,
      totp_secret: null,
      totp_enabled_at: null,
      created_at: now(),
      updated_at: now(),
      removed_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** @returns its id; undefined if it has ended already */
export async function revokeInvitation(
  db: Kysely<Database>,
  which: { id: string } | { email: string },
): Promise<string | undefined> {
  // As in `renewInvitation`.
  await lockManyAccounts(db);
  const revoked = await db
    .deleteFrom('staff_invitations')
    .$call((query) => {
      return 'id' in which ? query.where('id', '=', which.id) : query.where('email_key', '=', emailKey(which.email));
    })
    .returning('id')
    .executeTakeFirst();
  return revoked?.id;
}

/** Every invitation that is not accepted yet, by e-mail, with the name of the member who sent it. */
export function listInvitations(db: ReadDatabase) {
  return db
    .selectFrom('staff_invitations')
    .leftJoin('staff', 'staff.id', 'staff_invitations.invited_by')
    .selectAll('staff_invitations')
    .select('staff.name as inviter')
    .where('staff_invitations.email', '!=', FIRST_OWNER)
    .orderBy('staff_invitations.email_key')
    .execute();
}
