import type { Migration } from 'kysely/migration';
import { initial } from './0001_initial.ts';
import { feedbackSharePasswords } from './0002_feedback_share_passwords.ts';

/** In order. A migration that has landed is never edited: the next one changes what it made. */
export const migrations: Record<string, Migration> = {
  '0001_initial': initial,
  '0002_feedback_share_passwords': feedbackSharePasswords,
};
