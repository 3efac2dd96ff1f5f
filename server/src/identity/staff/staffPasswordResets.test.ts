import { CHECK, refusal } from '@companion/testkit/apiClient';
import { changesDuring, countsOf } from '@companion/testkit/databaseChanges';
import { addMember, STAFF_PASSWORD, signInAgain, staffBrowser } from '@companion/testkit/staffBrowser';
import { startTwoNodes, type TwoNodes } from '@companion/testkit/twoNodes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../platform/time.ts';
import { sweep } from '../../sweep.ts';

let t: TwoNodes;
beforeAll(async () => {
  t = await startTwoNodes();
});
afterAll(() => t.stop());

const GONE = refusal(404, 'This link is no longer valid. Please ask for a new one.');
const ASKED = {
  status: 200,
  body: { message: 'If this e-mail belongs to a member of the staff, a message with a link is on its way.' },
};
const NEW_PASSWORD = 'another phrase of mine';

const ask = (email: string) => staffBrowser(t.first).send('requestStaffReset', { body: { email } });
const mailsTo = async (email: string) => (await t.first.outbox()).filter(({ to }) => to === email);
const check = (token: string) => staffBrowser(t.first).send('getStaffReset', { body: { token } });
const reset = (token: string, newPassword = NEW_PASSWORD, url = t.first.url) =>
  staffBrowser({ url }).send('resetStaffPassword', { body: { token, newPassword } });
const signIn = async (email: string, password: string) =>
  (await staffBrowser(t.first).send('signInStaff', { body: { email, password } })).status;

async function tokenFor(email: string): Promise<string> {
  expect(await ask(email)).toEqual(ASKED);
  const [mail] = await mailsTo(email);
  const [, token = ''] = /\/console\/reset-password#token=(\S+)/.exec(mail?.text ?? '') ?? [];
  return token;
}

test('staff password reset: the mailed link sets a password once, and ends every session (decision 046)', async () => {
  const { id, email } = await addMember(t.first, 'editor');
  const browser = await signInAgain(t.first, id);
  const token = await tokenFor(email);
  expect(await check(token)).toEqual({ status: 200, body: { results: { email } } });
  expect(await reset(token, 'too short')).toMatchObject({ status: 400, body: { message: CHECK } });
  expect((await browser.send('getStaffMe')).status).toBe(200);

  expect((await reset(token)).status).toBe(200);

  expect((await browser.send('getStaffMe')).status).toBe(401);
  expect(await signIn(email, STAFF_PASSWORD)).toBe(401);
  expect(await signIn(email, NEW_PASSWORD)).toBe(200);
  expect(await reset(token)).toEqual(GONE);
  expect(await check(token)).toEqual(GONE);
});

test('staff password reset: its browser signs in while strangers use up the attempts', async () => {
  const { email } = await addMember(t.first, 'host');
  for (let guess = 0; guess < 10; guess++) await signIn(email, 'a wrong guess');
  const browser = staffBrowser(t.first);
  const token = await tokenFor(email);
  await browser.ask('resetStaffPassword', { body: { token, newPassword: NEW_PASSWORD } });

  const body = { email, password: NEW_PASSWORD };
  expect((await browser.send('signInStaff', { body })).status).toBe(200);
  expect(await signIn(email, NEW_PASSWORD)).toBe(429);
  t.advance(HOUR);
});

test('staff password reset: an unknown e-mail gets the same answer and leaves rows of the same kind, but no mail', async () => {
  const { email } = await addMember(t.first, 'host');
  const attendee = await t.first.register();
  const known = countsOf(await changesDuring(t.first, () => ask(email)));

  for (const unknown of ['no.one@example.com', attendee.profile.email]) {
    const changes = await changesDuring(t.first, async () => expect(await ask(unknown)).toEqual(ASKED));
    expect(countsOf(changes)).toEqual(known);
    expect(await mailsTo(unknown)).toEqual([]);
  }
});

test('staff password reset: only the newest link works, for 30 minutes', async () => {
  const { email } = await addMember(t.first, 'host');
  const older = await tokenFor(email);
  t.advance(2 * MINUTE);
  const newer = await tokenFor(email);
  expect(newer).not.toBe(older);
  expect(await check(older)).toEqual(GONE);
  t.advance(28 * MINUTE);
  expect((await check(newer)).status).toBe(200);
  t.advance(2 * MINUTE);
  expect(await reset(newer)).toEqual(GONE);
});

test('staff password reset: a changed password ends the link that was mailed before', async () => {
  const { id, email } = await addMember(t.first, 'owner');
  const other = await addMember(t.first, 'host');
  const [token, otherToken] = [await tokenFor(email), await tokenFor(other.email)];
  const browser = await signInAgain(t.first, id);
  await browser.ask('changeStaffPassword', { body: { password: STAFF_PASSWORD, newPassword: NEW_PASSWORD } });

  expect(await reset(token, 'the phrase of a thief')).toEqual(GONE);
  expect(await signIn(email, NEW_PASSWORD)).toBe(200);
  expect((await check(otherToken)).status).toBe(200);
});

test('staff password reset: parallel uses on two nodes set one password, and a removed member none', async () => {
  const { email } = await addMember(t.first, 'host');
  const token = await tokenFor(email);
  const replies = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      reset(token, `${NEW_PASSWORD} ${index}`, index % 2 ? t.first.url : t.secondUrl),
    ),
  );
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);

  const removed = await addMember(t.first, 'host');
  const late = await tokenFor(removed.email);
  await t.first.services.db
    .updateTable('staff')
    .set({ email_key: null, removed_at: 1 })
    .where('id', '=', removed.id)
    .execute();
  expect(await reset(late)).toEqual(GONE);
});

test('staff password reset: one address is mailed once a minute and five times an hour', async () => {
  const { email } = await addMember(t.first, 'host');
  await Promise.all(Array.from({ length: 5 }, () => ask(email)));
  expect(await mailsTo(email)).toHaveLength(1);
  for (let minutes = 0; minutes < 8; minutes++) {
    t.advance(2 * MINUTE);
    expect(await ask(email)).toEqual(ASKED);
  }
  expect(await mailsTo(email)).toHaveLength(5);
  t.advance(2 * HOUR);
});

test('staff password reset: an attendee reset opens no staff password, and the other way round', async () => {
  const { profile } = await t.first.register();
  const { email } = await addMember(t.first, 'owner');
  await t.first.ask('sendResetPassword', { body: { email: profile.email } });
  const [, attendeeToken = ''] = /token=(\S+)/.exec((await mailsTo(profile.email))[0]?.text ?? '') ?? [];
  const token = await tokenFor(email);

  expect(await check(attendeeToken)).toEqual(GONE);
  expect(await t.first.ask('validateToken', { body: { token } })).toMatchObject({ results: false });
});

test('staff password reset: the sweep deletes what has expired', async () => {
  t.advance(2 * DAY);
  await sweep(t.first.services);
  expect(await t.first.services.db.selectFrom('staff_password_resets').selectAll().execute()).toEqual([]);
});
