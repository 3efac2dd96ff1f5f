import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAccountByEmail } from '../identity/accounts/accountQueries.ts';
import { openSession } from '../identity/session/sessionStore.ts';
import { credentialsFor } from '../identity/session/tokens.ts';

const ACCOUNTS = 5000;
const CONCURRENCY = 100;

let t: ServerTest;
let tokens: string[];
beforeAll(async () => {
  t = await startServerTest();
  tokens = await openThousands();
});
afterAll(() => t.stop());

test('createVote: 5,000 accounts voting at once leave exactly 5,000 rows, one each (decision 032)', async () => {
  const body = { campaignId: 'agenda', contentId: 'opening', vote: 'up' };
  const waiting = [...tokens];
  const statuses = new Map<number, number>();
  const vote = async () => {
    for (let token = waiting.pop(); token; token = waiting.pop()) {
      const { status } = await t.request('createVote', { token, body });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };

  await Promise.all(Array.from({ length: CONCURRENCY }, vote));

  expect([...statuses]).toEqual([[201, ACCOUNTS]]);
  const rows = await t.services.db.selectFrom('votes').select(['account_id', 'vote']).execute();
  expect(rows).toHaveLength(ACCOUNTS);
  expect(new Set(rows.map((row) => row.account_id)).size).toBe(ACCOUNTS);
  expect(new Set(rows.map((row) => row.vote))).toEqual(new Set(['up']));
});

/** Opens accounts with a session each by copying one that registered: five thousand registrations would take too long. */
async function openThousands(): Promise<string[]> {
  const { db, now } = t.services;
  const { profile } = await t.register();
  const model = await findAccountByEmail(db, profile.email);
  if (!model) throw new Error('The model account is missing');
  return db.transaction().execute(async (trx) => {
    const made: string[] = [];
    for (let i = 0; i < ACCOUNTS; i++) {
      const account = { ...model, id: `voter-${i}`, email_key: `voter-${i}`, phone_e164: `voter-${i}` };
      await trx.insertInto('accounts').values(account).execute();
      const session = await openSession(trx, account.id, { phoneProved: true }, now());
      made.push((await credentialsFor(t.services, account, session)).access_token);
    }
    return made;
  });
}
