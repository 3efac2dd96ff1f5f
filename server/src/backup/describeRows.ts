import type { RowCounts } from './backupFormat.ts';

/** `5,000 accounts, 80,000 answers`, without empty tables. */
export function describeRows(rows: RowCounts): string {
  const filled = Object.entries(rows).filter(([, count]) => count > 0);
  return filled.map(([table, count]) => `${count.toLocaleString('en-US')} ${table}`).join(', ') || 'no rows';
}
