import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { describeRows } from '../backup/describeRows.ts';
import { recordBackup } from '../backup/lastBackup.ts';
import { readBackup } from '../backup/readBackup.ts';
import { restoreBackup } from '../backup/restoreBackup.ts';
import { writeBackup } from '../backup/writeBackup.ts';
import type { RestoredAccess } from '../identity/staff/endRestoredAccess.ts';
import { COMMAND_POOL } from '../platform/db/openPostgres.ts';
import { type OpenDatabase, openDatabase, openDatabaseAsItIs } from '../platform/openDatabase.ts';
import { type Config, readConfig } from '../platform/readConfig.ts';
import { isoTime } from '../platform/time.ts';
import { muteDueNotices } from '../sessionNotices/muteDueNotices.ts';
import { type Command, type CommandContext, CommandError, oneFile } from './command.ts';
import { findOldParts, writeFromSnapshot } from './writeNewFile.ts';

/** Writes one consistent snapshot of the database to a file that restores into either engine. */
export const backupCommand: Command = {
  name: 'backup',
  operands: 'OUT',
  summary: 'Writes a backup of the whole database to OUT; the server may keep running.',
  options: { force: { type: 'boolean', about: 'replaces OUT' } },
  async run({ positionals, values }, { env, now, print }) {
    const file = oneFile(positionals, env);
    const takenAt = now();
    const config = readConfig(env);
    await removeOldParts(file, takenAt, print);
    const rows = await writeFromSnapshot(config, file, values.force === true, (snapshot, stream) =>
      writeBackup(snapshot, stream, takenAt),
    );
    const problem = await tellConsole(config, takenAt);
    if (problem) print(`note: the console does not know of this backup: ${problem}`);
    print(`${file} holds ${describeRows(rows)}, as of ${isoTime(takenAt)}.`);
    print('TOKEN_SECRET is not part of the backup. Store it separately: without it, everyone has to sign in again.');
  },
};

/** Removes what backups have left that were killed. It does not prevent this one. */
async function removeOldParts(file: string, now: number, print: CommandContext['print']): Promise<void> {
  for (const part of await findOldParts(file, now)) {
    const problem = await rm(part).catch((error: Error) => error.message);
    print(
      problem === undefined
        ? `${part} is removed: it was never completed.`
        : `warning: ${part} was never completed, and cannot be removed: ${problem}`,
    );
  }
}

/**
 * Stores for the console when the backup was taken. The backup is complete without it: the tables may be those of another
 * version, or the database one that this command may only read.
 * @returns why it could not be stored
 */
async function tellConsole({ databaseUrl, dataDir }: Config, takenAt: number): Promise<string | undefined> {
  const opened = openDatabaseAsItIs({ url: databaseUrl, folder: dataDir });
  try {
    await recordBackup(opened.db, takenAt);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await opened.close();
  }
}

/** Checks a backup after it is written, for example in a cron job. */
export const verifyCommand: Command = {
  name: 'verify',
  operands: 'FILE',
  summary: 'Reads a backup from beginning to end and prints what it holds; changes nothing.',
  async run({ positionals }, { env, print }) {
    const file = oneFile(positionals, env);
    const { header, rows } = await readBackup(file);
    print(`${file} is complete: ${header.event ?? 'no event'}, ${header.engine}, taken ${header.takenAt}.`);
    print(`It holds ${describeRows(rows)}.`);
  },
};

const IGNORE_CONNECTIONS = 'ignore-connections';

/** Needs the servers stopped: on SQLite it locks the folder as a server does, on PostgreSQL it counts the connections. */
export const restoreCommand: Command = {
  name: 'restore',
  operands: 'FILE',
  summary: 'Restores a backup into the empty database, completely or not at all. Stop every server first.',
  options: {
    force: { type: 'boolean', about: 'replaces everything in a database that is not empty' },
    [IGNORE_CONNECTIONS]: {
      type: 'boolean',
      about: 'restores while others are connected to the database on PostgreSQL; only if none of them is a server',
    },
  },
  async run({ positionals, values }, { env, now, print }) {
    const file = oneFile(positionals, env);
    const config = readConfig(env);
    const place = { url: config.databaseUrl, folder: config.dataDir, pool: COMMAND_POOL };
    // Without migrations: the backup creates the tables.
    const opened = await openDatabase(place, {});
    try {
      if (values[IGNORE_CONNECTIONS] !== true) await rejectOthers(opened);
      const force = values.force === true;
      const options = { force, now: now(), muteDue: muteDueNotices };
      const { header, rows, staff } = await restoreBackup(opened, file, options);
      print(`${file}, taken ${header.takenAt}, is restored: ${describeRows(rows)}.`);
      for (const line of describeStaff(staff)) print(line);
    } finally {
      await opened.close();
    }
    if (!config.tokenSecret && !existsSync(join(config.dataDir, 'token-secret'))) {
      print(
        'warning: TOKEN_SECRET is not set. Set it to the value that the server had when the backup was taken: without',
      );
      print('it, everyone has to sign in again, and messages that were still waiting cannot be sent.');
    }
  },
};

/** What the backup restores of the staff's access, and what the operator must repeat because it was done after the backup. */
function describeStaff({ members, stageScreens, endedSessions, endedInvitations }: RestoredAccess): string[] {
  if (members === 0) return [];
  const screens = `Stage screens: ${stageScreens}, also those that were revoked since. Revoke them again in the console.`;
  return [
    `Members of the staff: ${members}, with the roles, passwords and passkeys of that time. See staff list, and remove who has left since.`,
    `Ended: staff sessions, ${endedSessions}; open invitations, ${endedInvitations}, which owners can send again; all links for lost passwords.`,
    ...(stageScreens > 0 ? [screens] : []),
  ];
}

/** Connections of a program that has just been stopped end within this time. */
const ENDING_MS = 2000;
const COUNT_INTERVAL_MS = 100;

/** A server that runs on goes on with what it knew of the event before, and its people write into the restored one. */
async function rejectOthers(opened: OpenDatabase): Promise<void> {
  let others = await countOthers(opened);
  for (let waited = 0; others > 0 && waited < ENDING_MS; waited += COUNT_INTERVAL_MS) {
    await delay(COUNT_INTERVAL_MS);
    others = await countOthers(opened);
  }
  if (others === 0) return;
  throw new CommandError(
    `DATABASE_URL: other connections are open on this database: ${others}. Nothing was changed. Stop every server, ` +
      `then run the command again; add --${IGNORE_CONNECTIONS} if they are of other programs.`,
  );
}

async function countOthers({ db, engine }: OpenDatabase): Promise<number> {
  if (engine === 'sqlite') return 0;
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`.execute(db);
  return rows[0]?.count ?? 0;
}

export const backupCommands: Command[] = [backupCommand, restoreCommand, verifyCommand];
