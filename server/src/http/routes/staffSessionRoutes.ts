import { getStaffReset, requestStaffReset, resetStaffPassword } from '@companion/contract/staff/staffPasswordReset';
import {
  changeStaffPassword,
  confirmPassword,
  endOtherStaffSessions,
  endStaffSession as endOwnSession,
  getStaffMe,
  getStaffSessions,
  signInStaff,
  signOutStaff,
} from '@companion/contract/staff/staffSession';
import { lockMember } from '../../identity/staff/memberQueries.ts';
import { recordAudit } from '../../identity/staff/recordAudit.ts';
import { factorOf, useSecondFactor } from '../../identity/staff/secondFactors.ts';
import { completeAccountChange } from '../../identity/staff/signInChanges.ts';
import {
  endStaffResets,
  findStaffReset,
  requestStaffReset as mailReset,
  resetStaffPassword as reset,
} from '../../identity/staff/staffPasswordResets.ts';
import { checkStaffPassword, hashStaffPassword } from '../../identity/staff/staffPasswords.ts';
import {
  confirmStaffSession,
  endAllStaffSessions,
  endStaffSession,
  listStaffSessions,
  type SignedInMember,
} from '../../identity/staff/staffSessions.ts';
import { reject } from '../../platform/domainError.ts';
import { isoTime } from '../../platform/time.ts';
import { autocommit, type Transacting, transact } from '../../platform/transact.ts';
import { type Api, type CallRequest, handle } from '../handle.ts';
import { limitRequests } from '../limits.ts';
import {
  clearStaffCookie,
  isByKnownBrowser,
  knownBrowserMark,
  limitConfirmations,
  limitSecondFactors,
  limitStaffSignIn,
  replaceSession,
  setStaffCookie,
  signInMember,
} from '../staffSignIn.ts';

const WRONG = 'E-mail or password is not correct.';

export function staffSessionRoutes(api: Api): void {
  const { services } = api;
  const { db, now } = services;

  const signIn = async ({ body, request, reply }: CallRequest<typeof signInStaff>) => {
    const checked =
      (await checkStaffPassword(db, body.email, body.password, isByKnownBrowser(request))) ??
      reject('signedOut', WRONG);
    const prove = async (tx: Transacting) => {
      // The member may have been removed, or the password changed, while it was compared.
      const member = await lockMember(tx.db, checked.id);
      return member?.password_hash === checked.password_hash ? member : reject('signedOut', WRONG);
    };
    const factor = await factorOf(db, checked.id);
    if (factor) {
      const token = await transact(services, async (tx) => {
        const { id } = await prove(tx);
        return replaceSession(tx, request, id, { needsSecondFactor: true });
      });
      setStaffCookie(reply, 'session', token);
      return { results: { member: null, secondFactor: true, byPasskey: factor === 'passkey' } };
    }
    const member = await signInMember(services, { request, reply }, { action: 'signInStaff' }, async (tx) => {
      const member = await prove(tx);
      // It may have been set up in between.
      return (await factorOf(tx.db, member.id)) ? reject('signedOut', WRONG) : member;
    });
    return { results: { member, secondFactor: false } };
  };
  handle(api, signInStaff, signIn, ({ body, request }) => limitStaffSignIn(services, request, body.email));

  handle(api, getStaffMe, async ({ member }) => ({ results: member }));

  handle(api, signOutStaff, async ({ member, reply }) => {
    await autocommit(services, (writer) => endStaffSession(writer, member.id, member.sessionId));
    clearStaffCookie(reply, 'session');
    return { message: 'You are signed out.' };
  });

  handle(api, confirmPassword, async ({ body: { password, code }, member, request }) => {
    await checkOwnPassword(member, password);
    if (code !== undefined) {
      await limitSecondFactors(services, request, member.id);
      await transact(services, async (tx) => {
        await useSecondFactor(tx, member.id, code);
        await confirmStaffSession(tx.db, member.sessionId, { confirmed_at: tx.now(), factor_at: tx.now() });
      });
    } else {
      const confirmed = { confirmed_at: now() };
      await autocommit(services, (writer) => confirmStaffSession(writer, member.sessionId, confirmed));
    }
    return { message: 'The password is confirmed.' };
  });

  handle(api, changeStaffPassword, async ({ body, member, audited, reply }) => {
    await checkOwnPassword(member, body.password);
    const password_hash = await hashStaffPassword(body.newPassword, member.email, 'newPassword');
    const change = async (tx: Transacting) => {
      const row = await tx.db
        .updateTable('staff')
        .set({ password_hash, updated_at: now() })
        .where('id', '=', member.id)
        .returningAll()
        .executeTakeFirstOrThrow();
      await endStaffResets(tx.db, member.id);
      await completeAccountChange(tx, member, 'The password was changed');
      await confirmStaffSession(tx.db, member.sessionId, { confirmed_at: now() });
      return row;
    };
    const changed = await audited(change, { entity: 'member', entityId: member.id, fields: ['password'] });
    setStaffCookie(reply, 'knownBrowser', knownBrowserMark(services, changed));
    return { message: 'Your password is changed. Your other sessions have ended.' };
  });

  handle(api, getStaffSessions, async ({ member }) => {
    const sessions = await listStaffSessions(db, member.id, now());
    return {
      results: sessions.map(({ id, user_agent, created_at, last_used_at }) => ({
        id,
        userAgent: user_agent,
        createdAt: isoTime(created_at),
        lastUsedAt: isoTime(last_used_at),
        isCurrent: id === member.sessionId,
      })),
    };
  });

  handle(api, endOwnSession, async ({ params, member }) => {
    const ended = await autocommit(services, (writer) => endStaffSession(writer, member.id, params.sessionId));
    if (!ended) reject('notFound', 'This session has ended already.');
    return { message: 'The session has ended.' };
  });

  handle(api, endOtherStaffSessions, async ({ member }) => {
    await autocommit(services, (writer) => endAllStaffSessions(writer, member.id, member.sessionId));
    return { message: 'Your other sessions have ended.' };
  });

  const requestReset = async ({ body }: CallRequest<typeof requestStaffReset>) => {
    await transact(services, (tx) => mailReset(tx, body.email));
    return { message: 'If this e-mail belongs to a member of the staff, a message with a link is on its way.' };
  };
  handle(api, requestStaffReset, requestReset, ({ request }) => limitRequests(services, 'requestStaffReset', request));

  handle(api, getStaffReset, async ({ body }) => {
    const { email } = await findStaffReset(services, db, body.token);
    return { results: { email } };
  });

  handle(api, resetStaffPassword, async ({ body, request, reply }) => {
    // Before the hash, which is slow by design.
    const { email } = await findStaffReset(services, db, body.token);
    const passwordHash = await hashStaffPassword(body.newPassword, email, 'newPassword');
    const member = await transact(services, async (tx) => {
      const { id } = await reset(tx, body.token, passwordHash);
      const change = { action: 'resetStaffPassword', entity: 'member', entityId: id, fields: ['password'] };
      await recordAudit(tx, { ...change, staffId: id, traceId: request.id });
      return { id, password_hash: passwordHash };
    });
    // Strangers who use up the attempts at the venue's address must not make the new password useless.
    setStaffCookie(reply, 'knownBrowser', knownBrowserMark(services, member));
    return { message: 'Your password is set. Please sign in.' };
  });

  async function checkOwnPassword({ id, email }: SignedInMember, password: string): Promise<void> {
    await limitConfirmations(services, id);
    if (await checkStaffPassword(db, email, password)) return;
    reject('invalid', 'The password is not correct.', { password: 'Is not correct' });
  }
}
