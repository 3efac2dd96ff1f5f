import { type ApiClient, apiClient } from './apiClient.ts';
import { type ServerTest, startServerTest } from './serverTest.ts';
import { startTestServer } from './testServer.ts';

/** Two servers on one database. On SQLite only one process may use a folder, so both are the same server. */
export interface TwoNodes {
  /** The first node, with the functions of a server test. Its clock is not that of the second. */
  first: ServerTest;
  second: ApiClient;
  /** The address of the second. */
  secondUrl: string;
  /** Moves both clocks. */
  advance(ms: number): void;
  /** Runs `work` the given number of times concurrently, alternating between the nodes. */
  onBoth<Result>(times: number, work: (node: ApiClient, index: number) => Promise<Result>): Promise<Result[]>;
  stop(): Promise<void>;
}

/** @param options of both */
export async function startTwoNodes(
  env: Record<string, string> = {},
  options?: Parameters<typeof startTestServer>[1],
): Promise<TwoNodes> {
  const first = await startServerTest(env, options);
  const { databaseUrl, eventPack, signInsPerAddress } = first.services.config;
  const shared = { EVENT_PACK: eventPack ?? 'none', SIGN_INS_PER_ADDRESS: String(signInsPerAddress) };
  const other = databaseUrl
    ? await startTestServer({ ...shared, ...env, DATABASE_URL: databaseUrl }, options)
    : undefined;
  const second = other ? apiClient(other.url) : first;
  return {
    first,
    second,
    secondUrl: other?.url ?? first.url,
    advance: (ms) => {
      first.clock.advance(ms);
      other?.clock.advance(ms);
    },
    onBoth: (times, work) =>
      Promise.all(Array.from({ length: times }, (_, index) => work(index % 2 ? second : first, index))),
    stop: async () => {
      await other?.stop();
      await first.stop();
    },
  };
}
