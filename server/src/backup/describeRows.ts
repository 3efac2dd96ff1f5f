import type { RowCounts } from './backupFormat.ts';

/** `5,000 accounts, 80,000 answers`: tables without rows are left out. */
export function describeRows(rows: RowCounts): string {
  const told = Object.entries(rows).filter(([, count]) => count > 0);
  return told.map(([table, count]) => `${count.toLocaleString('en-US')} ${table}`).join(', ') || 'no rows';
}
