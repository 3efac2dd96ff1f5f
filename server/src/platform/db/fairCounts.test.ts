import { makePlaceOf, OWN_ENGINE, type Place } from '@companion/testkit/testPlaces';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Migrations, openDatabase } from '../openDatabase.ts';
import { migrations } from './migrations.ts';

/** Those of version 0.2.0. */
const OF_0_2_0: Migrations = Object.fromEntries(Object.entries(migrations).filter(([name]) => name === '0001_tables'));

let place: Place;
beforeAll(async () => {
  place = await makePlaceOf(OWN_ENGINE);
});
afterAll(() => place.remove());

/** Accounts of version 0.2.0 that have all sent the same. */
async function fill(db: Kysely<never>): Promise<void> {
  const insert = (table: string, row: Record<string, string | number | null>) =>
    sql`insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
      values (${sql.join(Object.values(row))})`.execute(db);
  const names = { first_name: 'A', last_name: 'B', email: '', organization_name: 'C', organization_type: 'WOSB' };
  const flags = { pre_event_complete: 0, post_event_complete: 0, sms_enabled: 1 };
  const account = (id: string, proved: number | null, complete: number, source: string) =>
    insert('accounts', {
      ...{ id, ...names, ...flags, phone: '', phone_proved_at: proved, registration_complete: complete, source },
      ...{ created_at: 1, updated_at: 7 },
    });
  await account('unproved', null, 1, 'registration');
  await account('proved', 5, 1, 'registration');
  await account('activated', null, 1, 'eventbrite');
  await account('cancelled', null, 1, 'eventbrite');
  await account('prepared', null, 0, 'eventbrite');
  const ticket = { source: 'eventbrite', order_id: '', ticket_type: '', phone: '', email_key: '', ...names };
  for (const id of ['activated', 'cancelled', 'prepared'])
    await insert('tickets', {
      ...{ ...ticket, external_id: id, account_id: id, status: id === 'cancelled' ? 'cancelled' : 'valid' },
      ...{ imported_at: 1, updated_at: 1 },
    });
  await insert('campaigns', { id: 'polls', title: 'Polls', position: 0, hidden: 0 });
  const question = { campaign_id: 'polls', position: 0, question: 'Q', type: 'yes-no', options: '[]', hidden: 0 };
  await insert('questions', { id: 'q', ...question });
  const item = { campaign_id: 'agenda', position: 0, type: 'event', category: 'Day 1', title: 'T', body: '' };
  await insert('content', { id: 'c', ...item, speaker_ids: '[]', hidden: 0 });
  const asked = { content_id: 'c', text: 'Why?', state: 'shown', created_at: 1, updated_at: 1 };
  await insert('audience_questions', { id: 'a', account_id: 'proved', ...asked });
  for (const account_id of ['unproved', 'proved', 'activated', 'cancelled', 'prepared']) {
    const times = { created_at: 1, updated_at: 1 };
    const answer = { question_id: 'q', campaign_id: 'polls', answers: '["yes"]', comment: '', created_at: 1 };
    await insert('answers', { account_id, ...answer });
    await insert('votes', { account_id, content_id: 'c', vote: 'up', ...times });
    await insert('comments', { account_id, content_id: 'c', comment: 'Good', ...times });
    await insert('audience_question_upvotes', { account_id, audience_question_id: 'a', created_at: 1 });
  }
}

test('0002_fair_counts: accounts with a proved phone or an activated ticket are confirmed with all that they have sent, and upvotes are counted (decision 056)', async () => {
  const earlier = await openDatabase(place.where, OF_0_2_0);
  await fill(earlier.db as unknown as Kysely<never>);
  await earlier.close();

  const { db, close } = await openDatabase(place.where);

  const accounts = await db.selectFrom('accounts').select(['id', 'confirmed_at']).orderBy('id').execute();
  expect(accounts).toEqual([
    { id: 'activated', confirmed_at: 7 },
    { id: 'cancelled', confirmed_at: null },
    { id: 'prepared', confirmed_at: null },
    { id: 'proved', confirmed_at: 5 },
    { id: 'unproved', confirmed_at: null },
  ]);
  for (const table of ['answers', 'votes', 'comments', 'audience_question_upvotes'] as const) {
    const rows = await db.selectFrom(table).select(['account_id', 'standing']).orderBy('account_id').execute();
    const standings = ['confirmed', 'unconfirmed', 'unconfirmed', 'confirmed', 'unconfirmed'];
    expect([table, rows.map(({ standing }) => standing)]).toEqual([table, standings]);
  }
  expect(
    await db
      .selectFrom('audience_questions')
      .select(['standing', 'upvotes', 'confirmed_upvotes', 'upvote_changes'])
      .execute(),
  ).toEqual([{ standing: 'confirmed', upvotes: 5, confirmed_upvotes: 2, upvote_changes: 0 }]);
  await close();
});
