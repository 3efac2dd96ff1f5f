import { connectToDatabase } from '@companion/testkit/connectToDatabase';
import { countLockWaiters } from '@companion/testkit/countLockWaiters';
import { startPushPeer } from '@companion/testkit/pushPeer';
import { startServerTest } from '@companion/testkit/serverTest';
import { expect, test } from 'vitest';
import { DAY } from '../platform/time.ts';
import { transact } from '../platform/transact.ts';
import { queuePush } from './queuePush.ts';

test('queuePush: a browser that is removed meanwhile does not fail the messages to the others', async () => {
  const peer = await startPushPeer();
  const t = await startServerTest(peer.settings);
  const client = await connectToDatabase(t);
  const [gone, other] = [peer.subscribe(), peer.subscribe()];
  const accountIds: string[] = [];
  for (const body of [gone, other]) {
    const { access_token: token, profile } = await t.register();
    await t.ask('savePushDevice', { token, body });
    accountIds.push(profile.id);
  }
  await client.query('begin');
  await client.query('delete from push_devices where endpoint = $1', [gone.endpoint]);

  const queued = transact(t.services, (tx) =>
    queuePush(tx, {
      ...{ source: 'notice', accountIds, said: { title: '', text: '', session: null } },
      expiresAt: t.clock.now() + 2 * DAY,
    }),
  );
  await expect.poll(() => countLockWaiters(client)).toBe(1);
  await client.query('commit');
  await queued;

  const messages = t.services.db
    .selectFrom('push_messages')
    .innerJoin('push_devices', 'push_devices.id', 'device_id')
    .select('endpoint');
  expect(await messages.execute()).toEqual([{ endpoint: other.endpoint }]);
  await client.end();
  await t.stop();
  await peer.stop();
});
