import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { deriveKeys, type Keys } from '@companion/server/platform/deriveKeys';
import { type OpenDatabase, openDatabaseForCommand } from '@companion/server/platform/openDatabase';
import { ensurePostgres } from '@companion/testkit/ensurePostgres';
import { startPostgres } from '@companion/testkit/postgresServer';
import { ROOT } from '@companion/testkit/runCommand';
import { makeProcessPlace, type ServerProcess, spawnServer, untilReady } from '@companion/testkit/serverProcess';

interface Usage {
  cpu: number;
  megabytes: number;
}

export interface NodeUsage extends Usage {
  /** Open files, connections included. */
  files: number;
}

/** A system to measure: servers, each in its own process, on one database. */
export interface System {
  name: string;
  urls: string[];
  engine: Engine;
  db: OpenDatabase['db'];
  keys: Keys;
  /** Counts the rows of a table. */
  count(table: 'answers' | 'votes' | 'sessions'): Promise<number>;
  /** CPU seconds and resident memory of the servers, without PostgreSQL. */
  usage(): Promise<Usage>;
  usageOfNodes(): Promise<NodeUsage[]>;
  /** Collects the garbage of the nodes. */
  collectGarbage(): Promise<void>;
  /** Kills a node without a warning, as a crash does. */
  kill(node: number): Promise<void>;
  /** Starts a node again that was killed, at its address. */
  start(node: number): Promise<void>;
  stop(): Promise<void>;
}

/** One node on the embedded database, or two nodes on a PostgreSQL server of their own. */
export const ENGINES = ['sqlite', 'postgres'] as const;
export type Engine = (typeof ENGINES)[number];

const TOKEN_SECRET = 'a secret of the benchmark, long enough';
/** Until a node has collected its garbage, and given the memory back. */
const COLLECTING_MS = 1_500;

/** @param env settings in addition to those of the demo event */
export async function startSystem(engine: Engine, env: Record<string, string>): Promise<System> {
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const each of stops.splice(0).reverse()) await each();
  };
  try {
    const place = await makeProcessPlace({ app: 'built' });
    stops.push(place.remove);
    const folder = await mkdtemp(join(tmpdir(), 'bench-data-'));
    stops.push(() => rm(folder, { recursive: true, force: true }));
    const database: Record<string, string> = {};
    if (engine === 'postgres') {
      const binaries = await ensurePostgres(console.log);
      if (!binaries) throw new Error('There is no PostgreSQL on this machine.');
      const postgres = await startPostgres(binaries);
      stops.push(postgres.stop);
      database.DATABASE_URL = postgres.url;
    }
    const nodes: ServerProcess[] = [];
    stops.push(async () => {
      for (const server of nodes) server.kill('SIGTERM');
      await Promise.all(nodes.map(({ exited }) => exited));
    });
    const start = async (node: number) => {
      const before = nodes[node];
      const server = await spawnServer(place, {
        DATA_DIR: folder,
        EVENT_PACK: join(ROOT, 'events/demo'),
        TOKEN_SECRET,
        LOG_LEVEL: 'warn',
        NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'collectGarbage.ts'))}`,
        ...database,
        ...env,
        ...(before ? { PORT: new URL(before.url).port } : {}),
      });
      nodes[node] = server;
      await untilReady(server);
    };
    for (let node = 0; node < (engine === 'postgres' ? 2 : 1); node += 1) await start(node);
    const pids = () => nodes.map(({ pid }) => pid);
    const { db, close } = await openDatabaseForCommand({ url: database.DATABASE_URL, folder });
    stops.push(close);
    return {
      name: engine === 'sqlite' ? 'embedded (SQLite)' : 'two nodes on PostgreSQL',
      engine,
      urls: nodes.map(({ url }) => url),
      db,
      keys: deriveKeys(TOKEN_SECRET),
      count: async (table) => {
        const { count } = await db
          .selectFrom(table)
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow();
        return Number(count);
      },
      usage: () => usageOf(pids()),
      usageOfNodes: () =>
        Promise.all(
          pids().map(async (pid) => ({
            ...(await usageOf([pid])),
            files: (await readdir(`/proc/${pid}/fd`).catch(() => [])).length,
          })),
        ),
      collectGarbage: async () => {
        for (const server of nodes) server.kill('SIGUSR2');
        await delay(COLLECTING_MS);
      },
      kill: async (node) => {
        nodes[node]?.kill('SIGKILL');
        await nodes[node]?.exited;
      },
      start,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Read from /proc, if there is one: user and system time in ticks of 10 ms, memory in pages of 4 KiB. */
async function usageOf(pids: number[]): Promise<Usage> {
  let cpu = 0;
  let megabytes = 0;
  for (const pid of pids) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    cpu += (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / 100;
    megabytes += (Number(fields[21] ?? 0) * 4096) / 1e6;
  }
  return { cpu, megabytes };
}
