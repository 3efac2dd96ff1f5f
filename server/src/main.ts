import { join } from 'node:path';
import { describeFailure } from './describeFailure.ts';
import { loadEnvFile } from './platform/loadEnvFile.ts';
import { readConfig } from './platform/readConfig.ts';
import { startServer } from './startServer.ts';

const [major = 0] = process.versions.node.split('.').map(Number);
if (major < 24) fail(`Node ${process.version} is too old: start with "npm start", which installs Node 24.`);
// Its reader has ended, or its disk is full: the server goes on without what it would print.
process.stdout.on('error', () => {});

/** Longer than a request and then a delivery may take: after that, something hangs. */
const STOP_TIMEOUT_MS = 45_000;
/** On Ctrl-C the server receives the signal from the terminal and again from npm: within this time it is the same one. */
const SAME_SIGNAL_MS = 500;

try {
  loadEnvFile();
  const config = readConfig(process.env);
  const drainTime = config.drainSeconds * 1000;
  const root = join(import.meta.dirname, '../..');
  // In development Vite serves the apps without a build.
  const apps = { webFolder: join(root, 'web/dist'), consoleFolder: join(root, 'console/dist') };
  const server = await startServer(config, process.argv.includes('--api-only') ? {} : apps);
  let stoppingSince: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stoppingSince !== undefined) {
        if (performance.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(1);
        return;
      }
      stoppingSince = performance.now();
      setTimeout(
        () => fail('The server did not stop in time: requests or messages were still in progress.'),
        STOP_TIMEOUT_MS + drainTime,
      ).unref();
      server.stop().then(
        () => process.exit(0),
        (error: unknown) => fail(error),
      );
    });
  }
  // It asks the database for the first owner's link, while signals are heard already.
  for (const line of await server.greet()) console.log(line);
} catch (error) {
  fail(error);
}

function fail(error: unknown): never {
  console.error(describeFailure(error));
  process.exit(1);
}
