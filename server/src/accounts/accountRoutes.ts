import { createAccount, getAccount, updateAccount } from '@companion/contract/account';
import type { FastifyInstance } from 'fastify';
import type { ReadDatabase } from '../db/readDatabase.ts';
import type { AccountRow } from '../db/schema.ts';
import { EMAIL_TAKEN, PHONE_TAKEN } from '../plugins/errors.ts';
import { handle } from '../plugins/handle.ts';
import { limitAddress, limitFailures } from '../plugins/limitAddress.ts';
import { once } from '../plugins/once.ts';
import { Refusal, refuse } from '../plugins/refuse.ts';
import type { Services } from '../services.ts';
import { openSession } from '../session/sessionQueries.ts';
import { credentialsFor } from '../session/tokens.ts';
import { transact } from '../transact.ts';
import { findTaken, getAccountRow, insertAccount } from './accountQueries.ts';
import { editAccount } from './editAccount.ts';
import { sendActivation } from './sendActivation.ts';
import { toProfile } from './toProfile.ts';

export function accountRoutes(app: FastifyInstance, services: Services): void {
  const { db, now } = services;

  handle(app, services, getAccount, async ({ params, me }) => {
    return { results: toProfile(await ownAccount(db, params.id, me.accountId)) };
  });

  handle(app, services, createAccount, async ({ body, request }) => {
    const { email: onRecord } = await findTaken(db, body);
    // Outside the transaction that is then refused: the mail goes out all the same.
    if (onRecord && isWaitingForActivation(onRecord)) await sendActivation(services, onRecord);
    const made = await once(services, { scope: 'public', call: 'createAccount', request, body }, async (tx) => {
      await refuseIfTaken(tx.db, body);
      const account = await insertAccount(tx.db, body, now());
      const session = await openSession(tx.db, account.id, false, now());
      await limitAddress(tx.db, tx, 'createAccount', request);
      return { account, session };
    }).catch(async (error: unknown) => {
      if (error instanceof Refusal && error.status === 409) await limitFailures(services, 'createAccount', request);
      throw error;
    });
    // A retry gets the same credentials, so they are as old as the session.
    return credentialsFor(services, made.account, made.session, made.session.created_at);
  });

  handle(app, services, updateAccount, async ({ params, body, me }) => {
    const updated = await transact(services, async (tx) => {
      const account = await ownAccount(tx.db, params.id, me.accountId);
      if (body.firstName !== undefined) await refuseIfTaken(tx.db, body, account.id);
      return editAccount(tx.db, tx, account, body);
    });
    return { results: toProfile(updated) };
  });
}

/** One's own only: another's id is answered like one that nobody has. */
async function ownAccount(db: ReadDatabase, asked: string, own: string): Promise<AccountRow> {
  const account = asked === own ? await getAccountRow(db, own) : undefined;
  return account ?? refuse(404, 'There is no such account.');
}

/** Only a ticketing import leaves an account that its owner has not confirmed. */
const isWaitingForActivation = (account: AccountRow) => account.registration_complete === 0;

/** The unique keys have the last word where two requests race; this finds both fields at once. */
async function refuseIfTaken(
  db: ReadDatabase,
  fields: { phone: string; email: string },
  except?: string,
): Promise<void> {
  const taken = await findTaken(db, fields, except);
  const errors: Record<string, string> = {};
  if (taken.phone) errors.phone = PHONE_TAKEN;
  if (taken.email) errors.email = EMAIL_TAKEN;
  if (taken.phone || taken.email) refuse(409, `${Object.values(errors).join('. ')}.`, errors);
}
