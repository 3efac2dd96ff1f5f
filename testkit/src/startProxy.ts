import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import tls from 'node:tls';
import { findOperationsTool, type OperationsTool } from './ensureOperationsTools.ts';
import { operationsSample } from './operationsSample.ts';
import { readOutput } from './runCommand.ts';
import { selfSignedCertificate } from './selfSignedCertificate.ts';
import { sparePort } from './sparePort.ts';
import { scaled } from './timeScale.ts';

const READY_TIMEOUT_MS = scaled(20_000);

/** A proxy with a configuration of docs/operations.md in front of two nodes. */
export interface RunningProxy {
  /** Its https address. */
  url: string;
  /** Its address without TLS. */
  plainUrl: string;
  /** The certificate of its authority, as PEM. */
  authority: string;
  stop(): Promise<void>;
}

/** Starts a proxy in front of two nodes at these addresses, such as 127.0.0.1:3000. */
export type StartProxy = (nodes: [string, string]) => Promise<RunningProxy>;

export const startNginx: StartProxy = async ([first, second]) => {
  const [folder, port, plainPort] = [await makeFolder(), await sparePort(), await sparePort()];
  const { key, cert } = selfSignedCertificate();
  await writeFile(path.join(folder, 'fullchain.pem'), cert);
  await writeFile(path.join(folder, 'privkey.pem'), key);
  const sample = operationsSample(/^nginx:$/, {
    '127.0.0.1:3000': first,
    '127.0.0.1:3001': second,
    'listen 443': `listen 127.0.0.1:${port}`,
    'listen 80': `listen 127.0.0.1:${plainPort}`,
    '/etc/letsencrypt/live/summit.example.com': folder,
  });
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((what) => `${what}_temp_path ${what};`);
  const config = [
    // The default user of the workers cannot read the folder.
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    ...['daemon off;', 'pid nginx.pid;', 'error_log stderr;', 'events { worker_connections 1024; }'],
    // As in Debian's nginx.conf; the sample must turn it off.
    ...['http {', 'access_log off;', 'gzip on;', 'gzip_types application/json;', 'gzip_proxied any;'],
    ...[...temporary, sample, '}'],
  ];
  await writeFile(path.join(folder, 'nginx.conf'), config.join('\n'));
  const args = ['-p', folder, '-c', 'nginx.conf', '-e', 'stderr'];
  const stop = await launch('nginx', { args, folder, port });
  return { url: `https://localhost:${port}`, plainUrl: `http://localhost:${plainPort}`, authority: cert, stop };
};

export const startCaddy: StartProxy = async ([first, second]) => {
  const [folder, port, plainPort] = [await makeFolder(), await sparePort(), await sparePort()];
  const sample = operationsSample(/^Caddy /, {
    // For this name Caddy signs the certificate itself.
    'summit.example.com': 'localhost',
    '127.0.0.1:3000': first,
    '127.0.0.1:3001': second,
  });
  const ports = [`https_port ${port}`, `http_port ${plainPort}`, 'default_bind 127.0.0.1'];
  const config = ['{', 'admin off', 'skip_install_trust', ...ports, '}', sample];
  await writeFile(path.join(folder, 'Caddyfile'), `${config.join('\n')}\n`);
  const args = ['run', '--config', path.join(folder, 'Caddyfile'), '--adapter', 'caddyfile'];
  const stop = await launch('caddy', { args, folder, port });
  const authority = await readFile(path.join(folder, 'caddy/pki/authorities/local/root.crt'), 'utf8');
  return { url: `https://localhost:${port}`, plainUrl: `http://localhost:${plainPort}`, authority, stop };
};

const makeFolder = () => mkdtemp(path.join(tmpdir(), 'companion-proxy-'));

/** Starts a proxy and waits until it accepts TLS connections. @returns a function that stops it */
async function launch(
  name: OperationsTool,
  { args, folder, port }: { args: string[]; folder: string; port: number },
): Promise<() => Promise<void>> {
  const program = findOperationsTool(name);
  if (!program)
    throw new Error(`${name} is not installed. Install the package ${name}, or run npm test, which installs it.`);
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const proxy = spawn(program, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(proxy, 'close');
  let log = '';
  readOutput(proxy, (text) => {
    log = (log + text).slice(-10_000);
  });
  const stop = async () => {
    proxy.kill('SIGTERM');
    await exited;
    await rm(folder, { recursive: true, force: true });
  };
  const end = Date.now() + READY_TIMEOUT_MS;
  while (proxy.exitCode === null && Date.now() < end) {
    if (await acceptsTls(port)) return stop;
    await delay(50);
  }
  await stop();
  throw new Error(`${name} did not start:\n${log}`);
}

function acceptsTls(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    // The tests check the certificate.
    const socket = tls.connect({ port, host: '127.0.0.1', servername: 'localhost', rejectUnauthorized: false });
    socket.once('secureConnect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('secureConnect', () => socket.destroy());
  });
}
