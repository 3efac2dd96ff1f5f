import { connectToDatabase } from '@companion/testkit/connectToDatabase';
import { countUnderWay } from '@companion/testkit/countUnderWay';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { simulatedPhone } from '@companion/testkit/testServer';
import { afterAll, beforeAll, expect, test } from 'vitest';

const FLOOD = 40;

let t: ServerTest;
beforeAll(async () => {
  t = await startServerTest({ STATEMENT_TIMEOUT_MS: '60000', LOG_LEVEL: 'silent' });
});
afterAll(() => t.stop());

/** Keeps a table from being written. @returns a function that ends that */
async function holdTable(table: 'rate_limits' | 'login_phones'): Promise<() => Promise<void>> {
  const client = await connectToDatabase(t);
  await client.query(`begin; lock table ${table} in share row exclusive mode`);
  return () => client.end();
}

const untilUnderWay = (least: number) => expect.poll(() => countUnderWay(t.url)).toBeGreaterThan(least);

test.each([
  ['login', (index: number) => ({ phone: simulatedPhone(700 + index) }), 404],
  ['sendResetPassword', (index: number) => ({ email: `unknown${index}@example.com` }), 200],
] as const)(
  'limitFlood: while 40 uses of %s from one address wait to be counted, connections are left for others (decision 023)',
  async (name, bodyOf, status) => {
    const { access_token: token } = await t.register();
    const release = await holdTable('rate_limits');
    const flood = Array.from({ length: FLOOD }, (_, index) => t.send(name, { body: bodyOf(index) }));
    await untilUnderWay(FLOOD);

    expect((await t.send('getContent', { token })).status).toBe(200);
    await release();
    for (const reply of await Promise.all(flood)) expect(reply.status).toBe(status);
  },
);

test('handle: strangers who request codes for a phone do not delay the entry of a code (decision 023)', async () => {
  const { phone } = (await t.register()).profile;
  const release = await holdTable('login_phones');
  const flood = Array.from({ length: FLOOD }, () => t.send('login', { body: { phone } }));
  await untilUnderWay(FLOOD);

  expect((await t.send('smsLogin', { body: { phone, code: '123456' } })).status).toBe(401);
  await release();
  for (const reply of await Promise.all(flood)) expect(reply.status).toBe(200);
});
