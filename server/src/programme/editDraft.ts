import { setImmediate } from 'node:timers/promises';
import type { EditConflict, Programme, ProgrammeEdit, ProgrammeList } from '@companion/contract/staff/programme';
import type { AuditedChange } from '../identity/staff/recordAudit.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import { reject } from '../platform/domainError.ts';
import { recordChange } from '../platform/recordChange.ts';
import type { Transacting } from '../platform/transact.ts';
import { applyEdits, NO_IDS, type UsedIds } from './applyEdits.ts';
import { type Draft, lockDraft } from './draftQueries.ts';
import { keepDraftPictures } from './pictureReferences.ts';

/** In characters, as JSON: ten times a large event. The draft must fit into one line of a backup. */
const PROGRAMME_MAX = 4_000_000;

/**
 * So many removed ids are not given again, the newest. An entry that was published keeps its id in its row for good; of
 * others, an old undo that meets its id again is a conflict, and so is an edit of what it does not know.
 */
export const REMOVED_MAX = 10_000;

interface EditedDraft {
  version: number;
  conflicts: EditConflict[];
  added: string[];
  undo: ProgrammeEdit[];
}

/**
 * Makes the edits, or none of them where one conflicts with those of another member.
 * @throws DomainError `invalid` with a message per field for what no draft can have
 */
export async function editDraft(tx: Transacting, edits: readonly ProgrammeEdit[]): Promise<EditedDraft> {
  const draft = await lockDraft(tx.db);
  // Only for new entries: others have their ids.
  const used = edits.some(({ op }) => op === 'add') ? await readUsedIds(tx.db, draft) : NO_IDS;
  const { programme, conflicts, added, undo, removed } = applyEdits(draft.programme, edits, used);
  // Those of an import take a while: others are answered before the draft is written.
  await setImmediate();
  // Edits that change nothing make no version either.
  const version = undo.length > 0 ? await saveDraft(tx, draft, programme, removed) : draft.version;
  return { version, conflicts, added, undo };
}

/** Stores a changed draft, and tells the console. @returns its version */
export async function saveDraft(
  tx: Transacting,
  draft: Draft,
  programme: Programme,
  removed: readonly string[],
): Promise<number> {
  const json = JSON.stringify(programme);
  if (json.length > PROGRAMME_MAX) reject('invalid', 'The programme has become too large.');
  await keepDraftPictures(tx, draft.programme, programme);
  const version = draft.version + 1;
  const now = new Set(removed);
  const removedIds = [...draft.removedIds.filter((id) => !now.has(id)), ...now].slice(-REMOVED_MAX);
  await tx.db
    .updateTable('programme_draft')
    .set({ programme: json, version, removed_ids: JSON.stringify(removedIds) })
    .execute();
  // Last: other writers of changes wait from here to the commit.
  await recordChange(tx, 'programme', 'draft');
  return version;
}

export async function readUsedIds(db: ReadDatabase, { removedIds }: Pick<Draft, 'removedIds'>): Promise<UsedIds> {
  const content = await db.selectFrom('content').select(['id', 'campaign_id']).execute();
  const campaigns = await db.selectFrom('campaigns').select('id').execute();
  const questions = await db.selectFrom('questions').select('id').execute();
  return {
    published: new Map<string, ProgrammeList>([
      // The campaigns of content are named as their lists (packContent.ts).
      ...content.map(({ id, campaign_id }) => [id, campaign_id as ProgrammeList] as const),
      ...campaigns.map(({ id }) => [id, 'campaigns'] as const),
      ...questions.map(({ id }) => [id, 'questions'] as const),
    ]),
    removed: new Set(removedIds),
  };
}

/** So many entries get a line each in the audit log. */
const NAMED_ENTRIES = 20;

/** What edits have changed, by entry; of many, as of an import, by list. */
export function auditedEdits(edits: readonly ProgrammeEdit[], added: readonly string[]): AuditedChange[] {
  const ids = [...added];
  const changes = new Map<string, { entity: string; entityId: string; fields: Set<string> }>();
  for (const edit of edits) {
    const id = edit.op === 'add' ? (ids.shift() ?? '') : edit.id;
    const key = `${edit.list} ${id}`;
    const change = changes.get(key) ?? { entity: edit.list, entityId: id ?? edit.list, fields: new Set() };
    if (edit.op === 'set') change.fields.add(edit.field);
    else if (edit.op === 'add') for (const name of ['added', ...Object.keys(edit.fields)]) change.fields.add(name);
    else change.fields.add(edit.op === 'move' ? 'moved' : 'removed');
    changes.set(key, change);
  }
  if (changes.size <= NAMED_ENTRIES)
    return [...changes.values()].map(({ fields, ...of }) => ({ ...of, fields: [...fields] }));
  return [...Map.groupBy(changes.values(), ({ entity }) => entity)].map(([entity, ofList]) => ({
    ...{ entity: 'programme', entityId: entity, choices: { entries: ofList.length } },
    fields: [...new Set(ofList.flatMap(({ fields }) => [...fields]))],
  }));
}
