import type { Credentials } from '@companion/contract/session';
import { apiClient, type Reply, refusal } from '@companion/testkit/apiClient';
import {
  makeProcessPlace,
  type ProcessPlace,
  type ServerProcess,
  spawnServer,
  untilReady,
} from '@companion/testkit/serverProcess';
import { makePlace } from '@companion/testkit/testDatabase';
import { attendee } from '@companion/testkit/testServer';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../platform/openDatabase.ts';

const ITEM = { campaignId: 'agenda', contentId: 'opening' };
/** The maximum file size, in the shell's blocks of 512 bytes: to a process this looks like a full disk. */
const FILE_BLOCKS = 6144;
const NOT_NOW = refusal(503, 'We cannot answer right now. Please try again in a moment.');

let place: ProcessPlace;
let data: Awaited<ReturnType<typeof makePlace>>;
let server: ServerProcess;
beforeEach(async () => {
  [place, data] = [await makeProcessPlace(), await makePlace()];
});
afterEach(async () => {
  server.kill('SIGKILL');
  await server.exited;
  await place.remove();
  await data.remove();
});

async function start(through: string[] = []): Promise<ServerProcess> {
  const env = { DATA_DIR: data.where.folder, SIGN_INS_PER_ADDRESS: '999999', LOG_LEVEL: 'silent' };
  server = await spawnServer(place, env, { through });
  return untilReady(server);
}

test('faults: disk full: writes are 503 and leave no partial rows, reads continue, and with free space all works again (decision 015)', async () => {
  const { url } = await start(['sh', '-c', `ulimit -f ${FILE_BLOCKS}; exec "$@"`, 'sh']);
  const { ask, send } = apiClient(url);
  const acknowledged: Credentials[] = [];
  const refused: Reply[] = [];
  while (refused.length < 20) {
    const replies = await Promise.all(Array.from({ length: 20 }, () => send('createAccount', { body: attendee() })));
    for (const reply of replies) {
      // Other tests check the schema; here the status shows which of the two it is.
      if (reply.status === 201) acknowledged.push(reply.body as Credentials);
      else refused.push(reply);
    }
  }
  expect(acknowledged.length).toBeGreaterThan(20);
  expect(refused).toEqual(refused.map(() => NOT_NOW));

  const [one] = acknowledged;
  const token = one?.access_token ?? '';
  // Smaller writes than a registration may still fit.
  let stored = 0;
  let last: Reply = { status: 200, body: '' };
  for (let sent = 1; last.status < 300; sent++) {
    last = await send('updateComment', { token, body: { ...ITEM, comment: `comment ${sent}` } });
    if (last.status === 200) stored = sent;
  }
  expect(last).toEqual(NOT_NOW);
  expect((await send('getContent', { token })).status).toBe(200);
  expect((await ask('getContentItem', { token, params: ITEM })).results.comment).toBe(
    stored ? `comment ${stored}` : null,
  );
  // A refresh writes still less: some may fit.
  let current = one;
  let refreshed: Reply;
  do {
    refreshed = await send('refresh', { body: { refresh_token: current?.refresh_token } });
    // The contract's answer to a refresh.
    if (refreshed.status === 200) current = refreshed.body as Credentials;
  } while (refreshed.status === 200);
  expect(refreshed).toEqual(NOT_NOW);
  for (const path of ['/health/live', '/health/ready']) expect((await fetch(url + path)).status).toBe(200);
  server.kill('SIGTERM');
  await server.exited;

  const again = apiClient((await start()).url);
  expect((await again.send('createVote', { token, body: { ...ITEM, vote: 'up' } })).status).toBe(201);
  for (const { access_token, profile } of acknowledged) {
    const { results } = await again.ask('getAccount', { token: access_token, params: { id: profile.id } });
    expect(results).toEqual(profile);
  }
  await again.ask('refresh', { body: { refresh_token: current?.refresh_token } });
  server.kill('SIGTERM');
  await server.exited;

  const { db, close } = await openDatabase(data.where);
  const count = async (table: 'accounts' | 'consents' | 'sessions') =>
    (await db.selectFrom(table).select('id').execute()).length;
  try {
    expect([await count('accounts'), await count('consents'), await count('sessions')]).toEqual(
      Array(3).fill(acknowledged.length),
    );
  } finally {
    await close();
  }
});
