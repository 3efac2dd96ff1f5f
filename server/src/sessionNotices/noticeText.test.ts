import { expect, test } from 'vitest';
import { cancelledText, movedText, restoredText } from './noticeText.ts';

const zone = 'America/New_York';
const two = Date.parse('2031-11-28T19:00:00Z');
const HOUR = 3_600_000;
const place = { starts_at: two, ends_at: two + HOUR, room: 'Hall A' };

test.each([
  [{ room: 'Hall B' }, 'Now Fri, Nov 28, 2:00 PM - 3:00 PM ET, Hall B. Before: Hall A.'],
  [{ room: null }, 'Now Fri, Nov 28, 2:00 PM - 3:00 PM ET. Before: Hall A.'],
  [
    { ends_at: two + 2 * HOUR },
    'Now Fri, Nov 28, 2:00 PM - 4:00 PM ET, Hall A. Before: Fri, Nov 28, 2:00 PM - 3:00 PM ET.',
  ],
  [{ starts_at: null, ends_at: null }, 'Now without a time, Hall A. Before: Fri, Nov 28, 2:00 PM - 3:00 PM ET.'],
  [
    { starts_at: two + HOUR, ends_at: null, room: 'Hall B' },
    'Now Fri, Nov 28, 3:00 PM ET, Hall B. Before: Fri, Nov 28, 2:00 PM - 3:00 PM ET, Hall A.',
  ],
])('session notices: a session with %j says where it is, and what was different', (changed, text) => {
  expect(movedText({ zone, before: place, after: { ...place, ...changed } })).toBe(text);
});

test('session notices: what is cancelled says where it was, what is restored where it is; one without a room had none', () => {
  expect(cancelledText({ zone, before: place })).toBe(
    'It does not take place. It was Fri, Nov 28, 2:00 PM - 3:00 PM ET, Hall A.',
  );
  expect(restoredText({ zone, after: place })).toBe(
    'It takes place after all: Fri, Nov 28, 2:00 PM - 3:00 PM ET, Hall A.',
  );
  const before = { ...place, room: null };
  expect(movedText({ zone, before, after: place })).toContain('Before: without a room.');
});
