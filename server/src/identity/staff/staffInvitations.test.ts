import { CHECK, refusal } from '@companion/testkit/apiClient';
import { changesDuring, countsOf } from '@companion/testkit/databaseChanges';
import { addMember, signedInMember, staffBrowser } from '@companion/testkit/staffBrowser';
import { startTwoNodes, type TwoNodes } from '@companion/testkit/twoNodes';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { HOUR, MINUTE } from '../../platform/time.ts';
import { transact } from '../../platform/transact.ts';
import { removeMember } from './changeMembers.ts';
import { inviteStaff, listInvitations, makeFirstOwnerLink } from './staffInvitations.ts';

let t: TwoNodes;
beforeAll(async () => {
  t = await startTwoNodes();
});
afterAll(() => t.stop());

const GONE = 'This invitation is no longer valid. Please ask for a new one.';
const PASSWORD = 'a phrase of my own';
let people = 0;

async function invite(email = `person.${people++}@example.com`, invitedBy: string | null = null) {
  const { link } = await transact(t.first.services, (tx) => inviteStaff(tx, { email, role: 'editor', invitedBy }));
  return { email, link, token: link.split('#token=')[1] ?? '' };
}

const accept = (token: string, url = t.first.url, password = PASSWORD) =>
  staffBrowser({ url }).send('acceptInvitation', { body: { token, name: 'Mia Host', password } });
const read = (token: string) => staffBrowser(t.first).send('getInvitation', { body: { token } });

test('staff invitation: shows e-mail and role; accepting it makes the member and signs them in (decision 046)', async () => {
  const { email, token } = await invite();
  expect(await read(token)).toEqual({ status: 200, body: { results: { email, role: 'editor' } } });
  const browser = staffBrowser(t.first);

  const body = { token, name: ' Mia Host ', password: PASSWORD };
  const changes = countsOf(await changesDuring(t.first, () => browser.ask('acceptInvitation', { body })));

  expect(changes).toEqual({ staff: '+1', staff_invitations: '-1', staff_sessions: '+1', audit_log: '+1' });
  const { results: member } = await browser.ask('getStaffMe');
  expect(member).toEqual({ id: expect.any(String), email, name: 'Mia Host', role: 'editor' });
  const again = staffBrowser(t.first);
  expect((await again.send('signInStaff', { body: { email, password: PASSWORD } })).status).toBe(200);
});

test('staff invitation: opening the link and reading it 20 times spends nothing', async () => {
  const { link, token } = await invite();
  const changes = await changesDuring(t.first, async () => {
    for (let i = 0; i < 20; i++) {
      await fetch(link);
      for (const path of ['invitation', 'invitation/accept']) {
        expect((await fetch(`${t.first.url}/api/staff/${path}?token=${token}`)).status).toBe(404);
      }
      expect((await read(token)).status).toBe(200);
    }
  });

  expect(changes).toEqual({});
  expect((await accept(token)).status).toBe(201);
});

test('staff invitation: of 20 parallel uses on two nodes one makes a member, and it opens nothing again', async () => {
  const { email, token } = await invite();

  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, index) => accept(token, index % 2 ? t.first.url : t.secondUrl)),
  );

  expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 19 }, () => 404)]);
  const members = await t.first.services.db.selectFrom('staff').selectAll().where('email', '=', email).execute();
  expect(members).toHaveLength(1);
  expect(await accept(token)).toEqual(refusal(404, GONE));
  expect(await read(token)).toEqual(refusal(404, GONE));
});

test('staff invitation: ends after 48 hours, with a newer one, and with its sender', async () => {
  const [late, first] = [await invite(), await invite()];
  t.advance(48 * HOUR - MINUTE);
  expect((await read(late.token)).status).toBe(200);
  t.advance(MINUTE);
  expect(await accept(late.token)).toEqual(refusal(404, GONE));

  const replaced = await invite(first.email);
  const newer = await invite(first.email.toUpperCase());
  expect(await accept(replaced.token)).toEqual(refusal(404, GONE));
  expect((await accept(newer.token)).status).toBe(201);

  const sender = await addMember(t.first, 'owner');
  await addMember(t.first, 'owner');
  const { token } = await invite(undefined, sender.id);
  await transact(t.first.services, (tx) => removeMember(tx, sender.id));
  expect(await accept(token)).toEqual(refusal(404, GONE));
});

test('staff invitation: a member cannot be invited again, in any spelling of the e-mail', async () => {
  const { member } = await signedInMember(t.first, 'host');
  await expect(invite(member.email.toUpperCase())).rejects.toMatchObject({ kind: 'conflict' });
});

test('staff invitation: an invented token is refused, and a short or common password spends nothing', async () => {
  const { email, token } = await invite();
  for (const invented of [
    'x',
    token.slice(0, -1),
    `${token}x`,
    token.toUpperCase(),
    token.split('').reverse().join(''),
  ]) {
    expect(await accept(invented)).toEqual(refusal(404, GONE));
  }

  const short = { password: 'Must be 12 characters or more' };
  expect(await accept(token, t.first.url, 'only eleven')).toEqual(refusal(400, CHECK, short));
  const easy = { password: 'This password is too easy to guess. Please choose another' };
  for (const password of ['PasswordPassword', '121212121212', email.toUpperCase()]) {
    expect(await accept(token, t.first.url, password)).toEqual(refusal(400, `${easy.password}.`, easy));
  }
  expect((await accept(token)).status).toBe(201);
});

test('staff invitation: two parallel invitations of one person leave one', async () => {
  const email = `person.${people++}@example.com`;
  const invitations = await Promise.all([invite(email), invite(email), invite(email)]);

  const replies = await Promise.all(invitations.map(({ token }) => read(token)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('first owner: the greeting’s link works once, until anyone is a member, and the newest one only (decision 064)', async () => {
  const fresh = await startTwoNodes();
  onTestFinished(() => fresh.stop());
  const makeLink = async () => {
    const link = await transact(fresh.first.services, makeFirstOwnerLink);
    return link?.split('#token=')[1];
  };
  const join = (token: string | undefined, url: string, email?: string) =>
    staffBrowser({ url }).send('acceptInvitation', { body: { token, name: 'Ann Owner', password: PASSWORD, email } });
  const { first, secondUrl } = fresh;
  const [older, newer] = [await makeLink(), await makeLink()];
  expect(await join(older, first.url, 'ann@example.com')).toEqual(refusal(404, GONE));
  const invited = await transact(first.services, (tx) =>
    inviteStaff(tx, { email: 'ben@example.com', role: 'owner', invitedBy: null }),
  );

  const shown = await staffBrowser(first).send('getInvitation', { body: { token: newer } });
  expect(shown).toEqual({ status: 200, body: { results: { email: '', role: 'owner' } } });
  expect(await join(newer, first.url)).toEqual(refusal(400, CHECK, { email: 'Required' }));
  expect(await join(newer, first.url, 'ann')).toEqual(refusal(400, CHECK, { email: 'Invalid email address' }));
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      join(newer, index % 2 ? first.url : secondUrl, `ann.${index}@example.com`),
    ),
  );

  expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 404)]);
  expect(await first.services.db.selectFrom('staff').select('role').execute()).toEqual([{ role: 'owner' }]);
  expect(await makeLink()).toBeUndefined();
  expect((await join(invited.link.split('#token=')[1], first.url)).status).toBe(201);
});

test('first owner: an invitation that is accepted first ends the greeting’s link', async () => {
  const fresh = await startTwoNodes();
  onTestFinished(() => fresh.stop());
  const { services, url } = fresh.first;
  const [link, invited] = await transact(services, async (tx) => [
    await makeFirstOwnerLink(tx),
    await inviteStaff(tx, { email: 'ben@example.com', role: 'owner', invitedBy: null }),
  ]);
  expect(await listInvitations(services.db)).toEqual([expect.objectContaining({ email: 'ben@example.com' })]);
  expect((await accept(invited.link.split('#token=')[1] ?? '', url)).status).toBe(201);

  const token = link?.split('#token=')[1];
  expect(await staffBrowser(fresh.first).send('getInvitation', { body: { token } })).toEqual(refusal(404, GONE));
  const body = { token, name: 'Mallory', email: 'mallory@example.com', password: PASSWORD };
  expect(await staffBrowser(fresh.first).send('acceptInvitation', { body })).toEqual(refusal(404, GONE));
  expect(await services.db.selectFrom('staff').select('email').execute()).toEqual([{ email: 'ben@example.com' }]);
});
