import type { SessionRow } from '../../platform/db/identitySchema.ts';
import type { Services } from '../../platform/services.ts';
import { autocommit, transact } from '../../platform/transact.ts';
import { lockAccount } from '../accounts/accountQueries.ts';
import { endSession, findSession, isOpen, rotateSession } from './sessionStore.ts';
import { readRefreshToken } from './tokens.ts';

/** How long the parent's parent counts as a late request rather than a stolen token (decision 031). */
const GRACE_MS = 30_000;

/**
 * The session after a refresh with this token; undefined if the token is not valid.
 * - the current token: gives the next one;
 * - its parent: gives the current one again, any number of times (two tabs, a lost answer);
 * - the parent's parent, within the grace period: gives the current one, for a late request;
 * - any older token, or that one later: counts as stolen, so the family is ended.
 */
export async function refreshSession(services: Services, token: string): Promise<SessionRow | undefined> {
  const { db, keys, now } = services;
  const claim = readRefreshToken(keys, token);
  if (!claim) return undefined;

  for (;;) {
    const session = await findSession(db, claim.sessionId);
    if (!session || !isOpen(session, now())) return undefined;

    // A newer token than the row knows was issued before a backup was restored; it is valid.
    if (claim.generation >= session.generation) {
      const rotated = await autocommit(services, (writer) =>
        rotateSession(writer, session, claim.generation + 1, now()),
      );
      if (rotated) return rotated;
      continue; // Another request rotated it in between: this token is now the parent.
    }
    if (claim.generation === session.generation - 1) return session;
    const isLate = claim.generation === session.generation - 2 && now() - session.previous_rotated_at <= GRACE_MS;
    if (isLate) return session;
    await transact(services, async (tx) => {
      await lockAccount(tx.db, { id: session.account_id });
      await endSession(tx.db, session, now());
    });
    return undefined;
  }
}
