import type { Profile } from '@companion/contract/session';
import type { AccountRow, PhoneChangeRow } from '../../platform/db/identitySchema.ts';

/** Until the owner of the phone has said who registered, the rest may be a stranger's. */
const NAMELESS = {
  ...{ first_name: '', last_name: '', email: '', organization_name: '', organization_type: '' },
  ...{ pre_event_complete: 0, post_event_complete: 0 },
} as const;

/**
 * The account as its owner sees it.
 * @param change the new phone that the session has claimed and not proved yet
 */
export function toProfile(row: AccountRow, change?: PhoneChangeRow): Profile {
  const account = row.registered_elsewhere === 1 ? { ...row, ...NAMELESS } : row;
  return {
    id: account.id,
    firstName: account.first_name,
    lastName: account.last_name,
    email: account.email,
    phone: account.phone,
    organizationName: account.organization_name,
    organizationType: account.organization_type,
    registrationComplete: account.registration_complete === 1 && account.details_due === 0,
    preEventComplete: account.pre_event_complete === 1,
    postEventComplete: account.post_event_complete === 1,
    smsEnabled: account.sms_enabled === 1,
    ...(change ? { pendingPhone: change.phone } : {}),
    emailProved: account.email_proved_at !== null,
    confirmed: account.confirmed_at !== null,
    ...(account.registered_elsewhere === 1 ? { registeredElsewhere: true } : {}),
  };
}
