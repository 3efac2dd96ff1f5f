import { startServerTest } from '@companion/testkit/serverTest';
import { signedInMember, staffBrowser } from '@companion/testkit/staffBrowser';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { MINUTE } from '../platform/time.ts';
import { autocommit } from '../platform/transact.ts';

test('faults: while nothing can be stored, stage screens and the console go on reading', async () => {
  const t = await startServerTest();
  try {
    const { browser: host } = await signedInMember(t, 'host');
    const { link } = (await host.ask('createStageScreen', { body: { name: 'Main stage' } })).results;
    const screen = staffBrowser(t);
    await screen.ask('connectStageScreen', { body: { token: link.split('#key=')[1] } });
    // When they were used last is due to be stored.
    t.clock.advance(5 * MINUTE);
    await autocommit(t.services, (db) => sql`pragma query_only = on`.execute(db));

    expect((await screen.send('getStageScreen')).status).toBe(200);
    expect((await host.send('getStaffMe', { headers: { 'staff-use': '1' } })).status).toBe(200);
    expect((await host.send('createStageScreen', { body: { name: 'Side stage' } })).status).toBe(503);
  } finally {
    await t.stop();
  }
});
