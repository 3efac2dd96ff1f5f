import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  getPasskeys,
  removeAllPasskeys,
  removePasskey,
  signInWithPasskey,
} from '@companion/contract/staff/passkeys';
import {
  beginSecondFactor,
  completeSignIn,
  disableSecondFactor,
  enableSecondFactor,
  getSecondFactor,
  mailSignInCode,
  replaceRecoveryCodes,
} from '@companion/contract/staff/secondFactor';
import type { FastifyRequest } from 'fastify';
import { getEvent } from '../../event/eventQueries.ts';
import { lockMember } from '../../identity/staff/memberQueries.ts';
import {
  addPasskey as add,
  checkNewPasskey,
  checkPasskey,
  listPasskeys,
  type PasskeyRow,
  passkeyOptions,
  passkeySignInOptions,
  removePasskey as remove,
  removeAllPasskeys as removeAll,
  usePasskey,
} from '../../identity/staff/passkeys.ts';
import {
  beginSecondFactor as begin,
  countRecoveryCodes,
  disableSecondFactor as disable,
  enableSecondFactor as enable,
  mailSignInCode as mailCode,
  replaceRecoveryCodes as replace,
  useSignInCode,
} from '../../identity/staff/secondFactors.ts';
import { completeAccountChange } from '../../identity/staff/signInChanges.ts';
import { confirmStaffSession, findPendingSession } from '../../identity/staff/staffSessions.ts';
import type { ReadDatabase } from '../../platform/db/readDatabase.ts';
import { reject } from '../../platform/domainError.ts';
import { isoTime } from '../../platform/time.ts';
import { type Transacting, transact } from '../../platform/transact.ts';
import { type Api, handle } from '../handle.ts';
import { limitFailures } from '../limits.ts';
import { limitMailedCodes, limitSecondFactors, readStaffCookie, signInMember } from '../staffSignIn.ts';

const SIGN_IN_AGAIN = 'Please sign in again.';

/** What proves a member apart from the password: codes of an app, recovery codes, mailed codes, and passkeys. */
export function secondFactorRoutes(api: Api): void {
  const { services } = api;
  const { db, now } = services;

  /** The sign-in that waits for its second factor. */
  const findPending = async (request: FastifyRequest, reader: ReadDatabase = db) =>
    (await findPendingSession(reader, readStaffCookie(request, 'session') ?? '', now())) ??
    reject('signedOut', SIGN_IN_AGAIN);

  handle(api, completeSignIn, async ({ body, request, reply }) => {
    const pending = await findPending(request);
    await limitSecondFactors(services, request, pending.staffId);
    const audited = { action: 'signInStaff', withFactor: true };
    const member = await signInMember(services, { request, reply }, audited, async (tx) => {
      const member = await useSignInCode(tx, pending, body.code);
      // A reset of the password while the code was entered ends pending sessions too.
      await findPending(request, tx.db);
      return member;
    });
    return { results: member };
  });

  handle(api, mailSignInCode, async ({ request }) => {
    const pending = await findPending(request);
    await limitMailedCodes(services, request, pending.staffId);
    await transact(services, (tx) => mailCode(tx, pending));
    return {
      message: 'A code is on its way to your mailbox. It works for ten minutes after you entered your password.',
    };
  });

  handle(api, getSecondFactor, async ({ member }) => {
    const { totp_enabled_at } = await db
      .selectFrom('staff')
      .select('totp_enabled_at')
      .where('id', '=', member.id)
      .executeTakeFirstOrThrow();
    return {
      results: {
        isEnabled: totp_enabled_at !== null,
        recoveryCodesLeft: await countRecoveryCodes(db, member.id),
        passkeys: (await listPasskeys(db, member.id)).length,
      },
    };
  });

  handle(api, beginSecondFactor, async ({ member }) => {
    const { secret, email } = await transact(services, (tx) => begin(tx, member.id));
    const { name } = await getEvent(db);
    const label = `${encodeURIComponent(name)}:${encodeURIComponent(email)}`;
    return { results: { secret, uri: `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(name)}` } };
  });

  const changed = (id: string, ...fields: string[]) => ({ entity: 'member', entityId: id, fields });

  handle(api, enableSecondFactor, async ({ body, member, audited, request }) => {
    const { id } = member;
    await limitSecondFactors(services, request, id);
    const enableOwn = async (tx: Transacting) => {
      const codes = await enable(tx, id, body.code);
      await completeAccountChange(tx, member, 'An authenticator app was turned on');
      await confirmStaffSession(tx.db, member.sessionId, { factor_at: tx.now() });
      return codes;
    };
    return { results: { recoveryCodes: await audited(enableOwn, changed(id, 'second factor')) } };
  });

  handle(api, replaceRecoveryCodes, async ({ body, member, audited, request }) => {
    const { id } = member;
    await limitSecondFactors(services, request, id);
    const replaceOwn = async (tx: Transacting) => {
      const codes = await replace(tx, id, body.code);
      await completeAccountChange(tx, member, 'New recovery codes were made', { endsOthers: false });
      return codes;
    };
    return { results: { recoveryCodes: await audited(replaceOwn, changed(id, 'recovery codes')) } };
  });

  handle(api, disableSecondFactor, async ({ body, member, audited, request }) => {
    const { id } = member;
    await limitSecondFactors(services, request, id);
    const disableOwn = async (tx: Transacting) => {
      await disable(tx, id, body.code);
      await completeAccountChange(tx, member, 'The authenticator app was turned off');
    };
    await audited(disableOwn, changed(id, 'second factor'));
    return { message: 'The second factor is removed.' };
  });

  handle(api, getPasskeys, async ({ member }) => ({
    results: (await listPasskeys(db, member.id)).map(toPasskey),
  }));

  handle(api, beginPasskey, async ({ member }) => ({ results: { ...(await passkeyOptions(services, member)) } }));

  handle(api, addPasskey, async ({ body, member, audited }) => {
    const made = await checkNewPasskey(services, member.id, body.credential);
    const addOwn = async (tx: Transacting) => {
      const { passkey, isFirstFactor } = await add(tx, member.id, body.name, made);
      await completeAccountChange(tx, member, 'A passkey was added', { endsOthers: isFirstFactor });
      await confirmStaffSession(tx.db, member.sessionId, { factor_at: tx.now() });
      return passkey;
    };
    const added = await audited(addOwn, ({ id }) => [{ entity: 'passkey', entityId: id, fields: ['name'] }]);
    return { results: toPasskey(added) };
  });

  handle(api, removePasskey, async ({ params: { passkeyId }, member, audited }) => {
    const removeOwn = async (tx: Transacting) => {
      // Before the passkey, as a removal of the member does: each would otherwise wait for the other.
      await lockMember(tx.db, member.id);
      if (!(await remove(tx.db, member.id, passkeyId))) reject('notFound', 'This passkey was removed already.');
      await completeAccountChange(tx, member, 'A passkey was removed');
    };
    await audited(removeOwn, { entity: 'passkey', entityId: passkeyId });
    return { message: 'The passkey is removed. Your other sessions have ended.' };
  });

  handle(api, removeAllPasskeys, async ({ member, audited }) => {
    const removeOwn = async (tx: Transacting) => {
      // As above.
      await lockMember(tx.db, member.id);
      const ids = await removeAll(tx.db, member.id);
      if (ids.length === 0) reject('notFound', 'You have no passkeys.');
      await completeAccountChange(tx, member, 'All passkeys were removed');
      return ids;
    };
    await audited(removeOwn, (ids) => ids.map((entityId) => ({ entity: 'passkey', entityId })));
    return { message: 'Your passkeys are removed. Your other sessions have ended.' };
  });

  handle(api, beginPasskeySignIn, async () => ({ results: passkeySignInOptions(services) }));

  handle(api, signInWithPasskey, async ({ body, request, reply }) => {
    const checked = await checkPasskey(services, body.credential).catch(async (error: unknown) => {
      await limitFailures(services, 'signInWithPasskey', request);
      throw error;
    });
    const audited = { action: 'signInWithPasskey', withFactor: true };
    return { results: await signInMember(services, { request, reply }, audited, (tx) => usePasskey(tx, checked)) };
  });
}

const toPasskey = ({ id, name, created_at, last_used_at }: PasskeyRow) => ({
  id,
  name,
  createdAt: isoTime(created_at),
  lastUsedAt: isoTime(last_used_at),
});
