import * as z from 'zod/mini';
import { TOKEN_MAX } from '../constants.ts';
import { defineCall, results, STAFF_ROLES } from '../defineCall.ts';
import { email } from '../email.ts';
import { requiredText } from '../text.ts';
import { staffName, staffPassword } from './staffFields.ts';
import { staffMember } from './staffSession.ts';

/** Where an invitation's link leads: the token is behind `#token=`, so that no server and no log sees it. */
export const INVITATION_PATH = '/console/invitation';

const token = requiredText('Required', TOKEN_MAX);

/** A POST although it only reads: the token belongs in no address. It may be read any number of times. */
export const getInvitation = defineCall({
  method: 'POST',
  path: '/staff/invitation',
  caller: 'consolePage',
  summary:
    'The person and role of an invitation, by its token. 404 once it is accepted, revoked or older than 48 hours.',
  body: z.object({ token }),
  answer: results(
    z.object({
      /** Empty for the first owner, who enters one. */
      email: z.string(),
      role: z.enum(STAFF_ROLES),
    }),
  ),
});

/** Sets the session's cookie. */
export const acceptInvitation = defineCall({
  method: 'POST',
  path: '/staff/invitation/accept',
  caller: 'consolePage',
  summary: 'Makes the invited person a member of the staff, and signs them in. An invitation is accepted once.',
  body: z.object({
    token,
    name: staffName,
    password: staffPassword,
    /** Of the first owner; the e-mail of others is that of the invitation. */
    email: z.optional(email),
  }),
  answer: results(staffMember),
  status: 201,
});
