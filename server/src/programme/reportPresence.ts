import type { Presence } from '@companion/contract/staff/programme';
import type { Services } from '../platform/services.ts';
import { SECOND } from '../platform/time.ts';
import { autocommit } from '../platform/transact.ts';

/** A page says every ten seconds that it is there: two may be lost. */
const PRESENT_MS = 25 * SECOND;

/** Notes where in the draft a member is. @returns who else is in it */
export async function reportPresence(services: Services, staffId: string, place: string): Promise<Presence[]> {
  const seen = { place, seen_at: services.now() };
  await autocommit(services, (db) =>
    db
      .insertInto('programme_presence')
      .values({ staff_id: staffId, ...seen })
      .onConflict((conflict) => conflict.column('staff_id').doUpdateSet(seen))
      .execute(),
  );
  return services.db
    .selectFrom('programme_presence')
    .innerJoin('staff', 'staff.id', 'staff_id')
    .select(['staff.id as staffId', 'staff.name', 'place'])
    .where('staff.id', '!=', staffId)
    .where('staff.removed_at', 'is', null)
    .where('seen_at', '>', services.now() - PRESENT_MS)
    .orderBy('staff.name')
    .orderBy('staff.id')
    .execute();
}
