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

test.each([
  '2025550177;phone-context=+1',
  '2025550177 ; Phone-Context=+1',
  'tel:2025550177;phone-context=+1',
  'TEL:+12025550177',
])('profile: the phone %s, written as an address, is always rejected', (typed) => {
  const phone = profileFields.shape.phone;
  // Repeatedly: the phone library parses some of them only every other time.
  for (let again = 0; again < 4; again += 1) {
    expect(phone.safeParse(typed).error?.issues.map(({ message }) => message)).toEqual(['Invalid Phone Number']);
  }
});
