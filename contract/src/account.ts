import * as z from 'zod/mini';
import { NAME_MAX, NAME_MIN, ORGANIZATION_MAX, PHONE_MIN } from './constants.ts';
import { email } from './email.ts';
import { boundedText, requiredText } from './text.ts';
import { isUsPhone, toNational } from './usPhone.ts';

/** Also for a type that is not one of the event's. */
export const TYPE_REQUIRED = 'Organization type is required';

/** The fields of a profile, shared by registration, activation and profile edit (§5). */
export const profileFields = z.object({
  firstName: boundedText('First Name is required', NAME_MIN, NAME_MAX),
  lastName: boundedText('Last Name is required', NAME_MIN, NAME_MAX),
  email,
  phone: z.string({ error: 'Phone Number is required' }).check(
    z.trim(),
    z.refine((text) => text.length > 0, { error: 'Phone Number is required', abort: true }),
    z.refine((text) => text.length >= PHONE_MIN, {
      error: `Phone number must be at least ${PHONE_MIN} digits`,
      abort: true,
    }),
    z.maxLength(40, 'Invalid Phone Number'),
    z.refine(isUsPhone, 'Invalid Phone Number'),
    // It is sent in the format in which it is stored (§3).
    z.overwrite((text) => toNational(text) ?? text),
  ),
  organizationName: requiredText('Organization name is required', ORGANIZATION_MAX),
  // The types are those of the event (`profileForm`): the server compares them with its own list.
  organizationType: requiredText(TYPE_REQUIRED, ORGANIZATION_MAX),
});
export type ProfileFields = z.infer<typeof profileFields>;

const oneOf = (types: readonly string[]) => z.enum(types, { error: TYPE_REQUIRED });

/** The form of activation and profile edit, at an event with these organization types. */
export const profileForm = (types: readonly string[]) => z.extend(profileFields, { organizationType: oneOf(types) });

/** The registration form: `acceptTos` is required there and never sent (§3, §5). */
export const registrationForm = (types: readonly string[]) =>
  z.extend(profileForm(types), {
    acceptTos: z.literal(true, { error: 'You must accept the Terms and Conditions' }),
  });
export type RegistrationForm = z.infer<ReturnType<typeof registrationForm>>;
