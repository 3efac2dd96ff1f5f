import {
  changeSafeguards as change,
  dismissFlood as dismiss,
  getFloodPreview,
  getFloods,
  getSafeguards,
  undoDismissal as undo,
} from '@companion/contract/staff/safeguards';
import type { FastifyRequest } from 'fastify';
import { rejectFields } from '../../platform/domainError.ts';
import { keepFor } from '../../platform/keepFor.ts';
import { SECOND } from '../../platform/time.ts';
import { readFloods } from '../../safeguards/detectFloods.ts';
import { dismissFlood, dismissRest, listDismissals, undoDismissal, undoRest } from '../../safeguards/dismissals.ts';
import { countFlood, type FloodSpan } from '../../safeguards/floodAccounts.ts';
import { changeSafeguards, readSafeguards } from '../../safeguards/safeguardSettings.ts';
import { answerInTime } from '../answerInTime.ts';
import { type Api, handle } from '../handle.ts';

/** However many members watch, a node looks for floods no more often. */
const FLOODS_KEPT_MS = 10 * SECOND;
/** Work on a large flood goes on after the answer: the list shows how far it is. */
const INCOMPLETE = 'a flood was dismissed, or counted again, in part';

/** What the staff sets against invented accounts, and the floods of them. */
export function safeguardRoutes(api: Api): void {
  const { services } = api;
  const { db } = services;

  handle(api, getSafeguards, async () => ({ results: await readSafeguards(db) }));

  handle(api, change, async ({ body, audited }) => {
    const { version: _, ...fields } = body;
    const changed = { entity: 'safeguards', entityId: 'safeguards', fields: Object.keys(fields), choices: fields };
    return { results: await audited((tx) => changeSafeguards(tx, body), changed) };
  });

  const floods = keepFor(services, FLOODS_KEPT_MS, (now) => readFloods(services, now));
  const current = async () => ({ floods: await floods.current(), dismissals: await listDismissals(db) });

  /** The floods are counted anew for this answer, and again once the work is done. */
  const finish = async (request: FastifyRequest, work: Promise<void>) => {
    await answerInTime(
      request,
      work.finally(() => floods.forget()),
      INCOMPLETE,
    );
    floods.forget();
  };

  handle(api, getFloods, async () => ({ results: await current() }));

  handle(api, getFloodPreview, async ({ query }) => ({ results: await countFlood(db, spanOf(query)) }));

  handle(api, dismiss, async ({ body, member, audited, request }) => {
    const span = spanOf(body);
    const changed = (id: string) => [{ entity: 'dismissal', entityId: id, fields: ['network', 'since', 'until'] }];
    const id = await audited((tx) => dismissFlood(tx, span, member.id), changed);
    await finish(request, dismissRest(services, id, span));
    return { results: await current() };
  });

  handle(api, undo, async ({ params: { dismissalId }, audited, request }) => {
    const changed = { entity: 'dismissal', entityId: dismissalId, fields: ['undoneAt'] };
    await audited((tx) => undoDismissal(tx, dismissalId), changed);
    await finish(request, undoRest(services, dismissalId));
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
  if (Number.isNaN(time)) rejectFields({ [field]: 'Must be a time in ISO 8601' });
  return time;
}
