import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { StaffRole } from '@companion/contract/defineCall';
import { MEMBERS_PER_PAGE } from '@companion/contract/staff/staffMembers';
import { refusal, SIGN_IN } from '@companion/testkit/apiClient';
import { addMember, STAFF_PASSWORD, signedInMember, signInAgain, staffBrowser } from '@companion/testkit/staffBrowser';
import { startTwoNodes, type TwoNodes } from '@companion/testkit/twoNodes';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createSummaryLink } from '../../itemFeedback/summaryLinks.ts';
import { lockManyAccounts } from '../../platform/db/lockManyAccounts.ts';
import { HOUR, MINUTE } from '../../platform/time.ts';
import { type Transacting, transact } from '../../platform/transact.ts';
import { removeMember } from './changeMembers.ts';
import { lockMember } from './memberQueries.ts';
import { usePasskey } from './passkeys.ts';
import { inviteStaff, renewInvitation, revokeInvitation } from './staffInvitations.ts';
import { createStageScreen } from './stageScreenQueries.ts';

let t: TwoNodes;
beforeAll(async () => {
  t = await startTwoNodes();
});
afterAll(() => t.stop());
beforeEach(async () => {
  await t.first.services.db.deleteFrom('audit_log').execute();
  await t.first.services.db.deleteFrom('staff_invitations').execute();
  await t.first.services.db.deleteFrom('stage_screens').execute();
  await t.first.services.db.deleteFrom('summary_links').execute();
  await t.first.services.db.deleteFrom('staff').execute();
});

const add = (role: StaffRole) => signedInMember(t.first, role);
const onSecond = (browser: { cookies: Map<string, string> }) =>
  staffBrowser({ url: t.secondUrl }, new Map(browser.cookies));

test('staff members: owners list them, change roles and remove them; who is changed is signed out on every node at once', async () => {
  const { browser: owner, member: me } = await add('owner');
  const { browser: host, member } = await add('host');
  const elsewhere = onSecond(host);
  expect((await elsewhere.send('getStaffMe')).status).toBe(200);
  const { results } = await owner.ask('getMembers');
  const times = { createdAt: expect.any(String), lastSeenAt: expect.any(String) };
  const members = [
    { ...me, name: 'The owner', ...times, hasSecondFactor: false, stageScreens: 0, summaryLinks: [] },
    { ...member, name: 'The host', ...times, hasSecondFactor: false, stageScreens: 0, summaryLinks: [] },
  ].sort((a, b) => (a.email < b.email ? -1 : 1));
  expect(results).toEqual({ members, total: 2 });

  const params = { memberId: member.id };
  const changed = await owner.ask('changeMemberRole', { params, body: { role: 'editor' } });

  expect(changed.results).toMatchObject({ id: member.id, role: 'editor' });
  expect(await elsewhere.send('getStaffMe')).toEqual(refusal(401, SIGN_IN));
  const again = await signInAgain(t.first, member.id);
  expect((await again.ask('getStaffMe')).results.role).toBe('editor');

  await owner.ask('removeMember', { params });
  expect(await onSecond(again).send('getStaffMe')).toEqual(refusal(401, SIGN_IN));
  expect((await owner.ask('getMembers')).results.members.map(({ id }) => id)).toEqual([me.id]);
  const signIn = { body: { email: member.email, password: STAFF_PASSWORD } };
  expect((await staffBrowser(t.first).send('signInStaff', signIn)).status).toBe(401);
  expect(await owner.send('removeMember', { params })).toEqual(
    refusal(404, 'This person is not a member of the staff.'),
  );
});

test('staff members: are found by a part of name or e-mail, page by page, with who has more than a password', async () => {
  const { browser, member: me } = await add('owner');
  const added = await Promise.all(Array.from({ length: MEMBERS_PER_PAGE }, () => addMember(t.first, 'host')));
  const { db } = t.first.services;
  const [withApp, withPasskey, pending] = added.map(({ id }) => id);
  const passkey = { id: 'key', name: 'Phone', public_key: '', counter: 0, transports: '[]', last_used_at: null };
  await db
    .insertInto('staff_passkeys')
    .values({ ...passkey, staff_id: withPasskey ?? '', created_at: 1 })
    .execute();
  await db
    .updateTable('staff')
    .set({ totp_secret: 'x', totp_enabled_at: 1 })
    .where('id', '=', withApp ?? '')
    .execute();
  // It was begun and never completed.
  await db
    .updateTable('staff')
    .set({ totp_secret: 'x' })
    .where('id', '=', pending ?? '')
    .execute();
  const list = async (query: Record<string, string>) => (await browser.ask('getMembers', { query })).results;

  const [first, second] = [await list({}), await list({ page: '2' })];

  expect([first.total, first.members.length, second.members.length]).toEqual([51, 50, 1]);
  const ids = [...first.members, ...second.members];
  expect(new Set(ids.map(({ id }) => id)).size).toBe(51);
  const secured = ids.filter(({ hasSecondFactor }) => hasSecondFactor).map(({ id }) => id);
  expect(new Set(secured)).toEqual(new Set([withApp, withPasskey]));
  expect(await list({ search: me.email.toUpperCase() })).toMatchObject({ total: 1, members: [{ id: me.id }] });
  expect((await list({ search: 'the HOST' })).total).toBe(50);
  expect(await list({ search: '%' })).toEqual({ members: [], total: 0 });
});

test('staff members: are found by letters outside ASCII in any case', async () => {
  const { browser, member } = await add('owner');
  const { db } = t.first.services;
  await db.updateTable('staff').set({ name: 'Élodie ÅNGSTRÖM Жанна' }).where('id', '=', member.id).execute();
  const found = async (search: string) => (await browser.ask('getMembers', { query: { search } })).results.total;

  for (const search of ['Élodie', 'élodie', 'ÉLODIE', 'ångström', 'Ström ж', 'ЖАННА'])
    expect(await found(search)).toBe(1);
  for (const search of ['elodie', 'è', 'ß']) expect(await found(search)).toBe(0);
});

test('staff members: no one changes or removes themselves, and owners who remove each other leave one', async () => {
  const [a, b] = [await add('owner'), await add('owner')];
  const oneself = { memberId: a.member.id };
  const other = refusal(409, 'Another owner has to do this for you.');
  expect(await a.browser.send('removeMember', { params: oneself })).toEqual(other);
  expect(await a.browser.send('changeMemberRole', { params: oneself, body: { role: 'host' } })).toEqual(other);

  const replies = await Promise.all([
    a.browser.send('removeMember', { params: { memberId: b.member.id } }),
    onSecond(b.browser).send('changeMemberRole', { params: { memberId: a.member.id }, body: { role: 'host' } }),
  ]);

  // The later one is signed out, or finds that it is about the last owner.
  expect(replies.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
  expect(replies.map(({ status }) => status).filter((status) => [401, 409].includes(status))).toHaveLength(1);
  const owners = await t.first.services.db
    .selectFrom('staff')
    .select('id')
    .where('role', '=', 'owner')
    .where('removed_at', 'is', null)
    .execute();
  expect(owners).toHaveLength(1);
});

test('staff members: the stage screens of a removed one are revoked, or go on as those of the owner', async () => {
  const { browser: owner, member: me } = await add('owner');
  for (const stageScreens of ['revoke', 'keep'] as const) {
    const { browser: host, member } = await add('host');
    const { results: made } = await host.ask('createStageScreen', { body: { name: 'Main stage' } });
    const screen = staffBrowser(t.first);
    await screen.ask('connectStageScreen', { body: { token: made.link.split('#key=')[1] } });
    const { members } = (await owner.ask('getMembers', { query: { search: member.email } })).results;
    expect(members).toMatchObject([{ id: member.id, stageScreens: 1 }]);

    await owner.ask('removeMember', { params: { memberId: member.id }, query: { stageScreens } });

    const left = (await owner.ask('getStageScreens')).results.map(({ id, createdBy }) => ({ id, createdBy }));
    if (stageScreens === 'keep') expect(left).toEqual([{ id: made.id, createdBy: 'The owner' }]);
    else expect(left).toEqual([]);
    expect((await screen.send('getStageScreen')).status).toBe(stageScreens === 'keep' ? 200 : 401);
  }
  const audited = await t.first.services.db
    .selectFrom('audit_log')
    .select('entity')
    .where('action', '=', 'removeMember')
    .where('staff_id', '=', me.id)
    .execute();
  expect(audited.map(({ entity }) => entity).sort()).toEqual(['member', 'member', 'stageScreen']);
});

test('staff members: the links for speakers of a removed one are listed, and revoked or go on as those of the owner', async () => {
  const { browser: owner, member: me } = await add('owner');
  for (const summaryLinks of ['revoke', 'keep'] as const) {
    const { browser: editor, member } = await add('editor');
    const make = async (days: number, name: string) =>
      (await editor.ask('createSummaryLink', { params: { contentId: 'opening' }, body: { name, days } })).results;
    const made = await make(30, 'Ada Lovelace');
    const expired = await make(7, 'Expired');
    const { db } = t.first.services;
    await db.updateTable('summary_links').set({ expires_at: 1 }).where('id', '=', expired.id).execute();
    const { members } = (await owner.ask('getMembers', { query: { search: member.email } })).results;
    expect(members).toMatchObject([{ summaryLinks: [{ id: made.id, name: 'Ada Lovelace', item: 'Opening' }] }]);

    await owner.ask('removeMember', { params: { memberId: member.id }, query: { summaryLinks } });

    const left = await db.selectFrom('summary_links').select(['id', 'created_by']).execute();
    if (summaryLinks === 'revoke') expect(left).toEqual([]);
    else expect(left).toContainEqual({ id: made.id, created_by: me.id });
    const token = made.link.split('#token=')[1];
    const read = await staffBrowser(t.first).send('getSummary', { body: { token, page: 1 } });
    expect(read.status).toBe(summaryLinks === 'keep' ? 200 : 404);
    const audited = await db.selectFrom('audit_log').select(['action', 'entity', 'entity_id']).execute();
    const named = audited.filter(({ entity_id }) => entity_id === made.id);
    expect(named.map(({ action, entity }) => `${action} ${entity}`).sort()).toEqual(
      ['createSummaryLink summaryLink', ...(summaryLinks === 'revoke' ? ['removeMember summaryLink'] : [])].sort(),
    );
  }
});

test('staff members: an invitation from the console is mailed or shown once, sent again, and revoked', async () => {
  const { browser: owner } = await add('owner');
  const body = { email: 'new@example.com', role: 'host' };

  const { results: sent } = await owner.ask('inviteMember', { body });

  // The test server has no mail server, so the owner hands the link over.
  const tokenOf = (link: string | null) => link?.split('#token=')[1] ?? '';
  expect((await staffBrowser(t.first).send('getInvitation', { body: { token: tokenOf(sent.link) } })).body).toEqual({
    results: body,
  });
  const { link, ...listed } = sent;
  expect(await owner.ask('getStaffInvitations')).toEqual({
    results: [{ ...listed, invitedBy: 'The owner' }],
    isMailed: false,
  });

  const params = { invitationId: sent.id };
  const { results: again } = await owner.ask('resendStaffInvitation', { params });
  const reads = await Promise.all(
    [link, again.link].map((each) => staffBrowser(t.first).send('getInvitation', { body: { token: tokenOf(each) } })),
  );
  expect(reads.map(({ status }) => status)).toEqual([404, 200]);

  await owner.ask('revokeStaffInvitation', { params });
  expect((await staffBrowser(t.first).send('getInvitation', { body: { token: tokenOf(again.link) } })).status).toBe(
    404,
  );
  const ended = refusal(404, 'This invitation was accepted or revoked.');
  expect(await owner.send('revokeStaffInvitation', { params })).toEqual(ended);
  expect(await owner.send('resendStaffInvitation', { params })).toEqual(ended);
});

test('staff members: one owner can send 50 invitations a day', async () => {
  const { browser: owner } = await add('owner');
  const invite = (index: number) =>
    owner.send('inviteMember', { body: { email: `p${index}@example.com`, role: 'host' } });
  for (let index = 0; index < 50; index++) expect((await invite(index)).status).toBe(201);

  expect((await invite(50)).status).toBe(429);
  expect((await owner.ask('getStaffInvitations')).results).toHaveLength(50);
});

test('staff sessions: a member lists the own ones, ends one, and ends all others', async () => {
  const { browser, member } = await add('host');
  const other = await add('host');
  const [second, third] = [await signInAgain(t.first, member.id), await signInAgain(t.first, member.id)];
  const list = async () => (await browser.ask('getStaffSessions')).results;
  const sessions = await list();
  expect(sessions).toHaveLength(3);
  expect(sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
  const [foreign] = (await other.browser.ask('getStaffSessions')).results;

  const [secondSession] = (await second.ask('getStaffSessions')).results.filter(({ isCurrent }) => isCurrent);
  await browser.ask('endStaffSession', { params: { sessionId: secondSession?.id ?? '' } });
  expect((await second.send('getStaffMe')).status).toBe(401);
  expect((await browser.send('endStaffSession', { params: { sessionId: foreign?.id ?? '' } })).status).toBe(404);
  expect((await other.browser.send('getStaffMe')).status).toBe(200);

  await browser.ask('endOtherStaffSessions');
  expect((await third.send('getStaffMe')).status).toBe(401);
  expect(await list()).toEqual([expect.objectContaining({ isCurrent: true })]);
});

test('staff step-up: the right password opens ten minutes; guesses of a stolen session are limited', async () => {
  const { browser } = await add('owner');
  const { member } = await add('host');
  const change = () => browser.send('changeMemberRole', { params: { memberId: member.id }, body: { role: 'editor' } });
  t.advance(11 * MINUTE);
  const refused = { ...refusal(403, 'Please confirm your password first.') };
  expect(await change()).toEqual({ ...refused, body: { ...refused.body, code: 'confirm' } });

  const wrong = refusal(400, 'The password is not correct.', { password: 'Is not correct' });
  expect(await browser.send('confirmPassword', { body: { password: 'a wrong guess' } })).toEqual(wrong);
  expect((await change()).status).toBe(403);
  await browser.ask('confirmPassword', { body: { password: STAFF_PASSWORD } });
  expect((await change()).status).toBe(200);

  const guess = () => browser.send('confirmPassword', { body: { password: 'a wrong guess' } });
  const guesses = await Promise.all(Array.from({ length: 12 }, guess));
  expect(guesses.filter(({ status }) => status === 400)).toHaveLength(8);
  expect((await browser.send('confirmPassword', { body: { password: STAFF_PASSWORD } })).status).toBe(429);
  t.advance(HOUR);
});

test('staff members: a thief of session and password makes nobody a member who needs no second factor (decision 046)', async () => {
  const { browser: thief, member } = await add('owner');
  const host = await addMember(t.first, 'host');
  const factor = { totp_secret: 'x', totp_enabled_at: 1 };
  await t.first.services.db.updateTable('staff').set(factor).where('id', '=', member.id).execute();
  await thief.ask('confirmPassword', { body: { password: STAFF_PASSWORD } });
  const refused = { status: 403, body: { code: 'factor' } };

  const invited = { body: { email: 'thief@example.com', role: 'owner' } };
  expect(await thief.send('inviteMember', invited)).toMatchObject(refused);
  const params = { memberId: host.id };
  expect(await thief.send('changeMemberRole', { params, body: { role: 'owner' } })).toMatchObject(refused);
  expect(await thief.send('removeMember', { params })).toMatchObject(refused);
});

test('staff password: changing it needs the present one and ends all other sessions', async () => {
  const { browser, member } = await add('editor');
  const other = await signInAgain(t.first, member.id);
  const change = (password: string, newPassword: string) =>
    browser.send('changeStaffPassword', { body: { password, newPassword } });
  expect((await change('a wrong guess', 'another phrase of mine')).status).toBe(400);
  expect((await change(STAFF_PASSWORD, 'too short')).status).toBe(400);
  expect(await change(STAFF_PASSWORD, 'password1234')).toMatchObject({
    status: 400,
    body: { errors: { newPassword: 'This password is too easy to guess. Please choose another' } },
  });

  expect((await change(STAFF_PASSWORD, 'another phrase of mine')).status).toBe(200);

  expect((await other.send('getStaffMe')).status).toBe(401);
  expect((await browser.send('getStaffMe')).status).toBe(200);
  const signIn = (password: string) =>
    staffBrowser(t.first).send('signInStaff', { body: { email: member.email, password } });
  expect((await signIn(STAFF_PASSWORD)).status).toBe(401);
  expect((await signIn('another phrase of mine')).status).toBe(200);
});

test.each(['resend', 'revoke'])(
  'staff members: one who has to %s an invitation does not hold up their own removal',
  async (what) => {
    const { db } = t.first.services;
    await add('owner');
    const leaving = await addMember(t.first, 'owner');
    const { invitation } = await transact(t.first.services, (tx) =>
      inviteStaff(tx, { email: `${what}@example.com`, role: 'owner', invitedBy: leaving.id }),
    );
    const begun = Promise.withResolvers<void>();
    const change = transact(t.first.services, async (tx) => {
      if (what === 'resend') await renewInvitation(tx, invitation.id, leaving.id);
      else await revokeInvitation(tx.db, { id: invitation.id });
      begun.resolve();
      await delay(300);
      // As the audit of the call does.
      await lockMember(tx.db, leaving.id);
    });
    await begun.promise;
    await Promise.all([change, transact(t.first.services, (tx) => removeMember(tx, leaving.id))]);

    expect(await db.selectFrom('staff_invitations').select('id').where('id', '=', invitation.id).execute()).toEqual([]);
  },
);

test.each(['stage screen', 'link for a speaker', 'sign-in with a passkey'])(
  'staff members: a %s that is made meanwhile does not keep a member from being removed',
  async (what) => {
    const { db } = t.first.services;
    await add('owner');
    const leaving = await addMember(t.first, 'owner');
    const passkey = await db
      .insertInto('staff_passkeys')
      .values({
        ...{ id: randomUUID(), staff_id: leaving.id, name: 'Laptop', public_key: '', counter: 0, transports: '[]' },
        ...{ created_at: 0, last_used_at: null },
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const make = (tx: Transacting) => {
      if (what === 'stage screen') return createStageScreen(tx, { name: 'Foyer', createdBy: leaving.id });
      if (what !== 'link for a speaker') return usePasskey(tx, { passkey, challenge: passkey.id, counter: 0 });
      return createSummaryLink(tx, { contentId: 'opening', name: 'Ada', days: 7, createdBy: leaving.id });
    };
    // As the call does: the member is locked again at its end.
    const made = async (tx: Transacting) => {
      if (what === 'sign-in with a passkey') await delay(150);
      await make(tx);
      await delay(600);
      return lockMember(tx.db, leaving.id);
    };
    const removed = async (tx: Transacting) => {
      await lockManyAccounts(tx.db);
      await lockMember(tx.db, leaving.id);
      await delay(300);
      return removeMember(tx, leaving.id);
    };
    const failed = (work: Promise<unknown>) =>
      work.then(
        () => undefined,
        (error: Error) => error,
      );
    const both: ((tx: Transacting) => Promise<unknown>)[] = [made, removed];
    const [late, removal] = await Promise.all(both.map((work) => failed(transact(t.first.services, work))));

    expect(removal).toBeUndefined();
    // Not that the two have waited for each other.
    if (late) expect(late).toMatchObject({ kind: 'signedOut' });
    const sessions = db.selectFrom('staff_sessions').select('id').where('staff_id', '=', leaving.id);
    expect(await sessions.execute()).toEqual([]);
  },
);
