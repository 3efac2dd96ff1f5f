import { setTimeout as delay } from 'node:timers/promises';
import type { Credentials } from '@companion/contract/session';
import { apiClient } from '@companion/testkit/apiClient';
import { makeProcessPlace, type ProcessPlace, spawnServer, untilReady } from '@companion/testkit/serverProcess';
import { makePlace } from '@companion/testkit/testDatabase';
import { attendee } from '@companion/testkit/testServer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from './platform/openDatabase.ts';

const ROUNDS = 8;
const WRITERS = 8;
const ITEM = { campaignId: 'agenda', contentId: 'opening' };

let place: ProcessPlace;
let data: Awaited<ReturnType<typeof makePlace>>;
beforeAll(async () => {
  place = await makeProcessPlace();
  data = await makePlace();
});
afterAll(async () => {
  await place.remove();
  await data.remove();
});

const start = async () =>
  untilReady(
    await spawnServer(place, {
      ...{
        DATA_DIR: data.where.folder,
        TOKEN_SECRET: 'a secret of this test, long enough',
        SIGN_INS_PER_ADDRESS: '999999',
      },
      ...(data.where.url ? { DATABASE_URL: data.where.url } : {}),
    }),
  );

interface Acknowledged {
  session: Credentials;
  upvoted?: boolean;
  comment?: string;
}

/** A question from the hall that all may upvote. */
async function showQuestion(): Promise<string> {
  const server = await start();
  const { ask } = apiClient(server.url);
  const { access_token: token } = await ask('createAccount', { body: attendee() });
  const { results } = await ask('createAudienceQuestion', { token, body: { contentId: 'opening', text: 'Why?' } });
  server.kill('SIGTERM');
  await server.exited;
  const { db, close } = await openDatabase(data.where);
  await db.updateTable('audience_questions').set({ state: 'shown' }).execute();
  await close();
  return results.id;
}

/** Registers, upvotes and comments until the server is killed, and notes what it acknowledged. */
async function writeUntilKilled(url: string, audienceQuestionId: string, acknowledged: Acknowledged[]): Promise<void> {
  const { ask } = apiClient(url);
  try {
    for (let i = 0; ; i++) {
      const entry: Acknowledged = { session: await ask('createAccount', { body: attendee() }) };
      acknowledged.push(entry);
      const token = entry.session.access_token;
      await ask('upvoteAudienceQuestion', { token, params: { audienceQuestionId }, body: { upvoted: true } });
      entry.upvoted = true;
      const comment = `comment ${i}`;
      await ask('createComment', { token, body: { ...ITEM, comment } });
      entry.comment = comment;
    }
  } catch {
    // Killed during a request: the server may or may not have stored what it did not acknowledge.
  }
}

test(`crash: kill -9 during parallel writes, ${ROUNDS} times: no acknowledged row is lost, no partial one remains, and it serves again (decision 002)`, async () => {
  let all = 0;
  let upvoted = 0;
  const question = await showQuestion();
  let server = await start();
  for (let round = 0; round < ROUNDS; round++) {
    const acknowledged: Acknowledged[] = [];
    const writers = Array.from({ length: WRITERS }, () => writeUntilKilled(server.url, question, acknowledged));
    while (acknowledged.length === 0) await delay(5);
    // Each round at another moment: of the first writes, or of many.
    await delay((150 * round) / ROUNDS);
    server.kill('SIGKILL');
    await Promise.all([server.exited, ...writers]);

    server = await start();
    const { ask } = apiClient(server.url);
    const check = async ({ session, comment }: Acknowledged) => {
      const token = session.access_token;
      const { results } = await ask('getAccount', { token, params: { id: session.profile.id } });
      expect(results).toEqual(session.profile);
      const item = await ask('getContentItem', { token, params: ITEM });
      if (comment) expect(item.results.comment).toBe(comment);
    };
    await Promise.all(acknowledged.map(check));
    all += acknowledged.length;
    upvoted += acknowledged.filter((entry) => entry.upvoted).length;
  }
  server.kill('SIGTERM');
  await server.exited;

  const { db, close } = await openDatabase(data.where);
  try {
    const count = async (table: 'accounts' | 'consents' | 'sessions') =>
      (await db.selectFrom(table).select('id').execute()).length;
    const accounts = await count('accounts');
    expect(accounts).toBeGreaterThanOrEqual(all);
    expect([await count('consents'), await count('sessions')]).toEqual([accounts, accounts]);
    // The number of upvotes that a question keeps is that of its rows.
    const rows = await db.selectFrom('audience_question_upvotes').select('standing').execute();
    expect(rows.length).toBeGreaterThanOrEqual(upvoted);
    const kept = await db.selectFrom('audience_questions').select(['upvotes', 'confirmed_upvotes']).execute();
    expect(kept).toEqual([{ upvotes: rows.length, confirmed_upvotes: 0 }]);
  } finally {
    await close();
  }
});
