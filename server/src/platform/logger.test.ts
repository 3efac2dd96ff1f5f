import { autologin } from '@companion/contract/session';
import { apiClient, type Reply } from '@companion/testkit/apiClient';
import { readSignIn } from '@companion/testkit/readSignIn';
import {
  makeProcessPlace,
  type ProcessPlace,
  type ServerProcess,
  spawnServer,
  untilReady,
} from '@companion/testkit/serverProcess';
import { makeMigratedPlace } from '@companion/testkit/testDatabase';
import { attendee } from '@companion/testkit/testServer';
import { afterAll, beforeAll, expect, test } from 'vitest';

let place: ProcessPlace;
let data: Awaited<ReturnType<typeof makeMigratedPlace>>;
let server: ServerProcess;
beforeAll(async () => {
  place = await makeProcessPlace();
  data = await makeMigratedPlace();
  const env = { DATA_DIR: data.where.folder, TOKEN_SECRET: 'a secret of this test, long enough', LOG_LEVEL: 'info' };
  server = await untilReady(
    await spawnServer(place, { ...env, ...(data.where.url ? { DATABASE_URL: data.where.url } : {}) }),
  );
});
afterAll(async () => {
  server.kill('SIGTERM');
  await server.exited;
  await place.remove();
  await data.remove();
});

const traceOf = ({ body }: Reply) => (body as { traceId: string }).traceId;

test('log: the whole journey leaves no token, code, phone number, e-mail or query string in it, but every traceId (decision 032)', async () => {
  const { ask, send } = apiClient(server.url);
  const person = { ...attendee(), phone: '(907) 555-0188', firstName: 'Zebulon', organizationName: 'Quillfeather' };
  const { phone, email } = person;
  const key = 'idempotency-key-1';

  const registered = await ask('createAccount', { body: person, headers: { 'idempotency-key': key } });
  await ask('login', { body: { phone, email } });
  // devOutbox.test.ts checks this shape.
  const outbox = (await (await fetch(`${server.url}/api/dev/outbox`)).json()) as { results: { text: string }[] };
  const { code, linkToken } = readSignIn(outbox.results[0]?.text ?? '');
  const device = await fetch(`${server.url}/api/public/autologin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: linkToken }),
  });
  const cookie = device.headers.getSetCookie()[0]?.split(/[=;]/)[1] ?? '';
  const byLink = autologin.answer.parse(await device.json());
  const bySms = await ask('smsLogin', { body: { phone, code } });
  const refreshed = await ask('refresh', { body: { refresh_token: bySms.refresh_token } });
  const token = refreshed.access_token;
  await ask('confirmRegistration', { token, params: { id: bySms.profile.id }, body: { mine: true } });
  await ask('createComment', {
    token,
    body: { campaignId: 'agenda', contentId: 'opening', comment: 'A private word' },
  });
  const { pathname: calendar } = new URL((await ask('getCalendar', { token })).results.feed);
  for (const path of [
    calendar,
    `${calendar}/unknown`,
    `/?t=${linkToken}`,
    `/registration?phone=${encodeURIComponent(phone)}&email=${email}`,
    `/api/unknown?access_token=${token}`,
    `/api/public/content?token=${token}`,
    `/outbox?x=${linkToken}`,
    `/%ff?t=${linkToken}`,
  ]) {
    await fetch(`${server.url}${path}`, {
      headers: { accept: 'text/html', referer: `http://x/?t=${linkToken}`, cookie: `device=${cookie}` },
    });
  }
  const refused = [
    await send('createAccount', { body: person }),
    await send('createAccount', { body: { ...person, email: `${email} ${phone}` } }),
    await send('smsLogin', { body: { phone, code } }),
    await send('login', { body: { phone: '(907) 555-0189' } }),
    await send('autologin', { body: { token: linkToken.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A')) } }),
    await send('refresh', { body: { refresh_token: `${registered.refresh_token}x` } }),
    await send('getContent', { token: registered.access_token }),
    await send('getAccount', { token, params: { id: 'unknown' } }),
  ];
  await ask('logout', { body: { refresh_token: refreshed.refresh_token, token: linkToken } });
  server.kill('SIGTERM');
  expect(await server.exited).toBe(0);

  const log = server.output();
  const secrets = [
    ...[registered, byLink, bySms, refreshed].flatMap((session) => [session.access_token, session.refresh_token]),
    ...[linkToken, cookie, email, phone, '9075550188', '907-555-0188', '907%20555', '(907)', '555-0189', '5550189'],
    ...[
      calendar.split('/')[3] ?? '',
      'Zebulon',
      'Quillfeather',
      'A private word',
      key,
      encodeURIComponent(email),
      'a secret of this test',
    ],
  ];
  expect(secrets.filter((secret) => secret.length < 3 || log.includes(secret))).toEqual([]);
  expect(log).not.toMatch(new RegExp(`(?<!\\d)${code}(?!\\d)`));
  expect(log).not.toMatch(/\?\w+=/);
  expect(refused.map(({ status }) => status)).toEqual([409, 400, 401, 404, 401, 401, 401, 404]);
  const lines = log.split('\n').filter((line) => line.startsWith('{'));
  const entries = lines.map((line) => JSON.parse(line));
  const answered = entries.filter(({ msg }) => msg === 'request');
  for (const trace of refused.map(traceOf)) {
    expect(answered.filter(({ traceId }) => traceId === trace)).toHaveLength(1);
  }
  expect(answered.find(({ route }) => route === '/api/public/accounts/:id')).toEqual({
    ...{ level: 30, time: expect.any(Number), pid: expect.any(Number), hostname: expect.any(String) },
    ...{ traceId: expect.any(String), method: 'GET', route: '/api/public/accounts/:id', status: 404 },
    ...{ ms: expect.any(Number), msg: 'request' },
  });
  expect(entries.map(({ msg }) => msg).filter((msg) => msg === 'started' || msg === 'stopping')).toEqual([
    'started',
    'stopping',
  ]);
});
