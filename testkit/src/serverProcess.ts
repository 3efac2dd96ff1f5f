import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { COMPILE_CACHE } from './compileCache.ts';
import { ROOT, readOutput } from './runCommand.ts';
import { sparePort } from './sparePort.ts';
import { writeTestPack } from './testPack.ts';
import { SCALED_SETTINGS, scaled } from './timeScale.ts';

const READY_TIMEOUT_MS = scaled(30_000);

/** A folder in which the real `server/src/main.ts` starts, with a test page instead of the built app. */
export interface ProcessPlace {
  folder: string;
  eventPack: string;
  remove(): Promise<void>;
}

/** A running `node server/src/main.ts`. */
export interface ServerProcess {
  url: string;
  pid: number;
  /** The output so far, of both streams. */
  output(): string;
  kill(signal: NodeJS.Signals): void;
  /** The exit code; null if a signal ended it. */
  exited: Promise<number | null>;
}

const APPS = ['web', 'console'];

/**
 * Makes a folder with a link to the server and test pages: main.ts looks for the apps relative to its own path, so it
 * serves these pages even if the apps are not built.
 * @param options `app: 'built'` serves the built apps instead
 */
export async function makeProcessPlace(options: { app?: 'built' } = {}): Promise<ProcessPlace> {
  const folder = await mkdtemp(path.join(tmpdir(), 'companion-process-'));
  if (options.app === 'built') {
    for (const app of APPS) await symlink(path.join(ROOT, app), path.join(folder, app));
  } else {
    for (const app of APPS) {
      await mkdir(path.join(folder, app, 'dist'), { recursive: true });
      await writeFile(path.join(folder, app, 'dist/index.html'), '<!doctype html><title>Test page</title>');
    }
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

/**
 * Starts the server with these settings, on a spare port and with the test pack.
 * @param through a command that starts the rest of its line, for example after setting a limit
 */
export async function spawnServer(
  place: ProcessPlace,
  env: Record<string, string>,
  { program = path.join(place.folder, 'server/src/main.ts'), through = [] as string[] } = {},
): Promise<ServerProcess> {
  const port = env.PORT ?? String(await sparePort());
  const [command = process.execPath, ...args] = [...through, process.execPath, '--preserve-symlinks-main', program];
  const child = spawn(command, args, {
    // Not in the repository, because a developer's .env must not be read.
    cwd: place.folder,
    env: {
      HOST: '127.0.0.1',
      EVENT_PACK: place.eventPack,
      LOG_LEVEL: 'error',
      ...SCALED_SETTINGS,
      ...env,
      PORT: port,
      // Where writing is limited, only the server's own writes are to fail.
      ...(through.length > 0 ? {} : COMPILE_CACHE),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  readOutput(child, (text) => {
    output += text;
  });
  return {
    url: `http://127.0.0.1:${port}`,
    // Undefined only if the program is missing.
    pid: child.pid ?? 0,
    output: () => output,
    kill: (signal) => void child.kill(signal),
    // `close` follows after all output has been read.
    exited: once(child, 'close').then(([code]) => code),
  };
}

/** Waits until the server is ready. @throws Error with its output if it ends first */
export async function untilReady(server: ServerProcess): Promise<ServerProcess> {
  const end = Date.now() + READY_TIMEOUT_MS;
  let ended = false;
  void server.exited.then(() => {
    ended = true;
  });
  while (!ended && Date.now() < end) {
    const ready = (await isListening(server))
      ? await fetch(`${server.url}/health/ready`).catch(() => undefined)
      : undefined;
    if (ready?.ok) return server;
    await delay(25);
  }
  server.kill('SIGKILL');
  throw new Error(`The server did not start:\n${server.output()}`);
}

/** A refused connection costs a tenth of a failed `fetch`: a server that starts refuses dozens. */
async function isListening({ url }: ServerProcess): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const connected = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return connected;
}
