import { resolve } from 'node:path';
import * as z from 'zod/mini';

/** Every setting, from the environment, checked at start (decisions, "Running it"). */
export interface Config {
  port: number;
  host: string;
  /** Without a trailing slash: the address in links. */
  appUrl: string;
  allowedOrigins: string[];
  databaseUrl: string | undefined;
  dataDir: string;
  eventPack: string;
  tokenSecret: string | undefined;
  production: boolean;
  /** Whether `X-Forwarded-For` of a proxy in front is believed (decision 006). */
  trustProxy: boolean;
  logLevel: string;
  /** Requests from one IP address in 5 minutes: a hall of thousands shares one. */
  signInsPerAddress: number;
  refreshesPerAddress: number;
}

const text = z.optional(z.string().check(z.trim()));
const whole = (min: number, max: number, fallback: number) =>
  z._default(
    z.pipe(
      z.pipe(z.string().check(z.trim(), z.regex(/^\d+$/, 'must be a whole number')), z.transform(Number)),
      z.number().check(z.gte(min, `must be at least ${min}`), z.lte(max, `must be at most ${max}`)),
    ),
    fallback,
  );
const origin = z.string().check(
  z.trim(),
  z.refine((url) => /^https?:$/.test(URL.parse(url)?.protocol ?? ''), 'must be an http:// or https:// address'),
);

const settings = z.object({
  PORT: whole(1, 65535, 3000),
  HOST: z._default(z.string(), '0.0.0.0'),
  APP_URL: z.optional(origin),
  ALLOWED_ORIGINS: text,
  DATABASE_URL: z.optional(z.string().check(z.regex(/^postgres(ql)?:\/\//, 'must begin with postgres://'))),
  DATA_DIR: z._default(z.string(), './data'),
  EVENT_PACK: z._default(z.string(), './events/demo'),
  TOKEN_SECRET: z.optional(z.string().check(z.minLength(32, 'must be 32 characters or more'))),
  NODE_ENV: text,
  TRUST_PROXY: z._default(z.enum(['true', 'false'], { error: 'must be true or false' }), 'false'),
  LOG_LEVEL: z._default(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], { error: 'must be a level such as info' }),
    'info',
  ),
  SIGN_INS_PER_ADDRESS: whole(1, 1_000_000, 600),
  REFRESHES_PER_ADDRESS: whole(1, 1_000_000, 6000),
});

/** The providers that a later version will know: set today, they must not be ignored in silence. */
const NOT_YET = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM', 'SMTP_URL', 'MAIL_FROM'];

/**
 * @param env such as `process.env`; an empty value counts as not set
 * @throws Error that names every setting that is wrong, one a line
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const parsed = settings.safeParse(given);
  const wrong = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  for (const name of NOT_YET)
    if (given[name]) wrong.push(`${name}: no SMS or mail provider is built in yet; leave it out`);
  const origins = (given.ALLOWED_ORIGINS ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
  for (const entry of origins) {
    if (!origin.safeParse(entry).success)
      wrong.push(`ALLOWED_ORIGINS: ${entry} must be an http:// or https:// address`);
  }
  if (given.DATABASE_URL && !given.TOKEN_SECRET) {
    wrong.push('TOKEN_SECRET: required with DATABASE_URL, the same on every node');
  }
  if (!parsed.success || wrong.length > 0) throw new Error(`Settings that are wrong:\n  ${wrong.join('\n  ')}`);

  const set = parsed.data;
  return {
    port: set.PORT,
    host: set.HOST,
    appUrl: (set.APP_URL ?? `http://localhost:${set.PORT}`).replace(/\/+$/, ''),
    allowedOrigins: origins.map((entry) => new URL(entry).origin),
    databaseUrl: set.DATABASE_URL,
    dataDir: resolve(set.DATA_DIR),
    eventPack: resolve(set.EVENT_PACK),
    tokenSecret: set.TOKEN_SECRET,
    production: set.NODE_ENV === 'production',
    trustProxy: set.TRUST_PROXY === 'true',
    logLevel: set.LOG_LEVEL,
    signInsPerAddress: set.SIGN_INS_PER_ADDRESS,
    refreshesPerAddress: set.REFRESHES_PER_ADDRESS,
  };
}
