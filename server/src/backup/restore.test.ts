import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { fillWithPeople } from '@companion/testkit/fillWithPeople';
import { runHere } from '@companion/testkit/runEvent';
import { makePlaceOf, OWN_ENGINE, type Place, settingsOf } from '@companion/testkit/testPlaces';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { backupCommand, restoreCommand, verifyCommand } from '../cli/backupCommands.ts';
import { migrations } from '../platform/db/migrations.ts';
import { type Migrations, type OpenDatabase, openDatabase } from '../platform/openDatabase.ts';
import { muteDueNotices } from '../sessionNotices/muteDueNotices.ts';
import { restoreBackup } from './restoreBackup.ts';

const PEOPLE = 20;

let folder: string;
let source: Place;
let good: string;
let lines: string[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'companion-restore-'));
  good = join(folder, 'good.gz');
  source = await filledPlace();
  await run(['backup', good], source);
  lines = gunzipSync(await readFile(good))
    .toString('utf8')
    .trimEnd()
    .split('\n');
});
const places: Place[] = [];
afterEach(async () => {
  for (const place of places.splice(0)) await place.remove();
});
afterAll(async () => {
  await source.remove();
  await rm(folder, { recursive: true });
});

const run = (words: string[], place: Place) =>
  runHere([backupCommand, restoreCommand, verifyCommand], words, settingsOf(place));

async function filledPlace(): Promise<Place> {
  const place = await makePlaceOf(OWN_ENGINE);
  const { db, close } = await openDatabase(place.where);
  await fillWithPeople(db, PEOPLE);
  await close();
  return place;
}

async function emptyPlace(): Promise<Place> {
  const place = await makePlaceOf(OWN_ENGINE);
  places.push(place);
  return place;
}

/** Every row that a backup of the place would hold, but for when one was taken; undefined if it has no tables. */
async function rowsIn(place: Place): Promise<string[] | undefined> {
  const file = join(folder, 'rows.gz');
  const { code } = await run(['backup', file, '--force'], place);
  if (code !== 0) return undefined;
  const rows = gunzipSync(await readFile(file))
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .slice(1, -1);
  return rows.filter((row, index) => !(row.startsWith('[') && rows[index - 1]?.includes('"last_backup"')));
}

/** Writes these lines with a matching trailer, as a forger would. */
async function forge(name: string, changed: string[], rows?: Record<string, number>): Promise<string> {
  const body = changed.slice(0, -1).map((line) => `${line}\n`);
  const sha256 = createHash('sha256').update(body.join('')).digest('hex');
  const counted = rows ?? JSON.parse(changed.at(-1) ?? '').rows;
  const file = join(folder, name);
  await writeFile(file, gzipSync(`${body.join('')}${JSON.stringify({ rows: counted, sha256 })}\n`));
  return file;
}

const pack = async (name: string, text: string | Buffer) => {
  const file = join(folder, name);
  await writeFile(file, gzipSync(text));
  return file;
};

describe('restore: an unusable file is rejected by name, and nothing is written', () => {
  async function expectRejected(file: string, why: RegExp): Promise<void> {
    const place = await emptyPlace();
    for (const word of ['verify', 'restore']) {
      const { code, output } = await run([word, file], place);
      expect([code, output]).toEqual([1, expect.stringMatching(why)]);
      expect(output).toContain(file);
    }
    expect(await rowsIn(place)).toBeUndefined();
  }

  test('cut short at any point', async () => {
    const bytes = await readFile(good);
    const file = join(folder, 'cut.gz');
    for (const part of [0.05, 0.3, 0.7, 0.99]) {
      await writeFile(file, bytes.subarray(0, Math.floor(bytes.length * part)));
      await expectRejected(file, /is cut short/);
    }
    await writeFile(file, '');
    await expectRejected(file, /is cut short/);
    // Cut before compression.
    await expectRejected(
      await pack(
        'cut.gz',
        lines
          .slice(0, -1)
          .map((line) => `${line}\n`)
          .join(''),
      ),
      /is cut short/,
    );
    await expectRejected(await pack('cut.gz', `${lines.slice(0, 5).join('\n')}`), /is cut short/);
  });

  test('altered as a file or in its text', async () => {
    const bytes = await readFile(good);
    bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 0xff, bytes.length >> 1);
    const file = join(folder, 'flipped.gz');
    await writeFile(file, bytes);
    await expectRejected(file, /is damaged/);
    const text = `${lines.join('\n')}\n`;
    await expectRejected(
      await pack('edited.gz', text.replace('Person 7', 'Person 8')),
      /is damaged: its checksum differs/,
    );
    await expectRejected(await pack('more.gz', `${text}[1]\n`), /is damaged: there is data after its end/);
    await expectRejected(await forge('less.gz', lines.toSpliced(4, 1)), /is damaged: rows are missing/);
  });

  test('not a backup', async () => {
    const file = join(folder, 'other');
    await writeFile(file, 'name,email\n');
    await expectRejected(file, /is not a backup of this program/);
    await expectRejected(await pack('other.gz', '{"hello":1}\n'), /is not a backup of this program/);
    await expectRejected(await pack('other.gz', 'PGDMP'), /cut short|not a backup/);
    await expectRejected(join(folder, 'nothing.gz'), /there is no such file/);
    await mkdir(join(folder, 'a-folder'), { recursive: true });
    await expectRejected(join(folder, 'a-folder'), /cannot be read/);
  });

  test('of a later version, whose migration is named', async () => {
    const header = JSON.parse(lines[0] ?? '');
    const later = { ...header, migrations: [...header.migrations, '9999_future'] };
    await expectRejected(
      await forge('later.gz', [JSON.stringify(later), ...lines.slice(1)]),
      /later version.*9999_future/,
    );
    const format = { ...header, version: 2 };
    await expectRejected(await forge('later.gz', [JSON.stringify(format), ...lines.slice(1)]), /later version/);
  });
});

test('restore: a database that is not empty is left unchanged; --force replaces all of it', async () => {
  const place = await emptyPlace();
  const opened = await openDatabase(place.where);
  await fillWithPeople(opened.db, 3);
  await opened.close();
  const before = await rowsIn(place);

  const { code, output } = await run(['restore', good], place);
  expect([code, output]).toEqual([1, expect.stringMatching(/not empty: it holds 3 accounts, .*--force/)]);
  expect(await rowsIn(place)).toEqual(before);

  expect((await run(['restore', good, '--force'], place)).code).toBe(0);
  expect(await rowsIn(place)).toEqual(lines.slice(1, -1));
});

test('restore: a backup that the database rejects half-way changes nothing', async () => {
  const place = await emptyPlace();
  await run(['restore', good], place);
  // The last answer belongs to no account.
  const answer = lines.findLastIndex((line) => line.startsWith('["person-'));
  const orphan = lines.with(answer, (lines[answer] ?? '').replace(/person-\d+/, 'no-account'));

  const { code, output } = await run(['restore', await forge('orphan.gz', orphan), '--force'], place);

  expect([code, output]).toEqual([
    1,
    expect.stringMatching(/orphan\.gz cannot be restored, and nothing was changed: /),
  ]);
  expect(await rowsIn(place)).toEqual(lines.slice(1, -1));
});

test('restore: later migrations are applied to a backup of an older version', async () => {
  const old = await emptyPlace();
  const opened = await openDatabase(old.where);
  await opened.db
    .insertInto('accounts')
    .values({ ...person, id: 'of-old', email_key: 'old@example.com' })
    .execute();
  await opened.close();
  const file = join(folder, 'old.gz');
  expect(await run(['backup', file], old)).toMatchObject({ code: 0 });
  const later: Migrations = {
    ...migrations,
    '9999_later': {
      up: async ({ schema }) => {
        await schema.alterTable('accounts').addColumn('badge', 'text').execute();
        await schema.createTable('badges').addColumn('id', 'text').execute();
      },
    },
  };

  const place = await emptyPlace();
  const restored = await openDatabase(place.where, {});
  await restoreBackup(restored, file, { force: false, now: Date.now(), muteDue: muteDueNotices, migrations: later });
  await restored.close();

  const { db, close } = await openDatabase(place.where, later);
  const accounts = await sql`select id, email_key, badge from accounts`.execute(db);
  expect(accounts.rows).toEqual([{ id: 'of-old', email_key: 'old@example.com', badge: null }]);
  expect((await sql`select id from badges`.execute(db)).rows).toEqual([]);
  await close();
});

/** An owner, whose id is `ann`. */
async function addAnn(db: OpenDatabase['db']) {
  const at = { created_at: 1, updated_at: 1 };
  const secrets = { password_hash: 'hash', totp_secret: null, totp_enabled_at: null };
  const ann = {
    id: 'ann',
    email: 'ann@example.com',
    email_key: 'ann@example.com',
    name: 'Ann',
    role: 'owner' as const,
  };
  await db
    .insertInto('staff')
    .values({ ...ann, ...secrets, ...at, removed_at: null })
    .execute();
  return ann;
}

test('restore: ends what it brings back of the staff’s access, and says who is a member again (decision 046)', async () => {
  const place = await emptyPlace();
  const opened = await openDatabase(place.where);
  const ann = await addAnn(opened.db);
  const session = { id: 's', staff_id: 'ann', token_hash: 't', needs_second_factor: 0 as const, user_agent: '' };
  await opened.db
    .insertInto('staff_sessions')
    .values({ ...session, created_at: 1, last_used_at: 1, confirmed_at: 1 })
    .execute();
  const invitation = { token_hash: 'i', email: 'b@example.com', email_key: 'b@example.com', role: 'host' as const };
  const lasts = { created_at: 1, expires_at: Date.now() + 1_000_000_000 };
  await opened.db
    .insertInto('staff_invitations')
    .values({ id: 'i', ...invitation, invited_by: 'ann', ...lasts })
    .execute();
  await opened.db
    .insertInto('staff_password_resets')
    .values({ token_hash: 'r', email_key: ann.email_key, staff_id: 'ann', created_at: 1 })
    .execute();
  await opened.db
    .insertInto('stage_screens')
    .values({ id: 'd', name: 'Hall', key_hash: 'k', created_by: 'ann', created_at: 1, last_used_at: null })
    .execute();
  await opened.close();
  const file = join(folder, 'staff.gz');
  await run(['backup', file], place);

  const { code, output } = await run(['restore', file, '--force'], place);

  expect(code).toBe(0);
  expect(output).toContain('Members of the staff: 1, with the roles, passwords and passkeys of that time.');
  expect(output).toContain('Ended: staff sessions, 1; open invitations, 1,');
  expect(output).toContain('Stage screens: 1, also those that were revoked since.');
  const { db, close } = await openDatabase(place.where);
  const left = await Promise.all(
    (['staff', 'stage_screens', 'staff_invitations', 'staff_sessions', 'staff_password_resets'] as const).map(
      async (table) => (await db.selectFrom(table).selectAll().execute()).length,
    ),
  );
  expect(left).toEqual([1, 1, 1, 0, 0]);
  const { expires_at } = await db.selectFrom('staff_invitations').select('expires_at').executeTakeFirstOrThrow();
  expect(expires_at).toBeLessThanOrEqual(Date.now());
  await close();
});

test('restore: what was to be pushed before it is not pushed again, what is due later is', async () => {
  const place = await filledPlace();
  places.push(place);
  const opened = await openDatabase(place.where);
  const { id } = await opened.db.selectFrom('accounts').select('id').executeTakeFirstOrThrow();
  const times = { created_at: 1, expires_at: Date.now() + 1_000_000_000 };
  await opened.db
    .insertInto('sessions')
    .values({
      id: 's',
      account_id: id,
      ...times,
      ...{ proved: 0, generation: 0, rotated_at: 1, previous_rotated_at: 1, ended_at: null },
    })
    .execute();
  await opened.db
    .insertInto('push_devices')
    .values({ id: 'd', account_id: id, session_id: 's', endpoint: 'e', p256dh: 'p', auth: 'a', created_at: 1 })
    .execute();
  const rows = [Date.now() - 1000, Date.now() + 500_000_000].map((next_attempt_at) => ({
    ...{ source: next_attempt_at < Date.now() ? 'due' : 'later', device_id: 'd', payload: '{}', next_attempt_at },
    ...{ expires_at: times.expires_at, done_at: null },
  }));
  await opened.db.insertInto('push_messages').values(rows).execute();
  // A notice that not all have been told yet.
  const session = { id: 'talk', campaign_id: 'agenda', position: 0, type: 'Agenda', category: 'Day 1', title: 'Talk' };
  await opened.db
    .insertInto('content')
    .values({ ...session, body: '', speaker_ids: '[]', hidden: 0 })
    .execute();
  const saved = { account_id: id, content_id: 'talk', saved: 1 as const, standing: 'confirmed' as const };
  await opened.db
    .insertInto('saved_sessions')
    .values({ ...saved, created_at: 1, updated_at: 1 })
    .execute();
  const notice = {
    id: 'moved',
    kind: 'moved' as const,
    content_id: 'talk',
    title: 'Moved',
    text: 'Now',
    created_at: 1,
  };
  await opened.db
    .insertInto('session_notices')
    .values({ ...notice, ends_at: times.expires_at, done_at: null })
    .execute();
  await addAnn(opened.db);
  // Announced since the backup, or to be announced.
  for (const [name, sends_at] of [
    ['announced', Date.now() - 1000],
    ['planned', Date.now() + 500_000_000],
  ] as const) {
    const about = { id: name, title: '', text: 'Lunch', content_id: null, created_by: 'ann' };
    await opened.db
      .insertInto('announcements')
      .values({
        ...about,
        audience: 'all',
        audience_value: '',
        sends_at,
        ends_at: times.expires_at,
        created_at: 1,
        updated_at: 1,
      })
      .execute();
    await opened.db.insertInto('announcement_sendings').values({ announcement_id: name, kind: 'push' }).execute();
  }
  await opened.close();
  const file = join(folder, 'pushes.gz');
  await run(['backup', file], place);

  expect(await run(['restore', file, '--force'], place)).toMatchObject({ code: 0 });

  const { db, close } = await openDatabase(place.where);
  const waiting = await db.selectFrom('push_messages').select('source').where('done_at', 'is', null).execute();
  expect(waiting).toEqual([{ source: 'later' }]);
  const given = await db.selectFrom('push_messages').select('source').where('done_at', 'is not', null).execute();
  expect(given.map(({ source: of }) => of).sort()).toEqual(['due', 'moved']);
  const announcing = db.selectFrom('announcement_sendings').select('announcement_id').where('done_at', 'is', null);
  expect(await announcing.execute()).toEqual([{ announcement_id: 'planned' }]);
  await close();
});

test('restore: it fails while a server uses the database, and changes nothing', async () => {
  const place = await emptyPlace();
  const server = await openDatabase(place.where);
  await fillWithPeople(server.db, 3);
  const before = await rowsIn(place);
  const { code, output } = await run(['restore', good, '--force'], place);

  const why = OWN_ENGINE === 'sqlite' ? /^DATA_DIR: .* in use/ : /other connections are open on this database: \d+\. /;
  expect([code, output]).toEqual([1, expect.stringMatching(why)]);
  expect(await rowsIn(place)).toEqual(before);
  await server.close();
});

/** The columns of an account that have no default. */
const person = {
  first_name: 'Old',
  last_name: 'Timer',
  email: 'old@example.com',
  phone: '',
  organization_name: 'Then',
  organization_type: 'MBE',
  registration_complete: 0,
  pre_event_complete: 0,
  post_event_complete: 0,
  sms_enabled: 0,
  source: 'registration',
  created_at: 1,
  updated_at: 1,
} as const;
