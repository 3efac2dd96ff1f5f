import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiClient } from '@companion/testkit/apiClient';
import { attendee } from '@companion/testkit/testServer';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const WORKSPACES = ['contract', 'client', 'server', 'web', 'console', 'testkit'];

let copy: string;
let dev: ChildProcess;
let output = '';
beforeAll(async () => {
  copy = await copyRepository();
  dev = spawn('npm', ['run', 'dev'], { cwd: copy, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [dev.stdout, dev.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
});
afterAll(async () => {
  if (isGroupAlive()) signalGroup('SIGKILL');
  await rm(copy, { recursive: true, force: true });
});

/** A copy whose workspaces link to each other, not to the originals. */
async function copyRepository(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'companion-dev-'));
  const filter = (file: string) => !/\/(?:node_modules|dist)$/.test(file);
  for (const name of [...WORKSPACES, 'events', 'package.json', 'package-lock.json', 'tsconfig.base.json']) {
    await cp(join(ROOT, name), join(folder, name), { recursive: true, filter });
  }
  const packages = join(folder, 'node_modules');
  await mkdir(join(packages, '@companion'), { recursive: true });
  for (const name of (await readdir(join(ROOT, 'node_modules'))).filter((name) => name !== '@companion')) {
    await symlink(join(ROOT, 'node_modules', name), join(packages, name));
  }
  for (const name of WORKSPACES) await symlink(join(folder, name), join(packages, '@companion', name));
  return folder;
}

/** Signals npm and all its child processes, as a terminal does. */
const signalGroup = (signal: NodeJS.Signals | 0) => process.kill(-(dev.pid ?? 0), signal);

function isGroupAlive(): boolean {
  try {
    signalGroup(0);
    return true;
  } catch {
    return false;
  }
}

async function change(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(join(copy, file), 'utf8');
  expect(text).toContain(from);
  await writeFile(join(copy, file), text.replace(from, to));
}

const read = async (url: string) => (await fetch(url, { headers: { accept: 'text/html' } })).text();

test('npm run dev: one origin; changes to page, code and event take effect; Ctrl-C stops every process', async () => {
  await expect.poll(() => output).toMatch(/^Its messages \(codes, links\): http:\/\/localhost:\d+\/outbox$/m);
  const url = /^The companion is at (\S+)$/m.exec(output)?.[1] ?? '';

  const { ask } = apiClient(url);
  const { profile } = await ask('createAccount', { body: attendee() });
  await ask('login', { body: { phone: profile.phone } });
  const [, link = ''] = /<a href="([^"]+)"/.exec(await read(`${url}/outbox`)) ?? [];
  expect(new URL(link).origin, 'a sign-in link').toBe(url);
  expect(await read(link)).toContain('/@vite/client');

  // The server has made it, in its data folder.
  expect(await readFile(join(copy, 'data/dev/token-secret'), 'utf8')).not.toBe('');
  const secret = await fetch(`${url}/@fs${copy}/data/dev/token-secret?raw`, { headers: { origin: `${url}1` } });
  expect(secret.status).toBe(403);
  const page = await fetch(`${url}/src/ui/tokens.css`, { headers: { origin: 'http://localhost:1' } });
  expect([page.status, page.headers.get('access-control-allow-origin')]).toEqual([200, null]);

  const updates: string[] = [];
  const socket = new WebSocket(url.replace('http', 'ws'), 'vite-hmr');
  socket.addEventListener('message', ({ data }) => updates.push(String(data)));
  await once(socket, 'open');
  // Vite sends updates only for modules that the browser has loaded.
  await read(`${url}/src/ui/tokens.css?import`);
  await change('web/src/ui/tokens.css', ':root', '/* changed */ :root');
  await expect.poll(() => updates.join('\n')).toMatch(/"type":"update".*tokens\.css/);
  socket.close();

  const consolePage = await read(`${url}/console/polls`);
  expect(consolePage, 'the console, below its base').toContain('"/console/src/main.tsx"');
  expect(await read(`${url}/console/src/paths.ts`)).toContain('routePatterns');

  await change('server/src/http/routes/devOutboxRoutes.ts', '<h1>Development outbox', '<h1>Changed outbox');
  await expect.poll(() => read(`${url}/outbox`)).toContain('<h1>Changed outbox');
  expect(await read(`${url}/outbox`), 'survives the restart').toContain(link);
  await change('events/demo/event.yaml', 'name: ', 'name: Changed ');
  await expect.poll(() => read(`${url}/manifest.webmanifest`)).toContain('"name":"Changed ');

  const ended = once(dev, 'close');
  signalGroup('SIGINT');
  await ended;
  expect(isGroupAlive()).toBe(false);
});
