import { randomUUID } from 'node:crypto';
import { BODY_LIMIT } from '@companion/contract/constants';
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { cacheVotesAndComments } from './content/votesAndCommentsCache.ts';
import { answerError, answerErrors, answerNotFound, answerUnreadable } from './http/answerErrors.ts';
import { apiDocs } from './http/apiDocs.ts';
import { consoleApp } from './http/consoleApp.ts';
import { drain } from './http/drain.ts';
import { encodedAnswers } from './http/encodedAnswers.ts';
import type { Api } from './http/handle.ts';
import { health } from './http/health.ts';
import { inlineHashes } from './http/inlineHashes.ts';
import type { StreamLimits } from './http/liveStreams.ts';
import { metrics } from './http/metrics.ts';
import { overload } from './http/overload.ts';
import { accountRoutes } from './http/routes/accountRoutes.ts';
import { audienceQuestionRoutes } from './http/routes/audienceQuestionRoutes.ts';
import { calendarRoutes } from './http/routes/calendarRoutes.ts';
import { contentRoutes } from './http/routes/contentRoutes.ts';
import { devOutboxRoutes } from './http/routes/devOutboxRoutes.ts';
import { eventbriteWebhookRoutes } from './http/routes/eventbriteWebhookRoutes.ts';
import { eventFiles, startPictureSizer } from './http/routes/eventFiles.ts';
import { feedbackRoutes } from './http/routes/feedbackRoutes.ts';
import { itemFeedbackRoutes } from './http/routes/itemFeedbackRoutes.ts';
import { liveRoutes } from './http/routes/liveRoutes.ts';
import { manifestRoute } from './http/routes/manifestRoute.ts';
import { overviewRoutes } from './http/routes/overviewRoutes.ts';
import { passkeyRoutes } from './http/routes/passkeyRoutes.ts';
import { passwordResetRoutes } from './http/routes/passwordResetRoutes.ts';
import { pollRoutes } from './http/routes/pollRoutes.ts';
import { questionRoutes } from './http/routes/questionRoutes.ts';
import { reportRoutes } from './http/routes/reportRoutes.ts';
import { secondFactorRoutes } from './http/routes/secondFactorRoutes.ts';
import { sessionRoutes } from './http/routes/sessionRoutes.ts';
import { shareRoutes } from './http/routes/shareRoutes.ts';
import { staffInvitationRoutes } from './http/routes/staffInvitationRoutes.ts';
import { staffMemberRoutes } from './http/routes/staffMemberRoutes.ts';
import { staffPasswordResetRoutes } from './http/routes/staffPasswordResetRoutes.ts';
import { staffSessionRoutes } from './http/routes/staffSessionRoutes.ts';
import { stageScreenRoutes } from './http/routes/stageScreenRoutes.ts';
import { summaryLinkRoutes } from './http/routes/summaryLinkRoutes.ts';
import { twilioRoutes } from './http/routes/twilioRoutes.ts';
import { security } from './http/security.ts';
import { startLive } from './http/startLive.ts';
import { webApp } from './http/webApp.ts';
import { smsReactions } from './identity/proofs/undeliverableSms.ts';
import { figuresOfItems } from './itemFeedback/figuresOfItems.ts';
import type { LiveSource } from './live/liveSource.ts';
import type { PoolState } from './platform/db/openPostgres.ts';
import { RequestLog } from './platform/loggerOptions.ts';
import type { Services } from './platform/services.ts';
import { WEBHOOK_SECRET_MAX } from './platform/settingsSchema.ts';

export interface AppOptions {
  logger: FastifyServerOptions['logger'];
  /** The built attendee app; without it only the API and the event's files are served. */
  webFolder?: string | undefined;
  /** The built console; without it there is none. */
  consoleFolder?: string | undefined;
  /** Whether the server is stopping. */
  isDraining(): boolean;
  poolState?: (() => PoolState) | undefined;
  timeouts?: ClientTimeouts | undefined;
  /** A test's, in place of the polls of the database. */
  liveSource?: LiveSource | undefined;
  streamLimits?: Partial<StreamLimits> | undefined;
}

/** How long a client may keep a connection without sending or reading, in milliseconds, and how often that is checked. */
export interface ClientTimeouts {
  idle: number;
  headers: number;
  request: number;
  checkInterval: number;
}

const CLIENT_TIMEOUTS: ClientTimeouts = { idle: 15_000, headers: 10_000, request: 10_000, checkInterval: 2_000 };

/** Builds the server without starting it; every route file is listed here. */
export async function buildApp(services: Services, options: AppOptions): Promise<FastifyInstance> {
  const { config } = services;
  const { idle, headers, request, checkInterval } = options.timeouts ?? CLIENT_TIMEOUTS;
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
    requestTimeout: request,
    http: { headersTimeout: headers, connectionsCheckingInterval: checkInterval },
    forceCloseConnections: 'idle',
    // While the server stops, requests on open connections are answered normally (http/drain.ts).
    return503OnClosing: false,
  });
  answerErrors(app);
  // Bodies are JSON: anything else is a 415, not text that no schema matches.
  app.removeContentTypeParser('text/plain');
  await security(app, config, await inlineHashes(options.webFolder));
  const { underWay, streams: exempt } = overload(app);
  const live = startLive(app, services, options);
  metrics(app, services, { underWay, poolState: options.poolState, live });
  encodedAnswers(app);

  const api: Api = { app, services };
  const votesAndComments = cacheVotesAndComments(services);
  sessionRoutes(api);
  accountRoutes(api, votesAndComments);
  questionRoutes(api);
  pollRoutes(api);
  reportRoutes(api);
  contentRoutes(api, { hub: live.hub, votesAndComments });
  audienceQuestionRoutes(api);
  calendarRoutes(api);
  feedbackRoutes(api);
  shareRoutes(api);
  passwordResetRoutes(api);
  liveRoutes(api, { ...live, exempt });
  staffSessionRoutes(api);
  staffInvitationRoutes(api);
  passkeyRoutes(api);
  secondFactorRoutes(api);
  staffPasswordResetRoutes(api);
  staffMemberRoutes(api);
  stageScreenRoutes(api);
  overviewRoutes(api, live);
  const figures = figuresOfItems(services);
  itemFeedbackRoutes(api, figures);
  summaryLinkRoutes(api, figures);
  manifestRoute(app, { packFolder: config.eventPack, db: services.db });
  eventFiles(app, { packFolder: config.eventPack, db: services.db, sizer: startPictureSizer(app, services) });
  if (config.devOutbox) devOutboxRoutes(app, services);
  await twilioRoutes(app, services, smsReactions(services));
  eventbriteWebhookRoutes(app, services);
  health(app, services, options.isDraining);
  drain(app, options.isDraining);
  await apiDocs(app);
  if (options.consoleFolder) await consoleApp(app, options.consoleFolder);
  if (options.webFolder) await webApp(app, options.webFolder, config);
  else app.setNotFoundHandler(answerNotFound);
  return app;
}
