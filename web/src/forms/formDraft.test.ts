import { expect, test } from 'vitest';
import { changedFields } from './formDraft.ts';

const saved = { firstName: 'Ada', lastName: 'Stone', organizationType: undefined, acceptTos: undefined };

test('form draft: holds only the changed fields', () => {
  const values = { firstName: 'Grace', lastName: 'Stone', organizationType: 'WOSB', acceptTos: true };

  expect(changedFields(saved, values)).toEqual({ firstName: 'Grace', organizationType: 'WOSB', acceptTos: true });
});

test('form draft: an emptied field counts as changed, one that was never filled in does not', () => {
  const values = { firstName: '', lastName: 'Stone', organizationType: '', acceptTos: false };

  expect(changedFields(saved, values)).toEqual({ firstName: '' });
});
