import type { ProgrammeFinding } from '@companion/contract/staff/programme';
import type { Place } from './programmeEdits.ts';
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

/** The findings about one field, in a line; undefined without any. */
export const findingText = (findings: ProgrammeFinding[], field: string | null): string | undefined =>
  findings
    .filter((finding) => finding.field === field)
    .map(({ text }) => text)
    .join(' ') || undefined;
