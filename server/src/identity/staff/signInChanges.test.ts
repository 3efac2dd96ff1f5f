import { addSoftPasskey, PASSKEY_PAGE } from '@companion/testkit/addSoftPasskey';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { softPasskey } from '@companion/testkit/softPasskey';
import {
  STAFF_PASSWORD,
  type StaffBrowser,
  signedInMember,
  signInAgain,
  staffBrowser,
} from '@companion/testkit/staffBrowser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unseal } from '../../platform/deriveKeys.ts';
import { DAY, HOUR, SECOND } from '../../platform/time.ts';
import { totpOf } from './totp.ts';

const PAGE = PASSKEY_PAGE;

let t: ServerTest;
beforeAll(async () => {
  t = await startServerTest({ APP_URL: PAGE.origin });
});
afterAll(() => t.stop());

const at = () => ({ url: t.url, services: t.services, origin: PAGE.origin });
const status = async (browser: StaffBrowser) => (await browser.send('getStaffMe')).status;

async function useInNewBrowser({ passkey }: Awaited<ReturnType<typeof addSoftPasskey>>) {
  const browser = staffBrowser(at());
  const { results: options } = await browser.ask('beginPasskeySignIn');
  await browser.ask('signInWithPasskey', { body: { credential: passkey.get(options, PAGE) } });
  return browser;
}

async function codeOf(staffId: string): Promise<string> {
  const { totp_secret } = await t.services.db
    .selectFrom('staff')
    .select('totp_secret')
    .where('id', '=', staffId)
    .executeTakeFirstOrThrow();
  const secret = Buffer.from(unseal(t.services.keys, totp_secret ?? ''), 'base64url');
  return totpOf(secret, Math.floor(t.clock.now() / (30 * SECOND)));
}

test('account changes: each ends the other sessions, those of passkeys included, and is mailed with when and what to do (decision 046)', async () => {
  const { browser, member } = await signedInMember(at(), 'owner');
  const mails = async () => (await t.outbox()).filter(({ to }) => to === member.email);
  /** Makes a change, and returns what becomes of another session, and what the mails say of it. */
  async function change(other: StaffBrowser, make: () => Promise<unknown>) {
    const before = new Set((await mails()).map(({ id }) => id));
    expect(await status(other)).toBe(200);
    await make();
    expect(await status(browser)).toBe(200);
    const texts = (await mails()).filter(({ id }) => !before.has(id)).map(({ text }) => text);
    for (const text of texts) {
      expect(text).toMatch(/on \w+day, \w+ \d+, 20\d\d at \d+:\d\d:\d\d [AP]M E[SD]T\./);
      expect(text).toContain(`If it was not you, somebody can use your account. Open ${PAGE.origin}/console and`);
    }
    t.clock.advance(30 * SECOND);
    return { other: await status(other), what: texts.map((text) => text.split(':')[0]) };
  }
  const another = () => signInAgain(at(), member.id);

  let first: Awaited<ReturnType<typeof addSoftPasskey>> | undefined;
  expect(
    await change(await another(), async () => {
      first = await addSoftPasskey(browser);
    }),
  ).toEqual({ other: 401, what: ['A passkey was added'] });
  if (!first) throw new Error('a passkey was added');
  const { added } = first;
  // Nothing of the account is opened by less than before.
  expect(await change(await useInNewBrowser(first), () => addSoftPasskey(browser))).toEqual({
    ...{ other: 200, what: ['A passkey was added'] },
  });
  await browser.ask('beginSecondFactor');
  const enable = async () => browser.ask('enableSecondFactor', { body: { code: await codeOf(member.id) } });
  expect(await change(await useInNewBrowser(first), enable)).toEqual({
    ...{ other: 401, what: ['An authenticator app was turned on'] },
  });
  const replace = async () => browser.ask('replaceRecoveryCodes', { body: { code: await codeOf(member.id) } });
  expect(await change(await useInNewBrowser(first), replace)).toEqual({
    ...{ other: 200, what: ['New recovery codes were made'] },
  });
  const removeOne = () => browser.ask('removePasskey', { params: { passkeyId: added.id } });
  expect(await change(await useInNewBrowser(first), removeOne)).toEqual({
    ...{ other: 401, what: ['A passkey was removed'] },
  });
  expect(await change(await another(), () => browser.ask('removeAllPasskeys'))).toEqual({
    ...{ other: 401, what: ['All passkeys were removed'] },
  });
  expect((await browser.send('removeAllPasskeys')).status).toBe(404);
  const disable = async () => browser.ask('disableSecondFactor', { body: { code: await codeOf(member.id) } });
  expect(await change(await another(), disable)).toEqual({
    ...{ other: 401, what: ['The authenticator app was turned off'] },
  });
  const passwords = { password: STAFF_PASSWORD, newPassword: 'another phrase of mine' };
  expect(await change(await another(), () => browser.ask('changeStaffPassword', { body: passwords }))).toEqual({
    ...{ other: 401, what: ['The password was changed'] },
  });
});

test('account changes: a change that fails mails nothing and ends no session', async () => {
  const { browser, member } = await signedInMember(at(), 'owner');
  const other = await signInAgain(at(), member.id);
  const { id } = (await addSoftPasskey(browser)).added;
  const mails = async () => (await t.outbox()).filter(({ to }) => to === member.email).length;
  const before = await mails();
  const again = await signInAgain(at(), member.id);
  expect(await status(other)).toBe(401);

  expect((await browser.send('removePasskey', { params: { passkeyId: `${id}x` } })).status).toBe(404);
  await browser.ask('beginSecondFactor');
  expect((await browser.send('enableSecondFactor', { body: { code: '000000' } })).status).toBe(400);
  const wrong = { password: 'a wrong guess', newPassword: 'another phrase of mine' };
  expect((await browser.send('changeStaffPassword', { body: wrong })).status).toBe(400);

  expect(await mails()).toBe(before);
  expect(await status(again)).toBe(200);
});

test('account changes: a link that sets the password is followed by a mail', async () => {
  const { member } = await signedInMember(at(), 'host');
  await staffBrowser(at()).ask('requestStaffReset', { body: { email: member.email } });
  const mails = async () => (await t.outbox()).filter(({ to }) => to === member.email).map(({ text }) => text);
  const token = (await mails()).map((text) => /#token=(\S+)/.exec(text)?.[1]).find(Boolean);
  await staffBrowser(at()).ask('resetStaffPassword', { body: { token, newPassword: 'another phrase of mine' } });

  expect(await mails()).toContainEqual(expect.stringMatching(/^The password was set by a link, and all passkeys/));
  t.clock.advance(HOUR);
});

test('account changes: a thief of a session fills no mailbox', async () => {
  const { browser } = await signedInMember(at(), 'host');
  const statuses = [];
  for (let round = 0; round < 11; round++) {
    const passkey = softPasskey();
    const { results: options } = await browser.ask('beginPasskey');
    const body = { name: 'Laptop', credential: passkey.create(options, PAGE) };
    const { status: added, body: answer } = await browser.send('addPasskey', { body });
    statuses.push(added);
    if (added !== 201) break;
    const { results } = answer as { results: { id: string } };
    statuses.push((await browser.send('removePasskey', { params: { passkeyId: results.id } })).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => [201, 200]).flat(), 429]);
  t.clock.advance(DAY);
});
