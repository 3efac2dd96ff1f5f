import {
  beginSecondFactor,
  completeSignIn,
  disableSecondFactor,
  enableSecondFactor,
  getSecondFactor,
  replaceRecoveryCodes,
} from '@companion/contract/staff/secondFactor';
import { getEvent } from '../../event/eventQueries.ts';
import { listPasskeys } from '../../identity/staff/passkeyQueries.ts';
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
import { transact } from '../../platform/transact.ts';
import { type Api, handle } from '../handle.ts';
import { limitSecondFactors } from '../limitStaffSignIn.ts';
import { signInMember } from '../signInMember.ts';
import { readStaffCookie } from '../staffCookies.ts';

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
}
