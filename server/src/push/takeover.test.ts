import { setTimeout as delay } from 'node:timers/promises';
import { type PushPeer, startPushPeer } from '@companion/testkit/pushPeer';
import { signedInMember } from '@companion/testkit/staffBrowser';
import { startTwoNodes, type TwoNodes } from '@companion/testkit/twoNodes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { erasePerson } from '../archive/erasePerson.ts';
import { findPerson } from '../identity/accounts/findPerson.ts';

let t: TwoNodes;
let peer: PushPeer;
beforeAll(async () => {
  peer = await startPushPeer();
  t = await startTwoNodes(peer.settings);
});
afterAll(async () => {
  await t.stop();
  await peer.stop();
});

const ROUNDS = 8;
/** About as long as each of the requests takes. */
const SPREAD_MS = 12;

type Person = Awaited<ReturnType<TwoNodes['first']['register']>>;

/** Makes ready how the owner of a browser goes, on the first node. */
const goings = {
  'signs out': async (owner: Person) => () => t.first.ask('logout', { body: { refresh_token: owner.refresh_token } }),
  'is erased': async (owner: Person) => {
    const { services } = t.first;
    return async () => erasePerson(services, await findPerson(services.db, owner.profile.id));
  },
  'is merged': async (owner: Person) => {
    const { browser } = await signedInMember(t.first, 'editor');
    const params = { personId: (await t.first.register()).profile.id, removedId: owner.profile.id };
    const { token } = (await browser.ask('getMergePreview', { params })).results;
    return () => browser.ask('mergePeople', { params, body: { token } });
  },
};

test.each(Object.keys(goings) as (keyof typeof goings)[])(
  'push: a browser that another takes over on one node, while its owner %s on the other, is that of the other alone',
  async (going) => {
    const other = await t.first.register();
    for (let round = 0; round < ROUNDS; round++) {
      const owner = await t.first.register();
      const [shared, another] = [peer.subscribe(), peer.subscribe()];
      await t.first.ask('savePushDevice', { token: owner.access_token, body: shared });
      const go = await goings[going](owner);
      const save = (token: string, body: object) => t.second.send('savePushDevice', { token, body });
      const [taken, late] = await Promise.all(
        [
          () => save(other.access_token, shared),
          // Of the owner's second browser, which may come too late.
          () => save(owner.access_token, another),
          go,
        ].map(async (act) => {
          await delay(Math.random() * SPREAD_MS);
          return act();
        }),
      );

      expect(taken).toMatchObject({ status: 200 });
      expect([200, 401]).toContain((late as { status: number }).status);
      const devices = await t.first.services.db
        .selectFrom('push_devices')
        .innerJoin('sessions', 'sessions.id', 'session_id')
        .select(['push_devices.account_id', 'sessions.account_id as signed_in', 'ended_at'])
        .where('endpoint', 'in', [shared.endpoint, another.endpoint])
        .execute();
      const { id } = other.profile;
      expect(devices, `round ${round}`).toEqual([{ account_id: id, signed_in: id, ended_at: null }]);
    }
  },
);
