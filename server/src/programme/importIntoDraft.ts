import { setImmediate } from 'node:timers/promises';
import type { importProgramme } from '@companion/contract/staff/programmeImport';
import { IMPORT_FILE_MAX } from '@companion/contract/staff/programmeImport';
import type { z } from 'zod/mini';
import { dateIn, isTimeZone } from '../event/zonedTime.ts';
import { reject, rejectFields } from '../platform/domainError.ts';
import type { Services } from '../platform/services.ts';
import type { Transacting } from '../platform/transact.ts';
import { type FetchPublic, makeFetchPublic } from '../schedule/fetchPublic.ts';
import { readDraftText } from './draftQueries.ts';
import { editDraft, readUsedIds } from './editDraft.ts';
import type { ImportJob, ImportPlan } from './planDraftImport.ts';
import { runImport } from './runImport.ts';
import { scheduleAddress } from './scheduleAddress.ts';

type ImportBody = z.output<(typeof importProgramme)['body']>;

export const fetchSchedule = makeFetchPublic({
  accept: 'application/json, application/xml, text/xml, text/csv, */*;q=0.5',
  maxBytes: IMPORT_FILE_MAX,
});

/**
 * Plans an import into the draft as it is now.
 * @param options `hasLeft`: whether the member does not wait for the answer any more
 * @throws DomainError `invalid` for an address that cannot be read
 */
export async function planImport(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { source, dryRun: isDryRun, ...body }: ImportBody,
  { hasLeft, fetchPublic = fetchSchedule }: { hasLeft?: () => boolean; fetchPublic?: FetchPublic } = {},
): Promise<ImportPlan> {
  const { zone } = body;
  if (!isTimeZone(zone)) rejectFields({ zone: 'Must be a time zone, such as America/New_York' });
  const files = await filesOf(source, fetchPublic);
  // They may be large, and so may the draft: others are answered between two steps of work on them.
  await setImmediate();
  const draft = await readDraftText(db);
  const used = await readUsedIds(db, draft);
  const job = {
    ...{ draft: draft.programme, usedIds: new Set([...used.published.keys(), ...used.removed]) },
    ...{ files, zone, today: dateIn(zone, now()), columns: body.columns, skipBad: body.skipBad },
    ...{ firstDay: body.firstDay, mainRoom: body.mainRoom || undefined, isDryRun },
  };
  return runImport(job, hasLeft && { hasLeft });
}

/**
 * Makes the edits of an import in the draft.
 * @param digest of the dry run that the member saw
 * @throws DomainError `invalid` if there are none, `conflict` if they are not the same or no longer fit
 */
export async function makeImport(tx: Transacting, { edits, result }: ImportPlan, digest: string | undefined) {
  if (result.problem !== null) reject('invalid', result.problem);
  if (edits.length === 0) reject('invalid', 'A row is rejected, so nothing was imported.');
  if (result.digest !== (digest ?? null)) reject('conflict', CHANGED);
  const done = await editDraft(tx, edits);
  if (done.conflicts.length > 0) reject('conflict', CHANGED);
  return done;
}
const CHANGED = 'What would be imported has changed since you looked at it. Please look again.';

async function filesOf(source: ImportBody['source'], fetchPublic: FetchPublic): Promise<ImportJob['files']> {
  if (source.kind === 'text') return [{ name: 'the pasted rows', bytes: Buffer.from(source.text) }];
  if (source.kind === 'files') {
    return source.files.map(({ name, content }) => ({ name, bytes: Buffer.from(content, 'base64') }));
  }
  return Promise.all(
    source.addresses.map(async (typed) => {
      const address = scheduleAddress(typed);
      const fetched = await fetchPublic(address);
      if ('error' in fetched) rejectFields({ address: `It ${publicReason(fetched.error)}` });
      return { name: nameOf(address), bytes: fetched.bytes };
    }),
  );
}

/** Without the address inside this network that a name stands for. */
const publicReason = (error: string): string => error.replace(/ \([\da-f.:]+\)(?= is not an address)/, '');

const nameOf = (address: string): string => URL.parse(address)?.pathname.split('/').findLast(Boolean) ?? address;
