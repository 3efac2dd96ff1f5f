import { intentOf } from '../../device/pendingWrite.ts';
import { draftKey, dropDraft, readDraft } from '../../session/drafts.ts';
import type { Write } from '../../session/writes.ts';

/**
 * Drops the drafts of writes that are on the device: a reload while they were being sent has kept both. A draft with
 * other content is a later one, and stays.
 */
export function dropSentDrafts(writes: readonly Write[]): void {
  for (const write of writes) {
    const { accountId, argument } = write;
    const key = draftKey(accountId, intentOf(write));
    const draft = readDraft(key);
    if (draft !== undefined && isSameAs(draft, argument)) dropDraft(key);
  }
}

const isSameAs = (draft: unknown, argument: Record<string, unknown>): boolean =>
  Object.entries(typeof draft === 'string' ? { comment: draft } : Object(draft)).every(
    ([name, value]) => normal(value) === normal(argument[name]),
  );

/** Text is sent without the spaces around it. */
const normal = (value: unknown): string => JSON.stringify(typeof value === 'string' ? value.trim() : (value ?? null));
