import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { RowCounts } from '../backup/backupFormat.ts';
import type { Person } from '../identity/accounts/findPerson.ts';
import { idsOf, personalRows } from '../identity/accounts/personalRows.ts';
import { attendeeNumber } from '../identity/tickets/ticketSource.ts';
import type { ChangeTopic } from '../platform/db/eventSchema.ts';
import { lockManyAccounts } from '../platform/db/lockManyAccounts.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import type { Database } from '../platform/db/schema.ts';
import { type Keys, unseal } from '../platform/deriveKeys.ts';
import { recordChange } from '../platform/recordChange.ts';
import type { Services } from '../platform/services.ts';
import { type Transacting, transact } from '../platform/transact.ts';
import { lockQuestions, questionsOf, recountUpvotes } from '../safeguards/upvoteCounts.ts';

/** What the stage and the phones show of a person, by table: the change to report, and the column with what it concerns. */
const SHOWN: Partial<Record<keyof Database, { topic: ChangeTopic; ref: string }>> = {
  audience_questions: { topic: 'audienceQuestions', ref: 'content_id' },
  answer_approvals: { topic: 'results', ref: 'question_id' },
};

/**
 * Erases one person in one transaction, and records the number of rows removed, but not the person. Tickets keep only
 * their number, so that an import does not bring the person back. The person may be writing at the same time.
 * @returns rows by table
 */
export const erasePerson = (services: Services, person: Person): Promise<RowCounts> =>
  transact(services, (tx) => eraseIn(tx, person));

/** The rows that {@link erasePerson} would remove. */
export async function countPerson({ db, ...services }: Services, person: Person): Promise<RowCounts> {
  const counts: RowCounts = {};
  for (const { table, of } of personalRows) {
    const count = sql<number>`(select count(*) from ${sql.table(table)} where ${of(person)})`.as('count');
    counts[table] = (await db.selectNoFrom(count).executeTakeFirstOrThrow()).count;
  }
  const registrations = await registrationKeys(db, services, person);
  counts.idempotency_keys = (counts.idempotency_keys ?? 0) + registrations.length;
  return counts;
}

/**
 * The tickets that {@link erasePerson} would erase. An e-mail may be a buyer's, so that some are of other people.
 * @returns each as people know it: `attendee 18441583423, Ann Example`
 */
export async function namePersonsTickets(db: ReadDatabase, person: Person): Promise<string[]> {
  const tickets = await db
    .selectFrom('tickets')
    .select(['external_id', 'first_name', 'last_name'])
    .where(({ or }) => or(personalRows.filter(({ table }) => table === 'tickets').map(({ of }) => of(person))))
    .orderBy('imported_at')
    .orderBy('external_id')
    .execute();
  return tickets.map(({ external_id, first_name, last_name }) => {
    const number = attendeeNumber(external_id);
    return [number ? `attendee ${number}` : 'on a list', `${first_name} ${last_name}`].join(', ');
  });
}

/** The same in a transaction of the caller. */
export async function eraseIn(tx: Transacting, person: Person): Promise<RowCounts> {
  const at = tx.now();
  const counts: RowCounts = {};
  const changes = new Map<string, { topic: ChangeTopic; ref: string }>();
  let concerned: string[] = [];
  await lockManyAccounts(tx.db);
  for (const [index, { table, of }] of personalRows.entries()) {
    // After the outbox, which is locked before accounts, and before all else, which is locked after them.
    if (index === 1) {
      await waitForWriters(tx, person);
      concerned = person.account ? await questionsOf(tx.db, idsOf(person)) : [];
      await lockQuestions(tx.db, concerned);
    }
    const shown = SHOWN[table];
    if (shown) {
      const erased = sql<{ ref: string }>`delete from ${sql.table(table)} where ${of(person)}
        returning ${sql.ref(shown.ref)} as ref`;
      const { rows } = await erased.execute(tx.db);
      counts[table] = rows.length;
      for (const { ref } of rows) changes.set(`${shown.topic} ${ref}`, { topic: shown.topic, ref });
      continue;
    }
    const statement =
      table === 'tickets'
        ? sql`update tickets set ${sql.join(PERSONAL_COLUMNS.map((name) => sql`${sql.ref(name)} = ''`))},
                account_id = null, erased_at = ${at}, updated_at = ${at} where ${of(person)}`
        : sql`delete from ${sql.table(table)} where ${of(person)}`;
    counts[table] = Number((await statement.execute(tx.db)).numAffectedRows);
  }
  await recountUpvotes(tx.db, concerned);
  for (const key of await registrationKeys(tx.db, tx, person)) {
    await tx.db.deleteFrom('idempotency_keys').where('scope', '=', 'public').where('key', '=', key).execute();
    counts.idempotency_keys = (counts.idempotency_keys ?? 0) + 1;
  }
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
  await tx.db.insertInto('erasures').values({ id: randomUUID(), rows, erased_at: at }).execute();
  for (const { topic, ref } of changes.values()) await recordChange(tx, topic, ref);
  return counts;
}

/** The columns of a ticket with personal data. */
const PERSONAL_COLUMNS = [
  ...['order_id', 'ticket_type', 'first_name', 'last_name', 'email', 'email_key', 'phone'],
  ...['organization_name', 'organization_type'],
];

/** Locks the accounts, so that no rows can be added to them; transactions in progress end first and are counted. */
async function waitForWriters({ config, db }: Transacting, person: Person): Promise<void> {
  // SQLite has one writer at a time anyway.
  if (!person.account || !config.databaseUrl) return;
  await db.selectFrom('accounts').select('id').where('id', 'in', idsOf(person)).forUpdate().execute();
}

/** The keys of stored answers to this account's registration: they hold the profile, sealed. */
async function registrationKeys(
  db: ReadDatabase,
  { keys }: Pick<Services, 'keys'>,
  { account }: Person,
): Promise<string[]> {
  if (!account) return [];
  const rows = await db
    .selectFrom('idempotency_keys')
    .select(['key', 'answer'])
    .where('scope', '=', 'public')
    .where('answer', '!=', '')
    .execute();
  return rows.filter(({ answer }) => contains(keys, answer, account.id)).map(({ key }) => key);
}

function contains(keys: Keys, sealed: string, id: string): boolean {
  try {
    return unseal(keys, sealed).includes(id);
  } catch {
    // Sealed with another TOKEN_SECRET, so it is unreadable.
    return false;
  }
}
