import { makePlace } from '@companion/testkit/testDatabase';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { openDatabase } from '../openDatabase.ts';
import { flag, migrate, type Row, table, text } from './table.ts';

let remove = async () => {};
afterEach(() => remove());

test('migrate: a later migration adds the columns, indexes and tables that are declared since it (decision 002)', async () => {
  const tables = {
    halls: table({
      id: text().primaryKey(),
      name: text(),
      floor: text<'upper' | 'lower'>().nullable().since('2'),
      open: flag().default(1).since('2').indexed(),
    }).index(['name', 'floor'], { where: 'floor is not null', since: '2' }),
    seats: table({ hall_id: text().references('halls.id', 'cascade'), number: text() }, '2').primaryKey(
      'hall_id',
      'number',
    ),
  };
  const place = await makePlace();
  const { db, close } = await openDatabase(place.where, {});
  remove = () => close().finally(place.remove);
  const read = async () => (await sql<Row<typeof tables.halls>>`select * from halls`.execute(db)).rows;

  await migrate(db, tables, '0001_tables');
  await sql`insert into halls (id, name) values ('a', 'Aula')`.execute(db);
  expect(await read()).toEqual([{ id: 'a', name: 'Aula' }]);

  await migrate(db, tables, '2');
  expect(await read()).toEqual([{ id: 'a', name: 'Aula', floor: null, open: 1 }]);
  await sql`insert into seats (hall_id, number) values ('a', '1')`.execute(db);
  await expect(sql`insert into seats (hall_id, number) values ('a', '1')`.execute(db)).rejects.toThrow(/unique/i);
  await sql`drop index halls_by_open`.execute(db);
  await sql`drop index halls_by_name_floor`.execute(db);
  await sql`delete from halls`.execute(db);
  expect((await sql`select * from seats`.execute(db)).rows).toEqual([]);
});
