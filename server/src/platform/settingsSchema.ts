import { toE164 } from '@companion/contract/usPhone';
import * as z from 'zod/mini';
import { SERVER_POOL } from './db/openPostgres.ts';

export const WEBHOOK_SECRET_MAX = 200;

interface Setting<Schema extends z.ZodMiniType> {
  /** For operators: what it is. Empty where the setting before says it for both. */
  about: string;
  /** Reads the text of the environment; without one it gives the default. */
  schema: Schema;
  /** Whether .env.example begins a new paragraph with it. */
  group: boolean;
  /** For .env.example, where the default depends on another setting. */
  example: string | undefined;
}

const setting = <Schema extends z.ZodMiniType>(
  about: string,
  schema: Schema,
  { group = false, example }: { group?: boolean; example?: string } = {},
): Setting<Schema> => ({ about, schema, group, example });

const text = z.optional(z.string().check(z.trim()));
const whole = (min: number, max: number, fallback: number) =>
  z._default(
    z.pipe(
      z.pipe(z.string().check(z.trim(), z.regex(/^\d+$/, 'must be a whole number')), z.transform(Number)),
      z.number().check(z.gte(min, `must be at least ${min}`), z.lte(max, `must be at most ${max}`)),
    ),
    fallback,
  );
const matching = (pattern: RegExp, message: string) =>
  z.optional(z.string().check(z.trim(), z.regex(pattern, message)));
export const origin = z.string().check(
  z.trim(),
  z.refine((url) => /^https?:$/.test(URL.parse(url)?.protocol ?? ''), {
    error: 'must be an http:// or https:// address',
    abort: true,
  }),
);
/** A character of the password that ends its part of the address would leave the rest, and print it as a host. */
const isDatabaseAddress = (text: string): boolean => /^[a-z]+:\/\/[^/?#]*([/?][^#@]*)?$/.test(text);
const flag = z._default(z.enum(['true', 'false'], { error: 'must be true or false' }), 'false');
const apiAddress = (fallback: string) =>
  z._default(
    z.string().check(
      z.trim(),
      z.refine((url) => isConfidential(URL.parse(url)), 'must be an https:// address, without a query'),
    ),
    fallback,
  );

/** Whether an address has more than a host and a path. */
const hasMore = (url: URL | null): boolean => Boolean(url?.search || url?.hash || url?.username);

/** Whether a token sent there cannot be read on the way: over HTTPS, or to this machine. */
function isConfidential(url: URL | null): boolean {
  if (!url || hasMore(url)) return false;
  return (
    url.protocol === 'https:' || (url.protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname))
  );
}

/** Every setting of the server, declared once: its schema and default, and its text for `.env.example`. */
export const SETTINGS = {
  PORT: setting(
    'The port and the address to listen on. The server serves both the app and /api.',
    whole(1, 65535, 3000),
    { group: true },
  ),
  HOST: setting('', z._default(z.string(), '0.0.0.0')),
  APP_URL: setting(
    'The address of the app: used in links of texts and mails, and the only trusted origin. Default: http://localhost:{PORT}',
    z.optional(
      origin.check(
        z.refine((url) => /^\/*$/.test(URL.parse(url)?.pathname ?? ''), 'must have no path: the app is served at /'),
        z.refine((url) => !hasMore(URL.parse(url)), 'must have no user, query or #, or links would not open'),
      ),
    ),
    { group: true, example: 'http://localhost:3000' },
  ),
  ALLOWED_ORIGINS: setting(
    'More trusted origins, separated by commas, if the app is also served from another address.',
    text,
  ),
  DATABASE_URL: setting(
    'postgres://user:password@host/database, in which special characters of the password are percent-encoded (# as %23); several servers may share it. Default: SQLite in DATA_DIR.',
    z.optional(
      z
        .string()
        .check(
          z.regex(/^postgres(ql)?:\/\//, 'must begin with postgres://'),
          z.refine(
            isDatabaseAddress,
            'must be an address: in a password, write / as %2F, # as %23, ? as %3F and @ as %40',
          ),
        ),
    ),
    { group: true },
  ),
  POOL_SIZE: setting(
    'Connections of one server to PostgreSQL (all servers together: fewer than its max_connections), how long a request waits for one, and how long one statement may take, in milliseconds.',
    whole(1, 1000, SERVER_POOL.size),
  ),
  CONNECT_TIMEOUT_MS: setting('', whole(100, 60_000, SERVER_POOL.connectTimeout)),
  STATEMENT_TIMEOUT_MS: setting('', whole(100, 600_000, SERVER_POOL.statementTimeout)),
  WRITER_TURN_TIMEOUT_MS: setting(
    'How long one transaction may take, in milliseconds; a longer one is rolled back, so that the next writer proceeds.',
    whole(100, 600_000, 10_000),
  ),
  DATA_DIR: setting(
    'The folder of the SQLite database, of the secret that the first start creates, and of the sized pictures. With SQLite only one server at a time may use it.',
    z._default(z.string(), './data'),
  ),
  EVENT_PACK: setting(
    'The event pack: the folder with name, dates, agenda, speakers, sponsors, questions and texts of the event. It is loaded at the start, unless the event was edited in the console since. none: without an event, which the console then helps to make.',
    z._default(z.string(), './events/demo'),
  ),
  TOKEN_SECRET: setting(
    'The secret from which all keys are derived, 32 characters or more. The first start creates one in DATA_DIR. With DATABASE_URL it is required, and must be the same on every server.',
    z.optional(z.string().check(z.minLength(32, 'must be 32 characters or more'))),
    { group: true },
  ),
  NODE_ENV: setting(
    '`production` turns off the development outbox. That page shows every text and mail, including sign-in codes, while neither TWILIO_… nor SMTP_URL is set.',
    text,
    { group: true },
  ),
  DEV_OUTBOX: setting(
    'By default the development outbox exists only if APP_URL is on localhost, and only for this machine: not for others in its network, nor through a proxy or into a container. `true` shows it to anyone who opens it, at an IP address, localhost or the host of APP_URL: use it only for trials. It cannot be combined with a provider or with NODE_ENV=production.',
    flag,
  ),
  REMOVE_APP_WORKER: setting(
    '`true` makes every phone delete the stored app at its next visit, and load it from the server: if a stored version does not work.',
    flag,
  ),
  TRUST_PROXY: setting('`true` trusts the X-Forwarded-For header. Set it only if the server is behind a proxy.', flag),
  LOG_LEVEL: setting(
    'fatal, error, warn, info, debug, trace or silent.',
    z._default(
      z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], { error: 'must be a level such as info' }),
      'info',
    ),
  ),
  TWILIO_ACCOUNT_SID: setting(
    "SMS by Twilio, all three settings or none: the account's SID and token, and the sender: a US number, a short code or the SID of a messaging service. Twilio reports delivery failures to APP_URL, so it must be able to reach that address.",
    matching(/^AC[0-9a-f]{32}$/i, 'must be AC and 32 hexadecimal digits'),
    { group: true },
  ),
  TWILIO_AUTH_TOKEN: setting('', text),
  TWILIO_FROM: setting(
    '',
    z.optional(
      z.string().check(
        z.trim(),
        z.refine(
          (from) => toE164(from) !== undefined || /^(MG[0-9a-f]{32}|\d{5,6})$/i.test(from),
          "must be a US number, a short code, or a messaging service's SID (MG and 32 hexadecimal digits)",
        ),
      ),
    ),
  ),
  TWILIO_API_URL: setting('', apiAddress('https://api.twilio.com')),
  SMS_A_DAY: setting(
    'Budgets of SMS in 24 hours for all servers together: for sign-ins, for invitations, for items that attendees share, and for announcements. Above them, a sign-in link is mailed if possible and otherwise refused (503), invitations are sent by mail only, shares by SMS are refused, and announcements wait.',
    whole(0, 10_000_000, 10_000),
  ),
  SMS_INVITATIONS_A_DAY: setting('', whole(0, 10_000_000, 10_000)),
  SMS_SHARES_A_DAY: setting('', whole(0, 10_000_000, 500)),
  SMS_ANNOUNCEMENTS_A_DAY: setting('', whole(0, 10_000_000, 10_000)),
  SMS_PARTS_A_SECOND: setting(
    'How many parts of SMS the sender in TWILIO_FROM sends in a second. Announcements are handed over no faster, so that no sign-in code waits behind them at Twilio.',
    whole(1, 1000, 3),
  ),
  UNPROVED_MAILS_A_DAY: setting(
    'The budget of mails of each kind in 24 hours for accounts without a proved phone or e-mail: shares by them, and password resets and proofs for their addresses. Password resets for proved addresses are not counted.',
    whole(0, 10_000_000, 2000),
  ),
  WRONG_CODES_AN_HOUR: setting(
    'The limits of wrong sign-in codes, for all phones and all servers together: one for phones that were proved or came with a ticket, one for those that were only entered in a registration. Above one, devices that are new to such an account must use the link in the message, for an hour at most. One guess succeeds with a chance of one in a million, so 300 guesses an hour have a chance of less than 1 % a day.',
    whole(1, 1_000_000, 300),
  ),
  SMTP_URL: setting(
    'Mail by an SMTP relay, both settings or none: smtp://user:password@host:587 (STARTTLS if the relay offers it) or smtps://user:password@host:465; and the sender, such as Summit <summit@example.com>. The relay must sign mails (DKIM).',
    z.optional(
      z.string().check(
        z.trim(),
        z.refine((url) => {
          const parsed = URL.parse(url);
          return /^smtps?:$/.test(parsed?.protocol ?? '') && parsed?.hostname !== '';
        }, 'must be smtp://host:port or smtps://host:port'),
      ),
    ),
    { group: true },
  ),
  MAIL_FROM: setting(
    '',
    matching(
      /^([^<>\r\n]*<[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/,
      'must be an e-mail address, or a name and <an address>',
    ),
  ),
  PUSH_HOSTS: setting(
    'The push services of browsers, separated by commas: phones of others are not pushed to, and the server contacts no other host for them. `*.` stands for any subdomain. They are contacted at port 443 and public addresses only; one with a port, such as push.example.com:8443, is your own and may be in an internal network. none: no push.',
    z._default(
      z.string(),
      'fcm.googleapis.com,android.googleapis.com,updates.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com',
    ),
    { group: true },
  ),
  SIGN_INS_PER_ADDRESS: setting(
    "Limits for one IP address in 5 minutes (of IPv6: one /64; a /48 has four times as many); above them the answer is 429. Sign-ins, registrations, password resets, and failures of each call are counted separately. Refreshes count only if their token is not one of this server's. A correct code, link or token is never refused by address.",
    whole(1, 1_000_000, 600),
    { group: true },
  ),
  REFRESHES_PER_ADDRESS: setting('', whole(1, 1_000_000, 6000)),
  VENUE_NETWORKS: setting(
    'The public networks of the venue, where all phones may share one address, separated by commas: such as 203.0.113.7/32, 2001:db8:5::/48. VENUE_SIGN_INS_PER_ADDRESS holds there in place of SIGN_INS_PER_ADDRESS: twice the people who arrive in 5 minutes.',
    text,
  ),
  VENUE_SIGN_INS_PER_ADDRESS: setting('', whole(1, 1_000_000, 10_000)),
  LATE_ANSWER_MINUTES: setting(
    'How long after the closing of a poll an answer that was made before it may arrive from a phone that had no network. 0: not at all.',
    whole(0, 10_080, 60),
    { group: true },
  ),
  DRAIN_SECONDS: setting(
    'How many seconds a server that is stopping continues to serve while /health/ready answers 503. Set it to more than the load balancer needs to notice.',
    whole(0, 300, 0),
    { group: true },
  ),
  METRICS_TOKEN: setting(
    'The token that GET /metrics requires as `Authorization: Bearer ...`, 16 characters or more. Without it, only this machine may read the metrics, and not through a proxy.',
    z.optional(z.string().check(z.minLength(16, 'must be 16 characters or more'))),
  ),
  EVENTBRITE_TOKEN: setting(
    "Attendees from Eventbrite: a private token of the organizer's account, and Eventbrite's number of the event.",
    text,
    { group: true },
  ),
  EVENTBRITE_EVENT_ID: setting('', z.optional(z.string().check(z.trim(), z.regex(/^\d{1,30}$/, 'must be digits')))),
  EVENTBRITE_API_URL: setting('', apiAddress('https://www.eventbriteapi.com/v3')),
  EVENTBRITE_WEBHOOK_SECRET: setting(
    '32 or more letters and digits that you choose. With it, changes are imported as they happen: add the address {APP_URL}/api/webhooks/eventbrite/{EVENTBRITE_WEBHOOK_SECRET} as a webhook at Eventbrite. It needs both settings above.',
    z.optional(
      z
        .string()
        .check(
          z.trim(),
          z.regex(
            new RegExp(`^[\\w-]{32,${WEBHOOK_SECRET_MAX}}$`),
            `must be 32 to ${WEBHOOK_SECRET_MAX} letters, digits, - or _`,
          ),
        ),
    ),
  ),
};

type Schemas = { [Name in keyof typeof SETTINGS]: (typeof SETTINGS)[Name]['schema'] };

/** Reads the environment. */
export const settingsSchema = z.object(
  // The entries are those of SETTINGS; Object.fromEntries loses which schema belongs to which name.
  Object.fromEntries(Object.entries(SETTINGS).map(([name, { schema }]) => [name, schema])) as Schemas,
);
