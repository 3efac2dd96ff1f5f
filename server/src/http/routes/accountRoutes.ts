import { createAccount, updateAccount } from '@companion/contract/accountCalls';
import {
  cancelPhoneChange,
  getAccount,
  proveEmail,
  provePhone,
  sendEmailProof,
  sendPhoneCode,
} from '@companion/contract/ownAccount';
import { confirmRegistration } from '@companion/contract/registration';
import { toE164 } from '@companion/contract/usPhone';
import type { OwnVotesAndCommentsCache } from '../../content/ownVotesAndCommentsCache.ts';
import {
  checkOrganizationType,
  emailKey,
  findTaken,
  getAccountRow,
  insertAccount,
  rejectTaken,
} from '../../identity/accounts/accountQueries.ts';
import { takenLimit } from '../../identity/accounts/editLimits.ts';
import { toProfile } from '../../identity/accounts/toProfile.ts';
import { changePhone } from '../../identity/proofs/changePhone.ts';
import { confirmRegistration as confirm } from '../../identity/proofs/confirmRegistration.ts';
import { editAccount } from '../../identity/proofs/editAccount.ts';
import { proveOwnEmail, requestEmailProof } from '../../identity/proofs/emailProof.ts';
import { sendActivation } from '../../identity/proofs/sendActivation.ts';
import { addressThatOpened } from '../../identity/session/links.ts';
import { checkPhoneCode, dropPhoneClaim, findPhoneClaim, resendPhoneCode } from '../../identity/session/phoneClaim.ts';
import type { SignedIn } from '../../identity/session/sessionCache.ts';
import { findOpenSession, lockSession, openSession } from '../../identity/session/sessionStore.ts';
import { credentialsFor } from '../../identity/session/tokens.ts';
import type { AccountRow } from '../../platform/db/identitySchema.ts';
import { lockManyAccounts } from '../../platform/db/lockManyAccounts.ts';
import type { ReadDatabase } from '../../platform/db/readDatabase.ts';
import { randomToken } from '../../platform/deriveKeys.ts';
import { DomainError, reject, unavailable } from '../../platform/domainError.ts';
import { checkLimit, limit } from '../../platform/limit.ts';
import { autocommit, transact } from '../../platform/transact.ts';
import { checkRegistration } from '../../safeguards/safeguardSettings.ts';
import { markDevice, readDeviceMarks } from '../deviceMark.ts';
import { type Api, handle } from '../handle.ts';
import { limitAddress } from '../limits.ts';
import { networkOfRequest } from '../requestAddress.ts';

export function accountRoutes(api: Api, votesAndComments: OwnVotesAndCommentsCache): void {
  const { services } = api;
  const { config, db, now } = services;

  handle(api, getAccount, async ({ params, me }) => {
    const account = await getAccountRow(db, ownId(params, me));
    return { results: toProfile(account ?? refuseUnknown(), await findPhoneClaim(db, me, now())) };
  });

  handle(api, createAccount, async ({ body, request, reply, once }) => {
    await checkOrganizationType(db, body.organizationType);
    const made = await once(async (tx) => {
      await refuseIfTaken(tx.db, body);
      await checkRegistration(tx.db);
      const mark = randomToken();
      const account = await insertAccount(tx, body, { mark, network: networkOfRequest(request) });
      const session = await openSession(tx.db, account.id, { phoneProved: false }, now());
      await limitAddress(tx.db, tx, 'createAccount', request);
      return { account, session, mark };
    }).catch(async (error: unknown) => {
      // After the transaction, which was rolled back: the mail must still be sent.
      const { email: onRecord } = isConflict(error) ? await findTaken(db, body) : {};
      if (onRecord) await sendActivation(services, onRecord);
      throw error;
    });
    markDevice(reply, config, made.mark, 'registration');
    // A retry gets the same credentials, so they are as old as the session.
    return credentialsFor(services, made.account, made.session, { at: made.session.created_at });
  });

  handle(api, updateAccount, async ({ params, body, me }) => {
    ownId(params, me);
    const failures = takenLimit(me.accountId);
    const results = await transact(services, async (tx) => {
      const takesEmail = body.registrationComplete === true && (await claimsEmail(tx.db, me.accountId));
      if (takesEmail) await lockManyAccounts(tx.db);
      const { account, session } = await lockSession(tx, me);
      // An import has made the claim since the check.
      if (body.registrationComplete && account.email_claim_key !== null && !takesEmail) throw unavailable();
      const mailedTo = await addressThatOpened(tx.db, session);
      // Who has a type that the event no longer has can keep it.
      if (body.firstName !== undefined && body.organizationType !== account.organization_type)
        await checkOrganizationType(tx.db, body.organizationType);
      if (body.firstName !== undefined && isOtherContact(account, body)) await checkLimit(tx.db, now(), failures);
      if (body.firstName !== undefined) await refuseIfTaken(tx.db, body, { account, mailedTo });
      const edited = await editAccount(tx, { account, session, mailedTo }, body);
      return toProfile(edited, await findPhoneClaim(tx.db, me, now()));
    }).catch(async (error: unknown) => {
      if (isConflict(error)) await autocommit(services, (writer) => limit(writer, now(), failures));
      throw error;
    });
    return { results };
  });

  handle(api, confirmRegistration, async ({ params, body, me }) => {
    ownId(params, me);
    const account = await confirm(services, me, body.mine).finally(() => votesAndComments.changed(me.accountId));
    return { results: toProfile(account, await findPhoneClaim(db, me, now())) };
  });

  handle(api, provePhone, async ({ params, body, me, request, reply }) => {
    ownId(params, me);
    if (!(await findOpenSession(db, me, now()))) reject('signedOut', 'Please sign in.');
    const change = await checkPhoneCode(services, me, body.code);
    const { account, mark } = await changePhone(services, change, readDeviceMarks(request));
    markDevice(reply, config, mark);
    return { results: toProfile(account) };
  });

  handle(api, sendPhoneCode, async ({ params, me }) => {
    ownId(params, me);
    await transact(services, async (tx) => {
      await lockSession(tx, me);
      await resendPhoneCode(tx, me);
    });
    return { message: 'A new code has been sent.' };
  });

  handle(api, cancelPhoneChange, async ({ params, me }) => {
    const id = ownId(params, me);
    const results = await transact(services, async (tx) => {
      const { account } = await lockSession(tx, me);
      await dropPhoneClaim(tx.db, id, me);
      return toProfile(account);
    });
    return { results };
  });

  handle(api, sendEmailProof, async ({ params, me }) => {
    ownId(params, me);
    await transact(services, async (tx) => {
      const { account, session } = await lockSession(tx, me);
      await requestEmailProof(tx, { account, session });
    });
    return { message: 'A link has been sent. Please check your email.' };
  });

  handle(api, proveEmail, async ({ params, body, me }) => {
    ownId(params, me);
    const proved = await proveOwnEmail(services, me, body.token);
    return { results: toProfile(proved, await findPhoneClaim(db, me, now())) };
  });
}

const isConflict = (error: unknown): boolean => error instanceof DomainError && error.kind === 'conflict';

/** Only one's own id: another account's id gets the same answer as an unknown one. */
const ownId = ({ id }: { id: string }, { accountId }: SignedIn): string => (id === accountId ? id : refuseUnknown());

function refuseUnknown(): never {
  reject('notFound', 'There is no such account.');
}

/** Whether the activation of this account takes its address from another. */
const claimsEmail = async (db: ReadDatabase, id: string): Promise<boolean> =>
  ((await getAccountRow(db, id))?.email_claim_key ?? null) !== null;

/** Whether an edit has a number or an address that the account does not have. */
const isOtherContact = (account: AccountRow, fields: { phone?: string | undefined; email?: string | undefined }) =>
  toE164(fields.phone ?? '') !== account.phone_e164 || emailKey(fields.email ?? '') !== account.email_key;

/** Reports both fields at once. If two requests race, the unique keys decide. */
async function refuseIfTaken(
  db: ReadDatabase,
  fields: { phone: string; email: string },
  own?: { account: AccountRow; mailedTo: string | null },
): Promise<void> {
  const taken = await findTaken(db, fields, own?.account, own?.mailedTo);
  const names = (['phone', 'email'] as const).filter((field) => taken[field]);
  if (names.length > 0) rejectTaken(...names);
}
