import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { startAnnouncementWorker } from './announcements/startAnnouncementWorker.ts';
import { startTicketFetchWorker } from './attendees/ticketFetches.ts';
import { type AppOptions, buildApp } from './http/buildApp.ts';
import { markUndeliverable } from './identity/proofs/undeliverableSms.ts';
import { makeFirstOwnerLink } from './identity/staff/staffInvitations.ts';
import type { LiveHub } from './live/liveHub.ts';
import { chooseProviders } from './messages/chooseProviders.ts';
import { hasProvider, secretWarning } from './messages/outbox.ts';
import { startOutboxWorker } from './messages/startOutboxWorker.ts';
import { deriveKeys, readOrMakeSecret } from './platform/deriveKeys.ts';
import { loggerOptions } from './platform/loggerOptions.ts';
import { type Migrations, openDatabase } from './platform/openDatabase.ts';
import { type Config, isLocal } from './platform/readConfig.ts';
import type { Services } from './platform/services.ts';
import { transact } from './platform/transact.ts';
import { VERSION } from './platform/version.ts';
import { DEMO_ID } from './programme/draftState.ts';
import { startPlannedPublications } from './programme/startPlannedPublications.ts';
import { startProgramme } from './programme/startProgramme.ts';
import type { PostOptions } from './push/pushPoster.ts';
import { startPushWorker } from './push/startPushWorker.ts';
import { startNoticeWorker } from './sessionNotices/startNoticeWorker.ts';
import { startSweeping } from './sweep.ts';

export interface RunningServer {
  services: Services;
  /**
   * The addresses that it serves, for the person who started it; and a link for the first owner, until there is staff.
   */
  greet(): Promise<string[]>;
  /** Reports "not ready" for DRAIN_SECONDS, answers requests in progress, accepts no more, and closes the database. */
  stop(): Promise<void>;
}

interface StartOptions
  extends Pick<AppOptions, 'webFolder' | 'consoleFolder' | 'timeouts' | 'liveSource' | 'streamLimits'> {
  now?: () => number;
  migrations?: Migrations;
  push?: PostOptions;
}

/**
 * Opens the database, loads the event and listens.
 * @param options `now`: a test's clock; `timeouts`: shorter ones for a test; `webFolder`, `consoleFolder`: the built
 * apps; `migrations`: another version's, for the test of a rolling start; `push`: for a push service of a test;
 * `liveSource`: a test's; `streamLimits`: smaller ones for a test
 * @throws Error that the operator can fix: a folder in use, an invalid event pack, a port in use
 */
export async function startServer(config: Config, options: StartOptions = {}): Promise<RunningServer> {
  const { db, engine, poolState, close } = await openDatabase(
    { url: config.databaseUrl, folder: config.dataDir, pool: config.pool },
    options.migrations,
  );
  const cleanups: (() => Promise<void>)[] = [close];
  const stop = async () => {
    for (const step of cleanups.splice(0).reverse()) await step();
  };
  try {
    const keys = deriveKeys(config.tokenSecret ?? readOrMakeSecret(config.dataDir));
    const services: Services = { config, db, keys, now: options.now ?? Date.now };
    const warnings = [...(await startProgramme(services)), ...(await warningsOf(services))];

    let draining = false;
    const logger = loggerOptions(config.logLevel);
    const { app, hub } = await buildApp(services, { ...options, logger, poolState, isDraining: () => draining });
    for (const warning of warnings) app.log.warn(warning);
    // Last of all.
    cleanups.unshift(async () => app.log.info('stopped'));
    cleanups.push(await startBackground(services, { hub, log: app.log, push: options.push }));
    cleanups.push(() => app.close());
    await listen(app, config);
    app.log.info({ version: VERSION, node: process.version, database: engine }, 'started');
    cleanups.push(async () => {
      draining = true;
      app.log.info({ seconds: config.drainSeconds }, 'stopping');
      await delay(config.drainSeconds * 1000);
    });
    return { services, greet: () => greet(services, engine), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Connections that wait to be accepted. By default 511: of a whole hall that connects at once the system would drop the
 * others, and their clients try again only after 1, 3 and 7 s. Linux allows 4,096 (net.core.somaxconn).
 */
const BACKLOG = 4_096;

async function listen(app: FastifyInstance, { port, host }: Config): Promise<void> {
  try {
    await app.listen({ port, host, backlog: BACKLOG });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'EADDRINUSE') {
      throw new Error(`PORT: ${host}:${port} is in use by another program. Stop that one, or set another PORT.`);
    }
    if (code === 'EACCES') throw new Error(`PORT: this user may not listen on port ${port}. Set one above 1023.`);
    if (/^(ENOTFOUND|EAI_AGAIN|EADDRNOTAVAIL|EINVAL)$/.test(code)) {
      throw new Error(`HOST: ${host} is no address of this machine. Set one of its addresses, or 0.0.0.0 for all.`);
    }
    throw error;
  }
}

async function startBackground(
  services: Services,
  { hub, log, push }: { hub: LiveHub; log: FastifyBaseLogger; push: PostOptions | undefined },
): Promise<() => Promise<void>> {
  const providers = await chooseProviders(services, log);
  const stops = [
    startSweeping(services, log),
    startOutboxWorker(services, providers, markUndeliverable, log),
    startPlannedPublications(services, log),
    startAnnouncementWorker(services, log),
    startNoticeWorker(services, hub, log),
    startPushWorker(services, log, push),
  ];
  if (services.config.eventbrite.webhookSecret) stops.push(startTicketFetchWorker(services, log));
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

/** What an operator should know before the doors open. */
async function warningsOf({ config, db, keys }: Services): Promise<string[]> {
  const event = await db.selectFrom('events').select('id').executeTakeFirst();
  const { production, appUrl } = config;
  return [
    (await secretWarning(db, keys)) ?? '',
    production && isLocal(appUrl)
      ? `APP_URL: links in texts and mails lead to ${appUrl}, on this machine only. Set the address that attendees open.`
      : '',
    production && event?.id === DEMO_ID
      ? 'EVENT_PACK: attendees see the demo event. Set the folder of yours, or "none" to make it in the console.'
      : '',
  ].filter(Boolean);
}

async function greet(services: Services, engine: string): Promise<string[]> {
  const { config } = services;
  const firstOwnerLink = await transact(services, makeFirstOwnerLink);
  return [
    `The companion is at ${config.appUrl}`,
    ...(config.devOutbox ? [`Its messages (codes, links): ${config.appUrl}/outbox`] : []),
    ...(hasProvider(config, 'sms') || hasProvider(config, 'mail')
      ? []
      : [
          `WARNING: no messages are sent, so sign-in is impossible. Set TWILIO_... and SMTP_URL${config.production ? '' : ', or DEV_OUTBOX=true to try it out'}.`,
        ]),
    `Its console, for the organizer's staff: ${config.appUrl}/console`,
    ...(firstOwnerLink ? [`Become its first owner (works once, within 48 hours): ${firstOwnerLink}`] : []),
    `Its API: ${config.appUrl}/api/docs`,
    `Event: ${config.eventPack ?? 'made in the console'}`,
    `Data: ${engine === 'sqlite' ? `SQLite in ${config.dataDir}` : 'PostgreSQL'}`,
  ];
}
