import type { Credentials } from '@companion/contract/session';
import { countLockWaiters } from '@companion/testkit/countLockWaiters';
import { attendee } from '@companion/testkit/testServer';
import { startTwoNodes, type TwoNodes } from '@companion/testkit/twoNodes';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transact } from '../../platform/transact.ts';
import { createLink } from '../session/links.ts';

let nodes: TwoNodes;
let client: pg.Client;
beforeAll(async () => {
  nodes = await startTwoNodes();
  client = new pg.Client({ connectionString: nodes.first.services.config.databaseUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await nodes.stop();
});

const mine = ({ profile, access_token }: Credentials) => ({ token: access_token, params: { id: profile.id } });
const waiting = () => countLockWaiters(client);

test('updateAccount: an edit of phone and e-mail does not deadlock with a sign-in to the same account (decision 022)', async () => {
  const t = nodes.first;
  const owner = await t.registerProved();
  const { phone, id, email } = owner.profile;
  nodes.advance(61_000);
  // Any mailed link of the account; here it only holds the edit up behind the SMS budget.
  await transact(t.services, (tx) => createLink(tx, id, { emailKey: email }, t.clock.now() + 600_000));
  await client.query('begin');
  await client.query('select 1 from link_tokens where account_id = $1 and email_key is not null for update', [id]);
  const edit = t.send('updateAccount', { ...mine(owner), body: attendee() });
  await expect.poll(waiting).toBe(1);
  const login = nodes.second.send('login', { body: { phone } });
  // It waits behind the edit, or needs no row of it.
  let signedIn = false;
  void login.then(() => (signedIn = true));
  await expect.poll(async () => signedIn || (await waiting()) === 2).toBe(true);
  await client.query('commit');

  const statuses = [(await edit).status, (await login).status];
  expect(statuses).toEqual([200, 200]);
});
