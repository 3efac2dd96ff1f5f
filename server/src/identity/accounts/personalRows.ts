import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { mailboxOf } from '../../messages/budgets.ts';
import { type Database, schema } from '../../platform/db/schema.ts';
import type { Person } from './findPerson.ts';

/** A table with personal data, and the condition that selects one person's rows. */
interface PersonalRows {
  table: keyof Database;
  of(person: Person): RawBuilder<SqlBool>;
}

/** The tables whose rows are not, or not only, those with the person's `account_id`. */
const OTHER_ROWS: Partial<Record<keyof Database, PersonalRows['of']>> = {
  login_codes: (person) => or([ownedBy(person), oneOf(sql`phone_e164`, person.phones)]),
  login_phones: (person) => oneOf(sql`phone_e164`, person.phones),
  link_devices: (person) => sql`link_id in (select id from link_tokens where ${ownedBy(person)})`,
  push_messages: (person) => sql`device_id in (select id from push_devices where ${ownedBy(person)})`,
  password_resets: (person) => or([ownedBy(person), oneOf(sql`email_key`, person.emailKeys)]),
  // Anyone can enter an address there. A member of the staff is no attendee, even with the same e-mail.
  staff_password_resets: (person) => sql`staff_id is null and ${oneOf(sql`email_key`, person.emailKeys)}`,
  // A ticket with another account belongs to that account.
  tickets: (person) => or([ownedBy(person), sql`account_id is null and ${oneOf(sql`email_key`, person.emailKeys)}`]),
  outbox: (person) =>
    or([
      ownedBy(person),
      oneOf(sql`recipient`, person.phones),
      // Stored as typed.
      oneOf(sql`lower(recipient)`, person.emailKeys),
    ]),
  idempotency_keys: (person) => oneOf(sql`scope`, idsOf(person)),
  rate_limits: (person) => or(namesOf(person).map((name) => endsWith(sql`key`, name))),
  accounts: (person) => oneOf(sql`id`, idsOf(person)),
};

/**
 * Every table with personal data, in the order of erasure: the outbox, before the account is locked; then children before
 * their parents; and after the lock, when earlier counts and answers are visible and later requests find no account, those
 * of limits and answers. A test finds a table that is missing here.
 */
export const personalRows: PersonalRows[] = inOrderOfErasure().map((table) => ({
  table,
  of: OTHER_ROWS[table] ?? ownedBy,
}));

function inOrderOfErasure(): PersonalRows['table'][] {
  const last = ['idempotency_keys', 'rate_limits', 'accounts'] as const;
  const named = new Set<keyof Database>(['outbox', ...last]);
  // The keys of the schema are its tables. One is declared after those that it refers to.
  const tables = (Object.keys(schema) as (keyof Database)[]).reverse();
  const others = tables.filter(
    (table) => !named.has(table) && (OTHER_ROWS[table] || 'account_id' in schema[table].columns),
  );
  return ['outbox', ...others, ...last];
}

/** The ids of the person's accounts. */
export const idsOf = ({ account, otherAccounts }: Person): string[] => [
  ...(account ? [account.id] : []),
  ...otherAccounts,
];
const namesOf = (person: Person): string[] => [
  ...new Set([...idsOf(person), ...person.emailKeys, ...person.emailKeys.map(mailboxOf), ...person.phones]),
];

function ownedBy(person: Person): RawBuilder<SqlBool> {
  return oneOf(sql`account_id`, idsOf(person));
}

/** PostgreSQL has no empty list. */
const oneOf = (column: RawBuilder<unknown>, values: string[]): RawBuilder<SqlBool> =>
  values.length === 0 ? sql`1 = 0` : sql`${column} in (${sql.join(values)})`;

/** The key of a limit ends in a name: `share 7f3c…`. */
const endsWith = (column: RawBuilder<unknown>, name: string): RawBuilder<SqlBool> =>
  sql`${column} like ${`% ${name.replace(/[\\%_]/g, '\\$&')}`} escape '\\'`;

const or = (conditions: RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  conditions.length === 0 ? sql`1 = 0` : sql`(${sql.join(conditions, sql` or `)})`;
