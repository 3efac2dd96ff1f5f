import type { SharedItem } from '@companion/contract/live';
import { changeItem } from '@companion/testkit/changeItem';
import { repeatableRandom } from '@companion/testkit/repeatableRandom';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readContentList } from '../content/contentQueries.ts';
import { recordChange } from '../platform/recordChange.ts';
import { transact } from '../platform/transact.ts';
import { AgendaChanges, differenceOf } from './agendaChanges.ts';

let t: ServerTest;
beforeAll(async () => {
  t = await startServerTest();
});
afterAll(() => t.stop());

const publish = (id: string, fields: { title?: string; body?: string; hidden?: 0 | 1 }) =>
  transact(t.services, async (tx) => {
    await tx.db.updateTable('content').set(fields).where('id', '=', id).execute();
    await recordChange(tx, 'agenda', 'summit');
  });

test('agenda changes: name what differs from the revision before, and nothing of anyone (decision 063)', async () => {
  const { db } = t.services;
  const changes = new AgendaChanges(readContentList);
  const first = await changes.read(db);
  expect(first.changed).toBeUndefined();
  await publish('opening', { title: 'Opening, moved' });

  const { revision, changed } = await changes.read(db);

  expect(revision).toBeGreaterThan(first.revision);
  expect(changed).toMatchObject({ since: first.revision, removed: [] });
  expect(changed?.items).toEqual([expect.objectContaining({ id: 'opening', title: 'Opening, moved', after: null })]);
  expect(changed?.items[0]).not.toHaveProperty('vote');
  expect(await changes.read(db)).toEqual({ revision, changed });

  await publish('closing', { hidden: 1 });
  expect((await changes.read(db)).changed).toMatchObject({ since: revision, removed: ['closing'] });
});

test('agenda changes: what was removed before is marked, since its votes and notes are not in the frame', async () => {
  const { db } = t.services;
  const changes = new AgendaChanges(readContentList);
  await changes.read(db);
  await changeItem(t, 'opening', { hidden: 1 });
  await changes.read(db);
  await changeItem(t, 'opening', { hidden: 0 });
  expect((await changes.read(db)).changed?.items).toEqual([expect.objectContaining({ id: 'opening', isBack: true })]);

  const row = await db.selectFrom('content').selectAll().where('id', '=', 'opening').executeTakeFirstOrThrow();
  await db
    .insertInto('content')
    .values({ ...row, id: 'new', revision: 0 })
    .execute();
  await changeItem(t, 'opening', { title: 'Opening, again' });
  const { changed } = await changes.read(db);
  expect(changed?.items.map(({ id }) => id).sort()).toEqual(['new', 'opening']);
  for (const item of changed?.items ?? []) expect(item).not.toHaveProperty('isBack');
});

test('agenda changes: what is too long for a frame is left out, and the list is read (decision 063)', async () => {
  const { db } = t.services;
  const changes = new AgendaChanges(readContentList);
  await changes.read(db);
  await publish('opening', { body: 'x'.repeat(9000) });
  expect((await changes.read(db)).changed).toBeUndefined();
});

test('agenda changes: they make any list any other', () => {
  const random = repeatableRandom(63);
  const list = () => {
    const ids = [...'abcdefgh'].filter(() => random('has') < 0.7).toSorted(() => random('order') - 0.5);
    return ids.map((id) => ({ id, title: random('title') < 0.5 ? 'One' : 'Other' }) as SharedItem); // No more is used.
  };
  for (let round = 0; round < 200; round++) {
    const [before, after] = [list(), list()];
    const { removed, items } = differenceOf(before, after);
    const changed = before.filter(({ id }) => !removed.includes(id) && items.every((item) => item.id !== id));
    for (const { after: place, ...item } of items) {
      changed.splice(place === null ? 0 : changed.findIndex(({ id }) => id === place) + 1, 0, item);
    }
    expect(changed).toEqual(after);
    if (JSON.stringify(before) === JSON.stringify(after)) expect(items).toEqual([]);
  }
});
