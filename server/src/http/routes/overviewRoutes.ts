import { getOverview } from '@companion/contract/staff/overview';
import { getEvent } from '../../event/eventQueries.ts';
import { readOverview } from '../../overview/readOverview.ts';
import { SECOND } from '../../platform/time.ts';
import type { Api } from '../handle.ts';
import { handleStaff } from '../handleStaff.ts';

/** Its counts read whole tables: however many members watch, a node counts no more often than this. */
const FRESH_MS = 5 * SECOND;

/** The event in figures. */
export function overviewRoutes(api: Api): void {
  let counted: { at: number; figures: ReturnType<typeof readOverview> } | undefined;

  handleStaff(api, getOverview, async ({ services: { db, now } }) => {
    const at = now();
    if (!counted || Math.abs(at - counted.at) >= FRESH_MS) {
      counted = { at, figures: readOverview(db, at) };
      // The next request counts again.
      counted.figures.catch(() => {
        counted = undefined;
      });
    }
    const { name: eventName } = await getEvent(db);
    return { results: { eventName, ...(await counted.figures) } };
  });
}
