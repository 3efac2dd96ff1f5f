import type { Credentials } from '@companion/contract/session';
import { type AttendeeTest, emailOf, newNumber, startAttendeeTest } from '@companion/testkit/attendeeTest';
import { connectToDatabase } from '@companion/testkit/connectToDatabase';
import { countLockWaiters } from '@companion/testkit/countLockWaiters';
import { attendee, simulatedPhone } from '@companion/testkit/testServer';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

let t: AttendeeTest;
let client: pg.Client;
beforeAll(async () => {
  t = await startAttendeeTest();
  client = await connectToDatabase(t);
});
afterAll(async () => {
  await client.end();
  await t.stop();
});

const mine = ({ profile, access_token }: Credentials) => ({ token: access_token, params: { id: profile.id } });

const waiting = () => countLockWaiters(client);

/** An account registered with the address of a ticket; the ticket's account claims it and has a number of its own. */
async function claimedAddress() {
  const [number, phone] = [newNumber(), simulatedPhone(2600 + (Number(newNumber()) % 100))];
  const registered = await t.registerProved({ email: emailOf(number) });
  await t.importRows([{ 'Attendee #': number, 'Cell Phone': phone }]);
  return { number, phone, registered, claimant: await t.open(number) };
}

async function proveEmail({ number, registered }: Awaited<ReturnType<typeof claimedAddress>>) {
  const proof = (await t.outbox()).flatMap(({ to, text }) =>
    to === emailOf(number) ? (/\?confirm=([\w.-]+)/.exec(text)?.[1] ?? []) : [],
  )[0];
  return t.send('proveEmail', { ...mine(registered), body: { token: proof } });
}

async function proveClaimedPhone({ number, phone, registered }: Awaited<ReturnType<typeof claimedAddress>>) {
  const code = (await t.textsTo(phone)).flatMap((text) => /^(\d{6}) is your /.exec(text)?.[1] ?? [])[0];
  expect([number, code]).toEqual([number, expect.any(String)]);
  return t.send('provePhone', { ...mine(registered), body: { code } });
}

test.each([
  ['a proof of that address', async () => undefined, proveEmail, 400],
  [
    "a proof of the claimant's number",
    async ({ number, phone, registered }: Awaited<ReturnType<typeof claimedAddress>>) => {
      const body = { ...attendee(), email: emailOf(number), phone };
      await t.ask('updateAccount', { ...mine(registered), body });
    },
    proveClaimedPhone,
    200,
  ],
])(
  'updateAccount: an activation that takes an address, concurrent with %s, does not deadlock (decision 022)',
  async (_, prepare, prove, status) => {
    const claimed = await claimedAddress();
    await prepare(claimed);
    const { id } = claimed.claimant.profile;
    // The activation counts the change of the number between locking its own account and the other one.
    await client.query('begin');
    await client.query('insert into rate_limits (key, count, window_start) values ($1, 0, $2)', [
      `phone change ${id}`,
      t.clock.now(),
    ]);
    const body = { ...attendee(), email: emailOf(claimed.number), registrationComplete: true };
    const activation = t.send('updateAccount', { ...mine(claimed.claimant), body });
    await expect.poll(waiting).toBe(1);
    const proof = prove(claimed);
    await expect.poll(waiting).toBe(2);
    await client.query('commit');

    expect([(await activation).status, (await proof).status]).toEqual([200, status]);
    expect((await t.ticketOf(claimed.number)).account_id).toBe(id);
  },
);
