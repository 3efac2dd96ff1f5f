import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { mailboxOf } from '../messages/mailLimit.ts';
import type { Database } from '../platform/db/schema.ts';
import type { Person } from './findPerson.ts';

/** A table with personal data, and the condition that selects one person's rows. */
interface PersonalRows {
  table: keyof Database;
  of(person: Person): RawBuilder<SqlBool>;
}

/**
 * Every table with personal data, in the order of erasure: rows without an account first, before the account is locked,
 * then children before their parents. A test finds a table that is missing here.
 */
export const personalRows: PersonalRows[] = [
  {
    table: 'outbox',
    of: (person) =>
      or([
        ownedBy(person),
        oneOf(sql`recipient`, person.phones),
        // Stored as typed.
        oneOf(sql`lower(recipient)`, person.emailKeys),
      ]),
  },
  { table: 'invitations', of: ownedBy },
  { table: 'login_codes', of: (person) => or([ownedBy(person), oneOf(sql`phone_e164`, person.phones)]) },
  { table: 'login_phones', of: (person) => oneOf(sql`phone_e164`, person.phones) },
  {
    table: 'link_devices',
    of: (person) => sql`link_id in (select id from link_tokens where ${ownedBy(person)})`,
  },
  { table: 'link_tokens', of: ownedBy },
  { table: 'phone_changes', of: ownedBy },
  { table: 'known_devices', of: ownedBy },
  { table: 'sessions', of: ownedBy },
  { table: 'password_resets', of: (person) => or([ownedBy(person), oneOf(sql`email_key`, person.emailKeys)]) },
  // Anyone can enter an address there. A member of the staff is no attendee, even with the same e-mail.
  {
    table: 'staff_password_resets',
    of: (person) => sql`staff_id is null and ${oneOf(sql`email_key`, person.emailKeys)}`,
  },
  { table: 'consents', of: ownedBy },
  { table: 'answer_approvals', of: ownedBy },
  { table: 'answers', of: ownedBy },
  { table: 'votes', of: ownedBy },
  { table: 'comment_moderations', of: ownedBy },
  { table: 'comments', of: ownedBy },
  { table: 'audience_question_upvotes', of: ownedBy },
  { table: 'audience_questions', of: ownedBy },
  { table: 'feedback', of: ownedBy },
  {
    table: 'tickets',
    // A ticket with another account belongs to that account.
    of: (person) => or([ownedBy(person), sql`account_id is null and ${oneOf(sql`email_key`, person.emailKeys)}`]),
  },
  // After the lock: earlier counts and answers are visible here, and later requests find no account.
  { table: 'idempotency_keys', of: (person) => oneOf(sql`scope`, idOf(person)) },
  { table: 'rate_limits', of: (person) => or(namesOf(person).map((name) => endsWith(sql`key`, name))) },
  { table: 'accounts', of: (person) => oneOf(sql`id`, idOf(person)) },
];

const idOf = ({ account }: Person): string[] => (account ? [account.id] : []);
const namesOf = (person: Person): string[] => [
  ...new Set([...idOf(person), ...person.emailKeys, ...person.emailKeys.map(mailboxOf), ...person.phones]),
];

function ownedBy(person: Person): RawBuilder<SqlBool> {
  return oneOf(sql`account_id`, idOf(person));
}

/** PostgreSQL has no empty list. */
const oneOf = (column: RawBuilder<unknown>, values: string[]): RawBuilder<SqlBool> =>
  values.length === 0 ? sql`1 = 0` : sql`${column} in (${sql.join(values)})`;

/** The key of a limit ends in a name: `share 7f3c…`. */
const endsWith = (column: RawBuilder<unknown>, name: string): RawBuilder<SqlBool> =>
  sql`${column} like ${`% ${name.replace(/[\\%_]/g, '\\$&')}`} escape '\\'`;

const or = (conditions: RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  conditions.length === 0 ? sql`1 = 0` : sql`(${sql.join(conditions, sql` or `)})`;
