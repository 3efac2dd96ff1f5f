import { randomUUID } from 'node:crypto';
import { BODY_LIMIT } from '@companion/contract/limits';
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { apiDocs } from './http/apiDocs.ts';
import { drain } from './http/drain.ts';
import { encodedAnswers } from './http/encodedAnswers.ts';
import { answerError, answerNotFound, answerUnreadable, errors } from './http/errors.ts';
import type { Api } from './http/handle.ts';
import { health } from './http/health.ts';
import { metrics } from './http/metrics.ts';
import { overload } from './http/overload.ts';
import { requireAccount } from './http/requireAccount.ts';
import { accountRoutes } from './http/routes/accountRoutes.ts';
import { calendarRoutes } from './http/routes/calendarRoutes.ts';
import { contentRoutes } from './http/routes/contentRoutes.ts';
import { devOutboxRoutes } from './http/routes/devOutboxRoutes.ts';
import { eventbriteWebhookRoutes } from './http/routes/eventbriteWebhookRoutes.ts';
import { eventFiles } from './http/routes/eventFiles.ts';
import { feedbackRoutes } from './http/routes/feedbackRoutes.ts';
import { manifestRoute } from './http/routes/manifestRoute.ts';
import { passwordResetRoutes } from './http/routes/passwordResetRoutes.ts';
import { questionRoutes } from './http/routes/questionRoutes.ts';
import { sessionRoutes } from './http/routes/sessionRoutes.ts';
import { shareRoutes } from './http/routes/shareRoutes.ts';
import { twilioRoutes } from './http/routes/twilioRoutes.ts';
import { security } from './http/security.ts';
import { webApp } from './http/webApp.ts';
import { smsReactions } from './identity/session/undeliverableSms.ts';
import type { PoolState } from './platform/db/openPostgres.ts';
import { RequestLog } from './platform/loggerOptions.ts';
import type { Services } from './platform/services.ts';
import { WEBHOOK_SECRET_MAX } from './platform/settings.ts';

export interface AppOptions {
  logger: FastifyServerOptions['logger'];
  /** The built attendee app; without it only the API and the event's files are served. */
  webFolder?: string | undefined;
  /** Whether the server was told to stop. */
  isDraining(): boolean;
  poolState?: (() => PoolState) | undefined;
}

/** The whole server but for its port: every route file is listed here. */
export async function buildApp(services: Services, options: AppOptions): Promise<FastifyInstance> {
  const { config } = services;
  const app = Fastify({
    logger: options.logger ?? false,
    bodyLimit: BODY_LIMIT,
    // The longest part of an address is a webhook's secret (config.ts).
    routerOptions: { maxParamLength: WEBHOOK_SECRET_MAX },
    // The one proxy in front: what stands before its own entry in X-Forwarded-For, the client may have made up.
    trustProxy: config.trustProxy && ((_address, hop) => hop === 0),
    // Never from a header: whoever asks does not choose what the log says.
    genReqId: () => randomUUID(),
    logController: new RequestLog(),
    clientErrorHandler: answerUnreadable,
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
    // A phone that lost its Wi-Fi must not hold a connection, nor a slow sender a request or a slow reader an answer.
    connectionTimeout: 15_000,
    requestTimeout: 10_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
    forceCloseConnections: 'idle',
    // What still comes in on an open connection while the server stops is answered like any other (plugins/drain.ts).
    return503OnClosing: false,
  });
  errors(app);
  // Bodies are JSON: anything else is a 415, not text that then fits no schema.
  app.removeContentTypeParser('text/plain');
  await security(app, config);
  const { underWay } = overload(app);
  metrics(app, services, { underWay, poolState: options.poolState });
  encodedAnswers(app);

  const api: Api = { app, services, authenticate: (request) => requireAccount(services, request) };
  sessionRoutes(api);
  accountRoutes(api);
  questionRoutes(api);
  contentRoutes(api);
  calendarRoutes(api);
  feedbackRoutes(api);
  shareRoutes(api);
  passwordResetRoutes(api);
  manifestRoute(app, services.db);
  eventFiles(app, { packFolder: config.eventPack, db: services.db });
  if (config.devOutbox) devOutboxRoutes(app, services);
  await twilioRoutes(app, services, smsReactions(services));
  eventbriteWebhookRoutes(app, services);
  health(app, services, options.isDraining);
  drain(app, options.isDraining);
  await apiDocs(app);
  if (options.webFolder) await webApp(app, options.webFolder);
  else app.setNotFoundHandler(answerNotFound);
  return app;
}
