import type { Poll } from '@companion/contract/staff/polls';
import { expect, test } from 'vitest';
import { goNext, runOf, toggleOpen, toggleReveal, undoOf } from './runActions.ts';

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
const later = poll({ id: 'b', isOnStage: false, stagePosition: 2 });

test('Space opens with the countdown, closes, and opens again', () => {
  expect(toggleOpen(poll(), 30)).toMatchObject({ label: 'Open', change: { state: 'open', closesInSeconds: 30 } });
  expect(toggleOpen(poll({ state: 'open' }), 30)).toMatchObject({ label: 'Close', change: { state: 'closed' } });
  expect(toggleOpen(poll({ state: 'closed' }), null).label).toBe('Open again');
  expect(toggleOpen(undefined, null).unavailable).toBeDefined();
});

test('Enter reveals to everyone, free text to the stage, and hides again from all but the staff', () => {
  expect(toggleReveal(poll({ shownTo: 'staff' }))).toMatchObject({ label: 'Reveal', change: { shownTo: 'everyone' } });
  expect(toggleReveal(poll({ questionTypes: 'comment' }))).toMatchObject({ change: { shownTo: 'stage' } });
  expect(toggleReveal(poll({ shownTo: 'everyone' }))).toMatchObject({ label: 'Hide', change: { shownTo: 'staff' } });
  expect(toggleReveal(undefined).unavailable).toBeDefined();
});

test('N goes on when the poll on stage is not open, and takes the last one off once it was asked', () => {
  expect(goNext(poll({ state: 'closed' }), later, null)).toMatchObject({ poll: later, change: { isOnStage: true } });
  expect(goNext(poll({ state: 'open' }), later, null).unavailable).toBe('Close this poll first.');
  expect(goNext(poll(), undefined, null).unavailable).toBe('This is the last poll of the running order.');
  expect(goNext(poll({ state: 'closed' }), undefined, null)).toMatchObject({
    label: 'Finish',
    change: { isOnStage: false },
  });
  expect(goNext(undefined, undefined, null).unavailable).toBeDefined();
});

test('N begins the countdown of a poll that is open already, and leaves alone one that has begun', () => {
  const open = { ...later, state: 'open' } as const;
  expect(goNext(undefined, open, 20)).toMatchObject({ change: { isOnStage: true, closesInSeconds: 20 } });
  for (const unchanged of [goNext(undefined, later, 20), goNext(undefined, open, null)]) {
    expect(unchanged).toMatchObject({ change: { isOnStage: true } });
    expect(JSON.stringify(unchanged)).not.toContain('closesInSeconds');
  }
  const begun = goNext(undefined, { ...open, closesAt: '2031-06-10T16:00:00.000Z' }, 20);
  expect(JSON.stringify(begun)).not.toContain('closesInSeconds');
});

test('the likely act: next, open, close, reveal, next', () => {
  const likelyOf = (current: Partial<Poll> | undefined) =>
    runOf(current ? [poll(current), later] : [later], null).likely;
  expect(likelyOf(undefined)).toBe('next');
  expect(likelyOf({})).toBe('toggle');
  expect(likelyOf({ state: 'open' })).toBe('toggle');
  expect(likelyOf({ state: 'closed' })).toBe('reveal');
  expect(likelyOf({ state: 'closed', shownTo: 'everyone' })).toBe('next');
  expect(likelyOf({ state: 'closed', shownTo: 'stage' })).toBe('next');
});

test('why Next is not possible is said while a poll is on stage, and only then', () => {
  const open = poll({ state: 'open', shownTo: 'everyone' });
  expect(runOf([open, later], null).whyNotNext).toBe('Close this poll first.');
  expect(runOf([{ ...open, state: 'closed' }, later], null).whyNotNext).toBeUndefined();
  expect(runOf([poll()], null).whyNotNext).toBe('This is the last poll of the running order.');
  expect(runOf([], null).whyNotNext).toBeUndefined();
});

test('to undo gives back the state, and the stage only if the change took it', () => {
  const staged = poll({ state: 'closed' });
  expect(undoOf(staged, poll({ state: 'archived', isOnStage: false }))).toEqual({ state: 'closed', backOnStage: true });
  expect(undoOf(staged, poll({ state: 'draft' }))).toEqual({ state: 'closed' });
  const offStage = poll({ state: 'open', isOnStage: false });
  expect(undoOf(offStage, { ...offStage, state: 'archived' })).toEqual({ state: 'open' });
});
