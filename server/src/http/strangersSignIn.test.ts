import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { addMember, STAFF_PASSWORD, staffBrowser } from '@companion/testkit/staffBrowser';
import type { FastifyRequest } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isPassword } from '../identity/passwordReset/password.ts';
import { NETWORK_TIMES } from './requestAddress.ts';
import { limitStaffSignIn, STRANGERS_PER_ADDRESS } from './staffSignIn.ts';

let t: ServerTest;
beforeAll(async () => {
  t = await startServerTest({ TRUST_PROXY: 'true' });
});
afterAll(() => t.stop());

const signIn = (email: string, password: string, address: string, browser = staffBrowser(t)) =>
  browser.send('signInStaff', { body: { email, password }, headers: { 'x-forwarded-for': address } });

test('staff sign-in: a known browser does not wait for the guesses of strangers from many addresses (decision 046)', async () => {
  const { email } = await addMember(t, 'owner');
  const browser = staffBrowser(t);
  expect((await signIn(email, STAFF_PASSWORD, '198.51.100.7', browser)).status).toBe(200);
  let answered = 0;
  const flood = Array.from({ length: 30 }, async (_, number) => {
    const { status } = await signIn(email, 'a wrong guess', `203.0.113.${number % 10}`);
    answered += 1;
    return status;
  });
  await Promise.race(flood);

  const mine = await signIn(email, STAFF_PASSWORD, '198.51.100.7', browser);

  expect(mine.status).toBe(200);
  expect(answered).toBeLessThan(flood.length / 2);
  expect(await Promise.all(flood)).not.toContain(200);
});

test('staff sign-in: guesses count by a /48 of IPv6 as well, whose owner has every address of it (decision 046)', async () => {
  // What it reads of a request.
  const from = (ip: string) => ({ ip, cookies: {}, socket: {} }) as unknown as FastifyRequest;
  const guess = (ip: string, number: number) =>
    limitStaffSignIn(t.services, from(ip), `stranger.${number}@example.com`);
  for (let number = 0; number < NETWORK_TIMES * STRANGERS_PER_ADDRESS; number += 1) {
    await guess(`2001:db8:1:${number.toString(16)}::1`, number);
  }

  await expect(guess('2001:db8:1:ffff::1', 1_000)).rejects.toMatchObject({ kind: 'limited' });
  await guess('2001:db8:2::1', 1_001);
  await guess('203.0.113.200', 1_002);
});

test('staff sign-in: the password of a known browser is compared before those of strangers, however many wait', async () => {
  const compared: string[] = [];
  const compare = async (name: string, goesFirst?: boolean) => {
    await isPassword('a wrong guess', undefined, goesFirst);
    compared.push(name);
  };
  const strangers = Array.from({ length: 22 }, () => compare('stranger'));
  await expect(compare('one too many')).rejects.toMatchObject({ kind: 'unavailable' });

  await Promise.all([...strangers, compare('known', true)]);

  // Two had begun before, and one more may end at the same time.
  expect(compared.indexOf('known')).toBeLessThan(4);
  expect(compared).toHaveLength(23);
});
