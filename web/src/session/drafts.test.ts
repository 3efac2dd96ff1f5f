import { beforeEach, expect, test, vi } from 'vitest';
import {
  draftKey,
  dropAccountDrafts,
  dropAllDrafts,
  dropDraft,
  dropGuestDrafts,
  readDraft,
  writeDraft,
} from './drafts.ts';

beforeEach(() => vi.stubGlobal('sessionStorage', storageStub()));

test('drafts: each belongs to the account that typed it', () => {
  writeDraft(draftKey('anna', 'feedback'), { message: 'Hello' });

  expect(readDraft(draftKey('anna', 'feedback'))).toEqual({ message: 'Hello' });
  expect(readDraft(draftKey('bob', 'feedback'))).toBeUndefined();
  expect(readDraft(draftKey(undefined, 'feedback'))).toBeUndefined();
});

test('drafts: dropping one keeps others whose names start alike', () => {
  writeDraft(draftKey('anna', 'answer:pre:1'), 'one');
  writeDraft(draftKey('anna', 'answer:pre:12'), 'twelve');

  dropDraft(draftKey('anna', 'answer:pre:1'));

  expect(readDraft(draftKey('anna', 'answer:pre:1'))).toBeUndefined();
  expect(readDraft(draftKey('anna', 'answer:pre:12'))).toBe('twelve');
});

test("drafts: a guest's are dropped without those of accounts, and all without other stored entries", () => {
  sessionStorage.setItem('_scroll', '[]');
  writeDraft(draftKey(undefined, 'registration'), { firstName: 'Anna' });
  writeDraft(draftKey('anna', 'feedback'), { message: 'Hello' });

  dropGuestDrafts();
  expect(Object.keys(sessionStorage)).toEqual(['_scroll', 'draft:anna:feedback']);

  dropAllDrafts();
  expect(Object.keys(sessionStorage)).toEqual(['_scroll']);

  writeDraft(draftKey(undefined, 'registration'), { firstName: 'Anna' });
  writeDraft(draftKey('anna', 'feedback'), { message: 'Hello' });
  writeDraft(draftKey('bob', 'feedback'), { message: 'Bye' });
  dropAccountDrafts('bob');
  expect(Object.keys(sessionStorage)).toEqual(['_scroll', 'draft::registration', 'draft:bob:feedback']);

  dropAccountDrafts();
  expect(Object.keys(sessionStorage)).toEqual(['_scroll', 'draft::registration']);
});

/** Like the browser's storage: keys are own enumerable properties, methods are not. */
function storageStub(): object {
  const methods = {
    getItem(this: Record<string, string>, key: string) {
      return this[key] ?? null;
    },
    setItem(this: Record<string, string>, key: string, text: string) {
      this[key] = text;
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key];
    },
  };
  return Object.create(methods);
}
