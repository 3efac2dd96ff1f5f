import type { Poll } from '@companion/contract/staff/polls';
import { expect, test } from 'vitest';
import { inOrder, moved, nextOnStage } from './runningOrder.ts';

const poll = (id: string, stagePosition: number | null, isOnStage = false, state: Poll['state'] = 'draft'): Poll => ({
  id,
  campaignId: 'c',
  campaignTitle: 'C',
  question: id,
  questionTypes: 'yes-no',
  options: [],
  state,
  shownTo: 'none',
  closesAt: null,
  openedAt: null,
  isOnStage,
  stagePosition,
  waitsForEventEnd: false,
  version: 1,
});

test('running order: by position, without the polls that are not in it', () => {
  const polls = [poll('b', 2), poll('x', null), poll('a', 1)];
  expect(inOrder(polls).map(({ id }) => id)).toEqual(['a', 'b']);
});

test('next: the one after what is on stage, the first draft if that is not in the order, none after the last', () => {
  expect(nextOnStage([poll('a', 1, true), poll('b', 2)])?.id).toBe('b');
  expect(nextOnStage([poll('a', 1), poll('x', null, true)])?.id).toBe('a');
  expect(nextOnStage([poll('a', 1), poll('b', 2, true)])).toBeUndefined();
  // After questions from the hall it goes on where it was.
  expect(nextOnStage([poll('a', 1, false, 'closed'), poll('b', 2)])?.id).toBe('b');
  expect(nextOnStage([poll('a', 1, false, 'closed')])?.id).toBe('a');
});

test('move: up, down, and not beyond the ends', () => {
  expect(moved(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b']);
  expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
  expect(moved(['a', 'b', 'c'], 0, -1)).toEqual(['a', 'b', 'c']);
  expect(moved(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'b', 'c']);
});
