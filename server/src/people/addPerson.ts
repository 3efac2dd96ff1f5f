import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { checkOrganizationType, emailKey, NO_PHONE, phoneOf } from '../identity/accounts/accountQueries.ts';
import { lockManyAccounts } from '../platform/db/lockManyAccounts.ts';
import type { Transacting } from '../platform/transact.ts';
import { refuseTaken } from './editPerson.ts';
import { ADDED_BY_STAFF } from './personColumns.ts';
import { profileOfForm } from './profileOfForm.ts';

const { firstName, lastName } = profileOfForm.shape;
/** What is known of a walk-in: the names, and what else is given. */
export const walkIn = z.extend(z.partial(profileOfForm), { firstName, lastName });

/**
 * Adds a person who came without a ticket, as an account that waits for its owner to activate it.
 * @throws DomainError `conflict` for a phone or an e-mail on record, `invalid` for a type that the event does not have
 */
export async function addPerson(tx: Transacting, fields: z.output<typeof walkIn>): Promise<string> {
  await lockManyAccounts(tx.db);
  const id = randomUUID();
  const { email = '', organizationName = '', organizationType = '' } = fields;
  if (organizationType !== '') await checkOrganizationType(tx.db, organizationType);
  const phone = fields.phone === undefined ? undefined : phoneOf({ phone: fields.phone });
  const key = emailKey(email);
  await refuseTaken(tx.db, id, { email: key, ...(phone ? { phone: phone.e164 } : {}) });
  await tx.db
    .insertInto('accounts')
    .values({
      id,
      first_name: fields.firstName,
      last_name: fields.lastName,
      email,
      email_key: key || null,
      ...NO_PHONE,
      ...(phone ? { phone: phone.national, phone_e164: phone.e164, sms_enabled: 1 } : {}),
      organization_name: organizationName,
      organization_type: organizationType,
      registration_complete: 0,
      pre_event_complete: 0,
      post_event_complete: 0,
      password_hash: null,
      source: ADDED_BY_STAFF,
      created_at: tx.now(),
      updated_at: tx.now(),
    })
    .execute();
  return id;
}
