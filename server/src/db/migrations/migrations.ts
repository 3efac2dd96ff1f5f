import type { Migration } from 'kysely/migration';
import { initial } from './0001_initial.ts';

/** In order. A migration that has landed is never edited: the next one changes what it made. */
export const migrations: Record<string, Migration> = { '0001_initial': initial };
