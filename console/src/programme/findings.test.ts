import { expect, test } from 'vitest';
import { messageText } from './findings.ts';

test.each([
  ['helpDeskPhone', 'helpDeskPhone is missing', 'Phone of the help desk is missing'],
  ['rooms', 'rooms list Oak in rows 1 and 3: keep one of them', 'Rooms list Oak in rows 1 and 3: keep one of them'],
  ['options', 'options [2] must be text', 'Options, row 2, must be text'],
  ['title', 'is longer than [2]', 'Is longer than [2]'],
  [null, 'two sessions overlap', 'Two sessions overlap'],
])('messageText: of %s, %j', (field, text, shown) => {
  expect(messageText(field, text)).toBe(shown);
});
