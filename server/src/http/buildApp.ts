import { randomUUID } from 'node:crypto';
import { BODY_LIMIT } from '@companion/contract/constants';
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { cacheOwnVotesAndComments } from '../content/ownVotesAndCommentsCache.ts';
import { AssetFiles, assetFolder } from '../event/assetFiles.ts';
import type { LiveHub } from '../live/liveHub.ts';
import type { LiveSource } from '../live/liveSource.ts';
import { keepPeopleCounts } from '../people/keepPeopleCounts.ts';
import type { PoolState } from '../platform/db/openPostgres.ts';
import { RequestLog } from '../platform/loggerOptions.ts';
import type { Services } from '../platform/services.ts';
import { WEBHOOK_SECRET_MAX } from '../platform/settingsSchema.ts';
import { consoleApp, webApp } from './builtApps.ts';
import { tagAndCompress } from './etagAndCompression.ts';
import type { Api } from './handle.ts';
import { drain, health } from './health.ts';
import type { StreamLimits } from './liveStreams.ts';
import { metrics } from './metrics.ts';
import { apiDocs } from './openApi.ts';
import { overload } from './overload.ts';
import { parseJsonOnly } from './parse.ts';
import { accountRoutes } from './routes/accountRoutes.ts';
import { announcementRoutes } from './routes/announcementRoutes.ts';
import { audienceQuestionRoutes } from './routes/audienceQuestionRoutes.ts';
import { betweenPollsRoutes } from './routes/betweenPollsRoutes.ts';
import { calendarRoutes } from './routes/calendarRoutes.ts';
import { contentRoutes } from './routes/contentRoutes.ts';
import { devOutboxRoutes } from './routes/devOutboxRoutes.ts';
import { eventFiles, startPictureSizer } from './routes/eventFiles.ts';
import { feedbackRoutes } from './routes/feedbackRoutes.ts';
import { itemFeedbackRoutes } from './routes/itemFeedbackRoutes.ts';
import { liveRoutes } from './routes/liveRoutes.ts';
import { manifestRoute } from './routes/manifestRoute.ts';
import { noticeRoutes } from './routes/noticeRoutes.ts';
import { overviewRoutes } from './routes/overviewRoutes.ts';
import { passwordResetRoutes } from './routes/passwordResetRoutes.ts';
import { peopleImportRoutes } from './routes/peopleImportRoutes.ts';
import { peopleRoutes } from './routes/peopleRoutes.ts';
import { pollRoutes } from './routes/pollRoutes.ts';
import { programmeRoutes } from './routes/programmeRoutes.ts';
import { programmeSetupRoutes } from './routes/programmeSetupRoutes.ts';
import { safeguardRoutes } from './routes/safeguardRoutes.ts';
import { secondFactorRoutes } from './routes/secondFactorRoutes.ts';
import { sessionRoutes } from './routes/sessionRoutes.ts';
import { shareRoutes } from './routes/shareRoutes.ts';
import { staffMemberRoutes } from './routes/staffMemberRoutes.ts';
import { staffSessionRoutes } from './routes/staffSessionRoutes.ts';
import { stageScreenRoutes } from './routes/stageScreenRoutes.ts';
import { unsubscribeRoutes } from './routes/unsubscribeRoutes.ts';
import { eventbriteWebhookRoutes, twilioRoutes } from './routes/webhookRoutes.ts';
import { security } from './security.ts';
import { answerError, answerErrors, answerNotFound, answerUnreadable } from './sendFailures.ts';
import { startLive } from './startLive.ts';
import { TRAFFIC_LIMITS } from './traffic.ts';

export interface AppOptions {
  logger: FastifyServerOptions['logger'];
  /** The built attendee app; without it only the API and the event's files are served. */
  webFolder?: string | undefined;
  /** The built console; without it there is none. */
  consoleFolder?: string | undefined;
  /** Whether the server is stopping. */
  isDraining(): boolean;
  poolState?: (() => PoolState) | undefined;
  timeouts?: Partial<ClientTimeouts> | undefined;
  /** A test's, in place of the database. */
  liveSource?: LiveSource | undefined;
  streamLimits?: Partial<StreamLimits> | undefined;
}

/** How long a client may keep a connection without sending or reading, in milliseconds, and how often that is checked. */
export interface ClientTimeouts {
  idle: number;
  headers: number;
  /** For the body of a request. */
  request: number;
  /** Bytes a second. */
  slowestUpload: number;
  checkInterval: number;
}

const CLIENT_TIMEOUTS: ClientTimeouts = {
  ...{ idle: 15_000, headers: 10_000, request: TRAFFIC_LIMITS.sendTime },
  ...{ slowestUpload: TRAFFIC_LIMITS.slowestUpload, checkInterval: TRAFFIC_LIMITS.checkInterval },
};

interface BuiltApp {
  app: FastifyInstance;
  /** Tells what runs beside requests of changes. */
  hub: LiveHub;
}

/** Builds the server without starting it; every route file is listed here. */
export async function buildApp(services: Services, options: AppOptions): Promise<BuiltApp> {
  const { config } = services;
  const { idle, headers, request, slowestUpload, checkInterval } = { ...CLIENT_TIMEOUTS, ...options.timeouts };
  const app = Fastify({
    logger: options.logger ?? false,
    bodyLimit: BODY_LIMIT,
    // The longest part of an address is a webhook's secret (settingsSchema.ts).
    routerOptions: { maxParamLength: WEBHOOK_SECRET_MAX },
    // Only the proxy in front: clients can forge the entries before its own in X-Forwarded-For.
    trustProxy: config.trustProxy && ((_address, hop) => hop === 0),
    // Never from a header: a client must not choose what the log says.
    genReqId: () => randomUUID(),
    logController: new RequestLog(),
    clientErrorHandler: answerUnreadable,
    frameworkErrors: (error, request, reply) => {
      // No id is that long, so the item does not exist.
      if (error.code === 'FST_ERR_MAX_PARAM_LENGTH') answerNotFound(request, reply);
      else answerError(error, request, reply);
    },
    // Lost connections, slow senders and slow readers must not hold resources.
    connectionTimeout: idle,
    // Node has one limit for the requests of all calls, and large bodies need longer: see Traffic.
    requestTimeout: 0,
    http: { headersTimeout: headers, connectionsCheckingInterval: checkInterval },
    forceCloseConnections: 'idle',
    // While the server stops, requests on open connections are answered normally (health.ts).
    return503OnClosing: false,
  });
  answerErrors(app);
  parseJsonOnly(app);
  await security(app, config);
  const { underWay, streams: exempt } = overload(app, { sendTime: request, slowestUpload, checkInterval });
  const register = metrics(app, services, { underWay, poolState: options.poolState });
  const live = startLive(app, services, register, options);
  tagAndCompress(app);

  const api: Api = { app, services };
  const votesAndComments = cacheOwnVotesAndComments(services);
  sessionRoutes(api);
  accountRoutes(api, votesAndComments);
  pollRoutes(api);
  contentRoutes(api, { hub: live.hub, votesAndComments });
  audienceQuestionRoutes(api);
  calendarRoutes(api);
  feedbackRoutes(api);
  shareRoutes(api);
  passwordResetRoutes(api);
  liveRoutes(api, { ...live, exempt });
  staffSessionRoutes(api);
  secondFactorRoutes(api);
  staffMemberRoutes(api);
  stageScreenRoutes(api);
  betweenPollsRoutes(api);
  const peopleCounts = keepPeopleCounts(services);
  overviewRoutes(api, live, peopleCounts);
  safeguardRoutes(api);
  itemFeedbackRoutes(api);
  announcementRoutes(api);
  noticeRoutes(api);
  await unsubscribeRoutes(app, services);
  peopleRoutes(api, votesAndComments, peopleCounts);
  peopleImportRoutes(api, peopleCounts);
  const assets = new AssetFiles(assetFolder(config.dataDir), services.db, (text) => app.log.warn(text));
  programmeRoutes(api, assets);
  programmeSetupRoutes(api, votesAndComments);
  manifestRoute(app, { db: services.db, assets });
  eventFiles(app, { db: services.db, assets, sizer: startPictureSizer(app, services, assets) });
  if (config.devOutbox) devOutboxRoutes(app, services);
  await twilioRoutes(app, services);
  eventbriteWebhookRoutes(app, services);
  health(app, services, options.isDraining);
  drain(app, options.isDraining);
  await apiDocs(app);
  if (options.consoleFolder) await consoleApp(app, options.consoleFolder);
  if (options.webFolder) await webApp(app, options.webFolder, config);
  else app.setNotFoundHandler(answerNotFound);
  return { app, hub: live.hub };
}
