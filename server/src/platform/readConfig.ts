import { resolve } from 'node:path';
import { toE164 } from '@companion/contract/usPhone';
import type { PoolLimits } from './db/openPostgres.ts';
import { type Network, readNetworks } from './readNetworks.ts';
import { type PushHost, readPushHosts } from './readPushHosts.ts';
import { origin, settingsSchema } from './settingsSchema.ts';

/** Every setting, read from the environment and checked at start (decision 033). */
export interface Config {
  port: number;
  host: string;
  /** The address in links, without a trailing slash. */
  appUrl: string;
  allowedOrigins: string[];
  databaseUrl: string | undefined;
  /** Of the connections to PostgreSQL; SQLite has no pool. */
  pool: PoolLimits;
  /** How long a transaction may hold the right to write, in milliseconds. */
  writerTurnTimeout: number;
  dataDir: string;
  /** The folder of the event pack; undefined for a server that starts without one. */
  eventPack: string | undefined;
  tokenSecret: string | undefined;
  production: boolean;
  /** The provider of texts, if any. `from`: an E.164 number, a short code, or a messaging service's SID. */
  twilio: { accountSid: string; authToken: string; from: string; apiUrl: string } | undefined;
  /** The provider of mails, if any. */
  smtp: { url: string; from: string } | undefined;
  /** Whether messages are shown at /outbox instead of sent (decision 033). */
  devOutbox: boolean;
  /** Whether other machines may read them there. */
  devOutboxToAll: boolean;
  /** The SMS budgets for 24 hours on all nodes: sign-ins, invitations, shared items, announcements. */
  smsADay: number;
  smsInvitationsADay: number;
  smsSharesADay: number;
  smsAnnouncementsADay: number;
  /** What the sender of SMS sends, in parts a second: announcements go out no faster. */
  smsPartsASecond: number;
  /** The push services that phones may have; empty without push. */
  pushHosts: PushHost[];
  /** Mails of a kind in 24 hours, on all nodes, that no account with a proved phone or e-mail requested. */
  unprovedMailsADay: number;
  /** Wrong codes in an hour, on all nodes and for all phones of a kind, from devices that are new to the account. */
  wrongCodesAnHour: number;
  /** Phones delete the stored app (decision 040). */
  removeAppWorker: boolean;
  /** Whether to trust the `X-Forwarded-For` header of the proxy in front (decision 006). */
  trustProxy: boolean;
  logLevel: string;
  /** Limits of one address in 5 minutes: sign-ins sent and failures of each call; refreshes with an unknown token. */
  signInsPerAddress: number;
  refreshesPerAddress: number;
  /** The networks of the venue, and the first of these limits for their addresses. */
  venueNetworks: Network[];
  venueSignInsPerAddress: number;
  /** How long after a closing an answer counts that was made before it, in minutes (decision 053). */
  lateAnswerMinutes: number;
  /** How long a stopping server continues to serve while it reports that it is not ready, in seconds. */
  drainSeconds: number;
  /** The bearer token that /metrics requires; without it only the server's own machine may read /metrics (decision 022). */
  metricsToken: string | undefined;
  eventbrite: EventbriteSettings;
}

export interface EventbriteSettings {
  /** The only address that attendees are fetched from, without a trailing slash. */
  apiUrl: string;
  token: string | undefined;
  /** The event's number at Eventbrite: webhooks about other events are ignored. */
  eventId: string | undefined;
  /** The last part of the webhook's address; without it the webhook is disabled. */
  webhookSecret: string | undefined;
}

/** Whether the app can be opened at that address from this machine only. */
export function isLocal(url: string): boolean {
  const { hostname } = new URL(url);
  return /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

/** The settings of each provider: an incomplete group is an error, so that none is silently ignored. */
const PROVIDERS = [
  ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'],
  ['SMTP_URL', 'MAIL_FROM'],
];

/**
 * @param env such as `process.env`; an empty value counts as not set
 * @throws Error that names every wrong setting, one per line
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const parsed = settingsSchema.safeParse(given);
  const wrong = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  const origins = (given.ALLOWED_ORIGINS ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
  for (const entry of origins) {
    if (!origin.safeParse(entry).success)
      wrong.push(`ALLOWED_ORIGINS: ${entry} must be an http:// or https:// address`);
  }
  const venue = readNetworks(given.VENUE_NETWORKS ?? '');
  for (const entry of venue.wrong) wrong.push(`VENUE_NETWORKS: ${entry} must be a network such as 203.0.113.7/32`);
  const push = readPushHosts(parsed.success ? parsed.data.PUSH_HOSTS : '');
  for (const entry of push.wrong) wrong.push(`PUSH_HOSTS: ${entry} must be a host such as *.push.apple.com`);
  if (given.DATABASE_URL && !given.TOKEN_SECRET) {
    wrong.push('TOKEN_SECRET: required with DATABASE_URL, the same on every node');
  }
  for (const needed of PROVIDERS) {
    const named = needed.find((name) => given[name]);
    for (const name of needed) if (named && !given[name]) wrong.push(`${name}: required with ${named}`);
  }
  for (const name of ['EVENTBRITE_TOKEN', 'EVENTBRITE_EVENT_ID']) {
    if (given.EVENTBRITE_WEBHOOK_SECRET && !given[name]) {
      wrong.push(`${name}: required with EVENTBRITE_WEBHOOK_SECRET, to fetch what a webhook reports as changed`);
    }
  }
  if (given.DEV_OUTBOX === 'true') {
    // Otherwise it would be silently ignored, or would show everyone's codes.
    if (given.NODE_ENV === 'production') wrong.push('DEV_OUTBOX: not with NODE_ENV=production');
    for (const name of ['TWILIO_ACCOUNT_SID', 'SMTP_URL']) if (given[name]) wrong.push(`DEV_OUTBOX: not with ${name}`);
  }
  if (!parsed.success || wrong.length > 0) throw new Error(`Wrong settings:\n  ${wrong.join('\n  ')}`);

  const set = parsed.data;
  const twilio =
    set.TWILIO_ACCOUNT_SID && set.TWILIO_AUTH_TOKEN && set.TWILIO_FROM
      ? {
          accountSid: set.TWILIO_ACCOUNT_SID,
          authToken: set.TWILIO_AUTH_TOKEN,
          from: toE164(set.TWILIO_FROM) ?? set.TWILIO_FROM,
          apiUrl: withoutLastSlashes(set.TWILIO_API_URL),
        }
      : undefined;
  const smtp = set.SMTP_URL && set.MAIL_FROM ? { url: set.SMTP_URL, from: set.MAIL_FROM } : undefined;
  const production = set.NODE_ENV === 'production';
  const mayShowMessages = !production && !twilio && !smtp;
  // As browsers write it, whatever its case and its last slashes.
  const appUrl = new URL(set.APP_URL ?? `http://localhost:${set.PORT}`).origin;
  return {
    port: set.PORT,
    host: set.HOST,
    appUrl,
    allowedOrigins: origins.map((entry) => new URL(entry).origin),
    databaseUrl: set.DATABASE_URL,
    pool: {
      size: set.POOL_SIZE,
      connectTimeout: set.CONNECT_TIMEOUT_MS,
      statementTimeout: set.STATEMENT_TIMEOUT_MS,
    },
    writerTurnTimeout: set.WRITER_TURN_TIMEOUT_MS,
    dataDir: resolve(set.DATA_DIR),
    eventPack: set.EVENT_PACK === 'none' ? undefined : resolve(set.EVENT_PACK),
    tokenSecret: set.TOKEN_SECRET,
    production,
    twilio,
    smtp,
    devOutbox: mayShowMessages && (set.DEV_OUTBOX === 'true' || isLocal(appUrl)),
    devOutboxToAll: set.DEV_OUTBOX === 'true',
    smsADay: set.SMS_A_DAY,
    smsInvitationsADay: set.SMS_INVITATIONS_A_DAY,
    smsSharesADay: set.SMS_SHARES_A_DAY,
    smsAnnouncementsADay: set.SMS_ANNOUNCEMENTS_A_DAY,
    smsPartsASecond: set.SMS_PARTS_A_SECOND,
    pushHosts: push.hosts,
    unprovedMailsADay: set.UNPROVED_MAILS_A_DAY,
    wrongCodesAnHour: set.WRONG_CODES_AN_HOUR,
    removeAppWorker: set.REMOVE_APP_WORKER === 'true',
    trustProxy: set.TRUST_PROXY === 'true',
    logLevel: set.LOG_LEVEL,
    signInsPerAddress: set.SIGN_INS_PER_ADDRESS,
    refreshesPerAddress: set.REFRESHES_PER_ADDRESS,
    venueNetworks: venue.networks,
    venueSignInsPerAddress: set.VENUE_SIGN_INS_PER_ADDRESS,
    lateAnswerMinutes: set.LATE_ANSWER_MINUTES,
    drainSeconds: set.DRAIN_SECONDS,
    metricsToken: set.METRICS_TOKEN,
    eventbrite: {
      apiUrl: withoutLastSlashes(set.EVENTBRITE_API_URL),
      token: set.EVENTBRITE_TOKEN,
      eventId: set.EVENTBRITE_EVENT_ID,
      webhookSecret: set.EVENTBRITE_WEBHOOK_SECRET,
    },
  };
}

const withoutLastSlashes = (address: string): string => address.replace(/(?<!\/)\/+$/, '');
