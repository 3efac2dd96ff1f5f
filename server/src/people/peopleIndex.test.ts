import { randomUUID } from 'node:crypto';
import { setImmediate as nextRound } from 'node:timers/promises';
import { repeatableRandom } from '@companion/testkit/repeatableRandom';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { type Insertable, type KyselyPlugin, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SLICE } from '../identity/accounts/accountSlices.ts';
import { containsText } from '../platform/db/containsText.ts';
import type { Database } from '../platform/db/schema.ts';
import { HOUR, MINUTE } from '../platform/time.ts';
import { personMatcher } from './matchesPerson.ts';
import { PeopleIndex } from './peopleIndex.ts';

let t: ServerTest;
let index: PeopleIndex;
beforeAll(async () => {
  t = await startServerTest();
  index = new PeopleIndex(t.services);
});
afterAll(() => t.stop());

const FIRST = ['Ada', 'Zoë', 'Bob', 'de la', 'ÅSA', '100%', 'x_y'];
const LAST = ['Lovelace', 'Ångström', 'ÖSTERBERG', 'Cruz', 'ada', "O'Neil"];
const ORGANIZATIONS = ['Cedar & Stone', 'Redwood', 'Red_Rock 100%', 'ÉCOLE', ''];
const SEARCHES = [
  ...['ada', 'ADA lovelace', 'ång', 'ÖST', 'zoë red', 'école', '100%', 'x_y', 'red_', '%', '_', 'cruz cedar', "o'n"],
  ...['@mail', '2025550', '(202) 555-0', '+1 202 555', '12', 'no one', 'a a a', '  bob  '],
];
const repeated = (seed: number) => {
  const random = repeatableRandom(seed);
  return <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(random('choice') * items.length)];
    if (item === undefined) throw new Error('There is nothing to choose from');
    return item;
  };
};
type Pick = ReturnType<typeof repeated>;
/** More than a search reads at once. */
const MANY = 2 * SLICE + 100;
const NUMBERS = Array.from({ length: 90 }, (_, n) => n);

const texts = (pick: Pick) => ({
  ...{ first_name: pick(FIRST), last_name: pick(LAST), organization_name: pick(ORGANIZATIONS) },
  ...{ email: `${pick(FIRST).replace(' ', '')}${pick(NUMBERS)}@mail.example`, organization_type: pick(['WOSB', '']) },
});
async function insert(pick: Pick): Promise<string> {
  const id = randomUUID();
  const phone = `+12025550${String(100 + pick(NUMBERS))}`;
  const { db } = t.services;
  const isTaken = await db.selectFrom('accounts').select('id').where('phone_e164', '=', phone).executeTakeFirst();
  const at = t.clock.now();
  await db
    .insertInto('accounts')
    .values({
      ...{ id, ...texts(pick), phone: '', phone_e164: isTaken ? null : phone, sms_enabled: 0 },
      ...{ registration_complete: pick([0, 1]), pre_event_complete: 0, post_event_complete: 0 },
      ...{ source: 'registration', created_at: at, updated_at: at },
    })
    .execute();
  return id;
}
/** As an import does. @returns their ids */
async function insertMany(): Promise<string[]> {
  const at = t.clock.now();
  const rows = Array.from(
    { length: MANY },
    (_, n): Insertable<Database['accounts']> => ({
      ...{ id: randomUUID(), first_name: 'Imported', last_name: String(n), email: `${n}@mail.example` },
      ...{ organization_name: '', organization_type: '', phone: '', phone_e164: null, sms_enabled: 0 },
      ...{ registration_complete: 0, pre_event_complete: 0, post_event_complete: 0 },
      ...{ source: 'eventbrite', created_at: at, updated_at: at },
    }),
  );
  for (let from = 0; from < MANY; from += 500) {
    await t.services.db
      .insertInto('accounts')
      .values(rows.slice(from, from + 500))
      .execute();
  }
  return rows.map(({ id }) => id);
}
const edit = (id: string, pick: Pick) =>
  t.services.db
    .updateTable('accounts')
    .set({ ...texts(pick), updated_at: t.clock.now() })
    .where('id', '=', id)
    .execute();
const remove = (id: string) => t.services.db.deleteFrom('accounts').where('id', '=', id).execute();

/** What a plain comparison of each row finds. */
async function model(search: string): Promise<string[]> {
  const columns = ['first_name', 'last_name', 'email', 'organization_name'];
  const words = search.split(/\s+/).filter(Boolean);
  const isIn = (word: string) =>
    sql`(${sql.join(
      columns.map((column) => containsText(column, word)),
      sql` or `,
    )})`;
  const digits = /^[+\d(][\d\s().+-]*$/.test(search) ? search.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '') : '';
  const hasPhone = digits.length >= 3 ? sql`phone_e164 like ${`%${digits}%`}` : sql`1 = 0`;
  const rows = await t.services.db
    .selectFrom('accounts')
    .select('id')
    .where(sql<boolean>`((${sql.join(words.map(isIn), sql` and `)}) or ${hasPhone})`)
    .execute();
  return rows.map(({ id }) => id).sort();
}
const found = async (search: string) => (await index.find(personMatcher(search), nextRound)).map(({ id }) => id);

test.each([1, 2, 3])(
  'people: after any changes a search finds whom a plain comparison finds, with seed %i',
  async (seed) => {
    const pick = repeated(seed);
    const ids: string[] = [];
    for (let round = 0; round < 60; round++) {
      const change = pick(['insert', 'insert', 'edit', 'edit', 'remove', 'exchange', 'wait'] as const);
      if (change === 'insert' || ids.length < 5) ids.push(await insert(pick));
      else if (change === 'wait') t.clock.advance(pick([1, MINUTE, HOUR]));
      else {
        const id = pick(ids);
        if (change === 'edit') await edit(id, pick);
        else {
          await remove(id);
          ids.splice(ids.indexOf(id), 1);
          // The number stays.
          if (change === 'exchange') ids.push(await insert(pick));
        }
      }
      const search = pick(SEARCHES);
      expect([search, (await found(search)).sort()]).toEqual([search, await model(search)]);
    }
  },
);

test('people: a name is found with and without its accents, and takes its place in the order when it gets them', async () => {
  const pick = repeated(10);
  const id = await insert(pick);
  const rename = (first_name: string, last_name: string) =>
    t.services.db
      .updateTable('accounts')
      .set({ first_name, last_name, updated_at: t.clock.now() })
      .where('id', '=', id)
      .execute();
  await rename('Jose', 'Nunez');
  expect(await found('josé núñez')).toEqual([id]);
  await rename('José', 'Núñez');
  expect(await found('jose nunez')).toEqual([id]);
  // The same name in parts, as a Mac types it.
  expect(await found('JOSÉ NÚÑEZ'.normalize('NFD'))).toEqual([id]);
  expect((await index.find((person) => person.id === id, nextRound))[0]?.name).toBe('núñez josé');
});

test('people: the order is that of the names, and stays while they change', async () => {
  const pick = repeated(4);
  const id = await insert(pick);
  const names = async () => (await index.find(() => true, nextRound)).map(({ name, id: of }) => `${name} ${of}`);
  expect(await names()).toEqual((await names()).toSorted());
  await t.services.db
    .updateTable('accounts')
    .set({ last_name: 'Aaa', first_name: 'Aaa', updated_at: t.clock.now() })
    .where('id', '=', id)
    .execute();
  expect((await names())[0]).toBe(`aaa aaa ${id}`);
});

test('people: searches at the same time share nothing that is half read, and see what was stored before them', async () => {
  const pick = repeated(5);
  await Promise.all(
    Array.from({ length: 12 }, async (_, round) => {
      const id = await insert(pick);
      if (round % 3 === 0) t.clock.advance(20 * MINUTE);
      expect(await index.find((person) => person.id === id, nextRound)).toHaveLength(1);
    }),
  );
});

test('people: once the clock is set back, changes of then are found', async () => {
  const pick = repeated(6);
  await index.find(() => true, nextRound);
  t.clock.set('2020-01-01T00:00:00Z');
  const id = await insert(pick);
  await edit(id, pick);
  expect(await index.find((person) => person.id === id, nextRound)).toHaveLength(1);
  await t.services.db
    .updateTable('accounts')
    .set({ last_name: 'Then', updated_at: t.clock.now() })
    .where('id', '=', id)
    .execute();
  expect((await index.find((person) => person.id === id, nextRound))[0]?.name).toContain('then');
});

test('people: what is written by hand is found after ten minutes, and no search waits for the reading', async () => {
  const pick = repeated(7);
  const id = await insert(pick);
  const name = async () => (await index.find((person) => person.id === id, nextRound))[0]?.name;
  // The accounts that changed a moment ago are read anyway.
  t.clock.advance(2 * MINUTE);
  await name();
  t.clock.advance(2 * MINUTE);
  await t.services.db.updateTable('accounts').set({ last_name: 'By Hand' }).where('id', '=', id).execute();
  expect(await name()).not.toContain('by hand');
  t.clock.advance(10 * MINUTE);
  await expect.poll(name).toContain('by hand');
});

test('people: who was exchanged for another by hand is found after ten minutes', async () => {
  const pick = repeated(8);
  const [removed, ...others] = (await index.find(() => true, nextRound)).map(({ id }) => id);
  const added = await insert(pick);
  await t.services.db.updateTable('accounts').set({ updated_at: 0 }).where('id', '=', added).execute();
  await remove(removed ?? '');
  t.clock.advance(10 * MINUTE);
  const found = async () => (await index.find(() => true, nextRound)).map(({ id }) => id).sort();
  await expect.poll(found).toEqual([...others, added].sort());
});

describe('people: after an import of thousands', () => {
  let read = 0;
  let imported: string[];
  const watched: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      read += result.rows.length;
      return result;
    },
  };
  beforeAll(async () => {
    index = new PeopleIndex({ ...t.services, db: t.services.db.withPlugin(watched) });
    await index.find(() => true, nextRound);
    imported = await insertMany();
  });
  const ids = async () => (await index.find(() => true, nextRound)).map(({ id }) => id);

  test('the next search finds them all', async () => {
    const found = new Set(await ids());
    expect(imported.filter((id) => !found.has(id))).toEqual([]);
  });

  test('no search of the next minute reads them all, and each finds what was changed before it', async () => {
    const pick = repeated(9);
    for (const id of imported.slice(0, 10)) {
      t.clock.advance(1);
      read = 0;
      await edit(id, pick);
      const name = (await index.find((person) => person.id === id, nextRound))[0]?.name;
      expect(name).not.toContain('imported');
      // A slice of those who were changed, and one that is read beside the searches.
      expect(read).toBeLessThanOrEqual(2 * SLICE);
    }
  });

  test('who is removed meanwhile is found no more', async () => {
    const [id = ''] = imported.splice(0, 1);
    await remove(id);
    expect(await ids()).not.toContain(id);
  });

  test('what was stored late is found once everyone was read beside the searches', async () => {
    const id = await insert(repeated(10));
    await t.services.db
      .updateTable('accounts')
      .set({ updated_at: t.clock.now() - MINUTE / 2 })
      .where('id', '=', id)
      .execute();
    await expect.poll(ids).toContain(id);
  });

  test('a minute later searches are exact again', async () => {
    t.clock.advance(2 * MINUTE);
    const everyone = await t.services.db.selectFrom('accounts').select('id').orderBy('id').execute();
    expect((await ids()).sort()).toEqual(everyone.map(({ id }) => id).sort());
  });
});
