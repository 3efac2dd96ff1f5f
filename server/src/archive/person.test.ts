import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attendFully } from '@companion/testkit/attendFully';
import { runHere } from '@companion/testkit/runEvent';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { settingsOf } from '@companion/testkit/settingsOf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportPersonCommand } from '../cli/dataCommands.ts';

let t: ServerTest;
let folder: string;
beforeAll(async () => {
  t = await startServerTest();
  folder = await mkdtemp(join(tmpdir(), 'companion-person-'));
});
afterAll(async () => {
  await t.stop();
  await rm(folder, { recursive: true });
});

const run = (who: string, name: string, ...more: string[]) =>
  runHere([exportPersonCommand], ['export', 'person', who, join(folder, name), ...more], settingsOf(t));
const read = async (name: string) => JSON.parse(await readFile(join(folder, name), 'utf8'));
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

test('export person: everything stored about one person, and nothing about anyone else', async () => {
  const other = await attendFully(t, 'other');
  const me = await attendFully(t, 'mine');

  expect(await run(me.profile.id, 'me.json')).toEqual({
    code: 0,
    output: expect.stringMatching(/me\.json holds everything that is stored about this person, as of /),
  });

  const stamps = { createdAt: TIME, updatedAt: TIME };
  const { profile } = me;
  expect(await read('me.json')).toEqual({
    takenAt: TIME,
    event: 'Test Summit',
    profile: {
      ...{ id: profile.id, firstName: 'Ada', lastName: 'mine', email: profile.email, phone: profile.phone },
      ...{
        phoneProvedAt: TIME,
        emailProvedAt: TIME,
        confirmedAt: TIME,
        blockedAt: null,
        registeredFrom: null,
        organizationName: profile.organizationName,
        organizationType: 'WOSB',
      },
      ...{ registrationComplete: true, preEventComplete: false, postEventComplete: false, smsEnabled: true },
      ...{
        smsUndeliverableAt: null,
        registeredElsewhere: false,
        detailsDue: false,
        hasPassword: true,
        source: 'registration',
        invitedAt: null,
        ...stamps,
      },
    },
    tickets: [
      {
        ...{ source: 'eventbrite', attendee: me.ticket, order: `order ${me.ticket}`, ticketType: 'General' },
        ...{ status: 'valid', firstName: 'Ada', lastName: 'mine', email: profile.email, phone: '' },
        ...{ organizationName: 'Firm', organizationType: 'WOSB', importedAt: TIME, updatedAt: TIME, cancelledAt: null },
      },
    ],
    consents: [{ termsVersion: 'terms-7', action: 'registration', acceptedAt: TIME }],
    answers: [
      {
        ...{ campaignId: 'pre-event', questionId: 'pre-many', question: 'Which ones?' },
        ...{ answers: ['Red', 'Blue'], comment: 'a remark of mine', answeredAt: TIME, madeOfflineAt: null },
        approvedForStageAt: TIME,
      },
    ],
    withdrawnAnswers: [{ questionId: 'pre-one', question: 'Which?' }],
    votes: [{ contentId: 'opening', title: 'Opening', vote: 'up', ...stamps }],
    comments: [
      {
        ...{ contentId: 'opening', title: 'Opening', comment: 'a comment of mine' },
        ...{ hiddenAt: TIME, noteOfStaff: 'a note about mine', ...stamps },
      },
    ],
    audienceQuestions: [
      { contentId: 'opening', title: 'Opening', text: 'a question of mine', state: 'pending', askedAt: TIME },
    ],
    audienceQuestionUpvotes: [{ upvotedAt: TIME }],
    savedSessions: [{ contentId: 'opening', title: 'Opening', saved: true, createdAt: TIME, updatedAt: TIME }],
    ownNotes: [{ contentId: 'opening', title: 'Opening', note: 'a reminder of mine', ...stamps }],
    feedback: [{ message: 'feedback of mine', sentAt: TIME }],
    sessions: Array.from({ length: 3 }, (_, number) => ({
      ...{ openedAt: TIME, refreshedAt: TIME, expiresAt: TIME, phoneProved: number > 0 },
      // Proving the phone and setting a password end open sessions.
      endedAt: TIME,
    })),
    signInLinks: [{ sentTo: 'phone', createdAt: TIME, firstOpenedAt: TIME, closedAt: TIME, devices: [TIME] }],
    signInCodes: [{ createdAt: TIME, usedAt: TIME }],
    knownDevices: [{ signedInAt: TIME }, { signedInAt: TIME }],
    phoneChanges: [{ phone: me.newPhone, askedAt: TIME }],
    passwordResets: [{ askedAt: TIME, usedAt: TIME }],
    ownCalendars: [{ createdAt: TIME }],
    messages: expect.any(Array),
    announcements: [{ kind: 'mail', title: '', text: 'Lunch is in the west hall.', createdAt: TIME }],
    noAnnouncementsByMailSince: TIME,
    sessionNotices: [{ title: 'Soon: Opening', text: 'It begins at 9:00 AM.', toldAt: TIME }],
    noticeSettings: { changes: true, reminders: true, announcements: false, updatedAt: TIME },
    pushDevices: [{ allowedAt: TIME }],
    limits: expect.any(Array),
  });
  const { messages, limits } = await read('me.json');
  expect(messages.map((message: Record<string, string>) => [message.kind, message.to, message.invitation])).toEqual([
    ['sms', me.e164, false],
    ['mail', profile.email, false],
    ['sms', me.newE164, false],
    ['mail', profile.email, false],
    ['mail', profile.email, true],
  ]);
  expect(limits.map((limit: Record<string, string>) => limit.what).sort()).toEqual([
    ...[
      'audienceQuestion',
      'audienceQuestionUpvote',
      'code tries',
      'comment',
      'email proof',
      'email proof to',
      'feedback',
      'first sign-in code of a day',
      'kept answer to sendFeedback',
      'note',
      'password reset an hour',
      'password reset of',
      'password reset pause',
      'password reset to',
      'phone change',
      'phone code',
    ],
    ...['phone code', 'phone code', 'phone code pause', 'saved session', 'share'],
  ]);

  const text = await readFile(join(folder, 'me.json'), 'utf8');
  const secrets = [...me.secrets, ...other.identifiers, ...other.secrets];
  for (const secret of secrets) expect(text).not.toContain(secret);
  expect((await stat(join(folder, 'me.json'))).mode & 0o777).toBe(0o600);
});

test('export person: a person is found by account id, e-mail in any case, and phone in any format', async () => {
  const { profile, e164 } = await attendFully(t, 'found');
  for (const [position, who] of [profile.id, profile.email.toUpperCase(), e164, profile.phone].entries()) {
    expect(await run(who, `found-${position}.json`)).toMatchObject({ code: 0 });
    expect((await read(`found-${position}.json`)).profile.id).toBe(profile.id);
  }
});

test('export person: a ticket without an account is found by its e-mail and phone; a phone of several people is ambiguous', async () => {
  const { db } = t.services;
  const row = {
    ...({ source: 'eventbrite', status: 'valid', order_id: '1', ticket_type: 'General', account_id: null } as const),
    ...{
      first_name: 'Grace',
      last_name: 'Ticket',
      phone: '(202) 555-0177',
      organization_name: '',
      organization_type: '',
    },
    ...{ imported_at: 1, updated_at: 1, source_changed_at: null, cancelled_at: null, erased_at: null },
  };
  const ticket = (external_id: string, email: string) =>
    db
      .insertInto('tickets')
      .values({ ...row, external_id, email, email_key: email })
      .execute();
  await ticket('alone-1', 'alone@example.com');

  for (const who of ['Alone@example.com', '202-555-0177']) {
    expect(await run(who, 'alone.json', '--force')).toMatchObject({ code: 0 });
    const { profile, tickets } = await read('alone.json');
    expect([profile, tickets.map((each: { attendee: string }) => each.attendee)]).toEqual([null, ['alone-1']]);
  }

  await ticket('alone-2', 'second@example.com');
  expect(await run('202-555-0177', 'several.json')).toEqual({
    code: 1,
    output: 'Tickets of several people have that phone number: identify the person by e-mail.',
  });
});

test('export person: an unknown person, a blank name and a missing file name each have their error, and write no file', async () => {
  const before = await readdir(folder);
  for (const who of ['unknown@example.com', '(202) 555-0199', 'f3b1', '%']) {
    expect(await run(who, 'unknown.json')).toEqual({
      code: 1,
      output: 'No person has that account id, e-mail or phone number.',
    });
  }
  expect(await run(' ', 'unknown.json')).toEqual({
    code: 2,
    output: expect.stringMatching(/^Name one person[\s\S]*Usage: /),
  });
  expect((await runHere([exportPersonCommand], ['export', 'person', 'a@b.co'], settingsOf(t))).code).toBe(2);
  expect(await readdir(folder)).toEqual(before);
});
