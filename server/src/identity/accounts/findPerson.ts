import { toE164, toNational } from '@companion/contract/usPhone';
import type { AccountRow } from '../../platform/db/identitySchema.ts';
import type { ReadDatabase } from '../../platform/db/readDatabase.ts';
import { InputError } from '../../platform/inputError.ts';
import { emailKey, findAccountByEmail, findAccountByPhone, findClaimant, getAccountRow } from './accountQueries.ts';

/** One person, by everything that identifies their rows. */
export interface Person {
  /** Undefined where there is only a ticket without an account. */
  account: AccountRow | undefined;
  /**
   * Other accounts of the person: those that claim such an address, or that of the person's ticket, and have no ticket, so
   * that all in them is of it; and those that were closed with such an address when their ticket was cancelled.
   */
  otherAccounts: string[];
  /** E-mail addresses in lower case that the person proved, has from a ticket, or shares with no one. */
  emailKeys: string[];
  /** E.164 numbers that the person proved, or shares with no one. */
  phones: string[];
}

/**
 * @param who an account's id, an e-mail address or a US phone number
 * @throws InputError when it identifies no person, or more than one
 */
export async function findPerson(db: ReadDatabase, who: string): Promise<Person> {
  const found = await findAccount(db, who);
  if (found) return personOf(db, found);
  const tickets = await findTickets(db, who);
  const [emailKeys, ids] = [distinct(tickets.map(({ email_key }) => email_key)), distinct(tickets.map(({ id }) => id))];
  if (emailKeys.length === 0) throw new InputError('No person has that account id, e-mail or phone number.');
  if (emailKeys.length > 1) {
    throw new InputError('Tickets of several people have that phone number: identify the person by e-mail.');
  }
  const [id, ...otherAccounts] = ids;
  const account = id === undefined ? undefined : await getAccountRow(db, id);
  // No account has the address: all tickets with it, and what was closed with it, are one person's.
  return { account, otherAccounts, emailKeys, phones: account ? await phonesOf(db, account) : [] };
}

const distinct = (values: (string | null)[]): string[] => [...new Set(values.filter((value) => value !== null))];

async function findAccount(db: ReadDatabase, who: string): Promise<AccountRow | undefined> {
  const phone = toE164(who);
  const [registered, claimant] = [await findAccountByEmail(db, who), await findClaimant(db, who)];
  if (registered && claimant) {
    const both = `${claimant.id} (of the ticket) and ${registered.id} (registered with it, not proved)`;
    throw new InputError(`Two accounts have that e-mail: ${both}. Identify one by its id.`);
  }
  const withEmail = [registered ?? claimant ?? [], await findAsking(db, emailKey(who))].flat();
  if (withEmail.length > 1) {
    const ids = withEmail.map(({ id }) => id).join(', ');
    throw new InputError(`Several accounts have entered that e-mail: ${ids}. Identify one by its id.`);
  }
  return (
    (await getAccountRow(db, who)) ??
    withEmail[0] ??
    (phone === undefined ? undefined : await findAccountByPhone(db, phone))
  );
}

/** The accounts that ask for an address, which is another's, or was when they asked (decision 022). */
const findAsking = (db: ReadDatabase, key: string): Promise<AccountRow[]> =>
  db
    .selectFrom('accounts')
    .selectAll()
    .where(({ fn }) => fn('lower', ['email']), '=', key)
    .where('email', '!=', '')
    .where('email_key', 'is', null)
    // A closed account of a ticket still has the ticket's address.
    .where('registration_complete', '=', 1)
    .execute();

async function personOf(db: ReadDatabase, account: AccountRow): Promise<Person> {
  const emailKeys = await emailKeysOf(db, account);
  return {
    account,
    otherAccounts: [...(await claimantsOf(db, account, emailKeys)), ...(await closedWith(db, account, emailKeys))],
    emailKeys,
    phones: await phonesOf(db, account),
  };
}

async function claimantsOf(db: ReadDatabase, { id }: AccountRow, emailKeys: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('accounts')
    .select('id')
    .where('id', '!=', id)
    .where((where) =>
      where.or([
        // PostgreSQL has no empty list.
        where('email_claim_key', 'in', ['', ...emailKeys]),
        where('email_claim_key', 'in', where.selectFrom('tickets').select('email_key').where('account_id', '=', id)),
      ]),
    )
    .where((where) => {
      const own = where.selectFrom('tickets').select('account_id').whereRef('account_id', '=', 'accounts.id');
      return where.not(where.exists(own));
    })
    .execute();
  return rows.map((claimant) => claimant.id);
}

async function closedWith(db: ReadDatabase, { id }: AccountRow, emailKeys: string[]): Promise<string[]> {
  // PostgreSQL has no empty list.
  if (emailKeys.length === 0) return [];
  const rows = await db
    .selectFrom('accounts')
    .select('id')
    .where('id', '!=', id)
    .where(({ fn }) => fn('lower', ['email']), 'in', emailKeys)
    .where('email_key', 'is', null)
    .where('email_claim_key', 'is', null)
    .where('registration_complete', '=', 0)
    .execute();
  return rows.map((closed) => closed.id);
}

/**
 * The account's address, if it was proved or comes from the ticket. An address that was only entered at registration
 * counts unless another ticket has it, or another account asks for it: rows with that address may then be another's. So
 * does the former one of an account that was closed, unless another account has it by now.
 */
async function emailKeysOf(db: ReadDatabase, account: AccountRow): Promise<string[]> {
  const { id, email_key: own, email_claim_key: claimed } = account;
  const isPrepared = account.registration_complete === 0;
  if (own === null && claimed !== null) return [claimed];
  if (own !== null && (account.email_proved_at !== null || isPrepared)) return [own];
  const key = own ?? (isPrepared ? emailKey(account.email) : '');
  if (key === '') return [];
  if (own === null && ((await findAccountByEmail(db, key)) ?? (await findClaimant(db, key)))) return [];
  const other = await db
    .selectFrom('tickets')
    .select('external_id')
    .where('email_key', '=', key)
    .where((where) => where.or([where('account_id', 'is', null), where('account_id', '!=', id)]))
    .executeTakeFirst();
  return other || (await findAsking(db, key)).length > 0 ? [] : [key];
}

/** The account's number if it proved it; others that it has, claims or had before where they are not another's by now. */
async function phonesOf(db: ReadDatabase, account: AccountRow): Promise<string[]> {
  const { id } = account;
  const own = account.phone_proved_at === null ? null : account.phone_e164;
  const known = await db
    .selectFrom('link_tokens')
    .select('phone_e164')
    .where('account_id', '=', id)
    .union(db.selectFrom('login_codes').select('phone_e164').where('account_id', '=', id))
    .union(db.selectFrom('phone_changes').select('phone_e164').where('account_id', '=', id))
    .union(
      db.selectFrom('outbox').select('recipient as phone_e164').where('account_id', '=', id).where('kind', '=', 'sms'),
    )
    .execute();
  const numbers = new Set([account.phone_e164, ...known.map(({ phone_e164 }) => phone_e164)].filter((n) => n !== null));
  if (own !== null) numbers.delete(own);
  for (const phone of numbers) {
    const other = await db
      .selectFrom('accounts')
      .select('id')
      .where('id', '!=', id)
      .where('phone_e164', '=', phone)
      .union(
        db
          .selectFrom('phone_changes')
          .select('account_id as id')
          .where('account_id', '!=', id)
          .where('phone_e164', '=', phone),
      )
      .executeTakeFirst();
    if (other) numbers.delete(phone);
  }
  return [...(own === null ? [] : [own]), ...numbers];
}

/**
 * Of the tickets that no activated account has, those with that e-mail or phone. An account that was closed when its
 * ticket was cancelled has neither any more.
 */
function findTickets(db: ReadDatabase, who: string): Promise<{ email_key: string; id: string | null }[]> {
  return db
    .selectFrom('tickets')
    .leftJoin('accounts', 'accounts.id', 'tickets.account_id')
    .select(['tickets.email_key', 'accounts.id'])
    .where('erased_at', 'is', null)
    .where((where) => where.or([where('accounts.id', 'is', null), where('registration_complete', '=', 0)]))
    .where((where) =>
      where.or([
        where('tickets.email_key', '=', emailKey(who)),
        where('tickets.phone', '=', toNational(who) ?? 'no phone'),
      ]),
    )
    .orderBy('accounts.id')
    .execute();
}
