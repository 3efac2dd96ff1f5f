import { createTransport } from 'nodemailer';
import type { Config } from '../platform/readConfig.ts';
import type { Services } from '../platform/services.ts';
import { messageHtml } from './messageHtml.ts';
import type { Message } from './outbox.ts';
import { NotDelivered, type Provider } from './provider.ts';
import { unsubscribeUrl } from './unsubscribe.ts';

const CONNECTIONS = 10;
const TIMEOUT_MS = 10_000;
/** Limits one delivery as a whole, even if the server keeps answering slowly. */
const DELIVERY_TIMEOUT_MS = 25_000;

/** Sends mail through an SMTP relay. The relay also signs it (DKIM). */
export function smtpMail(
  { url, from }: NonNullable<Config['smtp']>,
  services: Pick<Services, 'config' | 'keys'>,
): Provider {
  const { appUrl } = services.config;
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    // An attacker who strips STARTTLS must not get the password in clear text. A local relay is exempt.
    requireTLS: mustEncrypt(new URL(url)),
    // The outbox retries and counts the attempts, so the pool must not.
    maxRequeues: 0,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    dnsTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const sender = senderOf(from);
  const domain = sender.address.slice(sender.address.indexOf('@') + 1);

  return {
    concurrency: CONNECTIONS,
    deliver: async ({ id, recipient, subject, text, purpose, account_id }) => {
      await transport
        .sendMail({
          // As objects: a comma in an address does not make it two, nor a colon in a name a group.
          from: sender,
          to: { name: '', address: recipient },
          subject: subject ?? '',
          text,
          html: messageHtml(text, appUrl),
          // The same for every attempt, so that a relay or mailbox can recognize a duplicate.
          messageId: `<${id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders({ purpose, account_id }) },
          signal: AbortSignal.timeout(DELIVERY_TIMEOUT_MS),
        })
        .catch((error: unknown) => {
          throw smtpRejection(error);
        });
      return null;
    },
    close: () => transport.close(),
  };

  /** With these a mail program offers a button that ends the announcements (RFC 8058). */
  function unsubscribeHeaders({
    purpose,
    account_id,
  }: Pick<Message, 'purpose' | 'account_id'>): Record<string, string> {
    if (purpose !== 'announcement' || account_id === null) return {};
    return {
      'List-Unsubscribe': `<${unsubscribeUrl(services, account_id)}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    };
  }
}

/** Of `Name <address>`, or of an address alone. */
function senderOf(from: string): { name: string; address: string } {
  const at = from.indexOf('<');
  if (at < 0) return { name: '', address: from };
  const name = from.slice(0, at).trim();
  return { name: name.replace(/^"(.*)"$/, '$1'), address: from.slice(at + 1, -1) };
}

const mustEncrypt = ({ username, hostname }: URL) =>
  username !== '' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname);

/** Classifies a failure of the relay: 4yz is temporary, 5yz is permanent (RFC 5321, section 4.2.1). */
function smtpRejection(error: unknown): NotDelivered {
  const { code, command, cause, reply } = partsOf(error);
  const reason = `the mail server: ${[reply, cause || code, command && `at ${command}`].filter(Boolean).join(' ')}`;
  const more = reply ? { code: String(reply) } : {};
  const inSettings = (place: string) => new NotDelivered('settings', `${reason}; see ${place}`, more);
  if (/AUTH$/.test(code) || reply === 530 || reply === 535) return inSettings('the user and password in SMTP_URL');
  if (reply >= 500 && command === 'MAIL FROM') return inSettings('MAIL_FROM');
  if (/CERT|SSL|TLS|UNABLE_TO|EPROTO/.test(cause)) return inSettings('SMTP_URL: TLS, or its certificate, is not valid');
  // Without a reply, nodemailer rejected the address before it was sent to the relay.
  if (code === 'EENVELOPE' && (command === 'RCPT TO' ? reply >= 500 : !reply)) {
    return new NotDelivered('recipient', reason, more);
  }
  if (reply >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE')) return new NotDelivered('message', reason, more);
  return new NotDelivered('temporary', reason, more);
}

/** Leaves out the error's message, which repeats addresses. */
function partsOf(error: unknown): { code: string; command: string; cause: string; reply: number } {
  const part = (name: string): unknown => (error instanceof Error ? Reflect.get(error, name) : undefined);
  return {
    code: String(part('code') ?? ''),
    command: String(part('command') ?? ''),
    /** Node's code for a failed connection. */
    cause: String(part('originalCode') ?? ''),
    reply: Number(part('responseCode')) || 0,
  };
}
