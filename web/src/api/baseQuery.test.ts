import { resetPassword, sendResetPassword } from '@companion/contract/passwordReset';
import { autologin, login, smsLogin } from '@companion/contract/session';
import { expect, test } from 'vitest';
import { WITHOUT_REFRESH } from './baseQuery.ts';

test('refresh: the five calls of §7 whose 401 means something else', () => {
  const calls = [login, autologin, smsLogin, sendResetPassword, resetPassword];

  expect(WITHOUT_REFRESH).toEqual(calls.map(({ path }) => path));
});
