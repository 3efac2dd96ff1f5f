import type { FastifyRequest } from 'fastify';
import { isPairing, PAIRING_LIFETIME } from '../identity/staff/stagePairings.ts';
import { hashToken } from '../platform/deriveKeys.ts';
import type { Services } from '../platform/services.ts';
import { MINUTE } from '../platform/time.ts';
import { limitFlood, limitFloods } from './limits.ts';
import { limitsByAddress } from './requestAddress.ts';

/** Codes in five minutes for one address: a venue has a few screens, and each asks again every ten minutes. */
export const PAIRINGS_PER_ADDRESS = 30;
/** The hall's phones share the address of its screens. */
const PAIRINGS_OF_THE_VENUE = 300;
/** Other codes for one browser that shows one. */
const RENEWALS = 20;
/** Codes that a member enters in a quarter of an hour: a stolen session must not guess one. */
export const CODES_PER_MEMBER = 30;

/**
 * Counts a request for a code. A browser that shows one has a limit of its own: others at its address cannot take the
 * next code from it.
 * @throws DomainError `limited`
 */
export async function limitPairings(
  services: Services,
  request: FastifyRequest,
  token: string | undefined,
): Promise<void> {
  if (token && (await isPairing(services, token))) {
    const key = `stage pairing ${hashToken(token)}`;
    return limitFlood(services, { key, max: RENEWALS, window: PAIRING_LIFETIME });
  }
  const limits = { max: PAIRINGS_PER_ADDRESS, venueMax: PAIRINGS_OF_THE_VENUE, window: 5 * MINUTE };
  await limitFloods(
    services,
    limitsByAddress(services.config, request, { key: (from) => `stage pairings from ${from}`, ...limits }),
    'Too many screens ask for a code. Open a link that was made for this screen instead.',
  );
}

/**
 * Counts a code before it is compared.
 * @throws DomainError `limited`
 */
export const limitPairingCodes = (services: Services, staffId: string): Promise<void> =>
  limitFlood(services, { key: `stage codes of ${staffId}`, max: CODES_PER_MEMBER, window: 15 * MINUTE });
