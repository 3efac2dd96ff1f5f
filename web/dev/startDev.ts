import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sparePort } from '@companion/testkit/sparePort';
import { createServer } from 'vite';

/*
 * `npm run dev`: serves the app and the console from their sources, with hot reload, and runs the server, which restarts
 * when its code, the contract or the event changes. The browser sees one origin, so cookies and links work as in
 * production.
 */
const ROOT = join(import.meta.dirname, '../..');
const SERVER_PATHS = ['/api', '/event', '/health', '/outbox', '/manifest.webmanifest'];

if (existsSync('.env')) process.loadEnvFile('.env');
const eventPack = process.env.EVENT_PACK || 'events/demo';
const serverPort = await sparePort();
const target = `http://127.0.0.1:${serverPort}`;
// A page on another port must not read answers, and no one the databases and the key that signs tokens.
const guarded = { cors: false, fs: { deny: ['.env', '.env.*', '*.{crt,pem}', '**/.git/**', '**/data/**'] } };
const consolePort = await sparePort();
const consoleApp = await createServer({
  root: join(ROOT, 'console'),
  clearScreen: false,
  server: { ...guarded, host: '127.0.0.1', port: consolePort },
});
await consoleApp.listen();
const app = await createServer({
  root: join(ROOT, 'web'),
  clearScreen: false,
  server: {
    ...guarded,
    host: 'localhost',
    proxy: {
      ...Object.fromEntries(SERVER_PATHS.map((path) => [path, { target }])),
      // With its socket for hot reload.
      '/console': { target: `http://127.0.0.1:${consolePort}`, ws: true },
    },
  },
});
await app.listen();
// Vite uses the next port if this one is in use.
const appUrl = app.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? '';

console.log(
  `Edit web/, console/ or client/: the page updates. Edit server/, contract/ or ${eventPack}: the server restarts. Ctrl-C stops both.`,
);
const watched = ['server/src', 'contract/src', eventPack].map((folder) => `--watch-path=${folder}`);
const server = spawn(process.execPath, [...watched, '--watch-preserve-output', 'server/src/main.ts', '--api-only'], {
  cwd: ROOT,
  stdio: 'inherit',
  env: {
    LOG_LEVEL: 'warn',
    ...process.env,
    PORT: String(serverPort),
    HOST: '127.0.0.1',
    APP_URL: appUrl,
    DATA_DIR: 'data/dev',
    // Overrides production settings in .env: development has its own database and sends nothing.
    NODE_ENV: '',
    DATABASE_URL: '',
    TWILIO_ACCOUNT_SID: '',
    TWILIO_AUTH_TOKEN: '',
    TWILIO_FROM: '',
    SMTP_URL: '',
    MAIL_FROM: '',
    EVENTBRITE_WEBHOOK_SECRET: '',
  },
});
// Ctrl-C arrives twice, from the terminal and from npm. Both times, wait for the server to stop.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => server.kill('SIGTERM'));
await once(server, 'exit');
await Promise.all([app.close(), consoleApp.close()]);
process.exit();
