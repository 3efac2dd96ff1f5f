import { expect, test } from 'vitest';
import { bulkEffects } from './bulkEffects.ts';

const poll = (state: 'draft' | 'open' | 'closed' | 'archived', isOnStage = false, openedAt: string | null = null) => ({
  ...{ state, isOnStage, openedAt, closesAt: null, campaignId: 'polls' },
});

test('bulk: says how many questions change, which are open or on stage, and which stay', () => {
  expect(bulkEffects([poll('open', true), poll('closed'), poll('draft')], 'draft')).toEqual([
    '2 questions become drafts: attendees do not see them.',
    '1 of them is open now and will take no more answers.',
    'One of them is on stage: the stage will show nothing.',
    '1 question stays as it is.',
    'Their answers stay. You can undo this.',
  ]);
  expect(bulkEffects([poll('draft', true)], 'archived')).toEqual([
    '1 question goes to the archive: attendees no longer see it.',
    'Their answers stay. You can undo this.',
  ]);
  const asked = poll('archived', false, '2031-06-10T16:00:00.000Z');
  expect(bulkEffects([poll('draft'), poll('archived'), asked, poll('open')], 'closed')).toEqual([
    '4 questions close: they take no more answers.',
    '2 of them were never asked, and attendees will see that.',
    'Their answers stay. You can undo this.',
  ]);
  expect(bulkEffects([poll('draft'), poll('closed', true)], 'open')[0]).toBe('2 questions open on every phone.');
});
