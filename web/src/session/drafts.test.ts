import { beforeEach, expect, test, vi } from 'vitest';
import { draftKey, dropAllDrafts, dropDraft, dropVisitorDrafts, readDraft, writeDraft } from './drafts.ts';

beforeEach(() => vi.stubGlobal('sessionStorage', storageStub()));

test('drafts: each belongs to the account that typed it', () => {
  writeDraft(draftKey('anna', 'feedback'), { message: 'Hello' });

  expect(readDraft(draftKey('anna', 'feedback'))).toEqual({ message: 'Hello' });
  expect(readDraft(draftKey('bob', 'feedback'))).toBeUndefined();
  expect(readDraft(draftKey(undefined, 'feedback'))).toBeUndefined();
});

test('drafts: one is dropped alone, whatever its name begins with', () => {
  writeDraft(draftKey('anna', 'answer:pre:1'), 'one');
  writeDraft(draftKey('anna', 'answer:pre:12'), 'twelve');

  dropDraft(draftKey('anna', 'answer:pre:1'));

  expect(readDraft(draftKey('anna', 'answer:pre:1'))).toBeUndefined();
  expect(readDraft(draftKey('anna', 'answer:pre:12'))).toBe('twelve');
});

test("drafts: a visitor's are dropped without those of accounts, and all without what else is stored", () => {
  sessionStorage.setItem('_scroll', '[]');
  writeDraft(draftKey(undefined, 'registration'), { firstName: 'Anna' });
  writeDraft(draftKey('anna', 'feedback'), { message: 'Hello' });

  dropVisitorDrafts();
  expect(Object.keys(sessionStorage)).toEqual(['_scroll', 'draft:anna:feedback']);

  dropAllDrafts();
  expect(Object.keys(sessionStorage)).toEqual(['_scroll']);
});

/** Like a browser's: its keys are its own enumerable properties, its methods are not. */
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
