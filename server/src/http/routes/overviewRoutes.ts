import { getOverview } from '@companion/contract/staff/overview';
import { getEvent } from '../../event/eventQueries.ts';
import { readOverview } from '../../overview/readOverview.ts';
import { keepFor } from '../../platform/keepFor.ts';
import { SECOND } from '../../platform/time.ts';
import type { Api } from '../handle.ts';
import { handleStaff } from '../handleStaff.ts';

/** Its counts read whole tables. */
const FRESH_MS = 5 * SECOND;

/** The event in figures. */
export function overviewRoutes(api: Api): void {
  const { db } = api.services;
  const figures = keepFor(api.services, FRESH_MS, (now) => readOverview(db, now));

  handleStaff(api, getOverview, async () => {
    const { name: eventName } = await getEvent(db);
    return { results: { eventName, ...(await figures.current()) } };
  });
}
