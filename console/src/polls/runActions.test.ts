import type { Poll } from '@companion/contract/staff/polls';
import { expect, test } from 'vitest';
import { goNext, toggleOpen, toggleReveal, undoOf } from './runActions.ts';

const poll = (fields: Partial<Poll> = {}): Poll => ({
  id: 'a',
  campaignId: 'c',
  campaignTitle: 'C',
  question: 'A',
  questionTypes: 'yes-no',
  options: [],
  state: 'draft',
  shownTo: 'none',
  closesAt: null,
  openedAt: null,
  isOnStage: true,
  stagePosition: 1,
  waitsForEventEnd: false,
  version: 1,
  ...fields,
});

test('Space opens with the countdown, closes, and opens again', () => {
  expect(toggleOpen(poll(), 30)).toEqual({ label: 'Open', change: { state: 'open', closesInSeconds: 30 } });
  expect(toggleOpen(poll({ state: 'open' }), 30)).toEqual({ label: 'Close', change: { state: 'closed' } });
  expect(toggleOpen(poll({ state: 'closed' }), null).label).toBe('Open again');
  expect(toggleOpen(undefined, null).unavailable).toBeDefined();
});

test('Enter reveals to everyone, and hides again from all but the staff', () => {
  expect(toggleReveal(poll({ shownTo: 'staff' })).change).toEqual({ shownTo: 'everyone' });
  expect(toggleReveal(poll({ shownTo: 'everyone' })).change).toEqual({ shownTo: 'staff' });
  expect(toggleReveal(poll({ questionTypes: 'comment' })).unavailable).toBeDefined();
});

test('N goes on when the poll on stage is not open', () => {
  expect(goNext(poll({ state: 'closed' }), poll({ id: 'b' })).change).toEqual({ isOnStage: true });
  expect(goNext(poll({ state: 'open' }), poll({ id: 'b' })).unavailable).toBe('Close this poll first.');
  expect(goNext(poll(), undefined).unavailable).toBe('This is the last poll of the running order.');
  expect(goNext(undefined, undefined).unavailable).toBe('The running order is empty.');
});

test('to undo gives back the state, and the stage only if the change took it', () => {
  const staged = poll({ state: 'closed' });
  expect(undoOf(staged, poll({ state: 'archived', isOnStage: false }))).toEqual({ state: 'closed', backOnStage: true });
  expect(undoOf(staged, poll({ state: 'draft' }))).toEqual({ state: 'closed' });
  const offStage = poll({ state: 'open', isOnStage: false });
  expect(undoOf(offStage, { ...offStage, state: 'archived' })).toEqual({ state: 'open' });
});
