import { expect, test } from 'vitest';
import { changedFields } from './formDraft.ts';

const saved = { firstName: 'Ada', lastName: 'Stone', organizationType: undefined, acceptTos: undefined };

test('form draft: holds the fields that were changed, and no other', () => {
  const values = { firstName: 'Grace', lastName: 'Stone', organizationType: 'WOSB', acceptTos: true };

  expect(changedFields(saved, values)).toEqual({ firstName: 'Grace', organizationType: 'WOSB', acceptTos: true });
});

test('form draft: a field that was emptied is changed, one that was never filled is not', () => {
  const values = { firstName: '', lastName: 'Stone', organizationType: '', acceptTos: false };

  expect(changedFields(saved, values)).toEqual({ firstName: '' });
});
