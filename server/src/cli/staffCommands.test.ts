import { runHere } from '@companion/testkit/runEvent';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { settingsOf } from '@companion/testkit/settingsOf';
import { staffBrowser } from '@companion/testkit/staffBrowser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { staffCommands } from './staffCommands.ts';

let t: ServerTest;
beforeAll(async () => {
  t = await startServerTest();
});
afterAll(() => t.stop());

const run = (words: string, env: Record<string, string> = {}) =>
  runHere(staffCommands, words.split(' '), { ...settingsOf(t), APP_URL: t.url, ...env }, t.clock.now);

async function accept(output: string) {
  const browser = staffBrowser(t);
  const token = /#token=(\S+)/.exec(output)?.[1];
  await browser.ask('acceptInvitation', { body: { token, name: 'Ann Owner', password: 'a phrase of my own' } });
  return browser;
}

test('staff invite: the first member is an owner, and the printed link signs them in (decision 046)', async () => {
  expect(await run('staff list')).toEqual({
    code: 0,
    output: 'There is no staff yet. Invite the first owner: staff invite EMAIL',
  });
  expect((await run('staff invite ann@example.com --role host')).output).toMatch(/^There is no owner yet\./);

  const { code, output } = await run('staff invite ann@example.com');

  expect(code).toBe(0);
  expect(output).toMatch(/^ann@example\.com is invited as owner, for 48 hours\.\n/);
  expect((await run('staff list')).output).toMatch(/^ann@example\.com {2}owner {2}invited until 20\d\d-/);
  const owner = await accept(output);
  expect((await owner.ask('getStaffMe')).results).toMatchObject({ email: 'ann@example.com', role: 'owner' });
  expect((await run('staff list')).output).toBe('ann@example.com  owner  Ann Owner  (password only)');
});

test('staff invite: once there is an owner the role must be named; with mail the link is sent and not printed', async () => {
  expect(await run('staff invite ben@example.com')).toMatchObject({ code: 2 });
  expect(await run('staff invite ben@example.com --role boss')).toMatchObject({ code: 2 });
  expect(await run('staff invite ben --role host')).toMatchObject({ code: 2 });

  const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'summit@example.com' };
  const { code, output } = await run('staff invite ben@example.com --role host', mail);

  expect({ code, output }).toEqual({
    code: 0,
    output: 'ben@example.com is invited as host, for 48 hours.\nThe server mails the link.',
  });
  const sent = (await t.outbox()).find(({ to }) => to === 'ben@example.com');
  expect((await (await accept(sent?.text ?? '')).ask('getStaffMe')).results.role).toBe('host');
  expect(await run('staff invite ben@example.com --role editor')).toMatchObject({
    code: 1,
    output: 'This person is a member of the staff already.',
  });
});

test('staff remove: signs the member out at once, revokes an invitation, and keeps the last owner', async () => {
  const host = await accept((await run('staff invite cleo@example.com --role host')).output);
  await run('staff invite dora@example.com --role host');

  expect((await run('staff remove cleo@example.com')).output).toBe('cleo@example.com is removed and signed out.');
  expect((await host.send('getStaffMe')).status).toBe(401);
  expect((await run('staff remove dora@example.com')).output).toBe('The invitation of dora@example.com is revoked.');
  expect(await run('staff remove cleo@example.com')).toMatchObject({ code: 1 });
  expect(await run('staff remove ann@example.com')).toMatchObject({
    code: 1,
    output: 'This is the last owner. Make someone else an owner first.',
  });
  // A removed member can be invited again, as a new one.
  expect((await run('staff invite cleo@example.com --role editor')).code).toBe(0);
});

test('staff remove: stage screens of a removed member go on, unless they are revoked', async () => {
  for (const [words, expected] of [
    ['', 'Stage screens of theirs that go on: 1. Owners revoke them in the console.'],
    [' --revoke-screens', 'Stage screens of theirs that are revoked: 1.'],
  ] as const) {
    const host = await accept((await run('staff invite emma@example.com --role host')).output);
    const { results: made } = await host.ask('createStageScreen', { body: { name: 'Foyer' } });

    const { output } = await run(`staff remove emma@example.com${words}`);

    expect(output).toBe(`emma@example.com is removed and signed out.\n${expected}`);
    const rows = await t.services.db.selectFrom('stage_screens').select('id').where('id', '=', made.id).execute();
    expect(rows).toHaveLength(words ? 0 : 1);
  }
});

test('staff recover: of two links for one member, the newer one works', async () => {
  const [older, newer] = [await run('staff recover ann@example.com'), await run('staff recover ann@example.com')].map(
    ({ output }) => /#token=(\S+)/.exec(output)?.[1],
  );
  const check = async (token: string | undefined) =>
    (await staffBrowser(t).send('getStaffReset', { body: { token } })).status;
  expect([await check(older), await check(newer)]).toEqual([404, 200]);
  const body = { token: newer, newPassword: 'a phrase of my own' };
  await staffBrowser(t).ask('resetStaffPassword', { body });
});

test('staff remove: links for speakers of a removed member go on, unless they are revoked', async () => {
  for (const [words, expected] of [
    ['', 'Links for speakers of theirs that go on: 1. Owners revoke them in the console.'],
    [' --revoke-links', 'Links for speakers of theirs that are revoked: 1.'],
  ] as const) {
    const editor = await accept((await run('staff invite finn@example.com --role editor')).output);
    const given = { params: { contentId: 'opening' }, body: { name: 'Ada', days: 7 } };
    const { results: made } = await editor.ask('createSummaryLink', given);

    const { output } = await run(`staff remove finn@example.com${words}`);

    expect(output).toBe(`finn@example.com is removed and signed out.\n${expected}`);
    const rows = await t.services.db.selectFrom('summary_links').select('id').where('id', '=', made.id).execute();
    expect(rows).toHaveLength(words ? 0 : 1);
  }
});

test('staff recover: a member without the second factor signs in again by the printed link', async () => {
  const owner = await t.services.db
    .selectFrom('staff')
    .selectAll()
    .where('email', '=', 'ann@example.com')
    .executeTakeFirstOrThrow();
  // A secret that cannot be read, as after TOKEN_SECRET has changed.
  const factor = { totp_secret: 'x', totp_enabled_at: 1 };
  await t.services.db.updateTable('staff').set(factor).where('id', '=', owner.id).execute();
  const browser = staffBrowser(t);
  const password = 'a phrase of my own';
  await browser.ask('signInStaff', { body: { email: owner.email, password } });
  expect((await browser.send('completeSignIn', { body: { code: '123456' } })).status).toBe(400);

  const { code, output } = await run('staff recover ann@example.com');

  expect(code).toBe(0);
  const token = /#token=(\S+)/.exec(output)?.[1];
  const old = { body: { email: owner.email, password } };
  expect(await staffBrowser(t).send('signInStaff', old)).toMatchObject({ status: 401 });
  const mails = async () => (await t.outbox()).filter(({ to }) => to === owner.email).map(({ text }) => text);
  expect(await mails()).toContainEqual(expect.stringMatching(/^The operator has removed password, second factor and/));
  // A stranger, or a thief of the mailbox, does not end the link: not by asking for another, and not by using that.
  await staffBrowser(t).ask('requestStaffReset', { body: { email: owner.email } });
  const mailed = (await mails()).map((text) => /#token=(\S+)/.exec(text)?.[1]).find(Boolean);
  await staffBrowser(t).ask('resetStaffPassword', { body: { token: mailed, newPassword: 'the phrase of a thief' } });
  await staffBrowser(t).ask('resetStaffPassword', { body: { token, newPassword: `new ${password}` } });
  const reused = { body: { token, newPassword: 'the phrase of a thief' } };
  expect((await staffBrowser(t).send('resetStaffPassword', reused)).status).toBe(404);
  const signedIn = await staffBrowser(t).ask('signInStaff', {
    body: { email: owner.email, password: `new ${password}` },
  });
  expect(signedIn.results.member?.id).toBe(owner.id);
  expect(await run('staff recover no.one@example.com')).toMatchObject({ code: 1 });
});

test('staff commands: the audit log names what the operator did', async () => {
  const rows = await t.services.db
    .selectFrom('audit_log')
    .select(['action', 'entity'])
    .where('staff_id', 'is', null)
    .execute();
  const done = rows.map(({ action, entity }) => `${action} ${entity}`);
  expect(new Set(done)).toEqual(
    new Set([
      'staff invite invitation',
      'staff remove member',
      'staff remove invitation',
      'staff remove stageScreen',
      'staff remove summaryLink',
      'staff recover member',
    ]),
  );
});
