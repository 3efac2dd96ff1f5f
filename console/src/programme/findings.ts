import type { ProgrammeFinding } from '@companion/contract/staff/programme';
import type { Place } from './programmeEdits.ts';
import { fieldName } from './programmeNames.ts';
import type { Draft } from './useProgramme.ts';

/** What is wrong with an entry or a record, or odd. */
export interface Findings {
  problems: ProgrammeFinding[];
  warnings: ProgrammeFinding[];
}

export function findingsAt({ problems, warnings }: Draft, { list, id }: Place): Findings {
  const isHere = (finding: ProgrammeFinding) => finding.list === list && finding.id === id;
  return { problems: problems.filter(isHere), warnings: warnings.filter(isHere) };
}

/** What the server says of a field begins with its name in the pack, and `[2]` for a part: here with label and row. */
export const messageText = (field: string | null, text: string): string => {
  const isNamed = field !== null && text.startsWith(`${field} `);
  const named = isNamed ? fieldName(field) + text.slice(field.length).replace(/^ \[(\d+)\]/, ', row $1,') : text;
  return named.charAt(0).toUpperCase() + named.slice(1);
};

/** The findings about one field, one after the other; undefined without any. */
export const findingText = (findings: ProgrammeFinding[], field: string | null): string | undefined =>
  findings
    .filter((finding) => finding.field === field)
    .map(({ text }) => messageText(field, text))
    .join('. ') || undefined;
