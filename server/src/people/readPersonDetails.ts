import type { GivenCounts, Person } from '@companion/contract/staff/people';
import { sql } from 'kysely';
import { attendeeNumber } from '../identity/tickets/ticketSource.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import type { Database } from '../platform/db/schema.ts';
import type { TicketRow } from '../platform/db/ticketSchema.ts';
import { reject } from '../platform/domainError.ts';
import { openSessions } from '../platform/openSessions.ts';
import type { Services } from '../platform/services.ts';
import { isoTime } from '../platform/time.ts';
import { PERSON_COLUMNS, toListedPerson } from './personColumns.ts';

/** More than anyone gets in a month. */
const MAX_MESSAGES = 100;

/**
 * One person as the staff sees them: what they have sent is counted, and no message shows its text.
 * @throws DomainError `notFound`
 */
export async function readPersonDetails({ db, now }: Pick<Services, 'db' | 'now'>, id: string): Promise<Person> {
  const account = await db
    .selectFrom('accounts')
    .select(PERSON_COLUMNS)
    .select(['phone_proved_at', 'email_proved_at', 'confirmed_at', 'blocked_at', 'invited_at', 'created_at'])
    .select(['email_key', 'email_claim_key'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!account) rejectUnknownPerson();
  const { phone_proved_at, email_proved_at, confirmed_at, blocked_at, invited_at, created_at, ...others } = account;
  const { email_key, email_claim_key, ...listed } = others;
  const tickets = await readTickets(db, id, [email_key, email_claim_key]);
  const change = await db.selectFrom('phone_changes').select('phone').where('account_id', '=', id).executeTakeFirst();
  return {
    ...toListedPerson(listed),
    phoneProvedAt: isoTime(phone_proved_at),
    emailProvedAt: isoTime(email_proved_at),
    confirmedAt: isoTime(confirmed_at),
    blockedAt: isoTime(blocked_at),
    invitedAt: isoTime(invited_at),
    createdAt: isoTime(created_at),
    pendingPhone: change?.phone ?? '',
    messages: await readMessages(db, id),
    sessions: await readSessions(db, id, now()),
    consents: await readConsents(db, id),
    tickets: tickets.filter(({ account_id }) => account_id !== null).map(toTicket),
    waitingTickets: tickets.filter(({ account_id }) => account_id === null).map(toTicket),
    given: await countGiven(db, id),
  };
}

export function rejectUnknownPerson(): never {
  reject('notFound', 'There is no such person.');
}

async function readMessages(db: ReadDatabase, id: string): Promise<Person['messages']> {
  const rows = await db
    .selectFrom('outbox')
    .leftJoin('invitations', 'invitations.outbox_id', 'outbox.id')
    .select(['outbox.id', 'outbox.kind', 'outbox.created_at', 'sent_at', 'failed_at', 'last_error', 'urgent'])
    .select('invitations.outbox_id as invitation')
    .where('outbox.account_id', '=', id)
    // One that expires at once is no message.
    .where(sql<boolean>`expires_at > outbox.created_at`)
    .orderBy('outbox.created_at', 'desc')
    .orderBy('outbox.id')
    .limit(MAX_MESSAGES)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    about: row.invitation !== null ? 'invitation' : row.urgent === 1 ? 'signIn' : 'other',
    state: row.failed_at !== null ? 'failed' : row.sent_at !== null ? 'sent' : 'waiting',
    createdAt: isoTime(row.created_at),
    sentAt: isoTime(row.sent_at),
    failedAt: isoTime(row.failed_at),
    reason: row.failed_at === null ? '' : (row.last_error ?? ''),
  }));
}

async function readSessions(db: ReadDatabase, id: string, now: number): Promise<Person['sessions']> {
  const rows = await openSessions(db, now)
    .select(['id', 'created_at', 'rotated_at', 'proved'])
    .where('account_id', '=', id)
    .orderBy('rotated_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    openedAt: isoTime(row.created_at),
    lastUsedAt: isoTime(row.rotated_at),
    phoneProved: row.proved === 1,
  }));
}

async function readConsents(db: ReadDatabase, id: string): Promise<Person['consents']> {
  const rows = await db
    .selectFrom('consents')
    .select(['terms_version', 'action', 'accepted_at'])
    .where('account_id', '=', id)
    .orderBy('accepted_at')
    .execute();
  return rows.map((row) => ({
    termsVersion: row.terms_version,
    action: row.action,
    acceptedAt: isoTime(row.accepted_at),
  }));
}

/** The tickets of an account, and the valid ones with one of its e-mails that have none. */
const readTickets = (db: ReadDatabase, id: string, keys: (string | null)[]): Promise<TicketRow[]> =>
  db
    .selectFrom('tickets')
    .selectAll()
    .where((where) =>
      where.or([
        where('account_id', '=', id),
        where.and([
          where('email_key', 'in', keys),
          where('account_id', 'is', null),
          where('status', '=', 'valid'),
          where('erased_at', 'is', null),
        ]),
      ]),
    )
    .orderBy('imported_at')
    .orderBy('external_id')
    .execute();

const toTicket = (row: TicketRow): Person['tickets'][number] => ({
  id: row.external_id,
  number: attendeeNumber(row.external_id),
  type: row.ticket_type,
  order: row.order_id,
  isCancelled: row.status === 'cancelled',
  name: `${row.first_name} ${row.last_name}`,
  email: row.email,
  importedAt: isoTime(row.imported_at),
});

const GIVEN = {
  answers: 'answers',
  votes: 'votes',
  comments: 'comments',
  questions: 'audience_questions',
  upvotes: 'audience_question_upvotes',
  feedback: 'feedback',
} as const satisfies Record<keyof GivenCounts, keyof Database>;

async function countGiven(db: ReadDatabase, id: string): Promise<GivenCounts> {
  const of = (table: (typeof GIVEN)[keyof GivenCounts]) =>
    db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('account_id', '=', id);
  const row = await db
    .selectNoFrom([
      of(GIVEN.answers).as('answers'),
      of(GIVEN.votes).as('votes'),
      of(GIVEN.comments).as('comments'),
      of(GIVEN.questions).as('questions'),
      of(GIVEN.upvotes).as('upvotes'),
      of(GIVEN.feedback).as('feedback'),
    ])
    .executeTakeFirstOrThrow();
  return {
    answers: row.answers ?? 0,
    votes: row.votes ?? 0,
    comments: row.comments ?? 0,
    questions: row.questions ?? 0,
    upvotes: row.upvotes ?? 0,
    feedback: row.feedback ?? 0,
  };
}
