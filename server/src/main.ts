import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from './platform/config.ts';
import { startServer } from './startServer.ts';

const [major = 0] = process.versions.node.split('.').map(Number);
if (major < 24) fail(`Node ${process.version} is too old: start with "npm start", which brings Node 24.`);
if (existsSync('.env')) process.loadEnvFile('.env');

/** Longer than any request or delivery may take, in milliseconds: what is then under way, is stuck. */
const LONGEST_STOP = 30_000;
/** A terminal tells npm and the server of Ctrl-C, and npm tells the server too: what follows so soon is the same one. */
const SAME_SIGNAL = 500;

try {
  const config = readConfig(process.env);
  const drainTime = config.drainSeconds * 1000;
  // In development Vite serves the app, which needs no build then.
  const webFolder = process.argv.includes('--api-only') ? undefined : join(import.meta.dirname, '../../web/dist');
  const server = await startServer(config, { webFolder });
  for (const line of server.greeting) console.log(line);
  let stoppingSince: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stoppingSince !== undefined) {
        if (performance.now() - stoppingSince > SAME_SIGNAL) process.exit(1);
        return;
      }
      stoppingSince = performance.now();
      setTimeout(() => fail('Requests or messages under way did not end in time.'), LONGEST_STOP + drainTime).unref();
      server.stop().then(
        () => process.exit(0),
        (error: unknown) => fail(error),
      );
    });
  }
} catch (error) {
  fail(error);
}

/** What an operator can mend is told in a sentence; anything else with its stack. */
function fail(error: unknown): never {
  const expected = error instanceof Error && !(error instanceof TypeError || error instanceof ReferenceError);
  console.error(expected ? error.message : error);
  process.exit(1);
}
