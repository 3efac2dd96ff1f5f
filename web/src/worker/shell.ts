import { isAppAddress, screenFile } from '@companion/contract/appAddress';
import { askVersion, type ShellFiles } from './messages.ts';

declare const self: ServiceWorkerGlobalScope;

/** Set by the build (web/build/appWorker.ts). */
declare const SHELL: ShellFiles;

const { version, files } = SHELL;

export { version };

const DOCUMENT = '/index.html';
const PREFIX = 'shell ';
/** Few, so that the page's own requests come first on a slow network. */
const DOWNLOADS_AT_ONCE = 3;

/** Their names contain their hash: in every version they have the same content. */
const isHashed = (path: string) => path.startsWith('/assets/');
const paths = new Set(files.map(([path]) => path));
export const isShellFile = (path: string): boolean => isHashed(path) || (path !== DOCUMENT && paths.has(path));

const openShell = () => caches.open(PREFIX + version);

/**
 * Stores every file of this version, or fails: the previous version then stays. Files that an earlier attempt or an
 * earlier version has stored are not downloaded again. The document comes last, so a shell with a document is complete.
 */
export async function storeShell(): Promise<void> {
  const shell = await openShell();
  const waiting = files.filter(([path]) => path !== DOCUMENT);
  const work = async () => {
    for (let file = waiting.pop(); file; file = waiting.pop()) await storeFile(shell, file);
  };
  await Promise.all(Array.from({ length: DOWNLOADS_AT_ONCE }, work));
  for (const file of files.filter(([path]) => path === DOCUMENT)) await storeFile(shell, file);
}

async function storeFile(shell: Cache, [path, integrity]: ShellFiles['files'][number]): Promise<void> {
  if (await shell.match(path)) return;
  const stored = isHashed(path) ? await caches.match(path) : undefined;
  await shell.put(path, stored ?? (await download(path, integrity)));
}

/** Fails when the answer is another one: of another version's server, of a captive portal, or cut. */
async function download(path: string, integrity: string): Promise<Response> {
  const answer = await fetch(path, { integrity, cache: isHashed(path) ? 'default' : 'no-cache', priority: 'low' });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer;
}

/**
 * The app's page, for every address of the app; as on the server, a rendered screen has its own. Without the shell (the
 * browser may evict it) the server's answer.
 */
export async function answerDocument(request: Request): Promise<Response> {
  const screen = `/${screenFile(new URL(request.url).pathname)}`;
  return (await (await openShell()).match(paths.has(screen) ? screen : DOCUMENT)) ?? fetch(request);
}

/** A file of the app, also of an older version that a tab still runs. */
export async function answerShellFile(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const stored = isHashed(pathname) ? await caches.match(pathname) : await (await openShell()).match(pathname);
  return stored ?? fetch(request);
}

/** Deletes what failed attempts to install other versions have left, unless one of them is being installed now. */
export async function removeIncompleteShells(): Promise<void> {
  if (self.registration.installing) return;
  for (const name of await otherShells()) {
    if (!(await (await caches.open(name)).match(DOCUMENT))) await caches.delete(name);
  }
}

/** Deletes the shells that no tab runs. Keeps all while a tab does not answer, or while a new version arrives. */
export async function removeUnusedShells(): Promise<void> {
  const others = await otherShells();
  if (others.length === 0 || self.registration.installing || self.registration.waiting) return;
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  // Pages of the server itself, such as the console, run no version of the app.
  const tabs = windows.filter(({ url }) => isAppAddress(new URL(url).pathname));
  const versions = await Promise.all(tabs.map((tab) => askVersion(tab)));
  if (versions.includes(undefined)) return;
  await Promise.all(
    others.filter((name) => !versions.includes(name.slice(PREFIX.length))).map((name) => caches.delete(name)),
  );
}

const otherShells = async () =>
  (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== PREFIX + version);
