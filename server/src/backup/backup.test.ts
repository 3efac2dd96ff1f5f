import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import type { Credentials } from '@companion/contract/session';
import { apiClient } from '@companion/testkit/apiClient';
import { runEvent, runHere } from '@companion/testkit/runEvent';
import {
  makeProcessPlace,
  type ProcessPlace,
  type ServerProcess,
  spawnServer,
  untilReady,
} from '@companion/testkit/serverProcess';
import { ENGINES, type Engine, makePlaceOf, OWN_ENGINE, type Place, settingsOf } from '@companion/testkit/testPlaces';
import { attendee } from '@companion/testkit/testServer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backupCommand, restoreCommand } from '../cli/backupCommands.ts';
import { openDatabase } from '../platform/openDatabase.ts';
import { readLastBackup } from './lastBackup.ts';

const WRITERS = 8;
const ITEM = { campaignId: 'agenda', contentId: 'opening' };
/** Of a survey: polls for the stage are drafts. */
const QUESTION = { campaignId: 'pre-event', questionId: 'pre-yes' };

let program: ProcessPlace;
let source: Place;
let folder: string;
const running: ServerProcess[] = [];
const places: Place[] = [];
beforeAll(async () => {
  program = await makeProcessPlace();
  folder = await mkdtemp(join(tmpdir(), 'companion-backup-'));
  source = await newPlace(OWN_ENGINE);
});
afterAll(async () => {
  for (const server of running) await stop(server);
  for (const place of places) await place.remove();
  await rm(folder, { recursive: true });
  await program.remove();
});

async function newPlace(engine: Engine): Promise<Place> {
  const place = await makePlaceOf(engine);
  places.push(place);
  return place;
}

async function serve(place: Place): Promise<ServerProcess> {
  const server = await spawnServer(program, { ...settingsOf(place), SIGN_INS_PER_ADDRESS: '999999' });
  running.push(server);
  return untilReady(server);
}

async function stop(server: ServerProcess): Promise<void> {
  server.kill('SIGTERM');
  await server.exited;
}

/** What one person wrote: acknowledged, and possibly stored without an acknowledgement. */
interface Person {
  session: Credentials;
  /** Numbers of the last comment acknowledged before the backup began, and of the last one sent. */
  acknowledged: number;
  sent: number;
  answered: boolean;
}

/** Until `isOver`: registers people; each one answers and then changes a comment. */
async function write(url: string, people: Person[], isOver: () => boolean, hasBegun: () => boolean): Promise<void> {
  const { ask } = apiClient(url);
  while (!isOver()) {
    const session = await ask('createAccount', { body: attendee() });
    // Only what was acknowledged before the backup began must be in it.
    const person = { session, acknowledged: 0, sent: 0, answered: false };
    if (!hasBegun()) people.push(person);
    const token = session.access_token;
    const params = { questionId: QUESTION.questionId };
    await ask('answerQuestion', { token, params, body: { ...QUESTION, answers: ['yes'] } });
    if (!hasBegun()) person.answered = true;
    for (let number = 1; number <= 5; number++) {
      person.sent = number;
      await ask('updateComment', { token, body: { ...ITEM, comment: `comment ${number}` } });
      if (!hasBegun()) person.acknowledged = number;
    }
  }
}

const backup = (place: Place, name: string) =>
  runHere([backupCommand], ['backup', join(folder, name)], settingsOf(place));
const restore = (place: Place, name: string) =>
  runHere([restoreCommand], ['restore', join(folder, name)], settingsOf(place));
/** The rows of a backup, without header and trailer. */
const rowsOf = async (name: string) =>
  gunzipSync(await readFile(join(folder, name)))
    .toString('utf8')
    .split('\n')
    .slice(1, -2);

describe('backup: taken under load and', () => {
  const people: Person[] = [];
  beforeAll(async () => {
    const server = await serve(source);
    let begun = false;
    let over = false;
    const writers = Array.from({ length: WRITERS }, () =>
      write(
        server.url,
        people,
        () => over,
        () => begun,
      ),
    );
    while (people.length < 60) await delay(10);
    begun = true;
    // In a process of its own, so that the writers of this one go on.
    const { code, output } = await runEvent(['backup', join(folder, 'loaded.gz')], settingsOf(source));
    over = true;
    await Promise.all(writers);
    await stop(server);
    expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(/loaded\.gz holds .* accounts, /) });
  });

  test.each(ENGINES)(
    'restored into an empty %s database: it has all acknowledged writes, no partial transaction, and everyone is still signed in (decision 018)',
    async (engine) => {
      const place = await newPlace(engine);
      expect(await restore(place, 'loaded.gz')).toEqual({ code: 0, output: expect.stringMatching('is restored') });

      const server = await serve(place);
      const { ask } = apiClient(server.url);
      for (const { session, acknowledged, sent, answered } of people) {
        const token = session.access_token;
        const { results: profile } = await ask('getAccount', { token, params: { id: session.profile.id } });
        expect(profile).toEqual(session.profile);
        const { results: item } = await ask('getContentItem', { token, params: ITEM });
        const restored = Number(item.comment?.replace('comment ', '') ?? 0);
        expect([restored >= acknowledged, restored <= sent]).toEqual([true, true]);
        const { results: question } = await ask('getQuestion', { token, params: QUESTION });
        if (answered) expect(question.answered).toBe(true);
      }
      const [first] = people;
      const refreshed = await ask('refresh', { body: { refresh_token: first?.session.refresh_token } });
      expect(refreshed.profile).toEqual(first?.session.profile);
      await stop(server);

      // The writes of one call are one transaction.
      const { db, close } = await openDatabase(place.where);
      try {
        const ids = (table: 'consents' | 'sessions') => db.selectFrom(table).select('account_id as id').execute();
        const accounts = (await db.selectFrom('accounts').select('id').execute()).map(({ id }) => id).sort();
        expect((await ids('consents')).map(({ id }) => id).sort()).toEqual(accounts);
        expect((await ids('sessions')).map(({ id }) => id).sort()).toEqual(accounts);
      } finally {
        await close();
      }
    },
  );
});

test.each(ENGINES)(
  'backup: without writers, a backup of the restored %s database has the same rows',
  async (engine) => {
    const { db, close } = await openDatabase(source.where);
    // A restore ends the link for the first owner, which the server's start has made.
    await db.deleteFrom('staff_invitations').execute();
    await close();
    await backup(source, `before-${engine}.gz`);
    const place = await newPlace(engine);
    await restore(place, `before-${engine}.gz`);
    await backup(place, `after-${engine}.gz`);

    const rows = await rowsOf(`before-${engine}.gz`);
    expect(rows.length).toBeGreaterThan(100);
    expect(await rowsOf(`after-${engine}.gz`)).toEqual(rows);
  },
);

test.each(ENGINES.filter((engine) => engine !== OWN_ENGINE))(
  'backup: the rows are the same after a restore into %s and back',
  async (engine) => {
    const other = await newPlace(engine);
    await backup(source, 'there.gz');
    await restore(other, 'there.gz');
    await backup(other, 'back.gz');
    const again = await newPlace(OWN_ENGINE);
    await restore(again, 'back.gz');
    await backup(again, 'again.gz');

    expect(await rowsOf('again.gz')).toEqual(await rowsOf('there.gz'));
  },
);

test('backup: stores for the console when it was taken, and is complete in a database of another version too', async () => {
  const place = await newPlace(OWN_ENGINE);
  const opened = await openDatabase(place.where);
  const before = Date.now();
  // A server may be running.
  expect((await backup(place, 'first.gz')).code).toBe(0);
  const { takenAt, isOld } = await readLastBackup(opened.db, before);
  expect([takenAt !== null && takenAt >= before, isOld]).toEqual([true, false]);
  await opened.db.schema.dropTable('last_backup').execute();
  const { code, output } = await backup(place, 'second.gz');
  expect([code, output]).toEqual([0, expect.stringMatching(/does not know of this backup: .*last_backup/)]);
  expect(output).toContain('second.gz holds');
  await opened.close();
});
