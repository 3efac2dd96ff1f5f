import { rm } from 'node:fs/promises';
import { type CallName, calls } from '@companion/contract/calls';
import { type Call, pathOf } from '@companion/contract/defineCall';
import { loadPack } from '@companion/server/event/loadPack';
import { readPack } from '@companion/server/event/readPack';
import { buildApp } from '@companion/server/http/buildApp';
import { sessionCache } from '@companion/server/identity/session/sessionCache';
import { markSent } from '@companion/server/messages/outbox';
import { COMMAND_POOL } from '@companion/server/platform/db/openPostgres';
import { deriveKeys, seal, unseal } from '@companion/server/platform/deriveKeys';
import { type DatabasePlace, openDatabase } from '@companion/server/platform/openDatabase';
import { readConfig } from '@companion/server/platform/readConfig';
import type { KyselyPlugin } from 'kysely';
import type { Given } from './apiClient.ts';
import { fillDatabase } from './fillDatabase.ts';
import { openPolls } from './openPolls.ts';
import { writeTestPack } from './testPack.ts';

const TOKEN_SECRET = 'a secret of a filled server, long enough';

/** As many sessions as the server caches. */
const SIGNED_IN = 20_000;

export type FilledServer = Awaited<ReturnType<typeof openFilledServer>>;

/**
 * Opens the server in this process, without a port and without workers, on a database that is filled with people.
 * @param options `plugin` gets every statement of the server
 */
export async function openFilledServer(
  where: DatabasePlace,
  { people, plugin }: { people: number; plugin?: KyselyPlugin },
) {
  const keys = deriveKeys(TOKEN_SECRET);
  const eventPack = await writeTestPack();
  const filling = await openDatabase({ ...where, pool: COMMAND_POOL });
  try {
    await loadPack(filling.db, await readPack(eventPack, Date.now()));
    await openPolls(filling.db);
    await fillDatabase(filling, {
      people,
      now: Date.now(),
      sealed: seal(keys, 'A message of 160 letters. '.repeat(6)),
    });
  } finally {
    // Reopened, because a real server starts with empty caches.
    await filling.close();
  }
  const { db, engine, close } = await openDatabase(where);
  let offset = 0;
  const services = {
    config: readConfig({
      DATA_DIR: where.folder,
      ...(where.url ? { DATABASE_URL: where.url } : {}),
      TOKEN_SECRET,
      EVENT_PACK: eventPack,
      SIGN_INS_PER_ADDRESS: '1000000',
      REFRESHES_PER_ADDRESS: '1000000',
    }),
    db: plugin ? db.withPlugin(plugin) : db,
    keys,
    now: () => Date.now() + offset,
  };
  const cache = sessionCache(services);
  for (let n = 0; n < Math.min(people, SIGNED_IN); n++) {
    const signedIn = { accountId: `account ${n}`, sessionId: `session ${n}` };
    cache.keep(
      `token ${n}`,
      { signedIn, registeredElsewhere: false, expiresAt: Number.POSITIVE_INFINITY, lookedUpAt: services.now() },
      cache.endings,
    );
  }
  const { app } = await buildApp(services, { logger: false, isDraining: () => false });
  await app.ready();
  const ask = async (name: CallName, { params, body, token, headers }: Given = {}) => {
    const call: Call = calls[name];
    const url = `/api${pathOf(call, params)}`;
    const sent = { ...headers, ...(token ? { authorization: `Bearer ${token}` } : {}) };
    // Tests pass an object, or no body and then no content type.
    const payload = body as Record<string, unknown> | undefined;
    const reply = await app.inject({ method: call.method, url, headers: sent, ...(payload ? { payload } : {}) });
    if (reply.statusCode >= 400) throw new Error(`${name}: ${reply.statusCode} ${reply.body}`);
    return reply.json();
  };
  return {
    db,
    engine,
    services,
    app,
    /** Makes a call that must succeed, and returns its answer. */
    ask,
    advance: (ms: number) => {
      offset += ms;
    },
    /** Returns the text of the newest message to a recipient, and marks it as sent. */
    readMessage: async (recipient: string) => {
      const { id, text } = await db
        .selectFrom('outbox')
        .innerJoin('accounts', 'accounts.id', 'outbox.account_id')
        .select(['outbox.id', 'text'])
        .where(recipient.startsWith('+') ? 'phone_e164' : 'email_key', '=', recipient)
        .orderBy('outbox.created_at', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow();
      await markSent(db, id, null, services.now());
      return unseal(keys, text);
    },
    close: async () => {
      await app.close();
      await close();
      await rm(eventPack, { recursive: true, force: true });
    },
  };
}
