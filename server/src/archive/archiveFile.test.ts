import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillWithPeople } from '@companion/testkit/fillWithPeople';
import { inMemory } from '@companion/testkit/inMemory';
import { type PushPeer, startPushPeer } from '@companion/testkit/pushPeer';
import { readZip } from '@companion/testkit/readZip';
import { runEvent, runHere } from '@companion/testkit/runEvent';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { settingsOf } from '@companion/testkit/settingsOf';
import { makeMigratedPlace } from '@companion/testkit/testDatabase';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportArchiveCommand } from '../cli/dataCommands.ts';
import { openDatabase } from '../platform/openDatabase.ts';

type Row = Record<string, unknown>;

const NOW = Date.parse('2031-06-10T16:30:00.000Z');

let t: ServerTest;
let peer: PushPeer;
let folder: string;
beforeAll(async () => {
  peer = await startPushPeer();
  t = await startServerTest(peer.settings);
  folder = await mkdtemp(join(tmpdir(), 'companion-archive-'));
});
afterAll(async () => {
  await t.stop();
  await peer.stop();
  await rm(folder, { recursive: true });
});

const archive = (name: string, ...more: string[]) =>
  runHere([exportArchiveCommand], ['export', 'archive', join(folder, name), ...more], settingsOf(t), () => NOW);

test('archive: it holds no secret', async () => {
  const { id, phone } = (await t.register()).profile;
  const { code, linkToken } = await t.requestSignIn(phone);
  const session = await t.ask('smsLogin', { body: { phone, code } });
  await t.ask('confirmRegistration', { token: session.access_token, params: { id }, body: { mine: true } });
  await t.services.db.updateTable('accounts').set({ password_hash: '$argon2id$secret' }).execute();
  const browser = peer.subscribe();
  await t.ask('savePushDevice', { token: session.access_token, body: browser });
  const note = { campaignId: 'agenda', contentId: 'opening', note: 'A note of nobody else', before: [] };
  await t.ask('saveOwnNote', { token: session.access_token, body: note });
  await archive('secrets.zip');
  const all = [...(await readZip(join(folder, 'secrets.zip'))).values()].join('\n');

  const sealed = await t.services.db.selectFrom('outbox').select('text').execute();
  const hashed = await t.services.db.selectFrom('login_codes').select('code_hmac as text').execute();
  const tokens = await t.services.db.selectFrom('link_tokens').select('token_hash as text').execute();
  const secrets = [...sealed, ...hashed, ...tokens].map(({ text }) => text);
  secrets.push(...Object.values(browser), note.note);
  for (const secret of [...secrets, code, linkToken, session.refresh_token, '$argon2id', 'sign-in link']) {
    expect(all).not.toContain(secret);
  }
});

test('archive: the same data give the same file; only --force replaces one, and only its owner can read it', async () => {
  expect(await archive('same.zip')).toMatchObject({ code: 0 });
  const first = await readFile(join(folder, 'same.zip'));
  expect((await stat(join(folder, 'same.zip'))).mode & 0o777).toBe(0o600);

  expect(await archive('same.zip')).toEqual({ code: 1, output: expect.stringMatching(/exists already.*--force/) });
  expect(await archive('same.zip', '--force')).toMatchObject({ code: 0 });
  expect(first.equals(await readFile(join(folder, 'same.zip')))).toBe(true);
});

test('archive: while people register, every table is of the same moment', async () => {
  let over = false;
  let registered = 0;
  let duringExports = 0;
  const writers = Array.from({ length: 2 }, async () => {
    for (; !over; registered++) await t.register();
  });
  try {
    for (let round = 0; round < 3; round++) {
      const before = registered;
      await archive('moving.zip', '--force');
      duringExports += registered - before;
      const moving = await readZip(join(folder, 'moving.zip'));
      const ids = (table: string): string[] =>
        (JSON.parse(moving.get(`json/${table}.json`) ?? '') as Row[]).map((row) => String(row.account_id)).sort();
      expect(ids('consents')).toEqual(ids('accounts'));
      const inCsv: Row[] = parse(moving.get('csv/accounts.csv') ?? '', { bom: true, columns: true });
      expect(inCsv.map((row) => row.account_id).sort()).toEqual(ids('accounts'));
    }
  } finally {
    over = true;
    await Promise.all(writers);
  }
  expect(duringExports).toBeGreaterThan(0);
});

describe('archive: 50,000 answers', () => {
  let large: Awaited<ReturnType<typeof makeMigratedPlace>>;
  let env: Record<string, string>;
  beforeAll(async () => {
    large = await makeMigratedPlace();
    const { db, close } = await openDatabase(large.where);
    await fillWithPeople(db, 3125, { answersEach: 16, commentLength: 400 });
    await close();
    env = {
      ...settingsOf(t),
      DATA_DIR: large.where.folder,
      ...(large.where.url ? { DATABASE_URL: large.where.url } : {}),
    };
  });
  afterAll(() => large.remove());

  test('are written within 64 MB of memory', async () => {
    const { code, output } = await runEvent(['export', 'archive', join(folder, 'large.zip')], inMemory(env, 64));

    expect([code, output]).toEqual([0, expect.stringMatching(/3,125 accounts, 50,000 answers/)]);
    const answers: Row[] = JSON.parse((await readZip(join(folder, 'large.zip'))).get('json/answers.json') ?? '');
    expect(new Set(answers.map((row) => `${row.account_id} ${row.question_id}`)).size).toBe(50_000);
  });

  test('on a full disk: the error is reported, and no part of the file remains', async () => {
    const before = await readdir(folder);
    const file = join(folder, 'full.zip');
    const { code, output } = await runEvent(['export', 'archive', file], env, { fileLimit: 64 });

    expect([code, output]).toEqual([1, `${file} cannot be written: EFBIG: file too large.`]);
    expect(await readdir(folder)).toEqual(before);
  });
});
