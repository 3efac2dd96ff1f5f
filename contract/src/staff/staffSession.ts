import * as z from 'zod/mini';
import { message, results } from '../defineCall.ts';
import { email } from '../email.ts';
import { defineStaffCall, STAFF_ROLES } from './defineStaffCall.ts';
import { enteredPassword } from './staffFields.ts';

/** A member of the staff, as the console shows it. */
export const staffMember = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: z.enum(STAFF_ROLES),
});
export type StaffMember = z.infer<typeof staffMember>;

/** Sets the session's cookie. */
export const signInStaff = defineStaffCall({
  method: 'POST',
  path: '/session',
  allow: 'everyone',
  summary: 'Signs a member of the staff in with e-mail and password.',
  body: z.object({ email, password: enteredPassword }),
  /** `secondFactor`: the password is right, and the session begins once the second factor is given. */
  answer: results(z.object({ member: z.nullable(staffMember), secondFactor: z.boolean() })),
});

export const getStaffMe = defineStaffCall({
  method: 'GET',
  path: '/session',
  allow: STAFF_ROLES,
  summary: 'Who is signed in.',
  answer: results(staffMember),
});

export const signOutStaff = defineStaffCall({
  method: 'DELETE',
  path: '/session',
  allow: STAFF_ROLES,
  summary: 'Ends this session.',
  answer: message,
});
