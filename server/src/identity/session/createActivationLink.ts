import type { Kysely } from 'kysely';
import type { EventRow } from '../../platform/db/eventSchema.ts';
import type { AccountRow } from '../../platform/db/identitySchema.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { Services } from '../../platform/services.ts';
import { HOUR } from '../../platform/time.ts';
import { emailKey } from '../accounts/accountQueries.ts';
import { createLink } from './links.ts';

/**
 * Creates a link that activates a prepared account. It must first be opened before the event ends (decision 031).
 * @param to `phone`: the E.164 number that the link is texted to, and so proves; null for a link by e-mail
 * @returns the link, and until when it can be opened
 */
export async function createActivationLink(
  db: Kysely<Database>,
  services: Services,
  to: { event: EventRow; account: AccountRow; phone: string | null },
): Promise<{ link: string; expiresAt: number }> {
  const expiresAt = Math.max(to.event.ends_at, services.now() + HOUR);
  const recipient = to.phone === null ? { emailKey: emailKey(to.account.email) } : { phone: to.phone };
  return { link: await createLink(db, services, to.account.id, recipient, expiresAt), expiresAt };
}
