import { type ExpressionBuilder, sql } from 'kysely';
import { getEvent } from '../event/eventQueries.ts';
import { createActivationLink } from '../identity/session/links.ts';
import { smsBudgetLeft } from '../messages/budgets.ts';
import { enqueue, hasProvider, type Kind } from '../messages/outbox.ts';
import { invitationMail, invitationSms } from '../messages/templates.ts';
import type { EventRow } from '../platform/db/eventSchema.ts';
import type { AccountRow } from '../platform/db/identitySchema.ts';
import { lockManyAccounts } from '../platform/db/lockManyAccounts.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import type { Database } from '../platform/db/schema.ts';
import type { Services } from '../platform/services.ts';
import { type Transacting, transact } from '../platform/transact.ts';

/** Which of the prepared accounts to invite. */
export interface Invitees {
  /** Also invites those whose last invitation is older than this. Those never invited always are. */
  againBefore?: number | undefined;
  /** Also invites those invited before this whose messages have all failed. */
  failedBefore?: number | undefined;
  /** Only these e-mail addresses, in lower case. */
  only?: string[] | undefined;
  /** Only this account. */
  accountId?: string | undefined;
}

/**
 * Invites the next attendees in one transaction. Everyone marked as invited has their messages in the outbox, so the next
 * run completes an interrupted one, and two concurrent runs invite different people.
 * @returns how many people, how many messages of which kind, and how many were not texted because the budget is spent
 */
export function inviteNext(services: Services, invitees: Invitees, max: number): Promise<Invited> {
  return transact(services, (tx) => inviteBatch(tx, invitees, max));
}

interface Invited {
  people: number;
  mail: number;
  sms: number;
  overBudget: number;
}

/** The same in a transaction of the caller. */
export async function inviteBatch(tx: Transacting, invitees: Invitees, max: number): Promise<Invited> {
  const at = tx.now();
  await lockManyAccounts(tx.db);
  const people = await tx.db
    .updateTable('accounts')
    .set({ invited_at: at })
    .where('id', 'in', (select) =>
      select
        .selectFrom('accounts')
        .select('id')
        .where(toInvite(invitees))
        .orderBy('created_at')
        .orderBy('id')
        .limit(max),
    )
    // Repeated: PostgreSQL checks it again for a row that a concurrent run has just updated.
    .where(toInvite(invitees))
    .returningAll()
    .execute();
  const event = await getEvent(tx.db);
  const budget = await smsBudgetLeft(tx, 'invitation');
  const sent = { people: people.length, mail: 0, sms: 0, overBudget: 0 };
  for (const account of people) {
    for (const kind of kindsFor(tx, account)) {
      if (kind === 'sms' && sent.sms === budget) {
        sent.overBudget += 1;
        continue;
      }
      await send(tx, { event, account, kind, at });
      sent[kind] += 1;
    }
  }
  return sent;
}

/** How many {@link inviteNext} would still invite. */
export async function countToInvite(db: ReadDatabase, invitees: Invitees): Promise<number> {
  const { count } = await db
    .selectFrom('accounts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(toInvite(invitees))
    .executeTakeFirstOrThrow();
  return Number(count);
}

const toInvite =
  ({ againBefore, failedBefore, only, accountId }: Invitees) =>
  (where: ExpressionBuilder<Database, 'accounts'>) =>
    where.and([
      where('source', '!=', 'registration'),
      where('registration_complete', '=', 0),
      // A closed account has neither.
      where.or([where('email_key', 'is not', null), where('email_claim_key', 'is not', null)]),
      ...(accountId === undefined ? [] : [where('id', '=', accountId)]),
      ...(only ? [where.or([where('email_key', 'in', only), where('email_claim_key', 'in', only)])] : []),
      where.or([
        where('invited_at', 'is', null),
        ...(againBefore === undefined ? [] : [where('invited_at', '<', againBefore)]),
        // Failures during this run do not count: otherwise it would invite a bad address for ever.
        ...(failedBefore === undefined
          ? []
          : [where.and([where('invited_at', '<', failedBefore), where.not(where.exists(arrivedOrUnderWay(where)))])]),
      ]),
    ]);

/** A message of the account's last invitation that has not failed. */
const arrivedOrUnderWay = (where: ExpressionBuilder<Database, 'accounts'>) =>
  where
    .selectFrom('invitations')
    .leftJoin('outbox', 'outbox.id', 'invitations.outbox_id')
    .select(sql.lit(1).as('one'))
    .whereRef('invitations.account_id', '=', 'accounts.id')
    .whereRef('invitations.created_at', '>=', 'accounts.invited_at')
    .where('outbox.failed_at', 'is', null);

/** Always mail, because the ticket's phone may be mistyped; SMS too if the phone can receive them. */
function kindsFor({ config }: Services, account: AccountRow): Kind[] {
  const canText = account.phone_e164 !== null && account.sms_undeliverable_at === null && hasProvider(config, 'sms');
  return canText ? ['mail', 'sms'] : ['mail'];
}

async function send(
  tx: Transacting,
  { event, account, kind, at }: { event: EventRow; account: AccountRow; kind: Kind; at: number },
): Promise<void> {
  const phone = kind === 'sms' ? account.phone_e164 : null;
  const { link, expiresAt } = await createActivationLink(tx, { event, account, phone });
  const { name, host, help_desk_email: helpDesk } = event;
  const outboxId = await enqueue(tx.db, tx, {
    kind,
    recipient: phone ?? account.email,
    ...(phone
      ? { subject: null, text: invitationSms({ event: name, link }) }
      : invitationMail({ event: name, host, firstName: account.first_name, link, helpDesk })),
    expiresAt,
    accountId: account.id,
    purpose: 'invitation',
  });
  await tx.db
    .insertInto('invitations')
    .values({ outbox_id: outboxId, account_id: account.id, kind, created_at: at })
    .execute();
}
