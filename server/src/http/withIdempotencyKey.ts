import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { type Keys, seal, unseal } from '../platform/deriveKeys.ts';
import type { Services } from '../platform/services.ts';
import { type Transacting, transact } from '../platform/transact.ts';
import { HttpError } from './httpError.ts';

const KEY_MAX = 200;

/** @throws HttpError 409 for an answer from before the server got another TOKEN_SECRET: what was sent is stored */
function readAnswer<Answer>(keys: Keys, sealed: string): Answer {
  let text: string;
  try {
    text = unseal(keys, sealed);
  } catch {
    throw new HttpError(409, 'This was sent before, and is stored.');
  }
  // The first answer was sent as JSON, too.
  return JSON.parse(text) as Answer;
}

/**
 * Runs a call's work in a transaction, and only once for each `Idempotency-Key` header: a retry after a lost answer gets
 * the stored answer (decision 032). Without the header it only runs the transaction.
 * @param what `scope` is the account, or `public` before there is one; each scope has keys of its own
 * @throws HttpError 422 when the key was used with another body; also every error of the work
 */
export async function withIdempotencyKey<Answer>(
  services: Services,
  what: { scope: string; call: string; request: FastifyRequest; body: unknown },
  work: (tx: Transacting) => Promise<Answer>,
): Promise<Answer> {
  const { keys, now } = services;
  const key = what.request.headers['idempotency-key'];
  if (key === undefined) return transact(services, work);
  if (typeof key !== 'string' || key === '' || key.length > KEY_MAX) {
    throw new HttpError(400, 'The Idempotency-Key header is not valid.', {
      'Idempotency-Key': `Must be 1 to ${KEY_MAX} characters`,
    });
  }
  const bodyHash = createHash('sha256').update(JSON.stringify(what.body)).digest('base64url');

  return transact(services, async (tx) => {
    const first = await tx.db
      .insertInto('idempotency_keys')
      .values({ scope: what.scope, key, call: what.call, body_hash: bodyHash, answer: '', created_at: now() })
      .onConflict((conflict) => conflict.columns(['scope', 'key']).doNothing())
      .returning('key')
      .executeTakeFirst();
    if (!first) {
      const before = await tx.db
        .selectFrom('idempotency_keys')
        .selectAll()
        .where('scope', '=', what.scope)
        .where('key', '=', key)
        .executeTakeFirstOrThrow();
      if (before.call !== what.call || before.body_hash !== bodyHash) {
        throw new HttpError(422, 'This Idempotency-Key was used for something else.');
      }
      return readAnswer<Answer>(keys, before.answer);
    }
    const answer = await work(tx);
    await tx.db
      .updateTable('idempotency_keys')
      // Work that answers nothing is undefined.
      .set({ answer: seal(keys, JSON.stringify(answer ?? null)) })
      .where('scope', '=', what.scope)
      .where('key', '=', key)
      .execute();
    return answer;
  });
}
