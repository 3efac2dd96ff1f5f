import type { Call } from '@companion/contract/defineCall';
import type { FastifyRequest } from 'fastify';
import { limit } from '../platform/limit.ts';
import type { Services } from '../platform/services.ts';
import type { Transacting } from '../platform/transact.ts';
import { toHttpError } from './httpError.ts';
import { limitFailures } from './limitAddress.ts';

/**
 * Counts a call towards its limit per account. Run it in the transaction of the call's work: what is rolled back, or
 * repeated by its idempotency key, does not count.
 * @throws DomainError `limited`
 */
export async function limitAccount(
  { db, now }: Pick<Transacting, 'db' | 'now'>,
  { limits: { account: declared } }: Pick<Call, 'limits'>,
  accountId: string,
): Promise<void> {
  if (!declared) return;
  await limit(db, now(), { key: `${declared.count} ${accountId}`, max: declared.max, window: declared.windowMs });
}

/**
 * Counts a failure towards the limit of the client's address, if the call declares one.
 * @param name the call's
 * @throws DomainError `limited`
 */
export async function countFailure(
  services: Services,
  { limits: { failures } }: Pick<Call, 'limits'>,
  name: string,
  request: FastifyRequest,
  error: unknown,
): Promise<void> {
  if (!failures || !(error instanceof Error)) return;
  const { status, message } = toHttpError(error);
  if (!failures.statuses.includes(status)) return;
  await limitFailures(services, name, request, failures.keepMessage && message);
}
