import { rm } from 'node:fs/promises';
import { CHECK, refusal } from '@companion/testkit/apiClient';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { writeTestPack } from '@companion/testkit/testPack';
import { attendee } from '@companion/testkit/testServer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readToday } from '../overview/readActivity.ts';
import { HOUR, isoTime } from '../platform/time.ts';
import { countByOrganizationType } from '../polls/countAnswers.ts';
import { loadPack } from './loadPack.ts';
import { readPack } from './readPack.ts';

/** Three days in Berlin. Clocks go back by an hour in the night to the second one. */
const EVENT = `id: test-summit
name: Berliner Gipfel
host: Test Firm
tagline: Nowhere in particular
timeZone: Europe/Berlin
firstDay: 2031-10-25
days: 3
termsVersion: terms-7
helpDesk: { email: help@example.com, phone: (202) 555-0100 }
organizationTypes: [Universität, Small]
tiers: [Halle, Gold]
`;
const agenda = (
  closing: string,
) => `- { id: opening, day: 1, start: 09:00, end: 10:00, category: Day 1, title: Opening }
- { id: closing, day: 3, start: ${closing}, end: 18:00, category: Day 3, title: Closing }
`;

let t: ServerTest;
let folder: string;
beforeAll(async () => {
  folder = await writeTestPack({ 'event.yaml': EVENT, 'agenda.yaml': agenda('16:00') });
  t = await startServerTest({ EVENT_PACK: folder });
});
afterAll(async () => {
  await t.stop();
  await rm(folder, { recursive: true, force: true });
});

test('own zone: the app is told the zone and the names, and the times are those of the clocks there', async () => {
  const event = await (await fetch(`${t.url}/event/event.json`)).json();
  expect(event).toMatchObject({
    timeZone: 'Europe/Berlin',
    startDate: '2031-10-25T07:00:00.000Z',
    endDate: '2031-10-27T17:00:00.000Z',
    organizationTypes: ['Universität', 'Small'],
    dayFilters: ['Day 1', 'Day 2', 'Day 3'],
    breakoutsFilter: 'Breakout Sessions',
    speakersFilter: 'Featured Speakers',
  });
});

test('own zone: the day of the overview begins at its midnight, and has 25 hours when clocks go back', async () => {
  const hours = async (at: string) => (await readToday(t.services, Date.parse(at))).map((hour) => hour.at);
  const before = await hours('2031-10-25T21:59:00Z');
  expect([before.length, before[0]]).toEqual([24, '2031-10-24T22:00:00.000Z']);
  const change = await hours('2031-10-25T22:00:00Z');
  expect([change.length, change[0], change.at(-1)]).toEqual([
    25,
    '2031-10-25T22:00:00.000Z',
    isoTime(Date.parse('2031-10-26T23:00:00Z') - HOUR),
  ]);
});

test('own zone: the calendar has times of the zone, and a moved session the next SEQUENCE', async () => {
  const { access_token: token } = await t.register({ organizationType: 'Small' });
  const { results } = await t.ask('getCalendar', { token });
  const { pathname } = new URL(results.feed);
  const closing = async () => {
    const text = await (await fetch(t.url + pathname)).text();
    return text.split('BEGIN:VEVENT').find((each) => each.includes('SUMMARY:Closing')) ?? '';
  };
  expect(await closing()).toContain('DTSTART;TZID=Europe/Berlin:20311027T160000');
  expect(await closing()).toContain('SEQUENCE:0');

  const moved = await writeTestPack({ 'event.yaml': EVENT, 'agenda.yaml': agenda('17:00') });
  await loadPack(t.services.db, await readPack(moved, t.clock.now()));
  await rm(moved, { recursive: true, force: true });
  expect(await closing()).toContain('DTSTART;TZID=Europe/Berlin:20311027T170000');
  expect(await closing()).toContain('SEQUENCE:1');
});

test("own types: registration and profile take the event's, and no others", async () => {
  const body = (organizationType: string) => ({ ...attendee(), organizationType, registrationComplete: true });
  const refused = refusal(400, CHECK, { organizationType: 'Organization type is required' });
  expect(await t.send('createAccount', { body: body('8(a)') })).toEqual(refused);

  const { access_token: token, profile } = await t.register({ organizationType: 'Universität' });
  const edit = (organizationType: string) =>
    t.send('updateAccount', { token, params: { id: profile.id }, body: { ...profile, organizationType } });
  expect(await edit('WOSB')).toEqual(refused);
  expect((await edit('Small')).status).toBe(200);
});

test('own types: reports have a part for each, in their order, and one for types that are none of them', async () => {
  for (const organizationType of ['Small', 'Universität', 'MBE']) {
    const { access_token: token, profile } = await t.register({ organizationType: 'Small' });
    await t.services.db
      .updateTable('accounts')
      .set({ organization_type: organizationType })
      .where('id', '=', profile.id)
      .execute();
    const answer = { campaignId: 'pre-event', questionId: 'pre-yes', answers: ['yes'], comment: '' };
    await t.ask('answerQuestion', { token, params: { questionId: 'pre-yes' }, body: answer });
  }
  const counted = await countByOrganizationType(t.services.db, { campaignId: 'pre-event', questionId: 'pre-yes' });
  expect(counted.map(({ organizationType, results }) => [organizationType, results.n])).toEqual([
    ['Universität', 1],
    ['Small', 1],
    ['unknown', 1],
  ]);
});
