import * as z from 'zod/mini';
import { profileFields } from '../account.ts';
import { defineCall, results } from '../defineCall.ts';
import { PEOPLE_STAFF, person } from './people.ts';

const { shape } = profileFields;
/** A field that a form may leave empty. */
const orEmpty = <Field extends z.ZodMiniType>(field: Field) =>
  z.optional(
    z.pipe(
      z.transform((given: unknown) => (given === '' ? undefined : given)),
      z.optional(field),
    ),
  );

/** A link that signs in on the phone that opens it first. It is shown only here. */
const shownLink = { link: z.string(), expiresAt: z.string() };

export const addPerson = defineCall({
  method: 'POST',
  path: '/staff/people',
  caller: PEOPLE_STAFF,
  summary:
    'Adds a person who has neither registered nor a ticket, with a link for their phone. They enter there what is missing. 409 for a phone or an e-mail on record.',
  body: z.object({
    firstName: shape.firstName,
    lastName: shape.lastName,
    email: orEmpty(shape.email),
    phone: orEmpty(shape.phone),
    organizationName: orEmpty(shape.organizationName),
    organizationType: orEmpty(shape.organizationType),
  }),
  answer: results(z.object({ person, ...shownLink })),
  status: 201,
});

export const createPersonLink = defineCall({
  method: 'POST',
  path: '/staff/people/{personId}/link',
  caller: PEOPLE_STAFF,
  summary: 'Makes a link to show to a person who has not activated, in place of an earlier one. 409 once they have.',
  answer: results(z.object(shownLink)),
});
