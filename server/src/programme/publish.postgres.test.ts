import { setTimeout as delay } from 'node:timers/promises';
import { connectToDatabase } from '@companion/testkit/connectToDatabase';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { type StaffBrowser, signedInMember } from '@companion/testkit/staffBrowser';
import { untilBlocked } from '@companion/testkit/untilBlocked';
import { afterAll, beforeAll, expect, test } from 'vitest';

let t: ServerTest;
let browser: StaffBrowser;
beforeAll(async () => {
  t = await startServerTest();
  browser = (await signedInMember(t, 'owner')).browser;
});
afterAll(() => t.stop());

/** Long enough for a transaction to begin. */
const A_MOMENT_MS = 300;

test('publish: no transaction is open while the programme is checked', async () => {
  const { programme, draft } = (await browser.ask('getProgramme')).results;
  const from = programme.event.tagline ?? null;
  const edit = { op: 'set', list: 'event', id: null, field: 'tagline', from, to: 'Soon' } as const;
  await browser.ask('editProgramme', { body: { edits: [edit] } });
  const poll = { campaignId: 'polls', question: 'Ready?', type: 'yes-no', options: [] };
  const calls = [
    () => browser.ask('publishProgramme', { body: { version: draft.version + 1 } }),
    () => browser.ask('createPoll', { body: poll }),
  ];
  for (const call of calls) {
    const checking = await connectToDatabase(t);
    const looking = await connectToDatabase(t);
    // The check reads the questions.
    await checking.query('begin; lock table questions in access exclusive mode');
    const answer = call();
    await untilBlocked(t, 1);
    await delay(A_MOMENT_MS);
    // Idle, or with a statement that waits for the lock and is not its first.
    const { rows } = await looking.query(`
      select query from pg_stat_activity
      where datname = current_database() and query not like '%lock table%'
        and (state = 'idle in transaction' or xact_start < query_start)`);
    await checking.query('commit');
    await answer;
    await Promise.all([checking.end(), looking.end()]);
    expect(rows).toEqual([]);
  }
});
