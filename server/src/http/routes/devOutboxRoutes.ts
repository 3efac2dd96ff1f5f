import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml, linked } from '../../messages/messageHtml.ts';
import { listMessages } from '../../messages/outbox.ts';
import type { Services } from '../../platform/services.ts';
import { isForKnownHost, isFromThisMachine } from '../requestAddress.ts';
import { answerNotFound } from '../sendFailures.ts';

/** Shows what would have been texted and mailed: only without a provider and outside production, and to this machine unless DEV_OUTBOX is set (decision 033). */
export function devOutboxRoutes(app: FastifyInstance, services: Services): void {
  const { devOutboxToAll, appUrl } = services.config;
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    const isFor = devOutboxToAll || isFromThisMachine(request);
    if (!isFor || !isForKnownHost(request, appUrl)) return answerNotFound(request, reply);
  };

  app.get('/api/dev/outbox', { onRequest }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { results: await listMessages(services.db, services) };
  });

  app.get('/outbox', { onRequest }, async (_request, reply) => {
    const messages = await listMessages(services.db, services);
    const items = messages.map(
      ({ kind, to, subject, text, createdAt }) =>
        `<li><h2>${kind === 'sms' ? 'SMS' : 'E-mail'} to ${escapeHtml(to)}</h2><p><time>${createdAt}</time></p>${
          subject ? `<p><b>${escapeHtml(subject)}</b></p>` : ''
        }<pre>${linked(escapeHtml(text), services.config.appUrl)}</pre></li>`,
    );
    reply.header('cache-control', 'no-store').type('text/html; charset=utf-8');
    return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="5"><title>Development outbox</title></head><body><h1>Development outbox</h1>
<p>No SMS or mail provider is set: messages stay here. This page renews itself.</p>
${items.length > 0 ? `<ol>${items.join('\n')}</ol>` : '<p>Nothing has been sent yet.</p>'}</body></html>`;
  });
}
