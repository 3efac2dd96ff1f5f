import type { PersonState } from '@companion/contract/staff/people';
import type { StaffAnswer } from '../api/staffRequest.ts';
import { formKey } from '../page/unsaved.ts';

export type Person = StaffAnswer<'getPerson'>['results'];

/** How a filter names a state, and what it means where that is not plain. */
export const STATE_NAMES: Record<PersonState, string> = {
  imported: 'Imported, not invited',
  added: 'Added by the staff',
  invited: 'Invited, not activated',
  activated: 'Activated',
  registered: 'Registered',
  cancelled: 'Ticket cancelled',
  confirmed: 'Confirmed',
  messageFailed: 'A message failed',
  smsOff: 'Without a phone for SMS',
};

export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trim() || 'No name yet';

/** Of the form with the details of a person. */
export const personFormKey = (memberId: string, personId: string): string =>
  formKey(memberId, { list: 'people', id: personId });
