import { createTransport } from 'nodemailer';
import type { Config } from '../platform/config.ts';
import type { Carrier } from './carrier.ts';
import { messageHtml } from './messageHtml.ts';
import { NotDelivered } from './notDelivered.ts';

const CONNECTIONS = 10;
const TIMEOUT = 10_000;
/** Of one delivery from beginning to end, however slowly the server speaks. */
const WHOLE_TIMEOUT = 25_000;

/** Mails through an SMTP relay, which is also the one to sign (DKIM). */
export function smtpMail({ url, from }: NonNullable<Config['smtp']>, appUrl: string): Carrier {
  const transport = createTransport({
    ...{ url, pool: true, maxConnections: CONNECTIONS },
    // A password must not go out in clear because somebody in between hides STARTTLS; on one machine nobody is.
    requireTLS: mustEncrypt(new URL(url)),
    // The outbox tries again, and counts: the pool does not.
    maxRequeues: 0,
    ...{ connectionTimeout: TIMEOUT, greetingTimeout: TIMEOUT, socketTimeout: TIMEOUT, dnsTimeout: TIMEOUT },
    ...{ disableFileAccess: true, disableUrlAccess: true },
  });
  const domain = /@([^<>\s@]+)/.exec(from)?.[1] ?? 'localhost';

  return {
    atOnce: CONNECTIONS,
    deliver: async ({ id, recipient, subject, text }) => {
      await transport
        .sendMail({
          from,
          // As an object: a comma in an address does not make it two.
          to: { name: '', address: recipient },
          subject: subject ?? '',
          text,
          html: messageHtml(text, appUrl),
          // The same however often it is tried: a relay or a mailbox can tell that it has it already.
          messageId: `<${id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal: AbortSignal.timeout(WHOLE_TIMEOUT),
        })
        .catch((error: unknown) => {
          throw smtpRefusal(error);
        });
      return null;
    },
    close: () => transport.close(),
  };
}

const mustEncrypt = ({ username, hostname }: URL) =>
  username !== '' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname);

/** What a failure of the relay means: 4yz is temporary, 5yz is for good (RFC 5321, section 4.2.1). */
function smtpRefusal(error: unknown): NotDelivered {
  const { code, command, cause, reply } = partsOf(error);
  const told = `the mail server: ${[reply, cause || code, command && `at ${command}`].filter(Boolean).join(' ')}`;
  const more = reply ? { code: String(reply) } : {};
  const inSettings = (place: string) => new NotDelivered('settings', `${told}; see ${place}`, more);
  if (/AUTH$/.test(code) || reply === 530 || reply === 535) return inSettings('the user and password in SMTP_URL');
  if (reply >= 500 && command === 'MAIL FROM') return inSettings('MAIL_FROM');
  if (/CERT|SSL|TLS|UNABLE_TO|EPROTO/.test(cause)) return inSettings('SMTP_URL: TLS, or its certificate, is not right');
  // Without a reply the address was refused here, before anybody was asked.
  if (code === 'EENVELOPE' && (command === 'RCPT TO' ? reply >= 500 : !reply)) {
    return new NotDelivered('recipient', told, more);
  }
  if (reply >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE')) return new NotDelivered('message', told, more);
  return new NotDelivered('temporary', told, more);
}

/** Never its message, which repeats addresses. */
function partsOf(error: unknown): { code: string; command: string; cause: string; reply: number } {
  const part = (name: string): unknown => (error instanceof Error ? Reflect.get(error, name) : undefined);
  return {
    code: String(part('code') ?? ''),
    command: String(part('command') ?? ''),
    /** What Node calls the failure of the connection. */
    cause: String(part('originalCode') ?? ''),
    reply: Number(part('responseCode')) || 0,
  };
}
