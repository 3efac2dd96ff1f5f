import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { apiClient } from '@companion/testkit/apiClient';
import { noonZone } from '@companion/testkit/noonZone';
import { startPushPeer } from '@companion/testkit/pushPeer';
import { moveSession, scheduleSession } from '@companion/testkit/scheduleSession';
import { makeProcessPlace, spawnServer, untilReady } from '@companion/testkit/serverProcess';
import { makeMigratedPlace } from '@companion/testkit/testDatabase';
import { attendee } from '@companion/testkit/testServer';
import { expect, test } from 'vitest';
import { openDatabaseForCommand } from '../platform/openDatabase.ts';
import { HOUR, MINUTE } from '../platform/time.ts';

/** More than are under way at once. */
const PEOPLE = 130;
/** Before the server is killed. */
const DELIVERED = 8;

test('push: kill -9 while a change is pushed leaves each who saved the session with one message, shown once', async () => {
  const [peer, place, data] = [await startPushPeer(), await makeProcessPlace(), await makeMigratedPlace()];
  const [certificate, eventFile] = [join(place.folder, 'ca.pem'), join(place.eventPack, 'event.yaml')];
  await writeFile(certificate, peer.ca);
  await writeFile(eventFile, (await readFile(eventFile, 'utf8')).replace('America/New_York', noonZone()));
  const env = {
    ...{ DATA_DIR: data.where.folder, TOKEN_SECRET: 'a secret of this test, long enough' },
    ...{ ...peer.settings, NODE_EXTRA_CA_CERTS: certificate },
    ...(data.where.url ? { DATABASE_URL: data.where.url } : {}),
  };
  const opened = await openDatabaseForCommand(data.where);
  try {
    // Some are delivered, some with the push service, some not begun.
    peer.answer(() => (peer.asked.length <= DELIVERED ? { status: 201 } : 'hang'));
    const server = await untilReady(await spawnServer(place, env));
    const api = apiClient(server.url);
    const people = [];
    for (let count = 0; count < PEOPLE; count++) {
      const { access_token: token, profile } = await api.ask('createAccount', { body: attendee() });
      const body = { campaignId: 'agenda', contentId: 'opening', saved: count % 10 > 0 };
      await api.ask('saveSession', { token, body });
      const subscription = peer.subscribe();
      await api.ask('savePushDevice', { token, body: subscription });
      people.push({ id: profile.id, saved: body.saved, endpoint: subscription.endpoint });
    }
    // As if it had been moved five minutes ago.
    const asEdited = { services: { db: opened.db, now: () => Date.now() - 5 * MINUTE } };
    const start = Date.now() + 2 * HOUR;
    await scheduleSession(asEdited, 'opening', { starts_at: start, ends_at: start + HOUR, room: 'A', hidden: 0 });
    await moveSession(asEdited, 'opening', { room: 'B' });
    await expect.poll(() => peer.asked.length, { timeout: 20_000 }).toBeGreaterThan(20);
    // What is delivered and not yet recorded would be pushed again, and shown once.
    const recorded = () => opened.db.selectFrom('push_messages').where('done_at', 'is not', null).selectAll().execute();
    await expect.poll(async () => (await recorded()).length).toBe(DELIVERED);
    server.kill('SIGKILL');
    await server.exited;
    const savers = people.filter(({ saved }) => saved);
    expect(peer.asked.length).toBeLessThan(savers.length);

    peer.answer({ status: 201 });
    // The leases of the dead server expire, as they do after a minute.
    await opened.db
      .updateTable('push_messages')
      .set((row) => ({ leased_until: row('leased_until', '-', MINUTE) }))
      .where('leased_until', '>', 0)
      .execute();
    const restarted = await untilReady(await spawnServer(place, env));
    await expect
      .poll(() => new Set(peer.taken.map(({ endpoint }) => endpoint)).size, { timeout: 30_000 })
      .toBe(savers.length);
    await delay(1500);
    restarted.kill('SIGTERM');
    expect(await restarted.exited).toBe(0);

    const taken = (endpoint: string) => peer.taken.filter((message) => message.endpoint === endpoint).length;
    expect(people.filter(({ saved, endpoint }) => taken(endpoint) !== (saved ? 1 : 0))).toEqual([]);
    // A browser that got it twice would show it once.
    expect(new Set(peer.asked.map(({ payload }) => payload.tag)).size).toBe(1);
    const told = await opened.db.selectFrom('told_notices').select('account_id').execute();
    expect(told.map(({ account_id }) => account_id).sort()).toEqual(savers.map(({ id }) => id).sort());
    expect(peer.faults).toEqual([]);
  } finally {
    await opened.close();
    await Promise.all([peer.stop(), place.remove(), data.remove()]);
  }
});
