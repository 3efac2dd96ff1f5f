import * as z from 'zod/mini';
import { defineCall, results, STAFF_ROLES } from '../defineCall.ts';
import { email } from '../email.ts';
import { enteredPassword, factorCode, staffPassword } from './staffFields.ts';

/** A member of the staff, as the console shows it. */
export const staffMember = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: z.enum(STAFF_ROLES),
});
export type StaffMember = z.infer<typeof staffMember>;

/** Sets the session's cookie. */
export const signInStaff = defineCall({
  method: 'POST',
  path: '/staff/session',
  caller: 'consolePage',
  summary: 'Signs a member of the staff in with e-mail and password.',
  body: z.object({ email, password: enteredPassword }),
  /**
   * `secondFactor`: the password is right, and the session begins once the second factor is given. `byPasskey`: that is a
   * passkey or a mailed code, since the member has no authenticator app.
   */
  answer: results(
    z.object({ member: z.nullable(staffMember), secondFactor: z.boolean(), byPasskey: z.optional(z.boolean()) }),
  ),
});

export const getStaffMe = defineCall({
  method: 'GET',
  path: '/staff/session',
  caller: STAFF_ROLES,
  summary: 'Who is signed in.',
  answer: results(staffMember),
});

export const signOutStaff = defineCall({
  method: 'DELETE',
  path: '/staff/session',
  caller: STAFF_ROLES,
  summary: 'Ends this session.',
});

/** For the calls that need it (`stepUp`). */
export const confirmPassword = defineCall({
  method: 'POST',
  path: '/staff/session/confirm',
  caller: STAFF_ROLES,
  summary: 'Confirms the password of who is signed in, for ten minutes; with a code, the second factor as well.',
  body: z.object({ password: enteredPassword, code: z.optional(factorCode) }),
});

/** Times are ISO 8601. */
const staffSession = z.object({
  id: z.string(),
  /** What the browser calls itself. */
  userAgent: z.string(),
  createdAt: z.string(),
  /** At most a minute late. */
  lastUsedAt: z.string(),
  /** Whether this request belongs to it. */
  isCurrent: z.boolean(),
});

export const getStaffSessions = defineCall({
  method: 'GET',
  path: '/staff/sessions',
  caller: STAFF_ROLES,
  summary: 'The own sessions, last used first.',
  answer: results(z.array(staffSession)),
});

export const endStaffSession = defineCall({
  method: 'DELETE',
  path: '/staff/sessions/{sessionId}',
  caller: STAFF_ROLES,
  summary: 'Ends an own session.',
});

export const endOtherStaffSessions = defineCall({
  method: 'DELETE',
  path: '/staff/sessions',
  caller: STAFF_ROLES,
  summary: 'Ends all own sessions but this one.',
});

export const changeStaffPassword = defineCall({
  method: 'PUT',
  path: '/staff/session/password',
  caller: STAFF_ROLES,
  stepUp: 'factorOnly',
  summary: 'Sets another password of who is signed in, and ends all own sessions but this one.',
  body: z.object({ password: enteredPassword, newPassword: staffPassword }),
});
