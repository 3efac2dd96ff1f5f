import { sharedPart } from '@companion/contract/content';
import type { AgendaState, ChangedContent, SharedItem } from '@companion/contract/live';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import type { LiveSource } from './liveSource.ts';
import { readAgendaRevision } from './readChanges.ts';

/** What has changed is in the frame up to this size, in bytes: more than a host corrects at once, less than the list. */
const MAX_CHANGED_BYTES = 8 * 1024;

/** The agenda, and how its newest revision differs from the one before, so that phones need not read the list. */
export class AgendaChanges {
  readonly #readContent: LiveSource['readContent'];
  #list: SharedItem[] = [];
  #state: AgendaState | undefined;

  constructor(readContent: LiveSource['readContent']) {
    this.#readContent = readContent;
  }

  async read(db: ReadDatabase): Promise<AgendaState> {
    const revision = await readAgendaRevision(db);
    if (this.#state?.revision === revision) return this.#state;
    const list = (await this.#readContent(db)).map(sharedPart);
    // A change that was committed in between would be in the list, but not in its revision.
    if ((await readAgendaRevision(db)) !== revision) return this.read(db);
    const changed = this.#state && { since: this.#state.revision, ...differenceOf(this.#list, list) };
    const fits = changed && Buffer.byteLength(JSON.stringify(changed)) <= MAX_CHANGED_BYTES;
    if (fits) await markBack(db, this.#list, changed.items);
    this.#list = list;
    this.#state = { revision, ...(fits && { changed }) };
    return this.#state;
  }
}

/** Marks items that were removed before: attendees may have something of their own about them. */
async function markBack(db: ReadDatabase, before: SharedItem[], items: ChangedContent['items']): Promise<void> {
  const known = new Set(before.map(({ id }) => id));
  const added = items.filter(({ id }) => !known.has(id));
  if (added.length === 0) return;
  const ids = added.map(({ id }) => id);
  // Removing an item raises its revision.
  const rows = await db.selectFrom('content').select('id').where('id', 'in', ids).where('revision', '>', 0).execute();
  for (const item of added) if (rows.some(({ id }) => id === item.id)) item.isBack = true;
}

/** What makes one list the other. */
export function differenceOf(before: SharedItem[], after: SharedItem[]): Omit<ChangedContent, 'since'> {
  const kept = new Set(after.map(({ id }) => id));
  const known = new Map(before.map((item) => [item.id, JSON.stringify(item)]));
  const order = before.map(({ id }) => id).filter((id) => kept.has(id));
  const items: ChangedContent['items'] = [];
  for (const [index, item] of after.entries()) {
    const isInPlace = order[index] === item.id;
    if (isInPlace && known.get(item.id) === JSON.stringify(item)) continue;
    items.push({ ...item, after: after[index - 1]?.id ?? null });
    if (isInPlace) continue;
    const place = order.indexOf(item.id);
    if (place >= 0) order.splice(place, 1);
    order.splice(index, 0, item.id);
  }
  return { removed: before.map(({ id }) => id).filter((id) => !kept.has(id)), items };
}
