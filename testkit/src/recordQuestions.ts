import type { OpenDatabase } from '@companion/server/platform/openDatabase';
import { recordChange } from '@companion/server/platform/recordChange';

/** Records a change of the questions that a test has written to the database itself: nodes keep what they have read. */
export const recordQuestions = (db: OpenDatabase['db']): Promise<void> =>
  db.transaction().execute((trx) => recordChange({ db: trx, now: Date.now }, 'questions', 'test'));
