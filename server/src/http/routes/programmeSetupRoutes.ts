import { setImmediate } from 'node:timers/promises';
import { type ImportResult, importProgramme } from '@companion/contract/staff/programmeImport';
import {
  getReadiness,
  removeDemo as removeDemoCall,
  startDemo as startDemoCall,
} from '@companion/contract/staff/programmeSetup';
import { endAnnouncements } from '../../announcements/endAnnouncement.ts';
import type { OwnVotesAndCommentsCache } from '../../content/ownVotesAndCommentsCache.ts';
import { HOUR, SECOND } from '../../platform/time.ts';
import { prepareDemo, removeDemo, startDemo } from '../../programme/demoEvent.ts';
import { prepareEmpty } from '../../programme/emptyEvent.ts';
import { makeImport, planImport } from '../../programme/importIntoDraft.ts';
import { readReadiness } from '../../programme/readReadiness.ts';
import { type Api, handle } from '../handle.ts';
import { limitFlood } from '../limits.ts';

/** A stolen session must not use the server to search the internet. */
const ADDRESSES_AN_HOUR = 120;
/** What the console waits for an answer. */
const SILENT_MAX_MS = 20 * SECOND;
const PROGRAMME = { entity: 'programme', entityId: 'programme' };

export function programmeSetupRoutes(api: Api, votesAndComments: OwnVotesAndCommentsCache): void {
  const { services } = api;

  handle(api, importProgramme, async ({ body, member, audited, request }) => {
    if (body.source.kind === 'addresses') {
      const key = `addresses of ${member.id}`;
      await limitFlood(services, { key, max: ADDRESSES_AN_HOUR, window: HOUR });
    }
    const { socket } = request.raw;
    // Its answer may take longer than a connection may be silent otherwise.
    socket.setTimeout(SILENT_MAX_MS);
    const plan = await planImport(services, body, { hasLeft: () => socket.destroyed });
    const { result, edits } = plan;
    const isSame = edits.length === 0 && result.problem === null && !isRejected(result);
    if (body.dryRun || isSame) return { results: { ...result, undo: [] } };
    const fields = [...new Set(edits.map(({ list }) => list))];
    const choices = { changes: String(edits.length) };
    const { undo } = await audited((tx) => makeImport(tx, plan, body.digest), { ...PROGRAMME, fields, choices });
    // The answer is as large as what was imported: others are answered before it is written.
    await setImmediate();
    return { results: { ...result, undo } };
  });

  handle(api, getReadiness, async () => ({ results: await readReadiness(services) }));

  handle(api, startDemoCall, async ({ member, audited }) => {
    const demo = await prepareDemo(services);
    await audited((tx) => startDemo(tx, demo, member.id), PROGRAMME);
    return { message: 'The demo event is published.' };
  });

  handle(api, removeDemoCall, async ({ member, audited }) => {
    const empty = await prepareEmpty(services);
    await audited(async (tx) => {
      await endAnnouncements(tx);
      await removeDemo(tx, empty, member.id);
    }, PROGRAMME).finally(() => votesAndComments.allChanged());
    return { message: 'The demo event is removed.' };
  });
}

const isRejected = ({ report }: Pick<ImportResult, 'report'>) =>
  report.totals.some(({ outcome }) => outcome === 'rejected');
