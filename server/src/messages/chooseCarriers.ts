import type { FastifyBaseLogger } from 'fastify';
import type { Services } from '../platform/services.ts';
import type { Carriers } from './carrier.ts';
import { devOutboxCarrier } from './devOutboxCarrier.ts';
import { smtpMail } from './smtpMail.ts';
import { twilioSms } from './twilioSms.ts';

/** Who carries what, by the settings alone; what nobody carries is told at once. */
export function chooseCarriers(services: Services, log: FastifyBaseLogger): Carriers {
  const { devOutbox, twilio, smtp } = services.config;
  if (devOutbox) return { sms: devOutboxCarrier(log), mail: devOutboxCarrier(log) };
  if (!twilio) {
    log.error('No SMS provider is set (TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM): nobody can be texted.');
  }
  if (!smtp) log.error('No mail provider is set (SMTP_URL, MAIL_FROM): nobody can be mailed.');
  return {
    ...(twilio ? { sms: twilioSms(twilio, services) } : {}),
    ...(smtp ? { mail: smtpMail(smtp, services.config.appUrl) } : {}),
  };
}
