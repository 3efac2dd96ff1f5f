import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ROOT } from './runCommand.ts';
import { sparePort } from './sparePort.ts';
import { writeTestPack } from './testPack.ts';
import { scaled } from './timeScale.ts';

const READY_WITHIN = scaled(30_000);

/** A folder from which the real `server/src/main.ts` starts, with a page in place of the built app. */
export interface ProcessPlace {
  folder: string;
  eventPack: string;
  remove(): Promise<void>;
}

/** A running `node server/src/main.ts`. */
export interface ServerProcess {
  url: string;
  pid: number;
  /** What it has printed so far, on both streams. */
  output(): string;
  kill(signal: NodeJS.Signals): void;
  /** How it ended: null when a signal killed it. */
  exited: Promise<number | null>;
}

/**
 * main.ts looks for the app beside itself: a link to it finds one here, whether the app is built or not.
 * @param options `app: 'built'` to serve the app as it was last built instead
 */
export async function makeProcessPlace(options: { app?: 'built' } = {}): Promise<ProcessPlace> {
  const folder = await mkdtemp(path.join(tmpdir(), 'companion-process-'));
  if (options.app === 'built') {
    await symlink(path.join(ROOT, 'web'), path.join(folder, 'web'));
  } else {
    await mkdir(path.join(folder, 'web/dist'), { recursive: true });
    await writeFile(path.join(folder, 'web/dist/index.html'), '<!doctype html><title>Test page</title>');
  }
  await symlink(path.join(ROOT, 'server'), path.join(folder, 'server'));
  const eventPack = await writeTestPack();
  return {
    folder,
    eventPack,
    remove: async () => {
      for (const each of [folder, eventPack]) await rm(each, { recursive: true, force: true });
    },
  };
}

/** Node keeps what it has compiled there: the next process of the same program starts in half the time. */
export const COMPILE_CACHE = { NODE_COMPILE_CACHE: path.join(ROOT, '.cache/compiled') };

/**
 * Starts the server with these settings on top of a port of its own, and the tests' pack.
 * @param through a command that starts the rest of its line, such as one that sets a limit; none by default
 */
export async function spawnServer(
  place: ProcessPlace,
  env: Record<string, string>,
  { program = path.join(place.folder, 'server/src/main.ts'), through = [] as string[] } = {},
): Promise<ServerProcess> {
  const port = env.PORT ?? String(await sparePort());
  const [command = process.execPath, ...args] = [...through, process.execPath, '--preserve-symlinks-main', program];
  const child = spawn(command, args, {
    // Not the repository: a developer's .env must not reach it.
    cwd: place.folder,
    env: {
      ...{ HOST: '127.0.0.1', EVENT_PACK: place.eventPack, LOG_LEVEL: 'error', ...env, PORT: port },
      // Where writing is limited, only the server's own writes are to fail.
      ...(through.length > 0 ? {} : COMPILE_CACHE),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  return {
    url: `http://127.0.0.1:${port}`,
    // Undefined only where the program itself is missing.
    pid: child.pid ?? 0,
    output: () => output,
    kill: (signal) => void child.kill(signal),
    // `close` comes once everything it printed has been read.
    exited: once(child, 'close').then(([code]) => code),
  };
}

/** Waits until it serves; throws what it printed when it ended first. */
export async function untilReady(server: ServerProcess): Promise<ServerProcess> {
  const end = Date.now() + READY_WITHIN;
  let ended = false;
  void server.exited.then(() => {
    ended = true;
  });
  while (!ended && Date.now() < end) {
    const ready = await fetch(`${server.url}/health/ready`).catch(() => undefined);
    if (ready?.ok) return server;
    await delay(25);
  }
  server.kill('SIGKILL');
  throw new Error(`The server did not start:\n${server.output()}`);
}
