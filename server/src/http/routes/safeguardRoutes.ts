import {
  changeSafeguards as change,
  dismissFlood as dismiss,
  getFloodPreview,
  getFloods,
  getSafeguards,
  undoDismissal as undo,
} from '@companion/contract/staff/safeguards';
import { reject } from '../../platform/domainError.ts';
import { keepFor } from '../../platform/keepFor.ts';
import { SECOND } from '../../platform/time.ts';
import { dismissFlood, listDismissals, undoDismissal } from '../../safeguards/dismissals.ts';
import { countFlood, type FloodSpan } from '../../safeguards/floodAccounts.ts';
import { readFloods } from '../../safeguards/floods.ts';
import { changeSafeguards, readSafeguards } from '../../safeguards/safeguards.ts';
import { type Api, handle } from '../handle.ts';

/** However many members watch, a node looks for floods no more often. */
const FLOODS_KEPT_MS = 10 * SECOND;

/** What the staff sets against invented accounts, and the floods of them. */
export function safeguardRoutes(api: Api): void {
  const { services } = api;
  const { db } = services;

  handle(api, getSafeguards, async () => ({ results: await readSafeguards(db) }));

  handle(api, change, async ({ body, audited }) => {
    const { version: _, ...fields } = body;
    const changed = { entity: 'safeguards', entityId: 'safeguards', fields: Object.keys(fields) };
    return { results: await audited((tx) => changeSafeguards(tx, body), changed) };
  });

  const floods = keepFor(services, FLOODS_KEPT_MS, (now) => readFloods(services, now));
  const current = async () => ({ floods: await floods.current(), dismissals: await listDismissals(db) });

  handle(api, getFloods, async () => ({ results: await current() }));

  handle(api, getFloodPreview, async ({ query }) => ({ results: await countFlood(db, spanOf(query)) }));

  handle(api, dismiss, async ({ body, member, audited }) => {
    const span = spanOf(body);
    const changed = (id: string) => [{ entity: 'dismissal', entityId: id, fields: ['network', 'since', 'until'] }];
    await audited((tx) => dismissFlood(tx, span, member.id), changed);
    floods.forget();
    return { results: await current() };
  });

  handle(api, undo, async ({ params: { dismissalId }, audited }) => {
    const changed = { entity: 'dismissal', entityId: dismissalId, fields: ['undoneAt'] };
    await audited((tx) => undoDismissal(tx, dismissalId), changed);
    floods.forget();
    return { results: await current() };
  });
}

const spanOf = ({ network, since, until }: Record<keyof FloodSpan, string>): FloodSpan => ({
  network,
  since: timeOf('since', since),
  until: timeOf('until', until),
});

function timeOf(field: string, text: string): number {
  const time = Date.parse(text);
  if (Number.isNaN(time))
    reject('invalid', 'Please check what you entered.', { [field]: 'Must be a time in ISO 8601' });
  return time;
}
