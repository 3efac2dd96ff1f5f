import { expect, test } from 'vitest';
import { profileFields } from './account.ts';

test.each([
  ['+1 202 555 0177', '(202) 555-0177'],
  ['202-555-0177', '(202) 555-0177'],
  ['(202) 555-0177', '(202) 555-0177'],
  ['12025550177 x12', '(202) 555-0177 ext. 12'],
])('profile: the phone %s is sent in national format (§3)', (typed, sent) => {
  const form = {
    firstName: 'Ada',
    lastName: 'Tester',
    email: 'ada@example.com',
    phone: typed,
    organizationName: 'Cedar',
    organizationType: 'WOSB',
  };
  expect(profileFields.parse(form).phone).toBe(sent);
});
