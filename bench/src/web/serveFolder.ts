import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { demoTomorrow } from '@companion/testkit/demoTomorrow';
import { ensureOperationsTool } from '@companion/testkit/ensureOperationsTools';
import { ROOT } from '@companion/testkit/runCommand';
import { sparePort } from '@companion/testkit/sparePort';
import { startNginx } from '@companion/testkit/startProxy';

const READY_ATTEMPTS = 200;

export interface ServedFolder {
  url: string;
  /** Its address over TLS and HTTP/2 behind nginx, with the configuration of docs/operations.md. */
  proxied?: string;
  /** The certificate of that address, as PEM. */
  authority?: string;
  stop(): Promise<void>;
}

/**
 * Starts the real server in a process of its own, with a fresh database and this folder as its app.
 * @param options `dataDir`: a folder for its data; `pack`: in place of the demo event
 */
export async function serveFolder(
  webFolder: string,
  { dataDir, isProxied, pack = demoTomorrow() }: { dataDir: string; isProxied: boolean; pack?: string },
): Promise<ServedFolder> {
  const port = await sparePort();
  const host = `127.0.0.1:${port}`;
  const url = `http://${host}`;
  const script = `
    import { readConfig } from '@companion/server/platform/readConfig';
    import { startServer } from '@companion/server/startServer';
    await startServer(readConfig(process.env), { webFolder: ${JSON.stringify(webFolder)} });`;
  const settings = {
    PORT: String(port),
    HOST: '127.0.0.1',
    APP_URL: url,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    TRUST_PROXY: 'true',
    // The same screens at every time of day.
    EVENT_PACK: pack,
  };
  const server = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const stopServer = async () => {
    server.kill('SIGTERM');
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
  };
  try {
    await untilReady(url);
    if (!isProxied) return { url, stop: stopServer };
    if (!(await ensureOperationsTool('nginx', console.log))) throw new Error('Install the package nginx.');
    const proxy = await startNginx([host, host]);
    return {
      url,
      proxied: proxy.url,
      authority: proxy.authority,
      stop: async () => {
        await proxy.stop();
        await stopServer();
      },
    };
  } catch (error) {
    await stopServer();
    throw error;
  }
}

async function untilReady(url: string): Promise<void> {
  for (let attempt = 0; attempt < READY_ATTEMPTS; attempt += 1) {
    const isReady = await fetch(`${url}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await pause(100);
  }
  throw new Error(`The server of ${url} was not ready within ${READY_ATTEMPTS / 10} s.`);
}
