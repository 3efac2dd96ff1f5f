import { setTimeout as delay } from 'node:timers/promises';
import { announce } from '@companion/testkit/announce';
import { apiClient } from '@companion/testkit/apiClient';
import { makeProcessPlace, spawnServer, untilReady } from '@companion/testkit/serverProcess';
import { makeMigratedPlace } from '@companion/testkit/testDatabase';
import { attendee } from '@companion/testkit/testServer';
import { startTwilioPeer } from '@companion/testkit/twilioPeer';
import { expect, test } from 'vitest';
import { deriveKeys } from '../platform/deriveKeys.ts';
import { openDatabaseForCommand } from '../platform/openDatabase.ts';
import { readConfig } from '../platform/readConfig.ts';
import { MINUTE } from '../platform/time.ts';

const PEOPLE = 40;
const SECRET = 'a secret of this test, long enough';

test('announcements: kill -9 while one is sent leaves each person with one message, at most two', async () => {
  const [twilio, place, data] = [await startTwilioPeer(), await makeProcessPlace(), await makeMigratedPlace()];
  const env = {
    ...{ DATA_DIR: data.where.folder, TOKEN_SECRET: SECRET, ...twilio.settings, SMS_PARTS_A_SECOND: '10' },
    ...(data.where.url ? { DATABASE_URL: data.where.url } : {}),
  };
  const opened = await openDatabaseForCommand(data.where);
  try {
    // The fan-out is under way when the server dies: some are delivered, some with the provider, some not in the outbox yet.
    twilio.answer(() => (twilio.asked.length <= 8 ? 'take' : 'hang'));
    const server = await untilReady(await spawnServer(place, env));
    const api = apiClient(server.url);
    const people = await Promise.all(
      Array.from({ length: PEOPLE }, () => api.ask('createAccount', { body: attendee() })),
    );
    await opened.db.updateTable('accounts').set({ phone_proved_at: 1, confirmed_at: 1 }).execute();
    const services = { config: readConfig(env), db: opened.db, keys: deriveKeys(SECRET), now: Date.now };
    await announce({ services }, { sms: true });
    await expect.poll(() => twilio.asked.length, { timeout: 20_000 }).toBeGreaterThan(15);
    server.kill('SIGKILL');
    await server.exited;
    expect(twilio.asked.length).toBeLessThan(PEOPLE);

    twilio.answer('take');
    const before = await opened.db.selectFrom('outbox').select('leased_until').where('leased_until', '>', 0).execute();
    expect(before.length).toBeGreaterThan(0);
    // The leases of the dead server expire, as they do after a minute.
    await opened.db
      .updateTable('outbox')
      .set((row) => ({ leased_until: row('leased_until', '-', MINUTE) }))
      .where('leased_until', '>', 0)
      .execute();
    const restarted = await untilReady(await spawnServer(place, env));
    await expect.poll(() => new Set(twilio.taken.map(({ To }) => To)).size, { timeout: 30_000 }).toBe(PEOPLE);
    // A second message would follow within one batch.
    await delay(1500);
    restarted.kill('SIGTERM');
    expect(await restarted.exited).toBe(0);

    const counts = people.map(({ profile }) => {
      const number = `+1${profile.phone.replace(/\D/g, '')}`;
      return twilio.taken.filter(({ To }) => To === number).length;
    });
    expect(counts.filter((count) => count < 1 || count > 2)).toEqual([]);
    const messages = await opened.db.selectFrom('announcement_messages').selectAll().execute();
    expect(messages).toHaveLength(PEOPLE);
  } finally {
    await opened.close();
    await Promise.all([twilio.stop(), place.remove(), data.remove()]);
  }
});
