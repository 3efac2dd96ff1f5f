import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify';
import { requestFetch } from '../../attendees/ticketFetchQueries.ts';
import { reject } from '../../platform/errors.ts';
import { hashToken, sameText } from '../../platform/keys.ts';
import type { Services } from '../../platform/services.ts';
import { autocommit } from '../../platform/transact.ts';
import { answerNotFound } from '../errors.ts';

/** Which of Eventbrite's objects show attendees; what webhooks tell of besides (events, venues) is none of ours. */
const OURS = /^\/(orders\/\d{1,30}|events\/(\d{1,30})\/attendees\/\d{1,30})\/?$/;

/**
 * Hears from Eventbrite that something has changed; what has, is then fetched (startTicketFetchWorker). No call of the
 * contract, for no client makes it. Without EVENTBRITE_WEBHOOK_SECRET there is no such address.
 */
export function eventbriteWebhookRoutes(app: FastifyInstance, services: Services): void {
  const { config, now } = services;
  const { webhookSecret, apiUrl, eventId } = config.eventbrite;
  if (!webhookSecret) return;
  const expected = hashToken(webhookSecret);

  // Before the body is read: whoever does not know the secret is told what any unknown address tells.
  const onRequest: onRequestAsyncHookHandler = async (request, reply) => {
    const { secret } = request.params as { secret: string };
    // Hashes are of one length, so the comparison's time tells nothing of the secret's.
    if (!sameText(hashToken(secret), expected)) return answerNotFound(request, reply);
  };
  app.post('/api/webhooks/eventbrite/:secret', { onRequest }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const { action, url } = readNotice(request.body);
    // What Eventbrite's "test" button sends names no object.
    if (action === 'test') return { message: 'The webhook works.' };
    const path = pathBelow(apiUrl, url) ?? reject('invalid', 'api_url is not an address of the API that is set.');
    const [, object, event] = OURS.exec(path) ?? [];
    if (!object || (event && event !== eventId)) return { message: 'That is not for this event.' };
    // Acknowledged only once it is on disk: a crash or an outage over there loses nothing.
    await autocommit(services, (db) => requestFetch(db, object, now()));
    return { message: 'It will be fetched.' };
  });
}

function readNotice(body: unknown): { action: string; url: string } {
  const { api_url: url, config } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const { action } = (typeof config === 'object' && config !== null ? config : {}) as Record<string, unknown>;
  return { action: typeof action === 'string' ? action : '', url: typeof url === 'string' ? url : '' };
}

/**
 * What follows the API's own address, which is the only one ever asked: nobody who knows the secret makes this server
 * fetch from elsewhere.
 */
function pathBelow(apiUrl: string, url: string): string | undefined {
  const [base, asked] = [new URL(apiUrl), URL.parse(url)];
  if (!asked || asked.origin !== base.origin || asked.username || asked.search || asked.hash) return undefined;
  const root = base.pathname.replace(/\/$/, '');
  return asked.pathname.startsWith(`${root}/`) ? asked.pathname.slice(root.length) : undefined;
}
