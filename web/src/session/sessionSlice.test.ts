import { expect, test } from 'vitest';
import { selectIsAuthenticated, sessionSlice, setCredentials, setProfile, signedOut, signOut } from './sessionSlice.ts';

const profile = {
  id: 'a1',
  firstName: 'Ada',
  lastName: 'Stone',
  email: 'ada@example.com',
  phone: '(202) 555-0143',
  organizationName: 'Cedar LLC',
  organizationType: 'WOSB',
  registrationComplete: true,
  preEventComplete: false,
  postEventComplete: false,
  smsEnabled: true,
};
const credentials = { profile, access_token: 'access', refresh_token: 'refresh' };
const reduce = sessionSlice.reducer;
const signedIn = reduce(signedOut, setCredentials({ credentials }));

test('session: credentials are stored as profile, accessToken and refreshToken (§3)', () => {
  expect(signedIn).toEqual({ profile, accessToken: 'access', refreshToken: 'refresh' });
  expect(selectIsAuthenticated({ session: signedIn })).toBe(true);
});

test('session: signing out clears the profile and both tokens (§4)', () => {
  expect(reduce(signedIn, signOut())).toEqual(signedOut);
  expect(selectIsAuthenticated({ session: signedOut })).toBe(false);
});

test('session: a profile updates only that of the signed-in account', () => {
  const changed = { ...profile, preEventComplete: true };

  expect(reduce(signedIn, setProfile(changed)).profile).toEqual(changed);
  expect(reduce(signedIn, setProfile({ ...changed, id: 'b2' }))).toEqual(signedIn);
  expect(reduce(signedOut, setProfile(changed))).toEqual(signedOut);
});
