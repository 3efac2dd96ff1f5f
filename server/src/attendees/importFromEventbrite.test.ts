import { type AttendeeTest, newNumber, startAttendeeTest } from '@companion/testkit/attendeeTest';
import { changesDuring } from '@companion/testkit/databaseChanges';
import { type EventbritePeer, startEventbritePeer } from '@companion/testkit/eventbritePeer';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

let t: AttendeeTest;
let peer: EventbritePeer;
beforeAll(async () => {
  peer = await startEventbritePeer({ pageSize: 4 });
  // Without a webhook nothing else calls the peer.
  t = await startAttendeeTest({ ...peer.settings, EVENTBRITE_WEBHOOK_SECRET: '' });
});
afterEach(() => {
  peer.answer('data');
  peer.asked.length = 0;
});
afterAll(async () => {
  await t.stop();
  await peer.stop();
});

const events: string[] = [];
/** Creates an event with this many attendees. */
function anEvent(attendees: number): { eventId: string; numbers: string[] } {
  const eventId = String(100 + events.push(''));
  const numbers = Array.from({ length: attendees }, newNumber);
  for (const id of numbers) peer.put({ id, event_id: eventId });
  return { eventId, numbers };
}
const importEvent = (eventId: string, ...words: string[]) =>
  t.command('import', 'attendees', '--eventbrite', eventId, ...words);
const onRecord = async (numbers: string[]) =>
  (await t.services.db.selectFrom('tickets').select('external_id').where('external_id', 'in', numbers).execute())
    .length;

test('import attendees --eventbrite: every page is read, cancelled attendees too, and a second run changes nothing', async () => {
  const { eventId, numbers } = anEvent(9);
  peer.put({ id: numbers[8] ?? '', cancelled: true, status: 'Not Attending' });

  const { lines } = await importEvent(eventId);

  expect(lines.slice(0, 10)).toEqual([
    ...numbers.slice(0, 8).map((number) => `attendee ${number}: new`),
    `attendee ${numbers[8]}: cancelled (not on record, so no invitation is sent)`,
    '9 attendees: 8 new, 0 changed, 0 unchanged, 1 cancelled, 0 rejected.',
  ]);
  expect(peer.asked).toEqual([
    `/v3/events/${eventId}/attendees/`,
    `/v3/events/${eventId}/attendees/?continuation=${Buffer.from('4').toString('base64url')}`,
    `/v3/events/${eventId}/attendees/?continuation=${Buffer.from('8').toString('base64url')}`,
  ]);
  const changes = await changesDuring(t, () => importEvent(eventId));
  expect(changes).toEqual({});
});

test('import attendees --eventbrite: profile and answers are imported', async () => {
  const {
    eventId,
    numbers: [number = ''],
  } = anEvent(1);
  peer.put({
    id: number,
    ticket_class_name: 'VIP',
    profile: { first_name: 'Grace', last_name: 'Hopper', email: 'g@example.com', cell_phone: '+1 202-555-0188' },
    answers: [
      { question_id: '1', question: 'How did you hear?', answer: 'Radio' },
      { question_id: '2', question: 'Organization Type', answer: 'Small Business' },
      { question_id: '3', question: 'Organization', answer: 'Navy' },
    ],
  });

  await importEvent(eventId);

  expect(await t.accountOf(number)).toMatchObject({
    ...{ first_name: 'Grace', last_name: 'Hopper', email: 'g@example.com', phone: '(202) 555-0188', sms_enabled: 1 },
    ...{ organization_name: 'Navy', organization_type: 'Small' },
  });
  expect(await t.ticketOf(number)).toMatchObject({ ticket_type: 'VIP', order_id: `9${number}` });
});

test.each([
  ['too many requests', { status: 429, retryAfter: 0 }],
  ['an error of the service', { status: 503 }],
  ['a connection that breaks', 'cut'],
] as const)('import attendees --eventbrite: %s: the page is requested again', async (_, how) => {
  const { eventId, numbers } = anEvent(5);
  let failures = 2;
  peer.answer(() => (failures-- > 0 ? how : 'data'));

  const { lines } = await importEvent(eventId);

  expect(lines).toContain('5 attendees: 5 new, 0 changed, 0 unchanged, 0 cancelled, 0 rejected.');
  expect([peer.asked.length, await onRecord(numbers)]).toEqual([4, 5]);
});

test.each([
  ['a redirect', { status: 302, location: 'http://127.0.0.1:1/' }, 'Eventbrite: it answered 302'],
  ['an unknown event', { status: 404 }, /events\/\d+\/attendees does not exist, or the account of EVENTBRITE_TOKEN/],
] as const)('import attendees --eventbrite: %s is reported, and nothing is imported', async (_, how, message) => {
  const { eventId, numbers } = anEvent(1);
  peer.answer(how);

  const { failed, lines } = await importEvent(eventId).catch((error: Error) => ({
    failed: true,
    lines: [error.message],
  }));

  expect(failed).toBe(true);
  expect(lines[0]).toMatch(message);
  expect([peer.asked.length, await onRecord(numbers)]).toEqual([1, 0]);
});

test('import attendees --eventbrite: for an invalid token the message names the setting', async () => {
  const { eventId } = anEvent(1);
  const { config } = t.services;
  const { token } = config.eventbrite;
  config.eventbrite.token = 'wrong';
  await expect(importEvent(eventId)).rejects.toThrow('EVENTBRITE_TOKEN is rejected (401)');
  config.eventbrite.token = undefined;
  expect((await importEvent(eventId)).lines).toEqual([
    'EVENTBRITE_TOKEN is not set. Set it to a private token of the Eventbrite account.',
  ]);
  config.eventbrite.token = token;
});

test('import attendees --eventbrite: an attendee with an unexpected format is named, and the others are imported', async () => {
  const { eventId, numbers } = anEvent(3);
  // What the documentation does not allow.
  peer.put({ id: numbers[1] ?? '', profile: 'none' as never });

  const { lines } = await importEvent(eventId);

  expect(lines.slice(0, 6)).toEqual([
    `attendee ${numbers[0]}: new`,
    `attendee ${numbers[1]}: rejected: not as documented: profile`,
    `attendee ${numbers[2]}: new`,
    'Rejected (1):',
    `  not as documented: profile: attendee ${numbers[1]}`,
    '3 attendees: 2 new, 0 changed, 0 unchanged, 0 cancelled, 1 rejected.',
  ]);
});

test('import attendees --eventbrite: a dry run writes nothing', async () => {
  const { eventId } = anEvent(2);

  const changes = await changesDuring(t, async () => {
    expect((await importEvent(eventId, '--dry-run')).lines.at(-1)).toBe('Nothing was written: this was a dry run.');
  });

  expect(changes).toEqual({});
});

test('import attendees --eventbrite: neither an older answer nor a file overrides the newest answer', async () => {
  const {
    eventId,
    numbers: [number = ''],
  } = anEvent(1);
  const older = peer.put({ id: number });
  peer.put({ id: number, cancelled: true });
  await importEvent(eventId);

  peer.put(older);
  const again = await importEvent(eventId);
  const file = await t.importRows([{ 'Attendee #': number }]);

  const warning = "warning: differs from the last answer of Eventbrite's API, which takes precedence";
  expect(again.lines[0]).toBe(`attendee ${number}: unchanged; ${warning} (Attendee Status)`);
  expect(file[0]).toMatch(`row 2 (attendee ${number}): unchanged; ${warning}`);
  expect(await t.ticketOf(number)).toMatchObject({ status: 'cancelled', account_id: null });
});

test.each([
  [['--eventbrite', 'my-event'], '--eventbrite: my-event is not an event number, which has only digits.'],
  [[], 'Name one CSV file, or one event with --eventbrite.'],
  [['a.csv', '--eventbrite', '1'], 'Name one CSV file, or one event with --eventbrite.'],
  [['/nowhere.csv'], 'There is no file /nowhere.csv.'],
])('import attendees: %j is rejected with the reason', async (words, message) => {
  expect(await t.command('import', 'attendees', ...words)).toEqual({ failed: true, lines: [message] });
});
