import type { ListedPerson, PersonState, PersonStep } from '@companion/contract/staff/people';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { messageFailed } from '../platform/db/deliverySchema.ts';
import type { Flag } from '../platform/db/table.ts';

/** The source of an account that the staff has added; of others it is `registration`, or the ticketing service. */
export const ADDED_BY_STAFF = 'staff';

/** How far a person has come, of a row of `accounts`. */
const step: RawBuilder<PersonStep> = sql`case
  when registration_complete = 1 then case source when 'registration' then 'registered' else 'activated' end
  when invited_at is not null then 'invited'
  when source = ${sql.lit(ADDED_BY_STAFF)} then 'added'
  when email_key is null and email_claim_key is null then 'cancelled'
  else 'imported' end`;

/** They are few, and an index has them. Materialized, because SQLite would read the messages of each account instead. */
const someMessageFailed: RawBuilder<SqlBool> = sql`(sms_undeliverable_at is not null or accounts.id in (
  with failed as materialized (select account_id from outbox where ${messageFailed})
  select account_id from failed where account_id is not null))`;

const isTrue: Record<Exclude<PersonState, PersonStep>, RawBuilder<SqlBool>> = {
  confirmed: sql`confirmed_at is not null`,
  messageFailed: someMessageFailed,
  smsOff: sql`sms_enabled = 0`,
};

/** Whether a row of `accounts` is in this state. */
export const isInState = (state: PersonState): RawBuilder<SqlBool> =>
  state in isTrue ? isTrue[state as keyof typeof isTrue] : sql`${step} = ${state}`;

const flagOf = (mark: keyof typeof isTrue): RawBuilder<Flag> => sql`case when ${isTrue[mark]} then 1 else 0 end`;

/** The step of a row of `accounts`. */
export const PERSON_STEP = step.as('step');

/** What a list shows of a person. */
export const PERSON_COLUMNS = [
  sql.ref<string>('id').as('id'),
  sql.ref<string>('first_name').as('firstName'),
  sql.ref<string>('last_name').as('lastName'),
  sql.ref<string>('email').as('email'),
  sql.ref<string>('phone').as('phone'),
  sql.ref<string>('organization_name').as('organizationName'),
  sql.ref<string>('organization_type').as('organizationType'),
  PERSON_STEP,
  flagOf('confirmed').as('confirmed'),
  flagOf('messageFailed').as('messageFailed'),
  flagOf('smsOff').as('smsOff'),
] as const;

type PersonRow = Omit<ListedPerson, 'confirmed' | 'messageFailed' | 'smsOff'> &
  Record<'confirmed' | 'messageFailed' | 'smsOff', Flag>;

export const toListedPerson = (row: PersonRow): ListedPerson => ({
  ...row,
  confirmed: row.confirmed === 1,
  messageFailed: row.messageFailed === 1,
  smsOff: row.smsOff === 1,
});
