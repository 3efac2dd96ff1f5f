import { randomUUID } from 'node:crypto';
import { BODY_LIMIT } from '@companion/contract/limits';
import etag from '@fastify/etag';
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify';
import { accountRoutes } from './accounts/accountRoutes.ts';
import { contentRoutes } from './content/contentRoutes.ts';
import { eventFiles } from './event/eventFiles.ts';
import { feedbackRoutes } from './feedback/feedbackRoutes.ts';
import { devOutboxRoutes } from './messages/devOutbox.ts';
import { passwordResetRoutes } from './passwordReset/passwordResetRoutes.ts';
import { apiDocs } from './plugins/apiDocs.ts';
import { drain } from './plugins/drain.ts';
import { answerError, answerNotFound, errors } from './plugins/errors.ts';
import { health } from './plugins/health.ts';
import { security } from './plugins/security.ts';
import { webApp } from './plugins/webApp.ts';
import { questionRoutes } from './questions/questionRoutes.ts';
import type { Services } from './services.ts';
import { sessionRoutes } from './session/sessionRoutes.ts';
import { shareRoutes } from './share/shareRoutes.ts';

/**
 * The whole server but for its port: every route file is listed here.
 * @param options `webFolder`: the built attendee app; without it only the API and the event's files are served
 */
export async function buildApp(
  services: Services,
  options: { logger: FastifyServerOptions['logger']; webFolder?: string },
): Promise<FastifyInstance> {
  const { config } = services;
  const app = Fastify({
    logger: options.logger ?? false,
    bodyLimit: BODY_LIMIT,
    // The one proxy in front: what stands before its own entry in X-Forwarded-For, the client may have made up.
    trustProxy: config.trustProxy && ((_address, hop) => hop === 0),
    // Never from a header: whoever asks does not choose what the log says.
    genReqId: () => randomUUID(),
    logController: new LogController({ requestIdLogLabel: 'traceId' }),
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
    // A phone that lost its Wi-Fi must not hold a connection, nor a slow sender a request.
    connectionTimeout: 60_000,
    requestTimeout: 30_000,
    forceCloseConnections: 'idle',
  });
  errors(app);
  // Bodies are JSON: anything else is a 415, not text that then fits no schema.
  app.removeContentTypeParser('text/plain');
  await security(app, config);
  await app.register(etag);

  sessionRoutes(app, services);
  accountRoutes(app, services);
  questionRoutes(app, services);
  contentRoutes(app, services);
  feedbackRoutes(app, services);
  shareRoutes(app, services);
  passwordResetRoutes(app, services);
  eventFiles(app, { packFolder: config.eventPack, db: services.db });
  if (!config.production) devOutboxRoutes(app, services);
  health(app, services);
  drain(app);
  await apiDocs(app);
  if (options.webFolder) await webApp(app, options.webFolder);
  else app.setNotFoundHandler(answerNotFound);
  return app;
}
