import { changeSafeguards as change, getSafeguards } from '@companion/contract/staff/safeguards';
import { changeSafeguards, readSafeguards } from '../../safeguards/safeguards.ts';
import { type Api, handle } from '../handle.ts';

/** What the staff sets against invented accounts. */
export function safeguardRoutes(api: Api): void {
  handle(api, getSafeguards, async () => ({ results: await readSafeguards(api.services.db) }));

  handle(api, change, async ({ body, audited }) => {
    const { version: _, ...fields } = body;
    const changed = { entity: 'safeguards', entityId: 'safeguards', fields: Object.keys(fields) };
    return { results: await audited((tx) => changeSafeguards(tx, body), changed) };
  });
}
