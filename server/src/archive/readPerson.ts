import { type Kysely, type Selectable, sql } from 'kysely';
import type { Person } from '../identity/accounts/findPerson.ts';
import { personalRows } from '../identity/accounts/personalRows.ts';
import { toProfile } from '../identity/accounts/toProfile.ts';
import type { AccountRow } from '../platform/db/identitySchema.ts';
import type { Database } from '../platform/db/schema.ts';
import { isoTime } from '../platform/time.ts';
import { chosenOptions } from '../polls/countAnswers.ts';

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
    ...(await readAnnouncements(db, person)),
    ...(await readNotices(db, person)),
    limits: await readLimits(db, person),
  };
}

function profileOf(account: AccountRow) {
  // The staff see the names before the owner of the phone has said whose they are. The time of the proof says more.
  const { emailProved: _, confirmed: __, ...profile } = toProfile({ ...account, registered_elsewhere: 0 });
  return {
    ...profile,
    phoneProvedAt: isoTime(account.phone_proved_at),
    emailProvedAt: isoTime(account.email_proved_at),
    smsUndeliverableAt: isoTime(account.sms_undeliverable_at),
    registeredElsewhere: account.registered_elsewhere === 1,
    detailsDue: account.details_due === 1,
    hasPassword: account.password_hash !== null,
    source: account.source,
    confirmedAt: isoTime(account.confirmed_at),
    blockedAt: isoTime(account.blocked_at),
    registeredFrom: account.registered_from,
    invitedAt: isoTime(account.invited_at),
    createdAt: isoTime(account.created_at),
    updatedAt: isoTime(account.updated_at),
  };
}

async function readTickets(db: Kysely<Database>, person: Person) {
  const tickets = await rowsOf(db, person, 'tickets', 'imported_at');
  return tickets.map((row) => ({
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

/** Consents, answers, votes, comments, saved sessions, notes and feedback. */
async function readAnswersAndVotes(db: Kysely<Database>, person: Person) {
  const questions = await db.selectFrom('questions').selectAll().execute();
  const questionOf = new Map(questions.map((question) => [question.id, question]));
  const items = await db.selectFrom('content').select(['id', 'title']).execute();
  const titleOf = new Map(items.map(({ id, title }) => [id, title]));
  const approvals = await rowsOf(db, person, 'answer_approvals', 'approved_at');
  const approvedAt = new Map(approvals.map((row) => [row.question_id, row.approved_at]));
  const moderations = await rowsOf(db, person, 'comment_moderations', 'hidden_at');
  const moderationOf = new Map(moderations.map((row) => [row.content_id, row]));
  const consents = await rowsOf(db, person, 'consents', 'accepted_at');
  const answers = await rowsOf(db, person, 'answers', 'created_at');
  const withdrawn = await rowsOf(db, person, 'withdrawn_answers', 'question_id');
  const votes = await rowsOf(db, person, 'votes', 'created_at');
  const comments = await rowsOf(db, person, 'comments', 'created_at');
  const audienceQuestions = await rowsOf(db, person, 'audience_questions', 'created_at');
  const upvotes = await rowsOf(db, person, 'audience_question_upvotes', 'created_at');
  const savedSessions = await rowsOf(db, person, 'saved_sessions', 'created_at');
  const ownNotes = await rowsOf(db, person, 'own_notes', 'created_at');
  const feedback = await rowsOf(db, person, 'feedback', 'created_at');
  return {
    consents: consents.map((row) => ({
      termsVersion: row.terms_version,
      action: row.action,
      acceptedAt: isoTime(row.accepted_at),
    })),
    answers: answers.map((row) => {
      const question = questionOf.get(row.question_id);
      return {
        campaignId: question?.campaign_id,
        questionId: row.question_id,
        question: question?.question,
        answers: question && chosenOptions(question, row.answers).map(({ words }) => words),
        comment: row.comment,
        answeredAt: isoTime(row.created_at),
        madeOfflineAt: isoTime(row.made_at),
        approvedForStageAt: isoTime(approvedAt.get(row.question_id) ?? null),
      };
    }),
    withdrawnAnswers: withdrawn.map(({ question_id }) => ({
      questionId: question_id,
      question: questionOf.get(question_id)?.question,
    })),
    votes: votes.map((row) => ({
      contentId: row.content_id,
      title: titleOf.get(row.content_id),
      vote: row.vote,
      createdAt: isoTime(row.created_at),
      updatedAt: isoTime(row.updated_at),
    })),
    comments: comments.map((row) => ({
      contentId: row.content_id,
      title: titleOf.get(row.content_id),
      comment: row.comment,
      hiddenAt: isoTime(moderationOf.get(row.content_id)?.hidden_at ?? null),
      noteOfStaff: moderationOf.get(row.content_id)?.note ?? '',
      createdAt: isoTime(row.created_at),
      updatedAt: isoTime(row.updated_at),
    })),
    audienceQuestions: audienceQuestions.map((row) => ({
      contentId: row.content_id,
      title: titleOf.get(row.content_id),
      text: row.text,
      state: row.state,
      askedAt: isoTime(row.created_at),
    })),
    audienceQuestionUpvotes: upvotes.map((row) => ({ upvotedAt: isoTime(row.created_at) })),
    savedSessions: savedSessions.map((row) => ({
      contentId: row.content_id,
      title: titleOf.get(row.content_id),
      saved: row.saved === 1,
      createdAt: isoTime(row.created_at),
      updatedAt: isoTime(row.updated_at),
    })),
    ownNotes: ownNotes.map((row) => ({
      contentId: row.content_id,
      title: titleOf.get(row.content_id),
      note: row.note,
      createdAt: isoTime(row.created_at),
      updatedAt: isoTime(row.updated_at),
    })),
    feedback: feedback.map((row) => ({ message: row.message, sentAt: isoTime(row.created_at) })),
  };
}

/** When the person signed in, and how they could. */
async function readAccess(db: Kysely<Database>, person: Person) {
  const sessions = await rowsOf(db, person, 'sessions', 'created_at');
  const links = await rowsOf(db, person, 'link_tokens', 'created_at');
  const devices = await rowsOf(db, person, 'link_devices', 'created_at');
  const codes = await rowsOf(db, person, 'login_codes', 'created_at');
  const known = await rowsOf(db, person, 'known_devices', 'created_at');
  const changes = await rowsOf(db, person, 'phone_changes', 'created_at');
  const resets = await rowsOf(db, person, 'password_resets', 'created_at');
  const calendars = await rowsOf(db, person, 'own_calendars', 'created_at');
  return {
    sessions: sessions.map((row) => ({
      openedAt: isoTime(row.created_at),
      refreshedAt: isoTime(row.rotated_at),
      expiresAt: isoTime(row.expires_at),
      endedAt: isoTime(row.ended_at),
      phoneProved: row.proved === 1,
    })),
    signInLinks: links.map((row) => ({
      sentTo: row.phone_e164 === null ? 'e-mail' : 'phone',
      createdAt: isoTime(row.created_at),
      firstOpenedAt: isoTime(row.first_opened_at),
      closedAt: isoTime(row.closed_at),
      devices: devices.filter((device) => device.link_id === row.id).map((device) => isoTime(device.created_at)),
    })),
    signInCodes: codes.map((row) => ({ createdAt: isoTime(row.created_at), usedAt: isoTime(row.used_at) })),
    knownDevices: known.map((row) => ({ signedInAt: isoTime(row.created_at) })),
    phoneChanges: changes.map((row) => ({ phone: row.phone, askedAt: isoTime(row.created_at) })),
    passwordResets: resets.map((row) => ({ askedAt: isoTime(row.created_at), usedAt: isoTime(row.used_at) })),
    ownCalendars: calendars.map((row) => ({ createdAt: isoTime(row.created_at) })),
  };
}

async function readMessages(db: Kysely<Database>, person: Person) {
  const messages = await rowsOf(db, person, 'outbox', 'created_at');
  const invitations = await rowsOf(db, person, 'invitations', 'created_at');
  const invited = new Set(invitations.map(({ outbox_id }) => outbox_id));
  return messages.map((row) => ({
    kind: row.kind,
    to: row.recipient,
    invitation: invited.has(row.id),
    createdAt: isoTime(row.created_at),
    state: row.failed_at !== null ? 'failed' : row.sent_at !== null ? 'sent' : 'waiting',
    sentAt: isoTime(row.sent_at),
    failedAt: isoTime(row.failed_at),
  }));
}

async function readAnnouncements(db: Kysely<Database>, person: Person) {
  const messages = await rowsOf(db, person, 'announcement_messages', 'created_at');
  const [optOut] = await rowsOf(db, person, 'announcement_opt_outs', 'created_at');
  const announcements = await db.selectFrom('announcements').select(['id', 'title', 'text']).execute();
  const saidBy = new Map(announcements.map(({ id, ...said }) => [id, said]));
  return {
    announcements: messages.map((row) => ({
      kind: row.kind,
      ...saidBy.get(row.announcement_id),
      createdAt: isoTime(row.created_at),
    })),
    noAnnouncementsByMailSince: isoTime(optOut?.created_at ?? null),
  };
}

/** What the person was told about saved sessions, and how they want to be told. */
async function readNotices(db: Kysely<Database>, person: Person) {
  const told = await rowsOf(db, person, 'told_notices', 'created_at');
  const notices = await db.selectFrom('session_notices').select(['id', 'title', 'text']).execute();
  const saidBy = new Map(notices.map(({ id, ...said }) => [id, said]));
  const [settings] = await rowsOf(db, person, 'notice_settings', 'updated_at');
  const devices = await rowsOf(db, person, 'push_devices', 'created_at');
  return {
    sessionNotices: told.map((row) => ({ ...saidBy.get(row.notice_id), toldAt: isoTime(row.created_at) })),
    noticeSettings: settings && {
      changes: settings.changes === 1,
      reminders: settings.reminders === 1,
      announcements: settings.announcements === 1,
      updatedAt: isoTime(settings.updated_at),
    },
    // Its address is a secret: whoever has it, and the keys, can push.
    pushDevices: devices.map((row) => ({ allowedAt: isoTime(row.created_at) })),
  };
}

/** What a limit counts: its key without the numbers and addresses that it ends in. */
function nameOfLimit(key: string): string {
  const words = key.split(' ');
  const last = words.findLastIndex((word, index) => index === 0 || !/[\d@]/.test(word));
  return words.slice(0, last + 1).join(' ');
}

/** The counts behind the limits for this person. */
async function readLimits(db: Kysely<Database>, person: Person) {
  const limits = await rowsOf(db, person, 'rate_limits', 'window_start');
  const texted = await rowsOf(db, person, 'login_phones', 'requested_at');
  const repeats = await rowsOf(db, person, 'idempotency_keys', 'created_at');
  return [
    ...limits.map((row) => ({
      what: nameOfLimit(row.key),
      count: row.count,
      since: isoTime(row.window_start),
    })),
    ...texted.map((row) => ({ what: 'first sign-in code of a day', count: 1, since: isoTime(row.requested_at) })),
    ...repeats.map((row) => ({ what: `kept answer to ${row.call}`, count: 1, since: isoTime(row.created_at) })),
  ];
}

/** The rows of a table that are this person's, sorted by a time. */
async function rowsOf<Name extends keyof Database>(
  db: Kysely<Database>,
  person: Person,
  table: Name,
  time: keyof Database[Name] & string,
): Promise<Selectable<Database[Name]>[]> {
  const personal = personalRows.find((each) => each.table === table);
  if (!personal) throw new Error(`${table} holds nothing of a person`);
  const { rows } = await sql<Selectable<Database[Name]>>`select * from ${sql.table(table)}
    where ${personal.of(person)} order by ${sql.ref(time)}`.execute(db);
  return rows;
}
