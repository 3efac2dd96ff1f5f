import type { Profile } from '@companion/contract/session';
import type { AccountRow } from '../db/schema.ts';

/** The account as its owner sees it: a changed phone is shown at once, though sign-in waits for its proof. */
export function toProfile(account: AccountRow): Profile {
  return {
    id: account.id,
    firstName: account.first_name,
    lastName: account.last_name,
    email: account.email,
    phone: account.pending_phone ?? account.phone,
    organizationName: account.organization_name,
    organizationType: account.organization_type,
    registrationComplete: account.registration_complete === 1,
    preEventComplete: account.pre_event_complete === 1,
    postEventComplete: account.post_event_complete === 1,
    smsEnabled: account.sms_enabled === 1,
    ...(account.pending_phone === null ? {} : { phonePending: true }),
  };
}
