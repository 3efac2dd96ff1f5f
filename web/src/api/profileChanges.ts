import { getAccount } from '@companion/contract/ownAccount';
import type { Profile } from '@companion/contract/session';
import type { Argument, Read, WriteResult } from './queue/queuedCalls.ts';

/** The fields of a profile that its owner has changed, or the flag of a survey. */
export type ProfileChanges = Pick<Profile, 'id'> & Partial<Profile>;

/** The fields of an account as a form sends them. */
export const editableFields = (account: Profile) => ({
  firstName: account.firstName,
  lastName: account.lastName,
  email: account.email,
  // Saving another field must not cancel a pending phone change.
  phone: account.pendingPhone ?? account.phone,
  organizationName: account.organizationName,
  organizationType: account.organizationType,
});

/**
 * The call sends all fields (§7). Those not changed here may have been changed elsewhere, so they are read as late as
 * possible. A survey's flag is sent alone.
 */
export async function completeProfile({ id, ...changes }: Argument, read: Read): Promise<WriteResult> {
  if (Object.keys(changes).every((name) => name === 'preEventComplete' || name === 'postEventComplete')) {
    return { data: { id, ...changes } };
  }
  const latest = await read(getAccount, { id });
  if (latest.error) return latest;
  // Read by the contract's schema.
  const { results } = latest.data as { results: Profile };
  return { data: { id, ...editableFields(results), ...changes } };
}
