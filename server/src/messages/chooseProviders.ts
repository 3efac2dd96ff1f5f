import type { FastifyBaseLogger } from 'fastify';
import type { Services } from '../platform/services.ts';
import type { Provider, Providers } from './provider.ts';
import { twilioSms } from './twilioSms.ts';

/** Chooses the providers by the settings alone, and logs an error for a kind of message that has none. */
export async function chooseProviders(services: Services, log: FastifyBaseLogger): Promise<Providers> {
  const { devOutbox, twilio, smtp } = services.config;
  if (devOutbox) return { sms: devOutboxProvider(log), mail: devOutboxProvider(log) };
  if (!twilio) {
    log.error('No SMS provider is set (TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM): no text message is sent.');
  }
  if (!smtp) log.error('No mail provider is set (SMTP_URL, MAIL_FROM): no mail is sent.');
  // Loaded only where mail is sent, because its library takes a twentieth of a start.
  const mail = smtp && (await import('./smtpMail.ts')).smtpMail(smtp, services);
  return {
    ...(twilio ? { sms: twilioSms(twilio, services) } : {}),
    ...(mail ? { mail } : {}),
  };
}

/** Without real providers, a message counts as delivered once it can be read at /outbox. */
const devOutboxProvider = (log: FastifyBaseLogger): Provider => ({
  concurrency: 50,
  deliver: async (message) => {
    log.info({ messageId: message.id, kind: message.kind }, 'a message is in the development outbox: open /outbox');
    return null;
  },
});
