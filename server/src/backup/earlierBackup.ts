import { FIRST_OF_0_1_0 } from '../platform/db/migrations.ts';
import { InputError } from '../platform/inputError.ts';
import type { BackedUpRow, BackupHeader, RowCounts } from './backupFormat.ts';

/*
 * Backups of version 0.1.0. Version 0.2.0 made its many migrations one, and renamed or removed some of its tables and
 * columns (decision 018).
 */

const LAST_OF_0_1_0 = '0031_registered_elsewhere';

/** The migration that makes the tables into which a backup of version 0.1.0 is read. */
export const TABLES_FOR_0_1_0 = '0001_tables';

interface Changes {
  table?: string;
  /** Null: removed. */
  columns?: Record<string, string | null>;
  /** By column: words that have another name in today's code. */
  values?: Record<string, Record<string, string>>;
}

const CHANGES: Record<string, Changes> = {
  accounts: { columns: { pending_phone: null, pending_phone_e164: null } },
  login_phones: { columns: { tries: null, tries_since: 'requested_at' } },
  ticket_fetches: { columns: { asks: 'requests', done_asks: 'done_requests', asked_at: null } },
  asks: { table: 'audience_questions' },
  ask_upvotes: { table: 'audience_question_upvotes', columns: { ask_id: 'audience_question_id' } },
  staff_devices: { table: 'stage_screens' },
  changes: { values: { topic: { asks: 'audienceQuestions' } } },
  audit_log: {
    values: {
      action: {
        moderateAsks: 'moderateAudienceQuestions',
        putAsksOnStage: 'putAudienceQuestionsOnStage',
        createDevice: 'createStageScreen',
        revokeDevice: 'revokeStageScreen',
      },
      entity: { ask: 'audienceQuestion', device: 'stageScreen' },
    },
  },
};

export const isEarlier = ({ migrations }: BackupHeader): boolean => migrations[0] === FIRST_OF_0_1_0;

/** @throws InputError when the backup is of a version before 0.1.0 */
export function checkEarlier(file: string, { migrations }: BackupHeader): void {
  if (migrations.includes(LAST_OF_0_1_0)) return;
  throw new InputError(
    `${file} is of a version before 0.1.0: its last migration is ${migrations.at(-1)}. ` +
      'Restore it with version 0.1.0, make a backup there, and use that one.',
  );
}

/** A row of version 0.1.0 as this version would have written it. */
export function translateRow({ table, columns, values }: BackedUpRow): BackedUpRow {
  const changes = CHANGES[table] ?? {};
  const translated: BackedUpRow = { table: changes.table ?? table, columns: [], values: [] };
  for (const [index, column] of columns.entries()) {
    const name = changes.columns?.[column];
    if (name === null) continue;
    const value = values[index] ?? null;
    translated.columns.push(name ?? column);
    translated.values.push(changes.values?.[column]?.[String(value)] ?? value);
  }
  return translated;
}

export const translateCounts = (rows: RowCounts): RowCounts =>
  Object.fromEntries(Object.entries(rows).map(([table, count]) => [CHANGES[table]?.table ?? table, count]));
