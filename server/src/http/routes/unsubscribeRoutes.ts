import type { FastifyInstance } from 'fastify';
import { optOut } from '../../announcements/optOut.ts';
import { getEvent } from '../../event/eventQueries.ts';
import { escapeHtml } from '../../messages/messageHtml.ts';
import { UNSUBSCRIBE_PATH, unsubscribedAccount } from '../../messages/unsubscribe.ts';
import type { Services } from '../../platform/services.ts';
import { answerNotFound } from '../sendFailures.ts';

type Address = { Params: { token: string } };

/**
 * Where a mailed announcement leads whoever wants no more of them. It is not in the contract, because the app does not call
 * it: people open it from a mail without a session, and mail programs send its POST by themselves (RFC 8058). Opening it
 * changes nothing, because scanners of mail open every link.
 */
export async function unsubscribeRoutes(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (scope) => {
    // As the form and mail programs send it; nothing of it is needed.
    scope.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'string' },
      async () => undefined,
    );

    scope.get<Address>(`${UNSUBSCRIBE_PATH}:token`, async (request, reply) => {
      if (unsubscribedAccount(services, request.params.token) === undefined) return answerNotFound(request, reply);
      const { name } = await getEvent(services.db);
      const form = '<form method="post"><button>No more announcements by mail</button></form>';
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .send(page('Announcements by mail', `<p>You get announcements of ${escapeHtml(name)} by mail.</p>${form}`));
    });

    scope.post<Address>(`${UNSUBSCRIBE_PATH}:token`, async (request, reply) => {
      const accountId = unsubscribedAccount(services, request.params.token);
      if (accountId === undefined) return answerNotFound(request, reply);
      await optOut(services, accountId);
      const text =
        'You get no more announcements by mail. The app still shows them. Codes and links that you ask for are still sent.';
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .send(page('Done', `<p>${text}</p>`));
    });
  });
}

const page = (title: string, content: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${title}</title></head><body><main><h1>${title}</h1>${content}</main></body></html>`;
