import type { ImportResult } from '@companion/contract/staff/programmeImport';
import type { ImportReport, Outcome } from '../schedule/importReport.ts';

/** More are only counted. */
const ROWS_MAX = 2000;
/** What needs a look comes first. */
const ORDER: Outcome[] = ['rejected', 'warning', 'removed', 'changed', 'new', 'left out', 'kept'];

/** The report as the console shows it. */
export function consoleReport(report: ImportReport): ImportResult['report'] {
  const all = ORDER.flatMap((outcome) => report.rows.filter((row) => row.outcome === outcome));
  return {
    totals: report.counts(),
    rows: all.slice(0, ROWS_MAX).map(({ part, outcome, name, why }) => ({
      part,
      outcome,
      name: inConsoleWords(outcome === 'warning' || outcome === 'rejected' ? name : name.replace(ID, '')),
      why: why === undefined ? null : inConsoleWords(why),
    })),
    leftOut: Math.max(0, all.length - ROWS_MAX),
  };
}

/** The id of an entry, which says nothing to staff. */
const ID = /^\S+ {2}/;

/** How the form of the console calls the options of the command. */
const OPTIONS: [option: string, label: string][] = [
  ['--first-day', '“First day”'],
  ['--main-room', '“Room of the main stage”'],
];

/** A message of the import, with the console's words for the options of the command. */
export const inConsoleWords = (text: string): string =>
  OPTIONS.reduce((said, [option, label]) => said.replaceAll(option, label), text)
    .replace(' (docs/importing.md explains where to find them)', '')
    .replace(/^agenda\.yaml: /, '')
    .replace(/, so nothing was written(?=:)/, '')
    .replace(/ Nothing was written\./, '');
