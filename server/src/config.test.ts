import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const DEFAULTS = {
  port: 3000,
  host: '0.0.0.0',
  appUrl: 'http://localhost:3000',
  allowedOrigins: [],
  databaseUrl: undefined,
  dataDir: resolve('data'),
  eventPack: resolve('events/demo'),
  tokenSecret: undefined,
  production: false,
  trustProxy: false,
  logLevel: 'info',
  signInsPerAddress: 600,
  refreshesPerAddress: 6000,
};

test('without a setting everything has the default of the table (decisions, Running it)', () => {
  expect(readConfig({})).toEqual(DEFAULTS);
});

test('an empty value counts as not set, and what is not ours is let be', () => {
  expect(readConfig({ PORT: '', APP_URL: '  ', DATABASE_URL: '', HOME: '/x' })).toEqual(DEFAULTS);
});

test.each([
  [{ PORT: ' 8080 ' }, { port: 8080, appUrl: 'http://localhost:8080' }],
  [{ APP_URL: 'https://summit.example.com//' }, { appUrl: 'https://summit.example.com' }],
  [
    { ALLOWED_ORIGINS: ' https://a.example.com/x , ,http://b.example.com:81 ' },
    { allowedOrigins: ['https://a.example.com', 'http://b.example.com:81'] },
  ],
  [{ NODE_ENV: 'production' }, { production: true }],
  [{ NODE_ENV: 'development' }, { production: false }],
  [{ TRUST_PROXY: 'true' }, { trustProxy: true }],
  [
    { DATA_DIR: '/x/../y', EVENT_PACK: '/z' },
    { dataDir: '/y', eventPack: '/z' },
  ],
  [
    { SIGN_INS_PER_ADDRESS: '1', REFRESHES_PER_ADDRESS: '2' },
    { signInsPerAddress: 1, refreshesPerAddress: 2 },
  ],
  [
    { DATABASE_URL: 'postgresql://u@h/d', TOKEN_SECRET: 's'.repeat(32) },
    { databaseUrl: 'postgresql://u@h/d', tokenSecret: 's'.repeat(32) },
  ],
])('%j is read (decisions, Running it)', (env, expected) => {
  expect(readConfig(env)).toEqual({ ...DEFAULTS, ...expected });
});

test.each([
  [{ PORT: '0' }, 'PORT: must be at least 1'],
  [{ PORT: '65536' }, 'PORT: must be at most 65535'],
  [{ PORT: '80.5' }, 'PORT: must be a whole number'],
  [{ PORT: '0x50' }, 'PORT: must be a whole number'],
  [{ APP_URL: 'summit.example.com' }, 'APP_URL: must be an http:// or https:// address'],
  [{ APP_URL: 'javascript:alert(1)' }, 'APP_URL: must be an http:// or https:// address'],
  [{ ALLOWED_ORIGINS: 'https://a.example.com,*' }, 'ALLOWED_ORIGINS: * must be an http:// or https:// address'],
  [{ DATABASE_URL: 'mysql://h/d', TOKEN_SECRET: 's'.repeat(32) }, 'DATABASE_URL: must begin with postgres://'],
  [{ DATABASE_URL: 'postgres://h/d' }, 'TOKEN_SECRET: required with DATABASE_URL, the same on every node'],
  [{ TOKEN_SECRET: 'short' }, 'TOKEN_SECRET: must be 32 characters or more'],
  [{ TRUST_PROXY: 'yes' }, 'TRUST_PROXY: must be true or false'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL: must be a level such as info'],
  [{ SIGN_INS_PER_ADDRESS: '-1' }, 'SIGN_INS_PER_ADDRESS: must be a whole number'],
  [{ SMTP_URL: 'smtp://h' }, 'SMTP_URL: no SMS or mail provider is built in yet; leave it out'],
])('%j is refused: %s', (env, line) => {
  expect(() => readConfig(env)).toThrow(new Error(`Settings that are wrong:\n  ${line}`));
});

test('a wrong value is never repeated, for it may be a secret', () => {
  expect(() => readConfig({ TOKEN_SECRET: 'hunter2', DATABASE_URL: 'user:hunter2@h' })).toThrow(/^(?![\s\S]*hunter2)/);
});
