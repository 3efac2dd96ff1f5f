import {
  EDITS_BYTES_MAX,
  EDITS_MAX,
  type Programme,
  type ProgrammeEdit,
  type ProgrammeFinding,
} from '@companion/contract/staff/programme';
import type { Pack } from '../event/readPack.ts';
import { DomainError, reject, rejectFields } from '../platform/domainError.ts';
import { recordChange } from '../platform/recordChange.ts';
import type { Services } from '../platform/services.ts';
import { DAY } from '../platform/time.ts';
import type { Transacting } from '../platform/transact.ts';
import { changedThoughAnswered, checkProgramme } from './checkProgramme.ts';
import { editsBetween, isSameProgramme } from './diffProgrammes.ts';
import { type Draft, findRevision, lockDraft, readDraft, readPublished } from './draftQueries.ts';
import { saveDraft } from './editDraft.ts';
import { type Taken, takeProgramme } from './takeProgramme.ts';

const YEAR = 366 * DAY;

/** A programme that was checked before its transaction, which is short therefore. */
export interface Prepared {
  version: number;
  programme: Programme;
  pack: Pack;
}

const changed = () => new DomainError('conflict', 'The draft was edited in the meantime. Look at it again.');

/** Thrown for a programme that cannot be published. */
export class UnpublishableProgramme extends DomainError {
  constructor(problems: readonly ProgrammeFinding[]) {
    const keyed = problems.map(
      ({ list, id, field, text }) => [[list, id, field].filter(Boolean).join('.'), text] as const,
    );
    super('invalid', 'The programme has problems. Correct them, then publish it.', {
      errors: Object.fromEntries(keyed),
    });
  }
}

/** @throws DomainError `conflict` if the draft has another version, UnpublishableProgramme if it has problems */
export async function prepareDraft(services: Services, version?: number): Promise<Prepared> {
  const draft = await readDraft(services.db);
  if (version !== undefined && draft.version !== version) throw changed();
  return prepare(services, draft.version, draft.programme);
}

/** The same for an earlier revision, which the draft must not differ from what is published for. */
export async function prepareRollback(services: Services, version: number, revision: number): Promise<Prepared> {
  const earlier = await knownRevision(services, revision);
  return prepare(services, version, earlier.programme);
}

async function prepare(services: Services, version: number, programme: Programme): Promise<Prepared> {
  const { pack, problems } = await checkProgramme(services.db, programme, services.now());
  if (!pack) throw new UnpublishableProgramme(problems);
  return { version, programme, pack };
}

export async function knownRevision({ db }: Pick<Services, 'db'>, revision: number) {
  const found = revision > 0 && Number.isSafeInteger(revision) ? await findRevision(db, revision) : undefined;
  return found ?? reject('notFound', 'There is no such revision.');
}

/**
 * Publishes what was prepared; without a difference to what is published, nothing changes.
 * @throws DomainError `conflict` if the draft was edited since
 */
export async function publish(
  tx: Transacting,
  { version, programme, pack }: Prepared,
  by: Pick<Taken, 'origin' | 'staffId'>,
): Promise<void> {
  const draft = await lockedDraft(tx, version);
  const published = await readPublished(tx.db);
  if (by.origin === 'rollback' && published && !isSameProgramme(draft.programme, published.programme)) {
    reject('conflict', 'The draft has changes that are not published. Publish or discard them first.');
  }
  // Answers may have come since it was checked. Those on their way are stored first, or find what is published here.
  const problems = await changedThoughAnswered(tx.db, programme, async (ids) => {
    // The only writer of SQLite needs none.
    if (tx.config.databaseUrl === undefined) return;
    await tx.db.selectFrom('questions').select('id').where('id', 'in', ids).forUpdate().execute();
  });
  if (problems.length > 0) throw new UnpublishableProgramme(problems);
  if (published && isSameProgramme(published.programme, programme)) await clearPlan(tx, draft);
  else await takeProgramme(tx, { programme, pack, ...by });
}

async function lockedDraft({ db }: Transacting, version: number): Promise<Draft> {
  const draft = await lockDraft(db);
  if (draft.version !== version) throw changed();
  return draft;
}

async function clearPlan(tx: Transacting, { publishAt, publishFailedAt }: Draft): Promise<void> {
  if (publishAt !== null || publishFailedAt !== null) await savePlan(tx, { publish_at: null, publish_by: null });
}

/**
 * Plans when the draft is published, as it is then.
 * @param at ISO 8601; null takes the plan back
 * @throws DomainError `conflict` if the draft was edited since, `invalid` for another time
 */
export async function planPublication(
  tx: Transacting,
  { version, at }: { version: number; at: string | null },
  staffId: string,
): Promise<void> {
  await lockedDraft(tx, version);
  const time = at === null ? null : Date.parse(at);
  if (time !== null && !(time > tx.now() && time < tx.now() + YEAR)) {
    rejectFields({ at: 'Must be a time within the next year' });
  }
  await savePlan(tx, { publish_at: time, publish_by: time === null ? null : staffId });
}

async function savePlan(
  tx: Transacting,
  plan: { publish_at: number | null; publish_by: string | null },
  failedAt: number | null = null,
): Promise<void> {
  await tx.db
    .updateTable('programme_draft')
    .set({ ...plan, publish_failed_at: failedAt })
    .execute();
  await recordChange(tx, 'programme', 'plan');
}

/**
 * Gives up a plan. The console shows when that was.
 * @param by who had planned it, if that is why; null if the draft has problems
 */
export const givePlanUp = (tx: Transacting, by: string | null): Promise<void> =>
  savePlan(tx, { publish_at: null, publish_by: by }, tx.now());

/**
 * Makes the draft what is published, and gives its plan up.
 * @returns edits that take the first back; none where they are more than can be made at once
 * @throws DomainError `conflict` if the draft was edited since
 */
export async function discardDraft(tx: Transacting, version: number): Promise<ProgrammeEdit[]> {
  const draft = await lockedDraft(tx, version);
  const published = await readPublished(tx.db);
  if (!published || isSameProgramme(draft.programme, published.programme)) return [];
  const away = editsBetween(draft.programme, published.programme).flatMap((edit) =>
    edit.op === 'remove' ? edit.id : [],
  );
  await clearPlan(tx, draft);
  await saveDraft(tx, draft, published.programme, away);
  const undo = editsBetween(published.programme, draft.programme);
  const isTooMuch = undo.length > EDITS_MAX || Buffer.byteLength(JSON.stringify({ edits: undo })) > EDITS_BYTES_MAX;
  return isTooMuch ? [] : undo;
}
