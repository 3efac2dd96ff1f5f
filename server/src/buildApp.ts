import { randomUUID } from 'node:crypto';
import { BODY_LIMIT } from '@companion/contract/limits';
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { accountRoutes } from './accounts/accountRoutes.ts';
import { eventbriteWebhookRoutes } from './attendees/eventbriteWebhookRoutes.ts';
import { calendarRoutes } from './calendar/calendarRoutes.ts';
import { WEBHOOK_SECRET_MAX } from './config.ts';
import { contentRoutes } from './content/contentRoutes.ts';
import type { PoolState } from './db/openPostgres.ts';
import { eventFiles } from './event/eventFiles.ts';
import { manifestRoute } from './event/manifestRoute.ts';
import { feedbackRoutes } from './feedback/feedbackRoutes.ts';
import { RequestLog } from './loggerOptions.ts';
import { devOutboxRoutes } from './messages/devOutbox.ts';
import { twilioRoutes } from './messages/twilioRoutes.ts';
import { passwordResetRoutes } from './passwordReset/passwordResetRoutes.ts';
import { apiDocs } from './plugins/apiDocs.ts';
import { drain } from './plugins/drain.ts';
import { encodedAnswers } from './plugins/encodedAnswers.ts';
import { answerError, answerNotFound, answerUnreadable, errors } from './plugins/errors.ts';
import { health } from './plugins/health.ts';
import { metrics } from './plugins/metrics.ts';
import { overload } from './plugins/overload.ts';
import { security } from './plugins/security.ts';
import { webApp } from './plugins/webApp.ts';
import { questionRoutes } from './questions/questionRoutes.ts';
import type { Services } from './services.ts';
import { sessionRoutes } from './session/sessionRoutes.ts';
import { smsReactions } from './session/undeliverableSms.ts';
import { shareRoutes } from './share/shareRoutes.ts';

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

  sessionRoutes(app, services);
  accountRoutes(app, services);
  questionRoutes(app, services);
  contentRoutes(app, services);
  calendarRoutes(app, services);
  feedbackRoutes(app, services);
  shareRoutes(app, services);
  passwordResetRoutes(app, services);
  manifestRoute(app, services.db);
  eventFiles(app, { packFolder: config.eventPack, db: services.db });
  if (config.devOutbox) devOutboxRoutes(app, services);
  await twilioRoutes(app, services, smsReactions(services));
  eventbriteWebhookRoutes(app, services);
  health(app, services, options.isDraining);
  drain(app);
  await apiDocs(app);
  if (options.webFolder) await webApp(app, options.webFolder);
  else app.setNotFoundHandler(answerNotFound);
  return app;
}
