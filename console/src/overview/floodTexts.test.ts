import { readableEventInfo } from '@companion/contract/event';
import { expect, test } from 'vitest';
import { eventInfo } from '../api/eventInfo.ts';
import { countsText, dismissalText, kindsText, networkText } from './floodTexts.ts';

eventInfo.set(readableEventInfo.parse({ timeZone: 'America/New_York' }));

test('a flood in words: what comes in, from where, and how much of what has', () => {
  expect(kindsText({ kinds: ['registrations', 'answers', 'questions'] })).toBe('Registrations, answers, and questions');
  expect(kindsText({ kinds: ['questions'] })).toBe('Questions');
  expect(networkText({ network: '2001:db8:12::/48', isVenue: false })).toBe('the network 2001:db8:12::/48');
  expect(networkText({ network: '192.0.2.0/24', isVenue: true })).toBe('the venue’s network 192.0.2.0/24');
  const counts = [['unconfirmed account', 10_000] as const, ['answer', 1] as const, ['upvote', 0] as const];
  expect(countsText(counts)).toBe('10,000 unconfirmed accounts and 1 answer');
});

test('a dismissal in words: how many accounts, of where, and when they registered', () => {
  const dismissal = {
    ...{ id: '1', network: '192.0.2.0/24', accounts: 1200, createdAt: '', undoneAt: null, memberName: '' },
    ...{ since: '2027-06-09T14:31:00.000Z', until: '2027-06-09T14:34:00.000Z' },
  };
  expect(dismissalText(dismissal)).toMatch(/^1,200 accounts of 192\.0\.2\.0\/24, Jun 9, 10:31\sAM to 10:34\sAM$/);
});
