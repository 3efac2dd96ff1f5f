import { type Call, STAFF_ROLES, type StaffCaller } from '@companion/contract/defineCall';
import { type StaffCallName, staffCalls } from '@companion/contract/staff/staffCalls';
import { SIGN_IN } from '@companion/testkit/apiClient';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import {
  type StaffBrowser,
  signedInMember,
  signInAgain,
  staffBrowser,
  stageScreen,
} from '@companion/testkit/staffBrowser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashToken } from '../platform/deriveKeys.ts';
import { MINUTE } from '../platform/time.ts';

let t: ServerTest;
beforeAll(async () => {
  t = await startServerTest();
});
afterAll(() => t.stop());

const names = Object.keys(staffCalls) as StaffCallName[];
const calls = names.map((name): [StaffCallName, Call] => [name, staffCalls[name]]);

const mayMake = (callers: Call['caller'], caller: StaffCaller) =>
  callers === 'consolePage' || (typeof callers === 'object' && callers.includes(caller));

/** What decides about a request before its content does. A call that is allowed may answer anything else. */
async function outcome(browser: StaffBrowser, name: StaffCallName, headers: Record<string, string> = {}) {
  const { method, path } = staffCalls[name] as Call;
  const params = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => [parameter, 'none']));
  // The body is invalid wherever the call has one, so that an allowed call changes nothing but its own session.
  const { status, body } = await browser.send(name, {
    params,
    headers,
    ...(method === 'GET' || method === 'DELETE' ? {} : { body: { '': 0 } }),
  });
  const { code, message } = body as { code?: string; message?: string };
  if (status === 403) return code ?? '403';
  if (status === 401 && message === SIGN_IN) return '401';
  // The route must exist, even if the row that the address names does not.
  return status === 404 && message === 'Not found.' ? '404' : 'allowed';
}

test('authenticateStaff: each call answers exactly the roles and stage screens that the contract allows (decision 046)', async () => {
  const expected = calls.map(([name, { caller: callers }]) => [
    name,
    Object.fromEntries(
      ([...STAFF_ROLES, 'stageScreen'] as StaffCaller[]).map((caller) => [
        caller,
        mayMake(callers, caller) ? 'allowed' : 'role',
      ]),
    ),
  ]);
  const { member } = await signedInMember(t, 'owner');
  const screen = await stageScreen(t, member.id);

  const found = [];
  for (const [name] of calls) {
    const answers: Record<string, string> = {};
    for (const role of STAFF_ROLES) answers[role] = await outcome((await signedInMember(t, role)).browser, name);
    answers.stageScreen = await outcome(screen, name);
    found.push([name, answers]);
  }

  expect(found).toEqual(expected);
});

test('authenticateStaff: without credentials, with an attendee token, another cookie or an ended session a call answers 401', async () => {
  const { access_token, refresh_token } = await t.register();
  const attendee = { authorization: `Bearer ${access_token}` };
  const { member } = await signedInMember(t, 'owner');
  const ended = await signInAgain(t, member.id);
  await ended.ask('signOutStaff');
  const revoked = await stageScreen(t, member.id);
  await t.services.db.deleteFrom('stage_screens').execute();
  const endedToken = await signInAgain(t, member.id);
  const [, token = ''] = [...endedToken.cookies][0] ?? [];
  await t.services.db.deleteFrom('staff_sessions').where('token_hash', '=', hashToken(token)).execute();

  for (const [name, { caller: callers }] of calls) {
    const expected = callers === 'consolePage' ? 'allowed' : '401';
    const found = [
      await outcome(staffBrowser(t), name),
      await outcome(staffBrowser(t), name, attendee),
      await outcome(staffBrowser(t, new Map([['__Host-staff', refresh_token]])), name),
      await outcome(staffBrowser(t, new Map([['staff', token]])), name),
      await outcome(staffBrowser(t), name, { authorization: `Bearer ${token}` }),
      await outcome(ended, name),
      await outcome(endedToken, name),
      await outcome(revoked, name),
    ];
    expect([name, found]).toEqual([name, found.map(() => expected)]);
  }
});

test('authenticateStaff: pages of other origins may make no call, not even with a session (decision 046)', async () => {
  const { browser } = await signedInMember(t, 'owner');
  const { port } = new URL(t.url);
  for (const [name, { method }] of calls) {
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `http://localhost:${port}` },
      { origin: `${t.url}.evil.example` },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      ...(method === 'GET' ? [] : [{ origin: '' }, { 'sec-fetch-site': 'none' }]),
    ];
    for (const headers of foreign) {
      expect([name, headers, await outcome(browser, name, headers)]).toEqual([name, headers, 'origin']);
    }
  }
});

test('authenticateStaff: a write without an origin is refused, and a body that is not JSON is a 415', async () => {
  const { browser } = await signedInMember(t, 'owner');
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
  const post = (headers: Record<string, string>, body: string) =>
    fetch(`${t.url}/api/staff/session`, { method: 'POST', headers: { cookie, ...headers }, body });

  expect((await post({ 'content-type': 'application/json' }, '{}')).status).toBe(403);
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    expect([type, (await post({ origin: t.url, 'content-type': type }, '{}')).status]).toEqual([type, 415]);
  }
});

test('handle: no answer of a staff call may be stored or read by another origin, whatever its status', async () => {
  const { browser } = await signedInMember(t, 'owner');
  for (const [name] of calls) {
    for (const sender of [staffBrowser(t), browser]) {
      const response = await sender.request(name, { headers: { origin: t.url } });
      expect([name, response.headers.get('cache-control')]).toEqual([name, 'no-store']);
    }
  }
});

test('authenticateStaff: a call that needs the password again answers 403 `confirm` ten minutes after the sign-in', async () => {
  const { browser } = await signedInMember(t, 'owner');
  const stepUp = calls.filter(([, call]) => call.stepUp && call.stepUp !== 'factorOnly').map(([name]) => name);

  for (const name of stepUp) expect([name, await outcome(browser, name)]).toEqual([name, 'allowed']);
  t.clock.advance(10 * MINUTE);
  const found = [];
  for (const [name, { caller: callers }] of calls) {
    if (callers === 'consolePage' || !mayMake(callers, 'owner')) continue;
    const { browser: fresh, member } = await signedInMember(t, 'owner');
    await t.services.db
      .updateTable('staff_sessions')
      .set({ confirmed_at: t.clock.now() - 10 * MINUTE })
      .where('staff_id', '=', member.id)
      .execute();
    if ((await outcome(fresh, name)) === 'confirm') found.push(name);
  }
  expect(found).toEqual(stepUp);
});

test('authenticateStaff: with a second factor, a call that needs it answers 403 `factor` ten minutes after it was given', async () => {
  const found = [];
  for (const [name, { caller: callers }] of calls) {
    if (callers === 'consolePage' || !mayMake(callers, 'owner')) continue;
    const { browser, member } = await signedInMember(t, 'owner');
    const factor = { totp_secret: 'x', totp_enabled_at: 1 };
    await t.services.db.updateTable('staff').set(factor).where('id', '=', member.id).execute();
    const gave = (factor_at: number) =>
      t.services.db.updateTable('staff_sessions').set({ factor_at }).where('staff_id', '=', member.id).execute();
    const answers = [await outcome(browser, name)];
    await gave(t.clock.now() - 10 * MINUTE);
    answers.push(await outcome(browser, name));
    await gave(t.clock.now());
    answers.push(await outcome(browser, name));
    if (answers.includes('factor')) found.push([name, answers]);
  }
  const needed = calls.filter(([, { stepUp }]) => stepUp === 'factor' || stepUp === 'factorOnly');
  expect(found).toEqual(needed.map(([name]) => [name, ['factor', 'factor', 'allowed']]));
});
