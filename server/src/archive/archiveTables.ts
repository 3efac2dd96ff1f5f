import type { ArchiveTable } from './archiveTable.ts';
import { eventTables } from './eventTables.ts';
import { opinionTables } from './opinionTables.ts';
import { peopleTables } from './peopleTables.ts';
import { summaryTables } from './summaryTables.ts';

/** Every table of the archive, in the order in which it is written. */
export const archiveTables: ArchiveTable[] = [...peopleTables, ...opinionTables, ...eventTables, ...summaryTables];
