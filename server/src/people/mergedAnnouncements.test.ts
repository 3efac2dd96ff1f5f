import { announce } from '@companion/testkit/announce';
import { outboxSettled } from '@companion/testkit/databaseChanges';
import { type SmtpPeer, startSmtpPeer } from '@companion/testkit/smtpPeer';
import { type StaffBrowser, signedInMember } from '@companion/testkit/staffBrowser';
import { startTwilioPeer, type TwilioPeer } from '@companion/testkit/twilioPeer';
import { startTwoNodes, type TwoNodes } from '@companion/testkit/twoNodes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { optOut } from '../announcements/optOut.ts';
import { queueMessages } from '../announcements/queueMessages.ts';
import { HOUR, SECOND } from '../platform/time.ts';
import { type Transacting, transact } from '../platform/transact.ts';
import { tellPeople } from '../sessionNotices/tellPeople.ts';
import { mergePeople } from './mergePeople.ts';

let nodes: TwoNodes;
let editor: StaffBrowser;
let twilio: TwilioPeer;
let smtp: SmtpPeer;
beforeAll(async () => {
  [twilio, smtp] = [await startTwilioPeer(), await startSmtpPeer({ auth: true })];
  const env = { ...twilio.settings, ...smtp.settings, SMS_PARTS_A_SECOND: '1000', LOG_LEVEL: 'silent' };
  nodes = await startTwoNodes(env);
  editor = (await signedInMember(nodes.first, 'editor')).browser;
});
afterAll(() => Promise.all([nodes.stop(), twilio.stop(), smtp.stop()]));

type Account = Awaited<ReturnType<typeof proved>>;
/** An account whose owner has proved the phone and the e-mail. */
async function proved() {
  const { profile, access_token: token } = await nodes.first.register();
  const all = { phone_proved_at: 1, email_proved_at: 1, confirmed_at: 1 };
  await nodes.first.services.db.updateTable('accounts').set(all).where('id', '=', profile.id).execute();
  return { ...profile, token };
}
async function merge(kept: Account, removed: Account): Promise<void> {
  const params = { personId: kept.id, removedId: removed.id };
  const { token } = (await editor.ask('getMergePreview', { params })).results;
  await editor.ask('mergePeople', { params, body: { token } });
}
const stateOf = async (id: string) => {
  const { announcements } = (await editor.ask('getAnnouncementList')).results;
  return announcements.find((one) => one.id === id)?.state;
};
/** Announces to everyone, by both ways. @returns how many messages each of the accounts got */
async function announced(...accounts: Account[]) {
  // The owner of an account that was merged is told so.
  await outboxSettled(nodes.first);
  for (const taken of [twilio.taken, smtp.taken]) taken.length = 0;
  const id = await announce(nodes.first, { sms: true, mail: true });
  await expect.poll(() => stateOf(id), { timeout: 20_000 }).toBe('shown');
  await outboxSettled(nodes.first);
  const texts = twilio.taken.splice(0).map(({ To }) => To);
  const mails = smtp.taken.splice(0).map(({ to }) => to);
  return accounts.map(({ phone, email }) => ({
    texts: texts.filter((to) => to === `+1${phone.replace(/\D/g, '')}`).length,
    mails: mails.filter((to) => to === email).length,
  }));
}
const mark = (account: Account, set: object) =>
  nodes.first.services.db.updateTable('accounts').set(set).where('id', '=', account.id).execute();

test.each(['kept', 'removed'] as const)(
  'merge: who unsubscribed with the %s account gets no mail afterwards',
  async (whose) => {
    const accounts = { kept: await proved(), removed: await proved() };
    await optOut(nodes.first.services, accounts[whose].id);
    await merge(accounts.kept, accounts.removed);

    expect(await announced(accounts.kept, accounts.removed)).toEqual([
      { texts: 1, mails: 0 },
      { texts: 0, mails: 0 },
    ]);
  },
);

test.each(['kept', 'removed'] as const)(
  'merge: who answered STOP with the %s account gets no text afterwards',
  async (whose) => {
    const accounts = { kept: await proved(), removed: await proved() };
    await mark(accounts[whose], { sms_undeliverable_at: 1, sms_undeliverable_code: '21610' });
    await merge(accounts.kept, accounts.removed);
    // Into a third account: it holds on.
    const third = await proved();
    await merge(third, accounts.kept);

    expect(await announced(third, accounts.kept)).toEqual([
      { texts: 0, mails: 1 },
      { texts: 0, mails: 0 },
    ]);
  },
);

test('merge: a phone that cannot be reached is no STOP, and two who unsubscribed are one', async () => {
  const [kept, removed] = [await proved(), await proved()];
  await mark(removed, { sms_undeliverable_at: 1, sms_undeliverable_code: '30003' });
  for (const { id } of [kept, removed]) await optOut(nodes.first.services, id);
  await merge(kept, removed);

  expect(await announced(kept)).toEqual([{ texts: 1, mails: 0 }]);
});

test('merge: an announcement under way reaches the person once, whichever account had it first', async () => {
  const { services, clock } = nodes.first;
  const { db } = services;
  const accounts = await Promise.all(Array.from({ length: 6 }, proved));
  const [first, second] = accounts.toSorted((a, b) => (a.id < b.id ? -1 : 1)).slice(-2);
  if (!first || !second) throw new Error('There are six accounts');
  // Accounts of other tests may be in the audience, too.
  const messages = () =>
    db
      .selectFrom('announcement_messages')
      .select('account_id')
      .where('announcement_id', '=', id)
      .where('account_id', 'in', [first.id, second.id])
      .execute();
  // The batch of the first account is out, and that of the second is not.
  clock.freeze(clock.now());
  const id = await announce(nodes.first);
  await db
    .insertInto('announcement_sendings')
    .values({ announcement_id: id, kind: 'sms', after_account: first.id, next_batch_at: clock.now() + 60 * SECOND })
    .execute();
  const told = { announcement_id: id, kind: 'sms', account_id: first.id, outbox_id: 'sent', created_at: 1 } as const;
  await db.insertInto('announcement_messages').values(told).execute();
  await merge(second, first);
  expect(await messages()).toEqual([{ account_id: second.id }]);

  nodes.advance(61 * SECOND);
  await expect
    .poll(async () => {
      await queueMessages(services, 'sms');
      return stateOf(id);
    })
    .toBe('shown');
  expect(await messages()).toEqual([{ account_id: second.id }]);
});

test('merge: an announcement that waits for the removed account reaches the kept one', async () => {
  const { services, clock } = nodes.first;
  const { db } = services;
  const [kept, removed] = (await Promise.all([proved(), proved()])).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  if (!kept || !removed) throw new Error('There are two accounts');
  clock.freeze(clock.now());
  const id = await announce(nodes.first);
  const messages = () =>
    db
      .selectFrom('announcement_messages')
      .innerJoin('outbox', 'outbox.id', 'outbox_id')
      .select(['announcement_messages.account_id', 'recipient'])
      .where('announcement_id', '=', id)
      .where('announcement_messages.account_id', 'in', [kept.id, removed.id])
      .execute();
  // The provider takes nothing for now.
  twilio.answer({ status: 503, code: 20500 });
  const sending = { announcement_id: id, kind: 'sms', after_account: kept.id, next_batch_at: clock.now() } as const;
  await db.insertInto('announcement_sendings').values(sending).execute();
  await queueMessages(services, 'sms');
  await expect.poll(async () => (await messages()).map(({ account_id }) => account_id)).toEqual([removed.id]);
  // All is in the outbox, and nothing more is put there for now.
  const left = db.selectFrom('announcement_sendings').select('kind').where('done_at', 'is', null);
  await expect.poll(() => left.execute()).toEqual([]);
  await db
    .updateTable('announcement_sendings')
    .set({ next_batch_at: clock.now() + 60 * SECOND })
    .execute();
  await db.updateTable('outbox').set({ leased_until: 0 }).where('sent_at', 'is', null).execute();
  await merge(kept, removed);
  expect(await messages()).toEqual([]);

  twilio.answer('take');
  nodes.advance(61 * SECOND);
  await expect
    .poll(async () => {
      await queueMessages(services, 'sms');
      return (await messages()).map(({ recipient }) => recipient);
    })
    .toEqual([`+1${kept.phone.replace(/\D/g, '')}`]);
});

/** Two accounts, the kept one first in the order in which people are told; only the other one has to do with the opening. */
async function passedAndComing() {
  const [kept, removed] = (await Promise.all([proved(), proved()])).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  if (!kept || !removed) throw new Error('There are two accounts');
  const item = { campaignId: 'agenda', contentId: 'opening' };
  await nodes.first.ask('createVote', { token: removed.token, body: { ...item, vote: 'up' } });
  await nodes.first.ask('saveSession', { token: removed.token, body: { ...item, saved: true } });
  const params = { personId: kept.id, removedId: removed.id };
  const { token } = (await editor.ask('getMergePreview', { params })).results;
  return { kept, mergeIn: (tx: Transacting) => mergePeople(tx, kept.id, removed.id, token) };
}

test('merge: a change that is being told reaches the kept account, also if it was passed before it had saved the session', async () => {
  const { services, clock } = nodes.first;
  const { kept, mergeIn } = await passedAndComing();
  const [id, times] = [`a change ${kept.id}`, { created_at: 1, ends_at: clock.now() + HOUR, done_at: null }];
  const notice = { id, kind: 'moved', content_id: 'opening', title: 'Moved', text: 'To Hall B.', ...times } as const;
  await transact(services, async (tx) => {
    await tx.db
      .insertInto('session_notices')
      .values({ ...notice, after_account: kept.id })
      .execute();
    await mergeIn(tx);
  });

  while (await tellPeople(services));
  const told = await services.db.selectFrom('told_notices').selectAll().where('notice_id', '=', id).execute();
  expect(told.map(({ account_id }) => account_id)).toEqual([kept.id]);
});

test('merge: an announcement to the people of a session reaches the kept account, also if it was passed before it was one of them', async () => {
  const { services, clock } = nodes.first;
  const { kept, mergeIn } = await passedAndComing();
  const id = await announce(nodes.first, { audience: 'session', audienceValue: 'opening' });
  const sending = { announcement_id: id, kind: 'sms', after_account: kept.id } as const;
  await transact(services, async (tx) => {
    await tx.db
      .insertInto('announcement_sendings')
      .values({ ...sending, next_batch_at: clock.now() })
      .execute();
    await mergeIn(tx);
  });

  await expect.poll(() => stateOf(id), { timeout: 20_000 }).toBe('shown');
  const sent = services.db.selectFrom('announcement_messages').selectAll().where('announcement_id', '=', id);
  expect(await sent.where('account_id', '=', kept.id).execute()).toMatchObject([{ kind: 'sms' }]);
});

test('merge: the sessions of the removed account end on both nodes, and those of the kept one show on both what has moved', async () => {
  const [kept, removed] = [await proved(), await proved()];
  const item = { campaignId: 'agenda', contentId: 'opening' };
  const voteOn = async (node: typeof nodes.second, { token }: Account) =>
    (await node.ask('getContent', { token })).results.find(({ id }) => id === item.contentId)?.vote;
  await nodes.first.ask('createVote', { token: removed.token, body: { ...item, vote: 'down' } });
  // Both nodes know both sessions, and what they have voted.
  for (const node of [nodes.first, nodes.second]) {
    expect([await voteOn(node, kept), await voteOn(node, removed)]).toEqual([null, 'down']);
  }

  await merge(kept, removed);
  nodes.advance(5 * SECOND);

  for (const node of [nodes.first, nodes.second]) {
    expect(await voteOn(node, kept)).toBe('down');
    expect((await node.send('getContent', { token: removed.token })).status).toBe(401);
    expect((await node.send('createVote', { token: removed.token, body: { ...item, vote: 'up' } })).status).toBe(401);
  }
});
