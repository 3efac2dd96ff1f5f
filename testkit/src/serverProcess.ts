import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './freePort.ts';

const ROOT = join(import.meta.dirname, '../..');
const START_TIMEOUT = 20_000;

export interface ServerProcess {
  url: string;
  dataDir: string;
  /** Everything it printed so far, over all starts. */
  output(): string;
  /** Ends it, at once (`SIGKILL`) or as an operator does; resolves with its exit code, null where a signal ended it. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>;
  /** Starts it again on the same data and port. */
  start(): Promise<void>;
  /** Ends it if it still runs, and removes its data. */
  remove(): Promise<void>;
}

/**
 * `node server/src/main.ts` as a process of its own, with the demo event and SQLite in a folder of its own: for what a
 * server in the test's process cannot show, such as being killed.
 * @param env settings on top of the defaults
 */
export async function startServerProcess(env: Record<string, string> = {}): Promise<ServerProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'companion-process-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let output = '';
  let child: ChildProcess | undefined;

  async function start(): Promise<void> {
    const started = spawn(process.execPath, ['server/src/main.ts'], {
      cwd: ROOT,
      env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', APP_URL: url, DATA_DIR: dataDir, ...env },
    });
    child = started;
    const keep = (chunk: Buffer) => {
      output += chunk;
    };
    started.stdout.on('data', keep);
    started.stderr.on('data', keep);
    const deadline = Date.now() + START_TIMEOUT;
    while (!(await isReady(url))) {
      if (started.exitCode !== null || Date.now() > deadline) throw new Error(`The server did not start:\n${output}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    const running = child;
    if (!running || running.exitCode !== null || running.signalCode !== null) return running?.exitCode ?? null;
    const exit = once(running, 'exit');
    running.kill(signal);
    await exit;
    return running.exitCode;
  }

  const remove = async () => {
    await end('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
  };
  await start().catch(async (error: unknown) => {
    await remove();
    throw error;
  });
  return { url, dataDir, output: () => output, end, start, remove };
}

const isReady = (url: string) =>
  fetch(`${url}/health/ready`).then(
    (response) => response.ok,
    () => false,
  );
