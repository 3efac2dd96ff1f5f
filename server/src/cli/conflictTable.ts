import type { FieldValue } from '@companion/contract/staff/programme';
import type { MergeConflict } from '../programme/mergeProgrammes.ts';

const COLUMNS = ['list', 'id', 'field', 'base', 'pack', 'console'];
const WIDTH = 32;

/** What the pack and the console have both changed, as lines of a table. Long texts are cut. */
export function conflictTable(conflicts: MergeConflict[]): string[] {
  const rows = conflicts.map(({ list, id, field, removedBy, ...values }) => [
    ...[list, id ?? '', field, shown(values.base)],
    ...(['pack', 'console'] as const).map((side) => (side === removedBy ? '(entry removed)' : shown(values[side]))),
  ]);
  const table = [COLUMNS, ...rows];
  const widths = COLUMNS.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  return table.map((row) =>
    row
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function shown(value: FieldValue | null): string {
  if (value === null) return '(none)';
  const text = [value].flat().join(', ').replace(/\s+/g, ' ');
  return text.length > WIDTH
    ? `${text
        .slice(0, WIDTH - 1)
        .toWellFormed()
        .replace(/\ufffd$/, '')}…`
    : text;
}
