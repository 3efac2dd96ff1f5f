import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify';
import { requestFetch } from '../../attendees/ticketFetches.ts';
import { markDelivered, markUndeliverable } from '../../identity/proofs/undeliverableSms.ts';
import { CALLBACK_PATH, callbackUrl, isSignedByTwilio } from '../../messages/twilioCallback.ts';
import { isRecipientFault } from '../../messages/twilioSms.ts';
import { hashToken, sameText } from '../../platform/deriveKeys.ts';
import { reject } from '../../platform/domainError.ts';
import type { Services } from '../../platform/services.ts';
import { autocommit } from '../../platform/transact.ts';
import { answerNotFound } from '../sendFailures.ts';

/** Twilio sends about 20 fields in 1 KB. A larger report is not Twilio's, and checking its signature costs time. */
const MAX_REPORT_BYTES = 8 * 1024;
const MAX_REPORT_FIELDS = 100;

/** Receives Twilio's reports on the outcome of messages. It is not in the contract, because clients do not call it. */
export async function twilioRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { config } = services;
  const { twilio } = config;
  if (!twilio) return;

  await app.register(async (scope) => {
    scope.addContentTypeParser<string>(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_request: unknown, body: string) => new URLSearchParams(body),
    );
    type Report = { Querystring: { message?: string }; Body: unknown };
    scope.post<Report>(CALLBACK_PATH, { bodyLimit: MAX_REPORT_BYTES }, async (request, reply) => {
      const messageId = String(request.query.message ?? '');
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      const signature = request.headers['x-twilio-signature'];
      const url = callbackUrl(config, messageId) ?? '';
      if (form.size > MAX_REPORT_FIELDS || !isSignedByTwilio(twilio.authToken, url, form, signature?.toString())) {
        reject('forbidden', 'This call is not signed by Twilio.');
      }
      await recordReport(messageId, form.get('MessageStatus') ?? '', Number(form.get('ErrorCode')));
      return reply.code(204).header('cache-control', 'no-store').send();
    });
  });

  async function recordReport(messageId: string, status: string, code: number): Promise<void> {
    if (status === 'delivered') await markDelivered(services, messageId);
    if (status !== 'undelivered' && status !== 'failed') return;
    const atFault = isRecipientFault(code);
    const about = { messageId, kind: 'sms', reason: `Twilio: ${status} (${code})` };
    if (atFault) app.log.warn(about, 'outbox: a message cannot be delivered to its recipient');
    else app.log.error(about, 'outbox: the provider rejected a message for good');
    await markUndeliverable(services, messageId, {
      reason: about.reason,
      code: atFault ? String(code) : null,
    });
  }
}

/** The objects of Eventbrite that contain attendees; webhooks about others (events, venues) are ignored. */
const ATTENDEE_OBJECTS = /^\/(orders\/\d{1,30}|events\/(\d{1,30})\/attendees\/\d{1,30})\/?$/;

/**
 * Receives webhooks about changes at Eventbrite, which startTicketFetchWorker then fetches. It is not in the contract,
 * because clients do not call it. Without EVENTBRITE_WEBHOOK_SECRET the address does not exist.
 */
export function eventbriteWebhookRoutes(app: FastifyInstance, services: Services): void {
  const { config, now } = services;
  const { webhookSecret, apiUrl, eventId } = config.eventbrite;
  if (!webhookSecret) return;
  const expected = hashToken(webhookSecret);

  // Before the body is read: a wrong secret gets the same answer as an unknown address.
  const onRequest: onRequestAsyncHookHandler = async (request, reply) => {
    const { secret } = request.params as { secret: string };
    // Hashes have equal length, so the comparison's time does not reveal the secret's length.
    if (!sameText(hashToken(secret), expected)) return answerNotFound(request, reply);
  };
  app.post('/api/webhooks/eventbrite/:secret', { onRequest }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const { action, url } = readNotice(request.body);
    // What Eventbrite's "test" button sends names no object.
    if (action === 'test') return { message: 'The webhook works.' };
    const path = pathBelow(apiUrl, url) ?? reject('invalid', 'api_url is not an address of the API that is set.');
    const [, object, event] = ATTENDEE_OBJECTS.exec(path) ?? [];
    if (!object || (event && event !== eventId)) return { message: 'That is not for this event.' };
    // Acknowledged only once it is committed, so that a crash or an outage of Eventbrite loses nothing.
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
 * The path below the API's own address. Other addresses are rejected, so that a person who knows the secret cannot make
 * the server fetch from another host.
 */
function pathBelow(apiUrl: string, url: string): string | undefined {
  const [base, given] = [new URL(apiUrl), URL.parse(url)];
  if (!given || given.origin !== base.origin || given.username || given.search || given.hash) return undefined;
  const root = base.pathname.replace(/\/$/, '');
  return given.pathname.startsWith(`${root}/`) ? given.pathname.slice(root.length) : undefined;
}
