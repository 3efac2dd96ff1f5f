import { createHash, X509Certificate } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeMachine } from '@companion/testkit/describeMachine';
import { findChromium } from '@companion/testkit/ensureChromium';
import { ROOT } from '@companion/testkit/runCommand';
import { type Browser, chromium } from '@playwright/test';
import { type ServedFolder, serveFolder } from './serveFolder.ts';

export const BUILT_APP = join(ROOT, 'web/dist');

/** The servers of a benchmark, and the browser that measures them. */
export interface Bench {
  /** For files that are deleted at the end. */
  folder: string;
  /** Starts the real server with this folder as its app. */
  serve(webFolder: string): Promise<ServedFolder>;
  /** How a browser is started that trusts the servers. */
  browserOptions(): { executablePath: string | undefined; args: string[] };
  /** Starts a browser: after the servers. */
  launch(): Promise<Browser>;
}

/** What the figures depend on besides the app. */
export const describeBrowser = (browser: Browser): string =>
  `Machine: ${describeMachine()}, Chromium ${browser.version()}`;

/** Runs a benchmark, and stops what it has started. */
export async function runBench(isProxied: boolean, run: (bench: Bench) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const stops: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  const served: ServedFolder[] = [];
  const serve: Bench['serve'] = async (webFolder) => {
    const started = await serveFolder(webFolder, { dataDir: join(folder, `data-${served.length}`), isProxied });
    stops.unshift(started.stop);
    served.push(started);
    return started;
  };
  const browserOptions = () => ({
    executablePath: findChromium(),
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--no-first-run',
      `--ignore-certificate-errors-spki-list=${served.flatMap(({ authority }) => authority ?? []).map(keyDigest)}`,
    ],
  });
  const launch = async () => {
    const browser = await chromium.launch(browserOptions());
    stops.unshift(() => browser.close());
    return browser;
  };
  try {
    await run({ folder, serve, browserOptions, launch });
  } finally {
    for (const stop of stops) await stop();
  }
}

/**
 * With it the browser trusts a certificate that signs itself. With errors merely ignored it would neither cache
 * nor register a service worker, as it does at a venue.
 */
function keyDigest(certificate: string): string {
  const key = new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(key).digest('base64');
}
