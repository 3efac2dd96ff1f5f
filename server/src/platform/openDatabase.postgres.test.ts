import { makePlace } from '@companion/testkit/testDatabase';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from './openDatabase.ts';

let place: Awaited<ReturnType<typeof makePlace>>;
beforeEach(async () => {
  place = await makePlace();
});
afterEach(() => place.remove());

test('openDatabase: tables of another program, and a role that may make none, are named with what to do', async () => {
  const client = new pg.Client(place.where.url);
  await client.connect();
  try {
    await client.query('create table accounts (id int)');
    await expect(openDatabase(place.where)).rejects.toThrow(
      'DATABASE_URL: the tables cannot be used: relation "accounts" already exists. It has tables of another program: ' +
        'set the URL of an empty database.',
    );
    await client.query(`
      create role without_rights login password 'x';
      drop table accounts;
      revoke create on schema public from public`);
    const url = Object.assign(new URL(place.where.url ?? ''), { username: 'without_rights', password: 'x' });
    await expect(openDatabase({ ...place.where, url: url.href })).rejects.toThrow(
      /^DATABASE_URL: the tables cannot be used: permission denied .* The role of DATABASE_URL must own the database/,
    );
  } finally {
    await client.query('drop role if exists without_rights');
    await client.end();
  }
});
