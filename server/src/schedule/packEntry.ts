import type { ImportReport } from './importReport.ts';

const MAX_TEXT_LENGTH = 300;
/** The conversion to Markdown takes time that grows with the square of the length. */
export const MAX_DESCRIPTION_LENGTH = 20_000;

/** An imported entry of a list of the pack. */
export interface PackEntry {
  id: string;
  /** By key: null removes the key, undefined keeps the pack's value. */
  fields: Record<string, string | string[] | null | undefined>;
  /** For the report. */
  label: string;
}

/** The pack's entries before an import, by id. */
export type KnownEntries = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

/** Cuts text to the length that a pack allows, with a warning. */
export function clip(
  text: string,
  key: string,
  name: string,
  report: ImportReport,
  part: 'sessions' | 'speakers',
  most = MAX_TEXT_LENGTH,
): string {
  if (text.length <= most) return text;
  report.add(part, 'warning', name, `its ${key} has ${text.length} characters and is cut to ${most}`);
  // A cut emoji would leave half of a surrogate pair.
  return `${text
    .slice(0, most - 1)
    .toWellFormed()
    .replace(/\ufffd$/, '')}…`;
}
