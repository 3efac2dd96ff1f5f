import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ProfileFields } from '@companion/contract/account';
import { CODE_DIGITS } from '@companion/contract/constants';
import { type Credentials, credentials, type Profile } from '@companion/contract/session';
import { toE164 } from '@companion/contract/usPhone';
import type { AppOptions } from '@companion/server/http/buildApp';
import { listMessages } from '@companion/server/messages/outbox';
import type { OpenDatabase } from '@companion/server/platform/openDatabase';
import { readConfig } from '@companion/server/platform/readConfig';
import type { Services } from '@companion/server/platform/services';
import type { PostOptions } from '@companion/server/push/pushPoster';
import { type RunningServer, startServer } from '@companion/server/startServer';
import { demoTomorrow } from './demoTomorrow.ts';
import { openPolls } from './openPolls.ts';
import { ROOT } from './runCommand.ts';
import { sparePort } from './sparePort.ts';
import { makeMigratedPlace } from './testDatabase.ts';
import { SCALED_SETTINGS } from './timeScale.ts';

/** The folders of the two apps, as a server takes them. */
export interface BuiltApps {
  webFolder: string;
  consoleFolder: string;
}

/** The apps as `npm run build` has built them. */
export const PRODUCTION_BUILD: BuiltApps = {
  webFolder: join(ROOT, 'web/dist'),
  consoleFolder: join(ROOT, 'console/dist'),
};
/** The apps as `npm run build:development` has built them: with React's warnings and StrictMode. */
export const DEVELOPMENT_BUILD: BuiltApps = {
  webFolder: join(ROOT, '.cache/development-build/web'),
  consoleFolder: join(ROOT, '.cache/development-build/console'),
};
const TOKEN_SECRET = 'a secret that only tests know, long enough';

/** Tests may write their data without a transaction. */
export type TestServices = Services & Pick<OpenDatabase, 'db'>;

export interface TestServer extends Omit<RunningServer, 'services'> {
  services: TestServices;
  url: string;
  /** The server's clock. It continues from the time that a test sets, unless the test freezes it there. */
  clock: {
    set(when: string | number): void;
    freeze(when: string | number): void;
    advance(ms: number): void;
    now(): number;
  };
  /** Every message, newest first. */
  outbox(): ReturnType<typeof listMessages>;
  /** Registers an attendee over the API. Default: made-up fields with a unique phone and e-mail. */
  register(fields?: Partial<ProfileFields>): Promise<Credentials>;
  /** Like `register`, then signs in by SMS on the same device, so that the session has proved the phone. */
  registerProved(fields?: Partial<ProfileFields>): Promise<Credentials>;
  /** Stops the server as an operator does and starts it again on the same data. */
  restart(): Promise<void>;
}

type TestOptions = { hostname?: Hostname; keepsDrafts?: boolean; push?: PostOptions } & Partial<BuiltApps> &
  Pick<AppOptions, 'timeouts' | 'liveSource' | 'streamLimits'>;

/** Browsers bind passkeys to a name, which a number is not. */
export type Hostname = '127.0.0.1' | 'localhost';

/**
 * Starts the real server on a spare port, with its own database and the demo event, which begins tomorrow.
 * @param env settings that override the defaults, such as `EVENT_PACK`
 * @param options `webFolder`, `consoleFolder`: the built apps, if there are any; `hostname`: of its address;
 * `timeouts`, `streamLimits`: smaller ones than a server's; `push`: for a push service of the test; `keepsDrafts`: the
 * polls of the event stay drafts. Without it they are open: most tests are about what attendees do
 */
export async function startTestServer(
  env: Record<string, string> = {},
  {
    webFolder = PRODUCTION_BUILD.webFolder,
    consoleFolder = PRODUCTION_BUILD.consoleFolder,
    hostname = '127.0.0.1',
    keepsDrafts = false,
    ...options
  }: TestOptions = {},
): Promise<TestServer> {
  const place = await makeMigratedPlace();
  const port = await sparePort();
  const url = `http://${hostname}:${port}`;
  const config = readConfig({
    PORT: String(port),
    HOST: '127.0.0.1',
    APP_URL: url,
    DATA_DIR: place.where.folder,
    ...(place.where.url ? { DATABASE_URL: place.where.url } : {}),
    TOKEN_SECRET,
    EVENT_PACK: demoTomorrow(),
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'error',
    ...SCALED_SETTINGS,
    // Half of a server's default: each connection is a process of PostgreSQL, which reads the catalogue anew.
    POOL_SIZE: '5',
    ...env,
  });
  let offset = 0;
  let frozenAt: number | undefined;
  const current = () => frozenAt ?? Date.now();
  const clock = {
    set: (when: string | number) => {
      frozenAt = undefined;
      offset = new Date(when).getTime() - Date.now();
    },
    freeze: (when: string | number) => {
      frozenAt = new Date(when).getTime();
      offset = 0;
    },
    advance: (ms: number) => {
      offset += ms;
    },
    now: () => current() + offset,
  };
  const ifBuilt = (folder: string) => (existsSync(join(folder, 'index.html')) ? folder : undefined);
  const apps = { webFolder: ifBuilt(webFolder), consoleFolder: ifBuilt(consoleFolder) };
  const start = () => startServer(config, { now: clock.now, ...options, ...apps });

  let running: RunningServer;
  try {
    running = await start();
  } catch (error) {
    await place.remove();
    throw error;
  }
  // startServer opens the whole database; its type hides the writing part.
  const services = running.services as TestServices;
  if (!keepsDrafts) await openPolls(services.db);
  const outbox = () => listMessages(services.db, services);
  const post = async (path: string, body: object, cookie = ''): Promise<Response> => {
    const response = await fetch(`${url}/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response;
  };
  const register = (fields?: Partial<ProfileFields>) => post('public/accounts', { ...attendee(), ...fields });
  return {
    ...running,
    services,
    url,
    clock,
    outbox,
    register: async (fields) => credentials.parse(await (await register(fields)).json()),
    registerProved: async (fields) => {
      const registered = await register(fields);
      const cookie = registered.headers.getSetCookie()[0]?.split(';')[0];
      const { phone } = credentials.parse(await registered.json()).profile;
      await post('public/login', { phone });
      const text = (await outbox()).find(({ to }) => to === toE164(phone))?.text;
      const signedIn = await post('sms/login', { phone, code: text?.slice(0, CODE_DIGITS) }, cookie);
      return credentials.parse(await signedIn.json());
    },
    restart: async () => {
      await running.stop();
      running = await start();
      // In place, because tests keep a reference to the services.
      Object.assign(services, running.services);
    },
    stop: async () => {
      await running.stop();
      await place.remove();
    },
  };
}

let attendees = 0;

/** Makes a valid registration with a unique phone and e-mail. */
export function attendee(): ProfileFields {
  const number = attendees++;
  return {
    firstName: 'Ada',
    lastName: 'Tester',
    email: `ada.${number}.${randomInt(1e9)}@example.com`,
    phone: phoneIn(ATTENDEES_AREA_CODES, number),
    organizationName: 'Cedar & Stone LLC',
    organizationType: 'WOSB',
  };
}

/** The profile of an account until the owner of its phone has said who registered: it names no one. */
export const beforeAnswer = (profile: Profile): Profile => ({
  ...profile,
  ...{ firstName: '', lastName: '', email: '', organizationName: '', organizationType: '' },
  ...{ preEventComplete: false, postEventComplete: false, registeredElsewhere: true, confirmed: true },
});

/** A valid US number in the exchange reserved for fiction, unique for each `number` below 1,400. */
export const simulatedPhone = (number: number): string => phoneIn(AREA_CODES, number);

const phoneIn = (areaCodes: string[], number: number): string =>
  `(${areaCodes[Math.floor(number / 100) % areaCodes.length]}) 555-01${String(number % 100).padStart(2, '0')}`;

const AREA_CODES = ['202', '212', '303', '312', '404', '415', '505', '512', '602', '615', '702', '808', '907', '918'];

/** For made-up attendees, so that they never have a number that a test names. */
const ATTENDEES_AREA_CODES =
  '203 205 206 207 208 209 210 213 214 215 216 217 218 219 225 229 231 234 239 240 248 251 252 253 254 256 260 262 267 269 270 276 281 301 302 304 305 307 308 309 310 313 314 315 316 317 318 319 320 321'.split(
    ' ',
  );
