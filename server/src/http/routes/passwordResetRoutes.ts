import { resetPassword, sendResetPassword, validateToken } from '@companion/contract/passwordReset';
import type { FastifyRequest } from 'fastify';
import { hashPassword, isCommonPassword } from '../../identity/passwordReset/password.ts';
import {
  claimReset,
  findReset,
  RESET_EXPIRED,
  releaseReset,
  requestReset,
  setPassword,
} from '../../identity/passwordReset/resets.ts';
import { reject } from '../../platform/domainError.ts';
import { autocommit, transact } from '../../platform/transact.ts';
import { type Api, handle } from '../handle.ts';
import { isGenuine, limitRequests } from '../limits.ts';

export function passwordResetRoutes(api: Api): void {
  const { services } = api;
  const { db, now } = services;

  handle(api, sendResetPassword, async ({ body, request }) => {
    await limitRequests(services, 'sendResetPassword', request);
    await transact(services, (tx) => requestReset(tx, body.email));
    return { message: 'If this email address is registered, a message with a reset link is on its way.' };
  });

  handle(api, validateToken, async ({ body, request }) => {
    const genuine = await isGenuineReset(request, 'validateToken', body.token);
    const valid = genuine && (await findReset(db, body.token, now())) !== undefined;
    return { results: valid, status: 200, ...(valid ? {} : { message: RESET_EXPIRED }) };
  });

  handle(api, resetPassword, async ({ body, request }) => {
    if (!(await isGenuineReset(request, 'resetPassword', body.resetToken))) reject('invalid', RESET_EXPIRED);
    const reset = (await findReset(db, body.resetToken, now())) ?? reject('invalid', RESET_EXPIRED);
    if (await isCommonPassword(body.newPassword)) {
      const message = 'This password is too common. Please choose another';
      reject('invalid', `${message}.`, { newPassword: message });
    }
    const at = now();
    // Claimed first: of concurrent uses only one costs a hash.
    if (!(await autocommit(services, (writer) => claimReset(writer, reset.tokenHash, at))))
      reject('invalid', RESET_EXPIRED);
    try {
      // Slow by design, so outside the transaction.
      const passwordHash = await hashPassword(body.newPassword);
      await transact(services, (tx) => setPassword(tx, reset, passwordHash));
    } catch (error) {
      await autocommit(services, (writer) => releaseReset(writer, reset.tokenHash, at));
      throw error;
    }
    return { message: 'Your password has been successfully updated. Please log in.' };
  });

  function isGenuineReset(request: FastifyRequest, call: 'validateToken' | 'resetPassword', token: string) {
    return isGenuine(services, { call, request, purpose: 'reset', token }, async () => {
      return (await findReset(db, token, now())) !== undefined;
    });
  }
}
