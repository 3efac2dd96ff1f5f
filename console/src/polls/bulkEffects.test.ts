import { expect, test } from 'vitest';
import { bulkEffects } from './bulkEffects.ts';

const poll = (state: 'draft' | 'open' | 'closed' | 'archived', isOnStage = false) => ({ state, isOnStage });

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
  expect(bulkEffects([poll('draft'), poll('open')], 'closed')).toEqual([
    '2 questions close: they take no more answers.',
    '1 of them is a draft, which attendees will see as closed.',
    'Their answers stay. You can undo this.',
  ]);
  expect(bulkEffects([poll('draft'), poll('closed', true)], 'open')[0]).toBe('2 questions open on every phone.');
});
