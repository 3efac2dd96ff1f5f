import { setImmediate } from 'node:timers/promises';
import { RESULTS_SHOWN_TO } from '@companion/contract/live';
import type { AgendaSession, Overview } from '@companion/contract/staff/overview';
import { countAudienceQuestions } from '../audienceQuestions/stageBoard.ts';
import { readLastBackup } from '../backup/lastBackup.ts';
import { readTimeZone } from '../event/eventQueries.ts';
import { zonedTime } from '../event/zonedTime.ts';
import { maySeeResults } from '../live/visibleState.ts';
import { messageFailed, messageWaits } from '../platform/db/deliverySchema.ts';
import { COUNTED_STANDINGS } from '../platform/db/participationSchema.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import type { Services } from '../platform/services.ts';
import { DAY, HOUR, isoTime, MINUTE } from '../platform/time.ts';
import { countBetween } from './readActivity.ts';

/** Who may see results that the staff may see. */
const SHOWN_TO_STAFF = RESULTS_SHOWN_TO.filter((shownTo) => maySeeResults(shownTo, 'staff'));

/** A screen asks every ten seconds, and its use is written once a minute. */
const STAGE_SCREEN_GONE_MS = 2.5 * MINUTE;

/** Who takes part. These counts grow with the event: read them less often than the others. */
export async function readPeople(
  services: Pick<Services, 'db' | 'config'>,
  now: number,
): Promise<Pick<Overview, 'registered' | 'activated' | 'prepared' | 'signedInToday'>> {
  const midnight = zonedTime(await readTimeZone(services.db), now).startOfDay().epochMilliseconds;
  const accounts = await services.db
    .selectFrom('accounts')
    .select(['registration_complete', 'source', ({ fn }) => fn.countAll<number>().as('n')])
    .groupBy(['source', 'registration_complete'])
    .execute();
  // They have all registered. A condition would make the count above read every account.
  const dismissed = await countDismissedAccounts(services.db);
  // Between two counts that keep SQLite busy, other requests are answered.
  await setImmediate();
  const signedInToday = await countSignedIn(services, midnight);
  const people = { registered: -dismissed, activated: 0, prepared: 0, signedInToday };
  for (const { registration_complete, source, n } of accounts) {
    if (registration_complete === 0) people.prepared += n;
    else people[source === 'registration' ? 'registered' : 'activated'] += n;
  }
  return people;
}

export async function countDismissedAccounts(db: ReadDatabase): Promise<number> {
  const { n } = await db
    .selectFrom('accounts')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('dismissal_id', 'is not', null)
    .executeTakeFirstOrThrow();
  return n;
}

type Sent = Awaited<ReturnType<typeof countBetween>>;

/** What has come in within the last hour. It changes little in a few seconds: read it less often than the last minute. */
export const readLastHour = (db: ReadDatabase, now: number): Promise<Sent> => countBetween(db, now - HOUR, now + 1);

/** What comes in, and which messages wait. Each count reads a part of an index. */
export async function readIncoming(
  db: ReadDatabase,
  now: number,
  hour: Sent,
): Promise<Pick<Overview, 'answers' | 'votes' | 'comments' | 'messagesWaiting' | 'messagesFailed'>> {
  const minute = await countBetween(db, now - MINUTE, now + 1);
  const both = (name: keyof Sent) => ({ lastMinute: minute[name], lastHour: Math.max(minute[name], hour[name]) });
  const messages = db.selectFrom('outbox').select(({ fn }) => fn.countAll<number>().as('n'));
  const row = await db
    .selectNoFrom([
      messages.where(messageWaits).as('waiting'),
      messages
        .where(messageFailed)
        .where('failed_at', '>', now - DAY)
        .as('failed'),
    ])
    .executeTakeFirstOrThrow();
  return {
    ...{ answers: both('answers'), votes: both('votes'), comments: both('comments') },
    messagesWaiting: row.waiting ?? 0,
    messagesFailed: row.failed ?? 0,
  };
}

/** What waits for a member of the staff, and whether a stage screen shows something. */
export async function readWaiting(
  db: ReadDatabase,
  now: number,
): Promise<Pick<Overview, 'questionsWaiting' | 'textsToApprove' | 'stageScreens' | 'lastBackupAt' | 'isBackupOld'>> {
  const { pending } = await countAudienceQuestions(db);
  const texts = await db
    .selectFrom('answers')
    .innerJoin('questions', 'questions.id', 'answers.question_id')
    .leftJoin('answer_approvals', (join) =>
      join
        .onRef('answer_approvals.question_id', '=', 'answers.question_id')
        .onRef('answer_approvals.account_id', '=', 'answers.account_id'),
    )
    .select(['questions.campaign_id', 'questions.id', 'questions.question'])
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('answers.question_id', 'in', textQuestionsInHall(db))
    .where('answers.comment', '!=', '')
    .where('answers.standing', 'in', COUNTED_STANDINGS)
    .where('answer_approvals.approved_at', 'is', null)
    .groupBy(['questions.campaign_id', 'questions.id', 'questions.question'])
    .execute();
  const screens = await db
    .selectFrom('stage_screens')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('last_used_at', '>', now - STAGE_SCREEN_GONE_MS)
    .executeTakeFirstOrThrow();
  return {
    questionsWaiting: pending,
    textsToApprove: texts.map(({ campaign_id, id, question, n }) => ({
      ...{ campaignId: campaign_id, questionId: id, question },
      texts: n,
    })),
    stageScreens: screens.n,
    ...(await describeBackup(db, now)),
  };
}

export async function describeBackup(
  db: ReadDatabase,
  now: number,
): Promise<Pick<Overview, 'lastBackupAt' | 'isBackupOld'>> {
  const { takenAt, isOld } = await readLastBackup(db, now);
  return { lastBackupAt: isoTime(takenAt), isBackupOld: isOld };
}

/** The questions with free text that are on stage: what was not approved by then is not missing anywhere later. */
const textQuestionsInHall = (db: ReadDatabase) =>
  db
    .selectFrom('stage')
    .innerJoin('questions', 'questions.id', 'stage.question_id')
    .innerJoin('polls', 'polls.question_id', 'questions.id')
    .select('questions.id')
    .where('questions.type', '=', 'comment')
    .where('polls.shown_to', 'in', SHOWN_TO_STAFF);

/** The sessions of the agenda that are on, and those that begin next, at one time. */
export async function readSessions(db: ReadDatabase, now: number): Promise<Pick<Overview, 'onNow' | 'next'>> {
  const listed = db
    .selectFrom('content')
    .select(['id', 'title', 'room', 'starts_at', 'ends_at'])
    .where('hidden', '=', 0)
    .orderBy('starts_at')
    .orderBy('position');
  const onNow = await listed.where('starts_at', '<=', now).where('ends_at', '>', now).execute();
  const nextStart = db
    .selectFrom('content')
    .select(({ fn }) => fn.min('starts_at').as('at'))
    .where('hidden', '=', 0)
    .where('starts_at', '>', now);
  const next = await listed.where('starts_at', '=', nextStart).execute();
  const toSession = ({ id, title, room, starts_at, ends_at }: (typeof onNow)[number]): AgendaSession => ({
    id,
    title,
    room,
    // Both are set for what is on or next.
    startsAt: isoTime(starts_at ?? now),
    endsAt: isoTime(ends_at ?? now),
  });
  return { onNow: onNow.map(toSession), next: next.map(toSession) };
}

/** So many sessions take SQLite about 2 ms, in which the process does nothing else. */
const SLICE = 10_000;

/** How many accounts have signed in since then. On SQLite in slices, between which the server answers other requests. */
export function countSignedIn({ db, config }: Pick<Services, 'db' | 'config'>, since: number): Promise<number> {
  return config.databaseUrl ? countOf(sessionsOf(db), since, db) : countInSlices(db, since, SLICE);
}

export async function countInSlices(db: ReadDatabase, since: number, size: number): Promise<number> {
  let count = 0;
  // Before every id.
  let after = '';
  for (;;) {
    const sessions = sessionsOf(db).where('account_id', '>', after);
    const last = await sessions.orderBy('account_id').offset(size).limit(1).executeTakeFirst();
    count += await countOf(last ? sessions.where('account_id', '<=', last.account_id) : sessions, since, db);
    if (!last) return count;
    after = last.account_id;
    await setImmediate();
  }
}

const sessionsOf = (db: ReadDatabase) => db.selectFrom('sessions').select('account_id');

async function countOf(sessions: ReturnType<typeof sessionsOf>, since: number, db: ReadDatabase): Promise<number> {
  const { n } = await db
    .selectFrom(sessions.where('created_at', '>=', since).groupBy('account_id').as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}
