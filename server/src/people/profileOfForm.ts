import { profileFields } from '@companion/contract/account';
import { NAME_MAX, NAME_MIN } from '@companion/contract/constants';
import { boundedText } from '@companion/contract/text';
import * as z from 'zod/mini';

/** The fields of a profile as the console sends them. Its labels are written in another way than those of the app. */
export const profileOfForm = z.extend(profileFields, {
  firstName: boundedText('First name is required', NAME_MIN, NAME_MAX),
  lastName: boundedText('Last name is required', NAME_MIN, NAME_MAX),
});
