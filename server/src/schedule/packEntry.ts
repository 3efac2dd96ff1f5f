import type { ImportReport } from './importReport.ts';

const LONGEST = 300;

/** An entry of a list of the pack, as an import makes it. */
export interface PackEntry {
  id: string;
  /** By key: null takes the key out, undefined leaves what the pack has. */
  fields: Record<string, string | string[] | null | undefined>;
  /** For the report. */
  label: string;
}

/** What the pack has of its entries before an import, by id. */
export type KnownEntries = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

/** Text of a length that a pack takes; what is cut off is reported. */
export function clip(
  text: string,
  key: string,
  name: string,
  report: ImportReport,
  part: 'sessions' | 'speakers',
): string {
  if (text.length <= LONGEST) return text;
  report.add(part, 'warning', name, `its ${key} has ${text.length} characters and is cut to ${LONGEST}`);
  // Not through the middle of an emoji.
  return `${text
    .slice(0, LONGEST - 1)
    .toWellFormed()
    .replace(/\ufffd$/, '')}…`;
}
