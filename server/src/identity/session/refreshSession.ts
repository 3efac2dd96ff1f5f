import type { SessionRow } from '../../platform/db/schema.ts';
import type { Services } from '../../platform/services.ts';
import { autocommit, transact } from '../../platform/transact.ts';
import { takeAccount } from '../accounts/accountQueries.ts';
import { endSession, findSession, isOpen, rotateSession } from './sessionStore.ts';
import { readRefreshToken } from './tokens.ts';

/** How long the parent's parent is taken for a straggler's token rather than a thief's (decision 031). */
const GRACE = 30_000;

/**
 * The session after a refresh with this token; undefined when it is refused.
 * - the current token: moves on to the next one;
 * - its parent: the current one again, however often (two tabs, a lost answer);
 * - the parent's parent, within the grace: the current one, for a straggler;
 * - any older one, or that one later: a thief's, so the family is ended.
 */
export async function refreshSession(services: Services, token: string): Promise<SessionRow | undefined> {
  const { db, keys, now } = services;
  const claim = readRefreshToken(keys, token);
  if (!claim) return undefined;

  for (;;) {
    const session = await findSession(db, claim.sessionId);
    if (!session || !isOpen(session, now())) return undefined;

    // A later one than the row knows was issued before a back-up was restored: its holder is simply ahead.
    if (claim.generation >= session.generation) {
      const rotated = await autocommit(services, (writer) =>
        rotateSession(writer, session, claim.generation + 1, now()),
      );
      if (rotated) return rotated;
      continue; // Another request rotated it in between: this token is now the parent.
    }
    if (claim.generation === session.generation - 1) return session;
    const isStraggler = claim.generation === session.generation - 2 && now() - session.previous_rotated_at <= GRACE;
    if (isStraggler) return session;
    await transact(services, async (tx) => {
      await takeAccount(tx.db, { id: session.account_id });
      await endSession(tx.db, session, now());
    });
    return undefined;
  }
}
