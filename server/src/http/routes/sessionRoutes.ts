import {
  autologin,
  login,
  logout,
  refresh,
  SIGN_IN_MAILED,
  SIGN_IN_TEXTED,
  smsLogin,
} from '@companion/contract/session';
import { toE164 } from '@companion/contract/usPhone';
import type { FastifyRequest } from 'fastify';
import {
  findAccountByPhone,
  getAccountRow,
  lockAccount,
  mayBeInvented,
} from '../../identity/accounts/accountQueries.ts';
import { markPhoneProved, releasePhone } from '../../identity/proofs/markPhoneProved.ts';
import { rejectWrongCode } from '../../identity/session/codeRules.ts';
import { closeLinksOnDevice } from '../../identity/session/endAccess.ts';
import { exchangeLink, resumeSession } from '../../identity/session/exchangeLink.ts';
import { chooseMark, isKnownDevice, rememberDevice } from '../../identity/session/knownDevices.ts';
import { type FoundLink, findLink } from '../../identity/session/links.ts';
import { findPhoneClaim } from '../../identity/session/phoneClaim.ts';
import { sendSignIn } from '../../identity/session/sendSignIn.ts';
import { endSession, findSession, openSession, refreshSession } from '../../identity/session/sessionStore.ts';
import { checkCode, consumeCode } from '../../identity/session/signInCodes.ts';
import { credentialsFor, readRefreshToken } from '../../identity/session/tokens.ts';
import { reject } from '../../platform/domainError.ts';
import type { Limit } from '../../platform/limit.ts';
import { MINUTE } from '../../platform/time.ts';
import { transact } from '../../platform/transact.ts';
import { markDevice, readDeviceMarks, readRegistrationMarks } from '../deviceMark.ts';
import { type Api, handle } from '../handle.ts';
import { isGenuine, limitAddress, limitFailures, limitFlood } from '../limits.ts';

/** People open a link once or twice, but a browser may restore several tabs at once. */
const EXCHANGES_A_MINUTE = 10;
const WRONG_LINK = 'This sign-in link is no longer valid.';

export function sessionRoutes(api: Api): void {
  const { services } = api;
  const { config, db, keys, now } = services;

  handle(api, login, async ({ body, request }) => {
    const phone = usPhone(body.phone);
    const account = await findAccountByPhone(db, phone);
    if (!account) reject('notFound', 'This phone number is not registered yet.');
    const known = await isKnownDevice(db, account.id, readDeviceMarks(request));
    const { kind } = await transact(services, async (tx) => {
      const sent = await sendSignIn(tx, account, phone, known);
      const call = mayBeInvented(account) ? 'login to a new phone' : 'login';
      if (sent.isNew && !known) await limitAddress(tx.db, tx, call, request);
      return sent;
    });
    // Without the address or the reason: a person who knows a number learns only how the sign-in is sent.
    return { message: kind === 'sms' ? SIGN_IN_TEXTED : SIGN_IN_MAILED };
  });

  handle(api, smsLogin, async ({ body, request, reply }) => {
    const phone = usPhone(body.phone);
    const device = { marks: readDeviceMarks(request), registrations: readRegistrationMarks(request) };
    const right = await checkCode(services, phone, body.code, device);
    if (!right) rejectWrongCode('signedOut');
    const { account, session, mark } = await transact(services, async (tx) => {
      const account = await lockAccount(tx.db, { id: right.accountId });
      if (account?.phone_e164 !== phone) rejectWrongCode('signedOut');
      if (!(await consumeCode(tx.db, phone, right.id, now()))) rejectWrongCode('signedOut');
      const mark = await chooseMark(tx.db, account.id, device.marks);
      const proved = await markPhoneProved(tx, account, { mark, registrations: device.registrations, isAgain: false });
      await rememberDevice(tx, account.id, mark);
      return { account: proved, session: await openSession(tx.db, account.id, { phoneProved: true }, now()), mark };
    });
    markDevice(reply, config, mark);
    return credentialsFor(services, account, session);
  });

  handle(api, autologin, async ({ body, request, reply }) => {
    const { token } = body;
    const received = readDeviceMarks(request);
    const find = () => findLink(db, token, received);
    const genuine = await isGenuine(services, { call: 'autologin', request, purpose: 'link', token }, async () => {
      return (await find()) !== undefined;
    });
    const found = genuine ? await find() : undefined;
    if (!found) reject('signedOut', WRONG_LINK);
    await limitFlood(services, exchangesOf(found));
    const { account, session, mark } = await transact(services, async (tx) => {
      const opened = (await exchangeLink(tx, found, received)) ?? reject('signedOut', WRONG_LINK);
      const { link, mark } = opened;
      let { account } = opened;
      if (link.phone_e164 !== null) {
        const isAgain = opened.sessionId !== null;
        account = await markPhoneProved(tx, account, { mark, registrations: readRegistrationMarks(request), isAgain });
        await rememberDevice(tx, account.id, mark, isAgain);
      } else if (link.email_key !== null) {
        account = await releasePhone(tx, account, mark);
      }
      return { account, session: await resumeSession(tx, opened), mark };
    });
    markDevice(reply, config, mark);
    return credentialsFor(services, account, session);
  });

  handle(api, refresh, async ({ body, request }) => {
    const token = body.refresh_token || body.token || '';
    if (!readRefreshToken(keys, token)) {
      await limitFailures(services, 'refresh', request);
      reject('signedOut', 'Please sign in.');
    }
    const session = await refreshSession(services, token);
    const account = session && (await getAccountRow(db, session.account_id));
    if (!account) reject('signedOut', 'Please sign in.');
    const change = await findPhoneClaim(db, { accountId: account.id, sessionId: session.id }, now());
    return credentialsFor(services, account, session, { change });
  });

  handle(api, logout, async ({ body, request }) => {
    const claim = readRefreshToken(keys, body.refresh_token);
    const marks = readDeviceMarks(request);
    // Invalid tokens cost no transaction.
    if (!claim && !(await isGenuineLink(request, body.token, marks))) return SIGNED_OUT;
    await transact(services, async (tx) => {
      const session = claim && (await findSession(tx.db, claim.sessionId));
      if (session) await lockAccount(tx.db, { id: session.account_id });
      if (session) await endSession(tx, session);
      await closeLinksOnDevice(tx, { accountId: session?.account_id, token: body.token }, marks);
    });
    return SIGNED_OUT;
  });

  async function isGenuineLink(request: FastifyRequest, token: string | undefined, marks: string[]): Promise<boolean> {
    if (!token) return false;
    return isGenuine(services, { call: 'logout', request, purpose: 'link', token }, async () => {
      return (await findLink(db, token, marks)) !== undefined;
    });
  }
}

const SIGNED_OUT = { message: 'You are signed out.' };

/** Strangers with the link cannot use up the limit of the devices that it has marked. */
const exchangesOf = ({ id, device_hash }: FoundLink): Limit => ({
  key: `exchange by a ${device_hash === null ? 'new' : 'marked'} device of ${id}`,
  max: EXCHANGES_A_MINUTE,
  window: MINUTE,
});

function usPhone(text: string): string {
  return toE164(text) ?? reject('invalid', 'Invalid Phone Number', { phone: 'Invalid Phone Number' });
}
