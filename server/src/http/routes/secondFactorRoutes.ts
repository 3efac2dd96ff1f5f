import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  getPasskeys,
  removePasskey,
  signInWithPasskey,
} from '@companion/contract/staff/passkeys';
import {
  beginSecondFactor,
  completeSignIn,
  disableSecondFactor,
  enableSecondFactor,
  getSecondFactor,
  replaceRecoveryCodes,
} from '@companion/contract/staff/secondFactor';
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
  usePasskey,
} from '../../identity/staff/passkeys.ts';
import {
  beginSecondFactor as begin,
  countRecoveryCodes,
  disableSecondFactor as disable,
  enableSecondFactor as enable,
  replaceRecoveryCodes as replace,
  useSecondFactor,
} from '../../identity/staff/secondFactors.ts';
import { findPendingSession } from '../../identity/staff/staffSessions.ts';
import { reject } from '../../platform/domainError.ts';
import { isoTime } from '../../platform/time.ts';
import { type Transacting, transact } from '../../platform/transact.ts';
import { type Api, handle } from '../handle.ts';
import { limitFailures } from '../limits.ts';
import { limitSecondFactors, readStaffCookie, signInMember } from '../staffSignIn.ts';

/** What proves a member apart from the password: codes of an app, recovery codes, and passkeys. */
export function secondFactorRoutes(api: Api): void {
  const { services } = api;
  const { db, now } = services;

  handle(api, completeSignIn, async ({ body, request, reply }) => {
    const pending = readStaffCookie(request, 'session') ?? '';
    const staffId = (await findPendingSession(db, pending, now())) ?? reject('signedOut', 'Please sign in again.');
    await limitSecondFactors(services, request, staffId);
    const member = await signInMember(services, { request, reply }, { action: 'signInStaff' }, async (tx) => {
      const member = await useSecondFactor(tx, staffId, body.code);
      // A reset of the password while the code was entered ends pending sessions too.
      return (await findPendingSession(tx.db, pending, now())) ? member : reject('signedOut', 'Please sign in again.');
    });
    return { results: member };
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

  handle(api, enableSecondFactor, async ({ body, member: { id }, audited, request }) => {
    await limitSecondFactors(services, request, id);
    const recoveryCodes = await audited((tx) => enable(tx, id, body.code), changed(id, 'second factor'));
    return { results: { recoveryCodes } };
  });

  handle(api, replaceRecoveryCodes, async ({ body, member: { id }, audited, request }) => {
    await limitSecondFactors(services, request, id);
    const recoveryCodes = await audited((tx) => replace(tx, id, body.code), changed(id, 'recovery codes'));
    return { results: { recoveryCodes } };
  });

  handle(api, disableSecondFactor, async ({ body, member: { id }, audited, request }) => {
    await limitSecondFactors(services, request, id);
    await audited((tx) => disable(tx, id, body.code), changed(id, 'second factor'));
    return { message: 'The second factor is removed.' };
  });

  handle(api, getPasskeys, async ({ member }) => ({
    results: (await listPasskeys(db, member.id)).map(toPasskey),
  }));

  handle(api, beginPasskey, async ({ member }) => ({ results: { ...(await passkeyOptions(services, member)) } }));

  handle(api, addPasskey, async ({ body, member, audited }) => {
    const made = await checkNewPasskey(services, member.id, body.credential);
    const added = await audited(
      (tx) => add(tx, member.id, body.name, made),
      ({ id }) => [{ entity: 'passkey', entityId: id, fields: ['name'] }],
    );
    return { results: toPasskey(added) };
  });

  handle(api, removePasskey, async ({ params: { passkeyId }, member, audited }) => {
    const removeOwn = async ({ db }: Transacting) => {
      // Before the passkey, as a removal of the member does: each would otherwise wait for the other.
      await lockMember(db, member.id);
      if (!(await remove(db, member.id, passkeyId))) reject('notFound', 'This passkey was removed already.');
    };
    await audited(removeOwn, { entity: 'passkey', entityId: passkeyId });
    return { message: 'The passkey is removed.' };
  });

  handle(api, beginPasskeySignIn, async () => ({ results: passkeySignInOptions(services) }));

  handle(api, signInWithPasskey, async ({ body, request, reply }) => {
    const checked = await checkPasskey(services, body.credential).catch(async (error: unknown) => {
      await limitFailures(services, 'signInWithPasskey', request);
      throw error;
    });
    const audited = { action: 'signInWithPasskey' };
    return { results: await signInMember(services, { request, reply }, audited, (tx) => usePasskey(tx, checked)) };
  });
}

const toPasskey = ({ id, name, created_at, last_used_at }: PasskeyRow) => ({
  id,
  name,
  createdAt: isoTime(created_at),
  lastUsedAt: isoTime(last_used_at),
});
