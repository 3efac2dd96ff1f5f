import { filledPhone } from '@companion/testkit/fillDatabase';
import { type FilledServer, openFilledServer } from '@companion/testkit/filledServer';
import { readSignIn } from '@companion/testkit/readSignIn';
import { makePlace } from '@companion/testkit/testDatabase';
import { attendee } from '@companion/testkit/testServer';
import { CompiledQuery, createQueryId, type KyselyPlugin, type RootOperationNode, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inviteNext } from './attendees/invite.ts';
import { endFetch, leaseFetch } from './attendees/ticketFetches.ts';
import { countAudienceQuestions } from './audienceQuestions/stageBoard.ts';
import { failMessage, leaseMessages, markSent, retryLater } from './messages/outbox.ts';
import { countInSlices, readLastHour } from './overview/readOverview.ts';
import { StandIn } from './platform/db/compiledOnce.ts';
import { DAY } from './platform/time.ts';
import { autocommit } from './platform/transact.ts';
import { countAnswers } from './polls/countAnswers.ts';
import { sweep } from './sweep.ts';

const OPENING = { campaignId: 'agenda', contentId: 'opening' };
/** Tables whose size depends on the programme and its changes only, and the one row of what staff have set. */
const OF_THE_EVENT = [
  ...['events', 'campaigns', 'questions', 'polls', 'stage', 'content', 'session_notices', 'safeguards'],
];

/** Partial indexes of pending work in its order: they are read from the start. */
const QUEUES = /INDEX (accounts_to_invite|ticket_fetches_due)$/;

/** Records every statement that the server sends. */
class Statements implements KyselyPlugin {
  readonly nodes: RootOperationNode[] = [];
  transformQuery({ node }: { node: RootOperationNode }) {
    this.nodes.push(node);
    return node;
  }
  async transformResult({ result }: Parameters<KyselyPlugin['transformResult']>[0]) {
    return result;
  }
}

const statements = new Statements();
let place: Awaited<ReturnType<typeof makePlace>>;
let t: FilledServer;
beforeAll(async () => {
  place = await makePlace();
  t = await openFilledServer(place.where, { people: 1000, plugin: statements });
});
afterAll(async () => {
  await t.close();
  await place.remove();
});

/** The plan of each statement that `work` sends. */
async function plansOf(work: () => Promise<unknown>): Promise<Map<string, string[]>> {
  statements.nodes.length = 0;
  await work();
  const sent = statements.nodes.splice(0).map((node) => t.db.getExecutor().compileQuery(node, createQueryId()));
  return t.db.transaction().execute(async (trx) => {
    // PostgreSQL prefers to scan small tables; this test checks whether an index could be used.
    if (t.engine === 'postgres') await sql`set local enable_seqscan = off`.execute(trx);
    if (t.engine === 'postgres') await sql`set local enable_sort = off`.execute(trx);
    const explain = t.engine === 'postgres' ? 'explain' : 'explain query plan';
    const plans = new Map<string, string[]>();
    for (const query of sent) {
      // What is compiled once has no values yet: this is a text and a number.
      const values = query.parameters.map((value) => (value instanceof StandIn ? '0' : value));
      const explained = CompiledQuery.raw(`${explain} ${query.sql}`, values);
      const { rows } = await trx.executeQuery<Record<string, unknown>>(explained);
      plans.set(
        query.sql,
        rows.map((row) => String(row.detail ?? row['QUERY PLAN'])),
      );
    }
    return plans;
  });
}

/** The steps that scan a whole table or index that grows with the number of people. */
const scans = (plan: string[]): string[] =>
  plan.filter((step) => {
    const [, table] = /^SCAN (\w+)/.exec(step) ?? /Seq Scan on (\w+)/.exec(step) ?? [];
    const isSmall =
      table === undefined || [...OF_THE_EVENT, 'CONSTANT', 'counted', 'newest', 'own', 'ask'].includes(table);
    return !isSmall && !QUEUES.test(step);
  });

const sorts = (plan: string[]): string[] => plan.filter((step) => /USE TEMP B-TREE|\bSort\b/.test(step));

/** Signs a person in as the app does. */
async function signIn(phone: string) {
  await t.ask('login', { body: { phone } });
  const { code, linkToken } = readSignIn(await t.readMessage(phone));
  return { linkToken, ...(await t.ask('smsLogin', { body: { phone, code } })) };
}

test('growth: no call of an attendee scans a table that grows with the number of people', async () => {
  const fields = { ...attendee(), phone: '(202) 999-0001' };
  const plans = await plansOf(async () => {
    const registered = await t.ask('createAccount', { body: fields, headers: { 'idempotency-key': 'a registration' } });
    const { access_token: token, linkToken, profile } = await signIn(filledPhone(500));
    await t.ask('autologin', { body: { token: linkToken } });
    await t.ask('confirmRegistration', { token, params: { id: profile.id }, body: { mine: true } });
    await t.ask('getContent', { token });
    await t.ask('getContentItem', { token, params: OPENING });
    await t.ask('getQuestions', { token });
    const answer = { campaignId: 'polls', questionId: 'poll-a', answers: ['yes'], comment: '' };
    await t.ask('answerQuestion', { token, params: { questionId: 'poll-a' }, body: answer });
    await t.ask('createVote', { token, body: { ...OPENING, vote: 'up' } });
    await t.ask('createComment', { token, body: { ...OPENING, comment: 'Good' } });
    const asked = await t.ask('createAudienceQuestion', { token, body: { contentId: 'opening', text: 'Why?' } });
    await t.ask('upvoteAudienceQuestion', {
      token,
      params: { audienceQuestionId: asked.results.id },
      body: { upvoted: true },
    });
    await t.ask('getAudienceQuestions', { token, params: { contentId: 'opening' } });
    await t.ask('sendFeedback', { token, body: { message: 'Good' }, headers: { 'idempotency-key': 'feedback' } });
    await t.ask('shareMail', { token, body: { ...OPENING, to: 'friend@example.com' } });
    const own = { token: registered.access_token, params: { id: registered.profile.id } };
    await t.ask('getAccount', own);
    await t.ask('updateAccount', { ...own, body: { ...fields, phone: '(202) 999-0002' } });
    await t.ask('sendResetPassword', { body: { email: fields.email } });
    const [, resetToken = ''] = /token=([\w-]+)/.exec(await t.readMessage(fields.email)) ?? [];
    await t.ask('validateToken', { body: { token: resetToken } });
    const newPassword = 'correct horse battery';
    await t.ask('resetPassword', { body: { resetToken, newPassword, confirmPassword: newPassword } });
    const renewed = await t.ask('refresh', { body: { refresh_token: (await signIn(filledPhone(501))).refresh_token } });
    await t.ask('logout', { body: { refresh_token: renewed.refresh_token, token: linkToken } });
  });

  expect(plans.size).toBeGreaterThan(30);
  for (const [statement, plan] of plans) expect(scans(plan), `${statement}\n${plan.join('\n')}`).toEqual([]);
});

test('growth: background work scans no table, and sorts nothing', async () => {
  const { services } = t;
  const lease = () =>
    autocommit(services, (db) => leaseMessages(db, services, { kind: 'sms', max: 10, leaseFor: 1000 }));
  const plans = await plansOf(async () => {
    const [first, second, third] = await lease();
    if (!first || !second || !third) throw new Error('Nothing was leased');
    await autocommit(services, async (db) => {
      await markSent(db, first.id, null, services.now());
      await retryLater(db, second, 'busy', services.now());
      await failMessage(db, third.id, 'gone', services.now());
      await leaseFetch(db, services.now(), 1000);
      await endFetch(db, 'orders/1', { done_requests: 1, attempts: 0, last_error: null });
      await endFetch(db, 'orders/1', { next_attempt_at: services.now(), last_error: 'busy' });
      await endFetch(db, 'orders/1', { failed_at: sql`case when requests = 1 then 1 end`, last_error: 'gone' });
    });
    await inviteNext(services, {}, 10);
    await countAnswers(services.db, { campaignId: 'polls', questionId: 'poll-a' });
    await countAudienceQuestions(services.db);
    await countInSlices(services.db, 0, 100);
    await readLastHour(services.db, services.now());
    await t.app.inject('/metrics');
    await sweep(services);
    t.advance(31 * DAY);
    // All have expired, so this drops them.
    expect(await lease()).toEqual([]);
    await sweep(services);
  });

  for (const table of ['idempotency_keys', 'rate_limits', 'login_codes', 'sessions', 'password_resets'] as const) {
    expect(await t.db.selectFrom(table).select(sql.lit(1).as('one')).execute(), table).toEqual([]);
  }
  expect(plans.size).toBeGreaterThan(20);
  for (const [statement, plan] of plans) {
    const described = `${statement}\n${plan.join('\n')}`;
    expect([...scans(plan), ...sorts(plan)], described).toEqual([]);
    // By its id: otherwise the index of all pending messages is scanned.
    if (statement.startsWith('update "outbox"')) expect(described).toMatch(/sqlite_autoindex_outbox_1|outbox_pkey/);
  }
});
