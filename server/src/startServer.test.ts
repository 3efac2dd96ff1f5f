import { rm } from 'node:fs/promises';
import { apiClient } from '@companion/testkit/apiClient';
import { sparePort } from '@companion/testkit/sparePort';
import { makePlace } from '@companion/testkit/testDatabase';
import { TEST_EVENT, writeTestPack } from '@companion/testkit/testPack';
import { attendee } from '@companion/testkit/testServer';
import { SCALED_SETTINGS } from '@companion/testkit/timeScale';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from './platform/readConfig.ts';
import { type RunningServer, startServer } from './startServer.ts';

let data: Awaited<ReturnType<typeof makePlace>>;
let pack: string;
beforeAll(async () => {
  [data, pack] = [await makePlace(), await writeTestPack()];
});
afterAll(async () => {
  await rm(pack, { recursive: true });
  await data.remove();
});

async function startNode(): Promise<RunningServer> {
  const config = readConfig({
    ...{ PORT: String(await sparePort()), HOST: '127.0.0.1', DATA_DIR: data.where.folder, EVENT_PACK: pack },
    ...{ LOG_LEVEL: 'error', DATABASE_URL: data.where.url, TOKEN_SECRET: 'a secret of these tests, long enough' },
    ...SCALED_SETTINGS,
  });
  return startServer(config);
}

const apiOf = ({ services }: RunningServer) => apiClient(`http://127.0.0.1:${services.config.port}`);

test('start: of nodes that start at once on an empty database, all serve on PostgreSQL and one on SQLite (decision 015)', async () => {
  const started = await Promise.allSettled([startNode(), startNode(), startNode()]);
  const nodes = started.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const refused = started.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []));
  try {
    const inUse = expect.stringContaining(
      `DATA_DIR: the folder ${data.where.folder} is in use by another server process.`,
    );
    expect(refused).toEqual(data.where.url ? [] : [inUse, inUse]);
    expect(nodes).toHaveLength(data.where.url ? 3 : 1);

    const apis = nodes.map(apiOf);
    const session = await apis[0]?.ask('createAccount', { body: attendee() });
    for (const api of apis) {
      const { results } = await api.ask('getQuestions', { token: session?.access_token ?? '' });
      // Polls for the stage are drafts.
      const { polls, ...surveys } = TEST_EVENT.questions;
      expect(results).toHaveLength(Object.values(surveys).flat().length);
    }
  } finally {
    for (const node of nodes) await node.stop();
  }
});

test('start: a failed start closes the database (decision 015)', async () => {
  const config = readConfig({
    ...{ PORT: '1', HOST: '192.0.2.1', DATA_DIR: data.where.folder, EVENT_PACK: pack, LOG_LEVEL: 'silent' },
    ...{ DATABASE_URL: data.where.url, TOKEN_SECRET: 'a secret of these tests, long enough' },
  });
  await expect(startServer(config)).rejects.toThrow(/192\.0\.2\.1/);

  const node = await startNode();
  await node.stop();
});
