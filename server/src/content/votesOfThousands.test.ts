import { randomUUID } from 'node:crypto';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAccountByEmail } from '../identity/accounts/accountQueries.ts';
import { openSession } from '../identity/session/sessionStore.ts';
import { credentialsFor } from '../identity/session/tokens.ts';

const ACCOUNTS = 5000;
const CONCURRENCY = 100;
/** Rows of one statement: both engines limit its parameters. */
const BATCH = 500;

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
    const first = await openSession(trx, model.id, { phoneProved: true }, now());
    const accounts = Array.from({ length: ACCOUNTS }, (_, index) => ({
      ...model,
      id: `voter-${index}`,
      email_key: `voter-${index}`,
      phone_e164: `voter-${index}`,
    }));
    const sessions = accounts.map(({ id }) => ({ ...first, id: randomUUID(), account_id: id }));
    for (let from = 0; from < ACCOUNTS; from += BATCH) {
      await trx
        .insertInto('accounts')
        .values(accounts.slice(from, from + BATCH))
        .execute();
      await trx
        .insertInto('sessions')
        .values(sessions.slice(from, from + BATCH))
        .execute();
    }
    const credentials = accounts.map((account, index) => credentialsFor(t.services, account, sessions[index] ?? first));
    return (await Promise.all(credentials)).map(({ access_token }) => access_token);
  });
}
