import type { FastifyInstance } from 'fastify';
import { markUndeliverable, type Reactions } from '../../messages/markUndeliverable.ts';
import { findEnvelope } from '../../messages/outbox.ts';
import { CALLBACK_PATH, callbackUrl, isSignedByTwilio } from '../../messages/twilioCallback.ts';
import { isRecipientFault } from '../../messages/twilioErrors.ts';
import { reject } from '../../platform/domainError.ts';
import type { Services } from '../../platform/services.ts';
import { transact } from '../../platform/transact.ts';

/** Twilio sends about 20 fields in 1 KB. A larger report is not Twilio's, and checking its signature costs time. */
const MAX_REPORT_BYTES = 8 * 1024;
const MAX_REPORT_FIELDS = 100;

/** Receives Twilio's reports on the outcome of messages. It is not in the contract, because clients do not call it. */
export async function twilioRoutes(app: FastifyInstance, services: Services, reactions: Reactions): Promise<void> {
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
    if (status === 'delivered') {
      await transact(services, async ({ db }) => {
        const message = await findEnvelope(db, messageId);
        if (message) await reactions.delivered(db, message);
      });
    }
    if (status !== 'undelivered' && status !== 'failed') return;
    const atFault = isRecipientFault(code);
    const about = { messageId, kind: 'sms', reason: `Twilio: ${status} (${code})` };
    if (atFault) app.log.warn(about, 'outbox: a message cannot be delivered to its recipient');
    else app.log.error(about, 'outbox: the provider rejected a message for good');
    await markUndeliverable(services, reactions, messageId, {
      reason: about.reason,
      code: atFault ? String(code) : null,
    });
  }
}
