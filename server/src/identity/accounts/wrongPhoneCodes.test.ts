import { afterAll, beforeAll, expect, test } from 'vitest';
import { refusal } from '../../../../testkit/src/apiClient.ts';
import { type ServerTest, startServerTest } from '../../../../testkit/src/serverTest.ts';
import { attendee } from '../../../../testkit/src/testServer.ts';

let t: ServerTest;
beforeAll(async () => {
  t = await startServerTest({ WRONG_CODES_AN_HOUR: '3' });
});
afterAll(() => t.stop());

/** An account that has proved its phone and claimed another number. */
async function claim() {
  const { profile, access_token: token } = await t.registerProved();
  const { phone } = attendee();
  const mine = { token, params: { id: profile.id } };
  await t.ask('updateAccount', { ...mine, body: { ...attendee(), email: profile.email, phone } });
  const code = (await t.textsTo(phone))[0]?.slice(0, 6) ?? '';
  return { code, prove: (typed: string) => t.send('provePhone', { ...mine, body: { code: typed } }) };
}

test('provePhone: wrong codes count towards the limit of all phones, right ones do not, and a metric shows it (decision 023)', async () => {
  for (let i = 0; i < 4; i++) {
    const { code, prove } = await claim();
    expect((await prove(code)).status).toBe(200);
  }
  const { code, prove } = await claim();
  const wrong = code === '000000' ? '000001' : '000000';

  const replies = await Promise.all(Array.from({ length: 5 }, () => prove(wrong)));

  const closed = refusal(429, 'Too many wrong codes were entered. Please try again in an hour.');
  expect(replies.filter(({ status }) => status === 400)).toHaveLength(3);
  expect(replies.filter(({ status }) => status !== 400)).toEqual([closed, closed]);
  expect(await prove(code)).toEqual(closed);
  const metrics = await (await fetch(`${t.url}/metrics`)).text();
  expect(metrics).toContain('hourly_limit_used{limit="wrong_codes"} 3\n');
});
