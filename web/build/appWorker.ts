import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { type ShellFiles, WORKER_SCRIPT } from '../src/worker/messages.ts';

const SOURCE = join(import.meta.dirname, '../src/worker');
/** Each is one file, since a worker's script may not be split. */
const SCRIPTS = { [WORKER_SCRIPT]: 'worker.ts', '/remove-sw.js': 'removeWorker.ts' };
/** What the app needs to run. Icons are the system's business, and compressed copies are the server's. */
const SHELL_FILES = /^(?:index\.html|screens\/.*\.html|favicon\.svg|assets\/.*\.(?:js|css|woff2))$/;

/** Writes the service worker with the list of the files that it stores. */
export function appWorker(): Plugin {
  return {
    name: 'app-worker',
    apply: 'build',
    // Runs when every other file is written, and before they are compressed.
    writeBundle: { sequential: true, handler: ({ dir = '' }) => writeAppWorker(dir) },
  };
}

/** Writes the worker of the build in this folder, the one that removes it, and the version into the build's pages. */
export async function writeAppWorker(folder: string): Promise<void> {
  const paths = (await readdir(folder, { recursive: true })).filter((path) => SHELL_FILES.test(path)).sort();
  const version = createHash('sha256');
  for (const path of paths) version.update(path).update(await readFile(join(folder, path)));
  const shell: ShellFiles = { version: version.digest('base64url').slice(0, 12), files: [] };
  for (const path of paths) if (path.endsWith('.html')) await stampPage(join(folder, path), shell.version);
  for (const path of paths) shell.files.push([`/${path}`, integrityOf(await readFile(join(folder, path)))]);
  for (const [script, source] of Object.entries(SCRIPTS)) {
    await build({
      configFile: false,
      publicDir: false,
      logLevel: 'warn',
      define: { SHELL: JSON.stringify(shell) },
      build: {
        target: 'baseline-widely-available',
        outDir: folder,
        emptyOutDir: false,
        rolldownOptions: {
          input: join(SOURCE, source),
          output: { format: 'iife', entryFileNames: script.slice(1) },
        },
      },
    });
  }
}

/** Writes the version into the page, with which it notices that the worker has another one. */
async function stampPage(file: string, version: string): Promise<void> {
  const page = await readFile(file, 'utf8');
  const rest = page.replace(/\s*<meta name="version"[^>]*>/, '');
  await writeFile(file, rest.replace('</title>', `</title>\n    <meta name="version" content="${version}" />`));
}

const integrityOf = (bytes: Uint8Array) => `sha256-${createHash('sha256').update(bytes).digest('base64')}`;
