import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import { getEvent } from '../event/eventQueries.ts';
import { createActivationLink } from '../identity/accounts/createActivationLink.ts';
import { lockManyAccounts } from '../identity/accounts/lockManyAccounts.ts';
import { enqueue, hasProvider, type Kind } from '../messages/outbox.ts';
import { smsBudgetLeft } from '../messages/smsBudget.ts';
import { invitationMail, invitationSms } from '../messages/templates.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import type { AccountRow, Database, EventRow } from '../platform/db/schema.ts';
import type { Services } from '../platform/services.ts';
import { transact } from '../platform/transact.ts';

/** Who is to be invited, of the imported accounts that wait for their owners. */
export interface Invitees {
  /** Those never invited, always; those whose last invitation is older than this, too. */
  againBefore?: number | undefined;
  /** Those invited before this, none of whose messages arrived, too. */
  failedBefore?: number | undefined;
  /** Nobody else than these e-mail addresses, in lower case. */
  only?: string[] | undefined;
}

/**
 * Invites the next so many, in one transaction: whoever it marks as invited has their messages in the outbox, so a
 * run that is cut off is finished by the next, and of two runs at once each invites others.
 * @returns how many people, how many messages of which kind, and how many were not texted because the budget is spent
 */
export function inviteNext(
  services: Services,
  invitees: Invitees,
  most: number,
): Promise<{ people: number; mail: number; sms: number; overBudget: number }> {
  return transact(services, async (tx) => {
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
          .limit(most),
      )
      // Once more, for PostgreSQL asks it again of a row that another run has just taken.
      .where(toInvite(invitees))
      .returningAll()
      .execute();
    const event = await getEvent(tx.db);
    const budget = await smsBudgetLeft(tx.db, tx, 'invitation');
    const sent = { people: people.length, mail: 0, sms: 0, overBudget: 0 };
    for (const account of people) {
      for (const kind of waysTo(tx, account)) {
        if (kind === 'sms' && sent.sms === budget) {
          sent.overBudget += 1;
          continue;
        }
        await send(tx.db, tx, { event, account, kind, at });
        sent[kind] += 1;
      }
    }
    return sent;
  });
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
  ({ againBefore, failedBefore, only }: Invitees) =>
  (where: ExpressionBuilder<Database, 'accounts'>) =>
    where.and([
      where('source', '!=', 'registration'),
      where('registration_complete', '=', 0),
      // A withdrawn account has none.
      where.or([where('email_key', 'is not', null), where('email_claim_key', 'is not', null)]),
      ...(only ? [where.or([where('email_key', 'in', only), where('email_claim_key', 'in', only)])] : []),
      where.or([
        where('invited_at', 'is', null),
        ...(againBefore === undefined ? [] : [where('invited_at', '<', againBefore)]),
        // Not what fails while this run goes on: it would invite a bad address for ever.
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

/** By mail in any case, for the ticket's phone may be mistyped; by SMS too where a phone is known that takes them. */
function waysTo({ config }: Services, account: AccountRow): Kind[] {
  const texts = account.phone_e164 !== null && account.sms_undeliverable_at === null && hasProvider(config, 'sms');
  return texts ? ['mail', 'sms'] : ['mail'];
}

async function send(
  db: Kysely<Database>,
  services: Services,
  { event, account, kind, at }: { event: EventRow; account: AccountRow; kind: Kind; at: number },
): Promise<void> {
  const phone = kind === 'sms' ? account.phone_e164 : null;
  const { link, expiresAt } = await createActivationLink(db, services, { event, account, phone });
  const { name, host, help_desk_email: helpDesk } = event;
  const outboxId = await enqueue(db, services, {
    kind,
    recipient: phone ?? account.email,
    ...(phone
      ? { subject: null, text: invitationSms({ event: name, link }) }
      : invitationMail({ event: name, host, firstName: account.first_name, link, helpDesk })),
    expiresAt,
    accountId: account.id,
    purpose: 'invitation',
  });
  await db
    .insertInto('invitations')
    .values({ outbox_id: outboxId, account_id: account.id, kind, created_at: at })
    .execute();
}
