import type { StaffRole } from '@companion/contract/defineCall';
import { deriveKeys } from '@companion/server/platform/deriveKeys';
import { type OpenDatabase, openDatabaseForCommand } from '@companion/server/platform/openDatabase';
import { readConfig } from '@companion/server/platform/readConfig';
import type { Place as DataPlace } from './postgresPlace.ts';
import { makeProcessPlace, type ServerProcess, spawnServer, untilReady } from './serverProcess.ts';
import { addMember, type StaffBrowser, signInAgain } from './staffBrowser.ts';
import { makeMigratedPlace } from './testDatabase.ts';

const SECRET = 'a secret of the tests, long enough';

/** A server in a process of its own, which a test kills and starts again on the same data. */
export interface KillableServer extends Pick<OpenDatabase, 'db'> {
  /** Its data: the folder, and the address of PostgreSQL where that is used. */
  where: DataPlace['where'];
  /** While it runs. */
  url: () => string;
  /** Whose browser `start` returns. */
  memberId: string;
  /** @param through a program that starts it, with its arguments */
  start(through?: string[]): Promise<StaffBrowser>;
  /** Ends its process, and waits for that. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Ends the server, and removes everything. */
  remove(): Promise<void>;
}

/** @param role of the member of the staff */
export async function makeKillableServer(role: StaffRole): Promise<KillableServer> {
  const [place, data] = [await makeProcessPlace(), await makeMigratedPlace()];
  const { db, close } = await openDatabaseForCommand(data.where);
  const env = {
    ...{ DATA_DIR: data.where.folder, TOKEN_SECRET: SECRET, LOG_LEVEL: 'silent' },
    ...(data.where.url ? { DATABASE_URL: data.where.url } : {}),
  };
  const services = { config: readConfig(env), db, keys: deriveKeys(SECRET), now: Date.now };
  const { id: memberId } = await addMember({ services }, role);
  let server: ServerProcess | undefined;
  const kill = async (signal: NodeJS.Signals = 'SIGKILL') => {
    server?.kill(signal);
    await server?.exited;
  };
  return {
    ...{ db, memberId, kill, where: data.where, url: () => server?.url ?? '' },
    start: async (through = []) => {
      server = await untilReady(await spawnServer(place, env, { through }));
      const { appUrl: origin } = readConfig({ ...env, PORT: new URL(server.url).port });
      return signInAgain({ services, url: server.url, origin }, memberId);
    },
    remove: async () => {
      await kill();
      await close();
      await Promise.all([place.remove(), data.remove()]);
    },
  };
}
