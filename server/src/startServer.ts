import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { buildApp } from './buildApp.ts';
import type { Config } from './config.ts';
import { openDatabase } from './db/openDatabase.ts';
import { loadPack } from './event/loadPack.ts';
import { describeFinding } from './event/packFindings.ts';
import { readPack } from './event/readPack.ts';
import { deriveKeys, readOrMakeSecret } from './keys.ts';
import { loggerOptions } from './loggerOptions.ts';
import { deliverToDevOutbox } from './messages/devOutbox.ts';
import { startOutboxWorker } from './messages/outboxWorker.ts';
import type { Services } from './services.ts';
import { startSweeping } from './sweep.ts';

export interface RunningServer {
  services: Services;
  /** What it serves where, for the person who started it. */
  greeting: string[];
  /** Answers what is under way, takes no more, and lets go of the database. */
  stop(): Promise<void>;
}

/**
 * Opens the database, loads the event and listens.
 * @param options `now`: a clock of a test's own; `webFolder`: the built app
 * @throws Error with what the operator can mend: a folder in use, a bad event pack, a taken port
 */
export async function startServer(
  config: Config,
  options: { now?: () => number; webFolder?: string } = {},
): Promise<RunningServer> {
  const { db, engine, close } = await openDatabase({ url: config.databaseUrl, folder: config.dataDir });
  const undo: (() => Promise<void>)[] = [close];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const keys = deriveKeys(config.tokenSecret ?? readOrMakeSecret(config.dataDir));
    const services: Services = { config, db, keys, now: options.now ?? Date.now };
    const pack = await readPack(config.eventPack, services.now());
    await loadPack(db, pack);

    const app = await buildApp(services, { logger: loggerOptions(config.logLevel), webFolder: options.webFolder });
    for (const warning of pack.warnings) app.log.warn(`event pack: ${describeFinding(warning)}`);
    undo.push(startBackground(services, app.log));
    undo.push(() => app.close());
    await listen(app, config);
    return { services, greeting: greet(config, engine), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function listen(app: FastifyInstance, { port, host }: Config): Promise<void> {
  try {
    await app.listen({ port, host });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    throw new Error(`PORT: ${host}:${port} is in use by another program. Stop that one, or set another PORT.`);
  }
}

function startBackground(services: Services, log: FastifyBaseLogger): () => Promise<void> {
  const stops = [startSweeping(services, log)];
  if (services.config.production) {
    log.error('No SMS or mail provider is set: messages wait in the outbox and nobody can sign in.');
  } else {
    stops.push(startOutboxWorker(services, deliverToDevOutbox(log), log));
  }
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

function greet(config: Config, engine: string): string[] {
  return [
    `The companion is at ${config.appUrl}`,
    ...(config.production ? [] : [`Its messages (codes, links): ${config.appUrl}/outbox`]),
    `Its API: ${config.appUrl}/api/docs`,
    `Event: ${config.eventPack}`,
    `Data: ${engine === 'sqlite' ? `SQLite in ${config.dataDir}` : 'PostgreSQL'}`,
  ];
}
