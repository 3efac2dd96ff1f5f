import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { memoryFolder } from './memoryFolder.ts';
import { sparePort } from './sparePort.ts';
import { scaled } from './timeScale.ts';

const run = promisify(execFile);

/** PostgreSQL does not run as root. Machines on which tests run as root usually have one of these users. */
const UNPRIVILEGED = ['postgres', 'nobody'];
const READY_TIMEOUT_MS = scaled(30_000);

/**
 * Runs PostgreSQL until the other end of standard input closes, so that it ends when the test run is killed.
 * The folder is `$0`, that of the data the first argument, the command the rest. SIGINT is PostgreSQL's fast shutdown,
 * which disconnects its clients. Both folders are removed, unless the file `keep` exists.
 */
const SUPERVISOR = `
exec 3<&0
data=$1
shift
"$@" 3<&- & server=$!
{ cat <&3 >/dev/null; kill -INT $server; } & watcher=$!
wait $server
kill $watcher 2>/dev/null
[ -e keep ] || rm -rf "$0" "$data"
`;

export interface PostgresServer {
  /** The URL of its superuser, with the database `postgres`. */
  url: string;
  /** Stops it with all connections, like a restart of its machine, and keeps its data. */
  pause(): Promise<void>;
  /** Starts it again with the same data and port. */
  resume(): Promise<void>;
  /** Stops it and removes its data. May be called twice. */
  stop(): Promise<void>;
}

/** The last one, because the data may be in memory. */
const NOT_DURABLE = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_wal_size=256MB'];

/**
 * Starts a separate PostgreSQL on 127.0.0.1 with a new data folder.
 * @param binaries the folder with `initdb` and `postgres`
 * @param options `durable: false`: the data are in memory if there is room, and a commit does not wait for the disk, for
 * tests without crashes of the machine
 */
export async function startPostgres(binaries: string, { durable = true } = {}): Promise<PostgresServer> {
  const identity = process.getuid?.() === 0 ? await unprivilegedUser() : undefined;
  const folder = await mkdtemp(path.join(tmpdir(), 'companion-postgres-'));
  const data = await mkdtemp(path.join(durable ? tmpdir() : memoryFolder(), 'companion-postgres-data-'));
  const removeFolders = async () => {
    for (const each of [folder, data]) await rm(each, { recursive: true, force: true });
  };
  try {
    const password = randomBytes(16).toString('hex');
    await writeFile(path.join(folder, 'password'), password);
    const bin = identity ? await reachable(binaries, folder) : binaries;
    if (identity) await run('chown', ['-R', `${identity.uid}:${identity.gid}`, folder, data]);
    const options = { cwd: folder, ...identity };
    // PostgreSQL's own choice takes both sides milliseconds of processor time, of each of ten connections in each test.
    const method = durable ? 'scram-sha-256' : 'md5';
    const auth = ['-U', 'postgres', `--auth=${method}`, '--pwfile=password'];
    await run(path.join(bin, 'initdb'), ['-D', data, ...auth, '-E', 'UTF8', '--locale=C'], options);

    const port = await sparePort();
    const settings = ['max_connections=200', ...(durable ? [] : NOT_DURABLE)].flatMap((setting) => ['-c', setting]);
    const args = ['-D', data, '-h', '127.0.0.1', '-p', String(port), '-k', folder, ...settings];
    const launch = () =>
      launchPostgres(['sh', '-c', SUPERVISOR, folder, data, path.join(bin, 'postgres'), ...args], options);
    let takeDown = await launch();
    const keep = path.join(folder, 'keep');
    return {
      url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
      pause: async () => {
        await writeFile(keep, '');
        await takeDown();
      },
      resume: async () => {
        await rm(keep);
        takeDown = await launch();
      },
      stop: async () => {
        await takeDown();
        await removeFolders();
      },
    };
  } catch (error) {
    await removeFolders();
    throw error;
  }
}

/** Starts PostgreSQL and waits until it is ready. @returns a function that stops it */
async function launchPostgres(
  [command = '', ...args]: string[],
  options: { cwd: string; uid?: number; gid?: number },
): Promise<() => Promise<void>> {
  const server = spawn(command, args, {
    ...options,
    stdio: ['pipe', 'ignore', 'pipe'],
    // A separate process group: Ctrl-C must not stop it before the tests that use it.
    detached: true,
  });
  const exited = once(server, 'exit');
  const takeDown = async () => {
    server.stdin.end();
    await exited;
  };
  let log = '';
  server.stderr.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-10_000);
  });
  if (await ready(server, () => log)) return takeDown;
  await takeDown();
  throw new Error(`PostgreSQL did not start:\n${log}`);
}

async function unprivilegedUser(): Promise<{ uid: number; gid: number }> {
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const name of UNPRIVILEGED) {
    const [, , uid, gid] = users.find(([user]) => user === name) ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(
    `PostgreSQL does not run as root, and there is no user ${UNPRIVILEGED.join(' or ')}. Create one of them.`,
  );
}

/** Every user can read the system's programs. Those in the cache may be in root's home folder, so they are copied. */
async function reachable(binaries: string, folder: string): Promise<string> {
  if (binaries.startsWith('/usr/')) return binaries;
  const copy = path.join(folder, 'programs');
  await cp(path.dirname(binaries), copy, { recursive: true, verbatimSymlinks: true });
  return path.join(copy, path.basename(binaries));
}

/** Waits for the log line about connections: an open port may still answer that the server is starting up. */
async function ready(server: ChildProcess, log: () => string): Promise<boolean> {
  const end = Date.now() + READY_TIMEOUT_MS;
  while (server.exitCode === null && Date.now() < end) {
    if (log().includes('ready to accept connections')) return true;
    await delay(20);
  }
  return false;
}
