import type { Kysely, RawBuilder, SqlBool } from 'kysely';
import { toProfile } from '../identity/accounts/toProfile.ts';
import type { AccountRow } from '../platform/db/identitySchema.ts';
import type { Database } from '../platform/db/schema.ts';
import { isoTime } from '../platform/time.ts';
import { chosenOptions } from '../polls/chosenOptions.ts';
import type { Person } from './findPerson.ts';
import { personalRows } from './personalRows.ts';

/**
 * Everything stored about one person, to be handed to that person: times in UTC, choices as text. Secrets and the texts
 * of messages are left out; only their times are given.
 * @param db a snapshot, so that all parts are of the same moment
 */
export async function readPerson(db: Kysely<Database>, person: Person) {
  return {
    profile: person.account ? profileOf(person.account) : null,
    tickets: await readTickets(db, person),
    ...(await readAnswersAndVotes(db, person)),
    ...(await readAccess(db, person)),
    messages: await readMessages(db, person),
    limits: await readLimits(db, person),
  };
}

function profileOf(account: AccountRow) {
  // The time of the proof says more.
  const { emailProved: _, ...profile } = toProfile(account);
  return {
    ...profile,
    phoneProvedAt: isoTime(account.phone_proved_at),
    emailProvedAt: isoTime(account.email_proved_at),
    smsUndeliverableAt: isoTime(account.sms_undeliverable_at),
    registeredElsewhere: account.registered_elsewhere === 1,
    detailsDue: account.details_due === 1,
    hasPassword: account.password_hash !== null,
    source: account.source,
    invitedAt: isoTime(account.invited_at),
    createdAt: isoTime(account.created_at),
    updatedAt: isoTime(account.updated_at),
  };
}

async function readTickets(db: Kysely<Database>, person: Person) {
  const rows = await db.selectFrom('tickets').selectAll().where(of('tickets', person)).orderBy('imported_at').execute();
  return rows.map((row) => ({
    source: row.source,
    attendee: row.external_id,
    order: row.order_id,
    ticketType: row.ticket_type,
    status: row.status,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    phone: row.phone,
    organizationName: row.organization_name,
    organizationType: row.organization_type,
    importedAt: isoTime(row.imported_at),
    updatedAt: isoTime(row.updated_at),
    cancelledAt: isoTime(row.cancelled_at),
  }));
}

/** Consents, answers, votes, comments and feedback. */
async function readAnswersAndVotes(db: Kysely<Database>, person: Person) {
  const consents = await db.selectFrom('consents').selectAll().where(of('consents', person)).execute();
  const answers = await db
    .selectFrom('answers')
    .innerJoin('questions', 'questions.id', 'answers.question_id')
    .select(['questions.campaign_id', 'question_id', 'question', 'type', 'options'])
    .select(['answers.answers', 'comment', 'answers.created_at', 'answers.made_at'])
    .where(of('answers', person))
    .execute();
  const approvals = await db.selectFrom('answer_approvals').selectAll().where(of('answer_approvals', person)).execute();
  const approvedAt = new Map(approvals.map((row) => [row.question_id, row.approved_at]));
  const votes = await db
    .selectFrom('votes')
    .innerJoin('content', 'content.id', 'votes.content_id')
    .select(['content_id', 'title', 'vote', 'votes.created_at', 'votes.updated_at'])
    .where(of('votes', person))
    .execute();
  const comments = await db
    .selectFrom('comments')
    .innerJoin('content', 'content.id', 'comments.content_id')
    .select(['content_id', 'title', 'comment', 'comments.created_at', 'comments.updated_at'])
    .where(of('comments', person))
    .execute();
  const moderations = await db
    .selectFrom('comment_moderations')
    .selectAll()
    .where(of('comment_moderations', person))
    .execute();
  const moderationOf = new Map(moderations.map((row) => [row.content_id, row]));
  const audienceQuestions = await db
    .selectFrom('audience_questions')
    .innerJoin('content', 'content.id', 'audience_questions.content_id')
    .select(['content_id', 'title', 'text', 'state', 'created_at'])
    .where(of('audience_questions', person))
    .execute();
  const upvotes = await db
    .selectFrom('audience_question_upvotes')
    .selectAll()
    .where(of('audience_question_upvotes', person))
    .execute();
  const feedback = await db.selectFrom('feedback').selectAll().where(of('feedback', person)).execute();
  return {
    consents: inOrder(consents, 'accepted_at').map((row) => ({
      termsVersion: row.terms_version,
      action: row.action,
      acceptedAt: isoTime(row.accepted_at),
    })),
    answers: inOrder(answers, 'created_at').map((row) => ({
      campaignId: row.campaign_id,
      questionId: row.question_id,
      question: row.question,
      answers: chosenOptions(row, row.answers).map(({ words }) => words),
      comment: row.comment,
      answeredAt: isoTime(row.created_at),
      madeOfflineAt: isoTime(row.made_at),
      approvedForStageAt: isoTime(approvedAt.get(row.question_id) ?? null),
    })),
    votes: inOrder(votes, 'created_at').map((row) => ({
      contentId: row.content_id,
      title: row.title,
      vote: row.vote,
      createdAt: isoTime(row.created_at),
      updatedAt: isoTime(row.updated_at),
    })),
    comments: inOrder(comments, 'created_at').map((row) => ({
      contentId: row.content_id,
      title: row.title,
      comment: row.comment,
      hiddenAt: isoTime(moderationOf.get(row.content_id)?.hidden_at ?? null),
      noteOfStaff: moderationOf.get(row.content_id)?.note ?? '',
      createdAt: isoTime(row.created_at),
      updatedAt: isoTime(row.updated_at),
    })),
    audienceQuestions: inOrder(audienceQuestions, 'created_at').map((row) => ({
      contentId: row.content_id,
      title: row.title,
      text: row.text,
      state: row.state,
      askedAt: isoTime(row.created_at),
    })),
    audienceQuestionUpvotes: inOrder(upvotes, 'created_at').map((row) => ({ upvotedAt: isoTime(row.created_at) })),
    feedback: inOrder(feedback, 'created_at').map((row) => ({ message: row.message, sentAt: isoTime(row.created_at) })),
  };
}

/** When the person signed in, and how they could. */
async function readAccess(db: Kysely<Database>, person: Person) {
  const sessions = await db.selectFrom('sessions').selectAll().where(of('sessions', person)).execute();
  const links = await db.selectFrom('link_tokens').selectAll().where(of('link_tokens', person)).execute();
  const devices = await db.selectFrom('link_devices').selectAll().where(of('link_devices', person)).execute();
  const codes = await db.selectFrom('login_codes').selectAll().where(of('login_codes', person)).execute();
  const known = await db.selectFrom('known_devices').selectAll().where(of('known_devices', person)).execute();
  const changes = await db.selectFrom('phone_changes').selectAll().where(of('phone_changes', person)).execute();
  const resets = await db.selectFrom('password_resets').selectAll().where(of('password_resets', person)).execute();
  return {
    sessions: inOrder(sessions, 'created_at').map((row) => ({
      openedAt: isoTime(row.created_at),
      refreshedAt: isoTime(row.rotated_at),
      expiresAt: isoTime(row.expires_at),
      endedAt: isoTime(row.ended_at),
      phoneProved: row.proved === 1,
    })),
    signInLinks: inOrder(links, 'created_at').map((row) => ({
      sentTo: row.phone_e164 === null ? 'e-mail' : 'phone',
      createdAt: isoTime(row.created_at),
      firstOpenedAt: isoTime(row.first_opened_at),
      closedAt: isoTime(row.closed_at),
      devices: devices.filter((device) => device.link_id === row.id).map((device) => isoTime(device.created_at)),
    })),
    signInCodes: inOrder(codes, 'created_at').map((row) => ({
      createdAt: isoTime(row.created_at),
      usedAt: isoTime(row.used_at),
    })),
    knownDevices: inOrder(known, 'created_at').map((row) => ({ signedInAt: isoTime(row.created_at) })),
    phoneChanges: changes.map((row) => ({ phone: row.phone, askedAt: isoTime(row.created_at) })),
    passwordResets: inOrder(resets, 'created_at').map((row) => ({
      askedAt: isoTime(row.created_at),
      usedAt: isoTime(row.used_at),
    })),
  };
}

async function readMessages(db: Kysely<Database>, person: Person) {
  const messages = await db.selectFrom('outbox').selectAll().where(of('outbox', person)).execute();
  const invitations = await db.selectFrom('invitations').select('outbox_id').where(of('invitations', person)).execute();
  const invited = new Set(invitations.map(({ outbox_id }) => outbox_id));
  return inOrder(messages, 'created_at').map((row) => ({
    kind: row.kind,
    to: row.recipient,
    invitation: invited.has(row.id),
    createdAt: isoTime(row.created_at),
    state: row.failed_at !== null ? 'failed' : row.sent_at !== null ? 'sent' : 'waiting',
    sentAt: isoTime(row.sent_at),
    failedAt: isoTime(row.failed_at),
  }));
}

/** The counts behind the limits for this person. */
async function readLimits(db: Kysely<Database>, person: Person) {
  const limits = await db.selectFrom('rate_limits').selectAll().where(of('rate_limits', person)).execute();
  const texted = await db.selectFrom('login_phones').selectAll().where(of('login_phones', person)).execute();
  const repeats = await db.selectFrom('idempotency_keys').selectAll().where(of('idempotency_keys', person)).execute();
  return [
    ...limits.map((row) => ({
      what: row.key.replace(/( \S*[\d@]\S*)+$/, ''),
      count: row.count,
      since: isoTime(row.window_start),
    })),
    ...texted.map((row) => ({ what: 'first sign-in code of a day', count: 1, since: isoTime(row.requested_at) })),
    ...repeats.map((row) => ({ what: `kept answer to ${row.call}`, count: 1, since: isoTime(row.created_at) })),
  ];
}

/** The rows of a table that are this person's. */
function of(table: (typeof personalRows)[number]['table'], person: Person): RawBuilder<SqlBool> {
  const rows = personalRows.find((each) => each.table === table);
  if (!rows) throw new Error(`${table} holds nothing of a person`);
  return rows.of(person);
}

const inOrder = <Name extends string, Row extends Record<Name, number>>(rows: Row[], time: Name): Row[] =>
  rows.toSorted((a, b) => a[time] - b[time]);
