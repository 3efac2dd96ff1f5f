import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Call, pathOf } from '@companion/contract/defineCall';
import { staffCalls } from '@companion/contract/staff/staffCalls';
import { refusal, SIGN_IN } from '@companion/testkit/apiClient';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { signedInMember, staffBrowser } from '@companion/testkit/staffBrowser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockSignedInMember } from '../identity/staff/staffSessions.ts';
import { transact } from '../platform/transact.ts';

let t: ServerTest;
beforeAll(async () => {
  t = await startServerTest();
});
afterAll(() => t.stop());

test('authenticateStaff: a write whose body arrives after its session has ended is refused', async () => {
  const { browser, member } = await signedInMember(t, 'owner');
  const [name = '', token = ''] = [...browser.cookies][0] ?? [];
  const socket = connect(Number(new URL(t.url).port), '127.0.0.1');
  const answer = text(socket);
  const calls: Call[] = Object.values(staffCalls);
  const write = calls.find(({ method, caller }) => method !== 'GET' && caller !== 'consolePage');
  if (!write) throw new Error('no staff call writes');
  const head = [
    `${write.method} /api${pathOf(write, {})} HTTP/1.1`,
    'Host: localhost',
    `Origin: ${t.url}`,
    `Cookie: ${name}=${token}`,
    'Content-Type: application/json',
    'Content-Length: 2',
    'Connection: close',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  await once(socket, 'connect');
  // Another connection's answer: by then the head has been read.
  expect((await browser.send('getStaffMe')).status).toBe(200);

  await t.services.db.deleteFrom('staff_sessions').where('staff_id', '=', member.id).execute();
  socket.write('{}');

  expect(await answer).toMatch(/^HTTP\/1.1 401/);
});

test('authenticateStaff: a change is rolled back if the role was withdrawn while it waited', async () => {
  const { member } = await signedInMember(t, 'owner');
  const { db } = t.services;
  const { id: sessionId } = await db
    .selectFrom('staff_sessions')
    .select('id')
    .where('staff_id', '=', member.id)
    .executeTakeFirstOrThrow();
  const signedIn = { ...member, name: '', sessionId, confirmedAt: 0, factorAt: null };
  const lock = () => transact(t.services, (tx) => lockSignedInMember(tx.db, signedIn, t.clock.now()));
  await lock();

  await db.updateTable('staff').set({ role: 'host' }).where('id', '=', member.id).execute();
  await expect(lock()).rejects.toMatchObject({ kind: 'forbidden' });
  await db.deleteFrom('staff_sessions').where('id', '=', sessionId).execute();
  await expect(lock()).rejects.toMatchObject({ kind: 'signedOut' });
  expect(await staffBrowser(t).send('getStaffMe')).toEqual(refusal(401, SIGN_IN));
});

test('handle: text of the staff that a database cannot store is refused at any depth', async () => {
  const { browser } = await signedInMember(t, 'host');
  const credential = { id: 'a\0', rawId: 'a', type: 'public-key', response: {}, clientExtensionResults: {} };
  const audienceQuestions = [{ id: 'a\0', state: 'shown' }];

  expect((await staffBrowser(t).send('signInWithPasskey', { body: { credential } })).status).toBe(400);
  expect((await browser.send('moderateAudienceQuestions', { body: { audienceQuestions } })).status).toBe(400);
});
