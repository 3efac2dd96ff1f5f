import { IdempotencyKeys } from '@companion/client/api/idempotencyKeys';
import { draftKey, dropDraft, dropGuestDrafts, readDraft, writeDraft } from '../session/drafts.ts';

const storageKey = (url: string) => draftKey(undefined, `sent:${url}`);

/** Stored with the guest's drafts: they survive a reload and are deleted at sign-in. */
export const idempotencyKeys = new IdempotencyKeys({
  read: (url) => readDraft(storageKey(url)),
  write: (url, sent) => writeDraft(storageKey(url), sent),
  remove: (url) => dropDraft(storageKey(url)),
  clear: dropGuestDrafts,
});
