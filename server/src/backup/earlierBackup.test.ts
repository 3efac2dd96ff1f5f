import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { runHere } from '@companion/testkit/runEvent';
import { ENGINES, makePlaceOf, OWN_ENGINE, type Place, settingsOf } from '@companion/testkit/testPlaces';
import { type Kysely, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { backupCommand, restoreCommand, verifyCommand } from '../cli/backupCommands.ts';
import { migrations } from '../platform/db/migrations.ts';
import { type Migrations, openDatabase, openDatabaseForCommand } from '../platform/openDatabase.ts';

/**
 * A backup that version 0.1.0 (commit 8b3d91f) has written on SQLite, with rows in every table: of the test pack, an
 * attendee made by its `attendFully`, another one with a question from the hall, and an owner who moderated it, put it
 * on stage, opened two polls, and made a stage screen, an invitation and a summary link.
 */
const OF_0_1_0 = join(import.meta.dirname, 'version-0.1.0.gz');

type Row = Record<string, unknown>;

/** Today's names, and those of version 0.1.0. */
const TABLES: Record<string, string> = {
  audience_questions: 'asks',
  audience_question_upvotes: 'ask_upvotes',
  stage_screens: 'staff_devices',
};
const COLUMNS: Record<string, string> = {
  'audience_question_upvotes.audience_question_id': 'ask_id',
  'login_phones.requested_at': 'tries_since',
  'ticket_fetches.requests': 'asks',
  'ticket_fetches.done_requests': 'done_asks',
};
const WORDS: Record<string, string> = {
  'changes.topic asks': 'audienceQuestions',
  'audit_log.entity ask': 'audienceQuestion',
  'audit_log.entity device': 'stageScreen',
  'audit_log.action createDevice': 'createStageScreen',
  'audit_log.action moderateAsks': 'moderateAudienceQuestions',
  'audit_log.action putAsksOnStage': 'putAudienceQuestionsOnStage',
};
/** What the migrations of today add. */
const ADDED_TABLES = [
  'announcement_messages',
  'announcement_opt_outs',
  'announcement_sendings',
  'announcements',
  'assets',
  'dismissals',
  'last_backup',
  'notice_settings',
  'own_calendars',
  'own_notes',
  'pack_files',
  'people_imports',
  'programme_draft',
  'programme_presence',
  'push_devices',
  'push_messages',
  'revisions',
  'safeguards',
  'saved_sessions',
  'session_notices',
  'stage_pairings',
  'stage_pictures',
  'told_notices',
  'withdrawn_answers',
];
const ADDED_COLUMNS: Record<string, (row: Row, isConfirmed: boolean) => unknown> = {
  'events.color': () => null,
  'events.logo': () => null,
  'events.names': () => null,
  'events.rooms': () => null,
  'link_tokens.shown': () => 0,
  'content.asset': () => null,
  'accounts.confirmed_at': ({ phone_proved_at }) => phone_proved_at,
  'accounts.dismissal_id': () => null,
  'accounts.blocked_at': () => null,
  'accounts.registered_from': () => null,
  'audit_log.choices': () => null,
  'stage.between_polls': () => null,
  standing: (_, isConfirmed) => (isConfirmed ? 'confirmed' : 'unconfirmed'),
  'audience_questions.upvotes': () => expect.any(Number),
  'audience_questions.confirmed_upvotes': () => expect.any(Number),
  'audience_questions.upvote_changes': () => 0,
};
/** What a restore ends (decision 046); it ends open invitations too, but they stay in the list. */
const ENDED = ['staff_sessions', 'staff_password_resets'];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'companion-earlier-'));
});
afterAll(() => rm(folder, { recursive: true }));
const places: Place[] = [];
afterEach(async () => {
  for (const place of places.splice(0)) await place.remove();
});

async function emptyPlace(engine = OWN_ENGINE): Promise<Place> {
  const place = await makePlaceOf(engine);
  places.push(place);
  return place;
}

const run = (words: string[], place: Place) =>
  runHere([backupCommand, restoreCommand, verifyCommand], words, settingsOf(place));

const linesOf = async (file: string) =>
  gunzipSync(await readFile(file))
    .toString('utf8')
    .trimEnd()
    .split('\n');

/** The rows of a backup by table, in the order of the file. */
async function readRows(file: string): Promise<Map<string, Row[]>> {
  const found = new Map<string, Row[]>();
  let columns: string[] = [];
  let rows: Row[] = [];
  for (const line of (await linesOf(file)).slice(1, -1)) {
    const value = JSON.parse(line);
    if (Array.isArray(value)) {
      rows.push(Object.fromEntries(columns.map((column, index) => [column, value[index]])));
    } else {
      [columns, rows] = [value.columns, []];
      found.set(value.table, rows);
    }
  }
  return found;
}

test.each(ENGINES)(
  'restore: a backup of version 0.1.0 restores into a new %s database, every row under the names of today (decision 018)',
  async (engine) => {
    const place = await emptyPlace(engine);

    const { code, output } = await run(['restore', OF_0_1_0], place);

    expect([code, output]).toEqual([0, expect.stringContaining('2 audience_questions, 1 audience_question_upvotes')]);
    const copy = join(folder, `${engine}.gz`);
    expect(await run(['backup', copy], place)).toMatchObject({ code: 0 });
    const [before, after] = [await readRows(OF_0_1_0), await readRows(copy)];
    for (const table of ADDED_TABLES) {
      expect([table, after.get(table)]).toEqual([table, []]);
      after.delete(table);
    }
    // Filled: people know the sessions as they are.
    const agenda = (after.get('content') ?? []).filter(({ type }) => type === 'Agenda').map(({ id }) => id);
    expect(
      after
        .get('told_sessions')
        ?.map(({ content_id }) => content_id)
        .sort(),
    ).toEqual(agenda.sort());
    after.delete('told_sessions');
    expect([...after.keys()].map((table) => TABLES[table] ?? table).sort()).toEqual([...before.keys()].sort());
    const confirmed = new Set((after.get('accounts') ?? []).map((row) => row.phone_proved_at !== null && row.id));
    expect(confirmed.size).toBeGreaterThan(1);
    for (const [table, rows] of after) {
      const earlier = before.get(TABLES[table] ?? table) ?? [];
      expect(earlier.length, table).toBeGreaterThan(0);
      if (ENDED.includes(table)) {
        expect(rows).toEqual([]);
        continue;
      }
      const expected = earlier.map((row, index) =>
        Object.fromEntries(
          Object.keys(rows[index] ?? {}).map((column) => {
            const added = ADDED_COLUMNS[`${table}.${column}`] ?? ADDED_COLUMNS[column];
            if (added) return [column, added(row, confirmed.has(String(row.account_id ?? row.id)))];
            const value = row[COLUMNS[`${table}.${column}`] ?? column];
            return [column, WORDS[`${table}.${column} ${value}`] ?? value];
          }),
        ),
      );
      if (table === 'staff_invitations') for (const row of expected) row.expires_at = expect.any(Number);
      // A backup has no order of rows: PostgreSQL moves those that a migration has filled.
      expect(rows, table).toHaveLength(expected.length);
      expect(rows, table).toEqual(expect.arrayContaining(expected));
    }
    // The server starts on it.
    await (await openDatabase(place.where)).close();
  },
);

test('verify: a backup of version 0.1.0 is complete', async () => {
  const { code, output } = await run(['verify', OF_0_1_0], await emptyPlace());

  expect([code, output]).toEqual([0, expect.stringMatching(/is complete: Test Summit, sqlite.*2 audience_questions/s)]);
});

test('restore: a backup of a version before 0.1.0 is rejected, with the version that reads it', async () => {
  const [header = '', ...lines] = await linesOf(OF_0_1_0);
  const { migrations, ...others } = JSON.parse(header);
  const older = JSON.stringify({ ...others, migrations: migrations.slice(0, -1) });
  const body = [older, ...lines.slice(0, -1)].map((line) => `${line}\n`).join('');
  const sha256 = createHash('sha256').update(body).digest('hex');
  const { rows } = JSON.parse(lines.at(-1) ?? '');
  const file = join(folder, 'older.gz');
  await writeFile(file, gzipSync(`${body}${JSON.stringify({ rows, sha256 })}\n`));
  const place = await emptyPlace();

  for (const word of ['verify', 'restore'])
    expect(await run([word, file], place)).toEqual({
      code: 1,
      output: `${file} is of a version before 0.1.0: its last migration is 0030_asks_by_time. Restore it with version 0.1.0, make a backup there, and use that one.`,
    });

  const { db, close } = await openDatabase(place.where, {});
  expect(await db.introspection.getTables()).toEqual([]);
  await close();
});

/** As version 0.1.0 left a database, as far as this test needs it. */
const earlierMigrations: Migrations = {
  '0001_initial': {
    up: async (db: Kysely<unknown>) => {
      await migrations['0001_tables']?.up(db);
      await db.schema.alterTable('audience_questions').renameTo('asks').execute();
      await db.schema.alterTable('accounts').addColumn('pending_phone', 'text').execute();
    },
  },
  '0031_registered_elsewhere': { up: async () => {} },
};

test('openDatabase: the tables of version 0.1.0 are rejected and left as they are; a backup of them restores (decision 018)', async () => {
  const place = await emptyPlace();
  const earlier = await openDatabase(place.where, earlierMigrations);
  await sql`insert into erasures (id, rows, erased_at) values ('one', 3, 4)`.execute(earlier.db);
  const tablesBefore = await earlier.db.introspection.getTables();
  await earlier.close();

  const where =
    OWN_ENGINE === 'sqlite'
      ? `DATA_DIR: the database ${join(place.where.folder, 'companion.sqlite')}`
      : 'DATABASE_URL: the database';
  const instead =
    OWN_ENGINE === 'sqlite' ? 'remove this folder, or set another one' : 'set the URL of an empty database';
  for (const open of [openDatabase, openDatabaseForCommand])
    await expect(open(place.where)).rejects.toThrow(
      `${where} has the tables of version 0.1.0, which this version cannot use. Nothing was changed. To keep the data: "npm run event -- backup FILE", then "npm run event -- restore FILE --force". To start without them: ${instead}.`,
    );

  const unchanged = await openDatabase(place.where, earlierMigrations);
  expect(await unchanged.db.introspection.getTables()).toEqual(tablesBefore);
  await unchanged.close();
  const file = join(folder, 'kept.gz');
  expect(await run(['backup', file], place)).toMatchObject({ code: 0 });
  expect(await run(['restore', file, '--force'], place)).toMatchObject({ code: 0 });
  const { db, close } = await openDatabase(place.where);
  expect(await db.selectFrom('erasures').selectAll().execute()).toEqual([{ id: 'one', rows: 3, erased_at: 4 }]);
  expect(await db.selectFrom('audience_questions').selectAll().execute()).toEqual([]);
  await close();
});
