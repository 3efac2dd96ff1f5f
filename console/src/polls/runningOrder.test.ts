import type { Poll } from '@companion/contract/staff/polls';
import { expect, test } from 'vitest';
import { addable, addableSets, inOrder, moved, nextOnStage, withNext } from './runningOrder.ts';

const poll = (id: string, stagePosition: number | null, fields: Partial<Poll> = {}): Poll => ({
  id,
  campaignId: 'c',
  campaignTitle: 'C',
  question: id,
  questionTypes: 'yes-no',
  options: [],
  state: 'draft',
  shownTo: 'none',
  closesAt: null,
  openedAt: null,
  isOnStage: false,
  stagePosition,
  waitsForEventEnd: false,
  version: 1,
  ...fields,
});
const onStage = { isOnStage: true };
/** Asked at this minute. */
const asked = (minute: number, state: Poll['state'] = 'closed') => ({
  state,
  openedAt: `2031-06-10T16:0${minute}:00.000Z`,
});
const idsOf = (polls: Poll[]) => polls.map(({ id }) => id);

test('running order: by position, without the polls that are not in it', () => {
  const polls = [poll('b', 2), poll('x', null), poll('a', 1)];
  expect(idsOf(inOrder(polls))).toEqual(['a', 'b']);
});

test('next: the one after what is on stage, without archived ones; none after the last', () => {
  expect(nextOnStage([poll('a', 1, onStage), poll('b', 2)])?.id).toBe('b');
  expect(nextOnStage([poll('a', 1, onStage), poll('b', 2, { state: 'archived' }), poll('c', 3)])?.id).toBe('c');
  expect(nextOnStage([poll('a', 1), poll('x', null, onStage)])?.id).toBe('a');
  expect(nextOnStage([poll('a', 1), poll('b', 2, onStage)])).toBeUndefined();
});

test('next: after questions from the hall, or a poll that is not in it, the order goes on where it was (decision 048)', () => {
  const order = [poll('a', 1, asked(1)), poll('b', 2), poll('c', 3, asked(2)), poll('d', 4)];
  expect(nextOnStage(order)?.id).toBe('d');
  expect(nextOnStage([...order, poll('x', null, { ...onStage, ...asked(3) })])?.id).toBe('d');
  // The host went back to a poll.
  expect(nextOnStage([poll('a', 1, asked(3)), poll('b', 2), poll('c', 3, asked(2))])?.id).toBe('b');
  // One that is still open was interrupted.
  expect(nextOnStage([poll('a', 1, asked(1)), poll('b', 2, asked(2, 'open')), poll('c', 3)])?.id).toBe('b');
  // After a rehearsal.
  expect(nextOnStage([poll('a', 1, asked(1, 'draft')), poll('b', 2, asked(2, 'draft'))])?.id).toBe('a');
  expect(nextOnStage([poll('a', 1, asked(1)), poll('b', 2, asked(2))])).toBeUndefined();
  // Polls that were open before the event have not been asked on stage.
  expect(nextOnStage([poll('a', 1, { state: 'open' }), poll('b', 2, { state: 'open' })])?.id).toBe('a');
});

test('to add: what is not in the order, not archived, and does not wait for the end of the event', () => {
  const polls = [
    poll('a', 1),
    poll('b', null),
    poll('c', null, { state: 'archived' }),
    poll('d', null, { campaignId: 'post-event', waitsForEventEnd: true }),
    poll('e', null, { campaignId: 'pre-event' }),
    poll('f', null, { campaignId: 'day-2' }),
    poll('g', null, { campaignId: 'day-2' }),
  ];
  expect(idsOf(addable(polls))).toEqual(['b', 'e', 'f', 'g']);
  expect(addableSets(polls).map(idsOf)).toEqual([['b'], ['f', 'g']]);
});

test('a new poll: it comes after the one that is asked now, or was asked last; before anything was asked, first', () => {
  const added = poll('new', null);
  expect(idsOf(withNext([poll('a', 1), poll('b', 2, onStage), poll('c', 3)], added))).toEqual(['a', 'b', 'new', 'c']);
  expect(idsOf(withNext([poll('a', 1, asked(1)), poll('b', 2)], added))).toEqual(['a', 'new', 'b']);
  expect(idsOf(withNext([poll('a', 1), poll('b', 2)], added))).toEqual(['new', 'a', 'b']);
});

test('move: up, down, and not beyond the ends', () => {
  expect(moved(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b']);
  expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
  expect(moved(['a', 'b', 'c'], 0, -1)).toEqual(['a', 'b', 'c']);
  expect(moved(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'b', 'c']);
});
