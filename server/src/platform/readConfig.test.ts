import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { expect, test } from 'vitest';
import { readConfig } from './readConfig.ts';
import { overlapsOne } from './readNetworks.ts';

const DEFAULTS = {
  port: 3000,
  host: '0.0.0.0',
  appUrl: 'http://localhost:3000',
  allowedOrigins: [],
  databaseUrl: undefined,
  pool: { size: 10, connectTimeout: 3000, statementTimeout: 8000 },
  dataDir: resolve('data'),
  eventPack: resolve('events/demo'),
  tokenSecret: undefined,
  production: false,
  twilio: undefined,
  smtp: undefined,
  devOutbox: true,
  devOutboxToAll: false,
  smsADay: 10_000,
  smsInvitationsADay: 10_000,
  smsSharesADay: 500,
  smsAnnouncementsADay: 10_000,
  smsPartsASecond: 3,
  pushHosts: [
    { name: 'fcm.googleapis.com', isAnySubdomain: false, port: undefined },
    { name: 'android.googleapis.com', isAnySubdomain: false, port: undefined },
    { name: 'updates.push.services.mozilla.com', isAnySubdomain: false, port: undefined },
    { name: 'push.apple.com', isAnySubdomain: true, port: undefined },
    { name: 'notify.windows.com', isAnySubdomain: true, port: undefined },
  ],
  unprovedMailsADay: 2000,
  wrongCodesAnHour: 300,
  writerTurnTimeout: 10_000,
  removeAppWorker: false,
  trustProxy: false,
  logLevel: 'info',
  signInsPerAddress: 600,
  refreshesPerAddress: 6000,
  venueNetworks: [],
  venueSignInsPerAddress: 10_000,
  lateAnswerMinutes: 60,
  drainSeconds: 0,
  metricsToken: undefined,
  eventbrite: {
    apiUrl: 'https://www.eventbriteapi.com/v3',
    token: undefined,
    eventId: undefined,
    webhookSecret: undefined,
  },
};

const SID = 'a'.repeat(32);
const TWILIO = { TWILIO_ACCOUNT_SID: `AC${SID}`, TWILIO_AUTH_TOKEN: 't', TWILIO_FROM: '(202) 555-0100' };

test('config: every setting that is not set has its default (decision 033)', () => {
  expect(readConfig({})).toEqual(DEFAULTS);
});

test('config: an empty value counts as not set, and unknown variables are ignored', () => {
  expect(readConfig({ PORT: '', APP_URL: '  ', DATABASE_URL: '', HOME: '/x' })).toEqual(DEFAULTS);
});

test.each([
  [{ PORT: ' 8080 ' }, { port: 8080, appUrl: 'http://localhost:8080' }],
  [{ APP_URL: 'https://summit.example.com//' }, { appUrl: 'https://summit.example.com', devOutbox: false }],
  [{ APP_URL: 'HTTPS://Summit.example.com' }, { appUrl: 'https://summit.example.com', devOutbox: false }],
  [{ APP_URL: 'http://192.168.1.7:3000' }, { appUrl: 'http://192.168.1.7:3000', devOutbox: false }],
  [{ APP_URL: 'http://localhost.example.com' }, { appUrl: 'http://localhost.example.com', devOutbox: false }],
  [{ APP_URL: 'http://[::1]:3000' }, { appUrl: 'http://[::1]:3000' }],
  [
    { APP_URL: 'https://stage.example.com', DEV_OUTBOX: 'true' },
    { appUrl: 'https://stage.example.com', devOutboxToAll: true },
  ],
  [
    { ALLOWED_ORIGINS: ' https://a.example.com/x , ,http://b.example.com:81 ' },
    { allowedOrigins: ['https://a.example.com', 'http://b.example.com:81'] },
  ],
  [{ NODE_ENV: 'production' }, { production: true, devOutbox: false }],
  [
    TWILIO,
    {
      twilio: { accountSid: `AC${SID}`, authToken: 't', from: '+12025550100', apiUrl: 'https://api.twilio.com' },
      devOutbox: false,
    },
  ],
  [
    { ...TWILIO, TWILIO_FROM: `MG${SID}`, TWILIO_API_URL: 'http://127.0.0.1:1/' },
    {
      twilio: { accountSid: `AC${SID}`, authToken: 't', from: `MG${SID}`, apiUrl: 'http://127.0.0.1:1' },
      devOutbox: false,
    },
  ],
  [
    { SMTP_URL: 'smtps://u:p@h', MAIL_FROM: 'Us <a@b>' },
    { smtp: { url: 'smtps://u:p@h', from: 'Us <a@b>' }, devOutbox: false },
  ],
  [{ SMS_A_DAY: '0' }, { smsADay: 0 }],
  [{ WRONG_CODES_AN_HOUR: '20' }, { wrongCodesAnHour: 20 }],
  [
    { SMS_INVITATIONS_A_DAY: '1', SMS_SHARES_A_DAY: '2', SMS_ANNOUNCEMENTS_A_DAY: '3', SMS_PARTS_A_SECOND: '4' },
    { smsInvitationsADay: 1, smsSharesADay: 2, smsAnnouncementsADay: 3, smsPartsASecond: 4 },
  ],
  [{ PUSH_HOSTS: 'none' }, { pushHosts: [] }],
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
    { POOL_SIZE: '20', CONNECT_TIMEOUT_MS: '500', STATEMENT_TIMEOUT_MS: '5000' },
    { pool: { size: 20, connectTimeout: 500, statementTimeout: 5000 } },
  ],
  [
    { LATE_ANSWER_MINUTES: '0', DRAIN_SECONDS: '5', METRICS_TOKEN: 'sixteen letters.' },
    { lateAnswerMinutes: 0, drainSeconds: 5, metricsToken: 'sixteen letters.' },
  ],
  [
    {
      EVENTBRITE_TOKEN: 't',
      EVENTBRITE_EVENT_ID: '7',
      EVENTBRITE_API_URL: 'http://127.0.0.1:1/v3/',
      EVENTBRITE_WEBHOOK_SECRET: 'w'.repeat(32),
    },
    {
      eventbrite: { apiUrl: 'http://127.0.0.1:1/v3', token: 't', eventId: '7', webhookSecret: 'w'.repeat(32) },
    },
  ],
  [
    { DATABASE_URL: 'postgresql://u@h/d', TOKEN_SECRET: 's'.repeat(32) },
    { databaseUrl: 'postgresql://u@h/d', tokenSecret: 's'.repeat(32) },
  ],
  [
    { DATABASE_URL: 'postgres://u:p%40ss@/d?host=/run/postgresql', TOKEN_SECRET: 's'.repeat(32) },
    { databaseUrl: 'postgres://u:p%40ss@/d?host=/run/postgresql', tokenSecret: 's'.repeat(32) },
  ],
])('config: %j is read (decision 033)', (env, expected) => {
  expect(readConfig(env)).toEqual({ ...DEFAULTS, ...expected });
});

test.each([
  [{ PORT: '0' }, 'PORT: must be at least 1'],
  [{ PORT: '65536' }, 'PORT: must be at most 65535'],
  [{ PORT: '80.5' }, 'PORT: must be a whole number'],
  [{ PORT: '0x50' }, 'PORT: must be a whole number'],
  [{ DEV_OUTBOX: 'yes' }, 'DEV_OUTBOX: must be true or false'],
  [{ DEV_OUTBOX: 'true', NODE_ENV: 'production' }, 'DEV_OUTBOX: not with NODE_ENV=production'],
  [{ DEV_OUTBOX: 'true', SMTP_URL: 'smtp://h', MAIL_FROM: 'a@b' }, 'DEV_OUTBOX: not with SMTP_URL'],
  [{ APP_URL: 'summit.example.com' }, 'APP_URL: must be an http:// or https:// address'],
  [{ APP_URL: 'javascript:alert(1)' }, 'APP_URL: must be an http:// or https:// address'],
  [{ APP_URL: 'https://example.com/summit' }, 'APP_URL: must have no path: the app is served at /'],
  ...['https://example.com/#/', 'https://example.com?utm=1', 'https://me@example.com'].map(
    (url): [Record<string, string>, string] => [
      { APP_URL: url },
      'APP_URL: must have no user, query or #, or links would not open',
    ],
  ),
  [{ ALLOWED_ORIGINS: 'https://a.example.com,*' }, 'ALLOWED_ORIGINS: * must be an http:// or https:// address'],
  [{ DATABASE_URL: 'mysql://h/d', TOKEN_SECRET: 's'.repeat(32) }, 'DATABASE_URL: must begin with postgres://'],
  [
    { DATABASE_URL: 'postgres://u:p/ss@h/d', TOKEN_SECRET: 's'.repeat(32) },
    'DATABASE_URL: must be an address: in a password, write / as %2F, # as %23, ? as %3F and @ as %40',
  ],
  [
    { DATABASE_URL: 'postgres://u:p@ss/w#rd@h/d', TOKEN_SECRET: 's'.repeat(32) },
    'DATABASE_URL: must be an address: in a password, write / as %2F, # as %23, ? as %3F and @ as %40',
  ],
  [{ DATABASE_URL: 'postgres://h/d' }, 'TOKEN_SECRET: required with DATABASE_URL, the same on every node'],
  [{ TOKEN_SECRET: 'short' }, 'TOKEN_SECRET: must be 32 characters or more'],
  [{ TRUST_PROXY: 'yes' }, 'TRUST_PROXY: must be true or false'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL: must be a level such as info'],
  [{ EVENTBRITE_EVENT_ID: 'my event' }, 'EVENTBRITE_EVENT_ID: must be digits'],
  [{ EVENTBRITE_API_URL: 'http://example.com' }, 'EVENTBRITE_API_URL: must be an https:// address, without a query'],
  [
    { EVENTBRITE_TOKEN: 't', EVENTBRITE_EVENT_ID: '1', EVENTBRITE_WEBHOOK_SECRET: 'short' },
    'EVENTBRITE_WEBHOOK_SECRET: must be 32 to 200 letters, digits, - or _',
  ],
  [
    { EVENTBRITE_EVENT_ID: '1', EVENTBRITE_WEBHOOK_SECRET: 'w'.repeat(32) },
    'EVENTBRITE_TOKEN: required with EVENTBRITE_WEBHOOK_SECRET, to fetch what a webhook reports as changed',
  ],
  [{ POOL_SIZE: '0' }, 'POOL_SIZE: must be at least 1'],
  [{ CONNECT_TIMEOUT_MS: '3s' }, 'CONNECT_TIMEOUT_MS: must be a whole number'],
  [{ STATEMENT_TIMEOUT_MS: '0' }, 'STATEMENT_TIMEOUT_MS: must be at least 100'],
  [{ DRAIN_SECONDS: '301' }, 'DRAIN_SECONDS: must be at most 300'],
  [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN: must be 16 characters or more'],
  [{ SIGN_INS_PER_ADDRESS: '-1' }, 'SIGN_INS_PER_ADDRESS: must be a whole number'],
  ...['203.0.113.7', '203.0.113.7/33', '0.0.0.0/0', '::/0', '2001:db8::/129', '::ffff:203.0.113.0/120', 'venue/24'].map(
    (entry): [Record<string, string>, string] => [
      { VENUE_NETWORKS: `198.51.100.0/24, ${entry}` },
      `VENUE_NETWORKS: ${entry} must be a network such as 203.0.113.7/32`,
    ],
  ),
  [{ VENUE_SIGN_INS_PER_ADDRESS: '0' }, 'VENUE_SIGN_INS_PER_ADDRESS: must be at least 1'],
  [{ ...TWILIO, TWILIO_AUTH_TOKEN: '' }, 'TWILIO_AUTH_TOKEN: required with TWILIO_ACCOUNT_SID'],
  [{ ...TWILIO, TWILIO_ACCOUNT_SID: '' }, 'TWILIO_ACCOUNT_SID: required with TWILIO_AUTH_TOKEN'],
  [{ ...TWILIO, TWILIO_FROM: '' }, 'TWILIO_FROM: required with TWILIO_ACCOUNT_SID'],
  [{ ...TWILIO, TWILIO_ACCOUNT_SID: 'me' }, 'TWILIO_ACCOUNT_SID: must be AC and 32 hexadecimal digits'],
  [
    { ...TWILIO, TWILIO_FROM: '+44 20 7946 0958' },
    "TWILIO_FROM: must be a US number, a short code, or a messaging service's SID (MG and 32 hexadecimal digits)",
  ],
  [{ TWILIO_API_URL: 'http://example.com' }, 'TWILIO_API_URL: must be an https:// address, without a query'],
  [{ SMTP_URL: 'smtp://h' }, 'MAIL_FROM: required with SMTP_URL'],
  [{ MAIL_FROM: 'a@b' }, 'SMTP_URL: required with MAIL_FROM'],
  [{ SMTP_URL: 'mail.example.com', MAIL_FROM: 'a@b' }, 'SMTP_URL: must be smtp://host:port or smtps://host:port'],
  [{ SMTP_URL: 'smtp://h', MAIL_FROM: 'us' }, 'MAIL_FROM: must be an e-mail address, or a name and <an address>'],
  [{ SMS_A_DAY: '-1' }, 'SMS_A_DAY: must be a whole number'],
])('config: %j is rejected: %s', (env, line) => {
  expect(() => readConfig(env)).toThrow(new Error(`Wrong settings:\n  ${line}`));
});

test('config: VENUE_NETWORKS has the addresses of each network that it names, and no others', () => {
  const { venueNetworks } = readConfig({ VENUE_NETWORKS: ' 203.0.113.7/32, 198.51.100.0/23,2001:db8:5::/48 , ' });

  const has = (address: string) =>
    overlapsOne(venueNetworks, [ipaddr.parse(address), address.includes(':') ? 128 : 32]);
  expect(['203.0.113.7', '198.51.101.255', '2001:db8:5:ffff::1'].map(has)).toEqual([true, true, true]);
  expect(['203.0.113.8', '198.51.102.0', '2001:db8:6::1'].map(has)).toEqual([false, false, false]);
  expect(overlapsOne(venueNetworks, [ipaddr.parse('203.0.113.0'), 24])).toBe(true);
  expect(overlapsOne(venueNetworks, [ipaddr.parse('203.0.114.0'), 24])).toBe(false);
});

test('config: the error never repeats a wrong value, which may be a secret', () => {
  expect(() => readConfig({ TOKEN_SECRET: 'hunter2', DATABASE_URL: 'user:hunter2@h' })).toThrow(/^(?![\s\S]*hunter2)/);
});
