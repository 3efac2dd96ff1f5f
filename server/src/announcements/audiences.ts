import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { readOrganizationTypes } from '../event/eventQueries.ts';
import { CONTENT_CAMPAIGNS } from '../event/packContent.ts';
import type { Kind } from '../messages/outbox.ts';
import type { AnnouncementRow } from '../platform/db/announcementSchema.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import { reject } from '../platform/domainError.ts';
import { isoTime } from '../platform/time.ts';

type Audience = Pick<AnnouncementRow, 'audience' | 'audience_value'>;

/** What shows that somebody took part in a session, and counts: all but what a flood has sent. */
const TOOK_PART = sql.join(
  [
    sql`select account_id, content_id from votes where standing != 'dismissed'`,
    sql`select account_id, content_id from comments where standing != 'dismissed'`,
    sql`select account_id, content_id from audience_questions where standing != 'dismissed'`,
    sql`select u.account_id, q.content_id from audience_question_upvotes u
        join audience_questions q on q.id = u.audience_question_id where u.standing != 'dismissed'`,
  ],
  sql` union all `,
);

/** Whether a row of `accounts` is in the audience. */
export function inAudience({ audience, audience_value: value }: Audience): RawBuilder<SqlBool> {
  if (audience === 'all') return sql`1 = 1`;
  if (audience === 'organizationType') return sql`accounts.organization_type = ${value}`;
  return sql`accounts.id in (select p.account_id from (${TOOK_PART}) p where p.content_id = ${value})`;
}

/**
 * Whether a message may go to a row of `accounts`. An SMS goes to a phone that its owner has proved, and not where texts
 * did not arrive or were answered with STOP. A mail goes to an e-mail that is proved, or that of a ticket, and not to those
 * who have unsubscribed. Neither goes to an account of a flood.
 */
export const mayGet = (kind: Kind): RawBuilder<SqlBool> =>
  kind === 'sms'
    ? sql`accounts.phone_e164 is not null and accounts.phone_proved_at is not null and accounts.sms_enabled = 1
          and accounts.sms_undeliverable_at is null and accounts.dismissal_id is null`
    : sql`accounts.email_key is not null and accounts.dismissal_id is null
          and (accounts.email_proved_at is not null or exists (select 1 from tickets t
               where t.account_id = accounts.id and t.status = 'valid' and t.email_key = accounts.email_key))
          and not exists (select 1 from announcement_opt_outs o where o.account_id = accounts.id)`;

/** @throws DomainError `invalid` for an organization type or a session that does not exist */
export async function checkAudience(db: ReadDatabase, { audience, audience_value: value }: Audience): Promise<void> {
  const isKnown =
    audience === 'all'
      ? value === ''
      : audience === 'organizationType'
        ? (await readOrganizationTypes(db)).includes(value)
        : (await findAgendaSession(db, value)) !== undefined;
  if (!isKnown) reject('invalid', 'Please choose whom it is for.', { audienceValue: 'Required' });
}

/** The sessions of the agenda that attendees see. */
const agendaSessions = (db: ReadDatabase) =>
  db
    .selectFrom('content')
    .where('type', '=', 'Agenda')
    .where('campaign_id', '=', CONTENT_CAMPAIGNS.agenda)
    .where('hidden', '=', 0);

export const findAgendaSession = (db: ReadDatabase, id: string) =>
  agendaSessions(db).select(['id', 'campaign_id', 'title']).where('id', '=', id).executeTakeFirst();

/** In order of time. */
export async function listAgendaSessions(db: ReadDatabase) {
  const rows = await agendaSessions(db)
    .select(['id', 'title', 'starts_at'])
    .orderBy('starts_at')
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map(({ id, title, starts_at }) => ({ contentId: id, title, startsAt: isoTime(starts_at) }));
}

/** How many of the audience use the app, so that their phones show it, and how many get a message of each kind. */
export async function countAudience(db: ReadDatabase, audience: Audience) {
  const countIf = (condition: RawBuilder<SqlBool>) =>
    sql<number>`coalesce(sum(case when ${condition} then 1 else 0 end), 0)`;
  const row = await db
    .selectFrom('accounts')
    .select([
      countIf(sql`accounts.dismissal_id is null and accounts.registration_complete = 1`).as('people'),
      countIf(mayGet('sms')).as('sms'),
      countIf(mayGet('mail')).as('mail'),
    ])
    .where(inAudience(audience))
    .executeTakeFirstOrThrow();
  // PostgreSQL sums to a bigint, which comes as text.
  return { people: Number(row.people), sms: Number(row.sms), mail: Number(row.mail) };
}
