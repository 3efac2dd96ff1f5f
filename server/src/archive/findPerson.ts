import { toE164, toNational } from '@companion/contract/usPhone';
import type { Kysely } from 'kysely';
import { emailKey, findAccountByEmail, findAccountByPhone, getAccountRow } from '../accounts/accountQueries.ts';
import { CommandError } from '../command.ts';
import type { AccountRow, Database } from '../db/schema.ts';

/** One person, by everything that rows of theirs are known by. */
export interface Person {
  /** Undefined where there is but a ticket that has no account. */
  account: AccountRow | undefined;
  /** E-mail addresses in lower case. */
  emailKeys: string[];
  /** E.164 numbers that are nobody else's. */
  phones: string[];
}

/**
 * @param who an account's id, an e-mail address or a US phone number
 * @throws CommandError when nobody, or more than one, is meant
 */
export async function findPerson(db: Kysely<Database>, who: string): Promise<Person> {
  const account = await findAccount(db, who);
  if (account) return personOf(db, account);
  const emailKeys = await emailsOfTickets(db, who);
  if (emailKeys.length === 0) throw new CommandError('Nobody is on record by that account id, e-mail or phone number.');
  if (emailKeys.length > 1) {
    throw new CommandError('Tickets of several people have that phone number: name the person by e-mail.');
  }
  return { account: undefined, emailKeys, phones: [] };
}

async function findAccount(db: Kysely<Database>, who: string): Promise<AccountRow | undefined> {
  const phone = toE164(who);
  return (
    (await getAccountRow(db, who)) ??
    (await findAccountByEmail(db, who)) ??
    (phone === undefined ? undefined : await findAccountByPhone(db, phone))
  );
}

async function personOf(db: Kysely<Database>, account: AccountRow): Promise<Person> {
  const { pending_phone_e164: claimed } = account;
  // A number that this account only claims may be another's.
  const owner =
    claimed && (await db.selectFrom('accounts').select('id').where('phone_e164', '=', claimed).executeTakeFirst());
  return {
    account,
    emailKeys: account.email_key === null ? [] : [account.email_key],
    phones: [account.phone_e164, owner ? null : claimed].filter((phone) => phone !== null),
  };
}

/** Of tickets that have no account, those with that e-mail or phone. */
async function emailsOfTickets(db: Kysely<Database>, who: string): Promise<string[]> {
  const tickets = await db
    .selectFrom('tickets')
    .select('email_key')
    .distinct()
    .where('account_id', 'is', null)
    .where('erased_at', 'is', null)
    .where((where) =>
      where.or([where('email_key', '=', emailKey(who)), where('phone', '=', toNational(who) ?? 'no phone')]),
    )
    .execute();
  return tickets.map(({ email_key }) => email_key);
}
